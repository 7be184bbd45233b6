// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! A token goes round the PEs three times, and each adds its number: `nvshmrun -n 4 ring`.
use nvshmem::{Compare, InitMethod, NvshmemRuntime, Result, SignalOp, SymmetricBuffer};

const ROUNDS: u64 = 3;

fn main() -> Result<()> {
    let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
    let (me, pes) = (runtime.my_pe(), runtime.n_pes());
    let token = SymmetricBuffer::<i32>::zeroed(&runtime, 1)?;
    let words = SymmetricBuffer::<u64>::zeroed(&runtime, 1)?;
    let turn = words.signal(0)?;
    runtime.barrier_all()?;

    for round in 1..=ROUNDS {
        if me > 0 || round > 1 {
            turn.wait_until(Compare::Ge, if me > 0 { round } else { round - 1 })?;
        }
        let sum = token.get(0, me)? + me;
        token.put_signal(&[sum], turn, SignalOp::Add, 1, (me + 1) % pes)?;
    }
    if me == 0 {
        turn.wait_until(Compare::Eq, ROUNDS)?;
        println!("{ROUNDS} rounds over {pes} PEs: the token is {}", token.get(0, me)?);
    }
    runtime.barrier_all()
}
