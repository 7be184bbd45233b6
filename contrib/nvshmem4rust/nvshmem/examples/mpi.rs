// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! PEs are the ranks of a communicator of MPI: `mpirun -n 2 mpi libmpi.so.40`.
//!
//! A program that links MPI passes the address of its own `MPI_Comm`. This one opens the MPI library that its argument
//! names, so that it builds without any: the world's communicator is an object in Open MPI and a number in MPICH.
use std::error::Error;
use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::ptr::{NonNull, null_mut};

use nvshmem::{InitMethod, Library, MpiComm, NvshmemRuntime, Result, SymmetricBuffer};

const MPICH_COMM_WORLD: usize = 0x4400_0000;

fn main() -> Result<()> {
    let mpi = Library::open_global(&std::env::args().nth(1).unwrap_or("libmpi.so".into()))?;
    let find = |name| mpi.find(name).ok_or_else(|| Box::<dyn Error>::from("this is no MPI library"));
    let init: unsafe extern "C" fn(*mut c_int, *mut c_void) -> c_int =
        unsafe { transmute(find(c"MPI_Init")?) };
    let finalize: unsafe extern "C" fn() -> c_int = unsafe { transmute(find(c"MPI_Finalize")?) };
    unsafe { init(null_mut(), null_mut()) };

    let mut world = mpi.find(c"ompi_mpi_comm_world").map_or(MPICH_COMM_WORLD, |object| object.addr().get());
    let communicator = unsafe { MpiComm::from_raw(NonNull::from(&mut world).as_ptr().cast()) };
    say_hello(InitMethod::MpiComm(communicator))?;
    unsafe { finalize() };
    Ok(())
}

fn say_hello(method: InitMethod) -> Result<()> {
    let runtime = NvshmemRuntime::init(method, -1)?;
    let (me, pes) = (runtime.my_pe(), runtime.n_pes());
    let left = SymmetricBuffer::<i32>::new(&runtime, 1)?;
    left.put(0, me, (me + 1) % pes)?;
    runtime.barrier_all()?;
    println!("PE {me} of {pes}: my left neighbour is {}", left.get(0, me)?);
    Ok(())
}
