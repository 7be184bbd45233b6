// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Every PE says who it is and what it hears from its left neighbour: `nvshmrun -n 4 hello`.
use nvshmem::{InitMethod, NvshmemRuntime, Result, SymmetricBuffer};

fn main() -> Result<()> {
    let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
    let (me, pes) = (runtime.my_pe(), runtime.n_pes());
    let left = SymmetricBuffer::<i32>::new(&runtime, 1)?;
    left.put(0, me, (me + 1) % pes)?;
    runtime.barrier_all()?;
    println!("PE {me} of {pes}: my left neighbour is {}", left.get(0, me)?);
    Ok(())
}
