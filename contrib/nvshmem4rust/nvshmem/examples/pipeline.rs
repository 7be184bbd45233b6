// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Blocks flow through the PEs, each adds its number: `nvshmrun -n 3 pipeline`.
//!
//! Two streams a PE, so that one block is computed while another travels. The host gives all work to the streams at
//! once and then waits: signals between the streams of different PEs do the rest.
use nvshmem::{
    Compare, InitMethod, NvshmemRuntime, Result, SignalOp, Stream, SymmetricBuffer, SymmetricSlice,
};

const BLOCKS: usize = 8;
const LEN: usize = 1000;

fn compute(block: &SymmetricSlice<i64>, add: i64) {
    let values: Vec<i64> = block.read().iter().map(|value| value + add).collect();
    block.write(&values).expect("as long as the block");
}

fn main() -> Result<()> {
    let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
    let (me, pes) = (runtime.my_pe(), runtime.n_pes());
    let blocks = SymmetricBuffer::<i64>::zeroed(&runtime, BLOCKS * LEN)?;
    let words = SymmetricBuffer::<u64>::zeroed(&runtime, BLOCKS)?;
    let (even, odd) = (Stream::new()?, Stream::new()?);
    runtime.barrier_all()?;

    even.scope(|even| {
        odd.scope(|odd| {
            for (number, stream) in [even, odd].into_iter().cycle().take(BLOCKS).enumerate() {
                let block = blocks.slice(number * LEN..(number + 1) * LEN)?;
                let arrived = words.signal(number)?;
                if me > 0 {
                    stream.wait_signal(arrived, Compare::Eq, 1)?;
                }
                stream.run(move || compute(block, i64::from(me) + 1))?;
                if me + 1 < pes {
                    stream.put_signal(block, block, arrived, SignalOp::Set, 1, me + 1)?;
                }
            }
            Ok(())
        })
    })?;

    if me + 1 == pes {
        let expected = i64::from(pes * (pes + 1) / 2);
        assert!(blocks.read().iter().all(|&value| value == expected));
        println!("{BLOCKS} blocks of {LEN} went through {pes} PEs; every value is {expected}");
    }
    runtime.barrier_all()
}
