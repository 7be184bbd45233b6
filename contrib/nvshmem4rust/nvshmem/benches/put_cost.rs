// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! What a safe put of 8 bytes costs over the C call, both in one run: `nvshmrun -n 2 put_cost`.
use std::hint::black_box;
use std::time::Instant;

use nvshmem::{InitMethod, NvshmemRuntime, Result, SymmetricBuffer, sys};

const CALLS: u32 = 200_000;
const TRIALS: usize = 30;

/// Nanoseconds a call, the best of some trials: what the machine does besides only adds time.
fn nanoseconds(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..CALLS).for_each(|_| call());
    start.elapsed().as_nanos() as f64 / f64::from(CALLS)
}

fn main() -> Result<()> {
    let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
    let right = (runtime.my_pe() + 1) % runtime.n_pes();
    let buffer = SymmetricBuffer::<u64>::zeroed(&runtime, 1)?;
    let (dest, source) = (buffer.as_mut_ptr(), [7]);
    let mut best = [f64::INFINITY; 4];
    for _ in 0..TRIALS {
        let trial = [
            nanoseconds(|| unsafe { sys::nvshmem_uint64_p(black_box(dest), 7, black_box(right)) }),
            nanoseconds(|| black_box(&buffer).put(0, 7, black_box(right)).expect("in range")),
            nanoseconds(|| unsafe {
                sys::nvshmem_uint64_put(black_box(dest), black_box(&source).as_ptr(), 1, black_box(right))
            }),
            nanoseconds(|| {
                black_box(&buffer).put_from(black_box(&source), black_box(right)).expect("in range")
            }),
        ];
        best.iter_mut().zip(trial).for_each(|(best, time)| *best = best.min(time));
    }
    if runtime.my_pe() == 0 {
        println!(
            "put       C {:.2} ns, safe {:.2} ns, over it {:.2} ns",
            best[0],
            best[1],
            best[1] - best[0]
        );
        println!(
            "put_from  C {:.2} ns, safe {:.2} ns, over it {:.2} ns",
            best[2],
            best[3],
            best[3] - best[2]
        );
    }
    runtime.barrier_all()
}
