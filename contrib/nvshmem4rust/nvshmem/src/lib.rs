// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! The NVSHMEM host interface for Rust: processing elements (PEs) that put into and get from each other's memory.
//!
//! ```
//! use nvshmem::{InitMethod, NvshmemRuntime, Result, SymmetricBuffer};
//!
//! fn main() -> Result<()> {
//!     let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
//!     let (me, pes) = (runtime.my_pe(), runtime.n_pes());
//!     let left = SymmetricBuffer::<i32>::new(&runtime, 1)?; // one i32 on every PE
//!     left.put(0, me, (me + 1) % pes)?; // into the next PE's memory
//!     runtime.barrier_all()?;
//!     println!("PE {me} of {pes}: my left neighbour is {}", left.get(0, me)?);
//!     Ok(())
//! }
//! ```
//!
//! `nvshmrun -n 4 target/debug/app` starts four PEs; started alone, a program is one PE.
//!
//! | what | where |
//! |---|---|
//! | start and end | [`NvshmemRuntime`], [`InitMethod`] |
//! | memory and transfers | [`SymmetricBuffer`], [`SymmetricSlice`] |
//! | signals, waits | [`Signal`], [`SymmetricSlice::wait_until`], [`Compare`] |
//! | teams and collectives | [`Team`] |
//! | work in the order of a CUDA stream | [`Stream::scope`], [`Queue`], [`Event`] |
//! | the C functions | [`sys`] under their names, [`api`] and the root under short ones |
//! | modules with kernels | [`NvshmemRuntime::register_module`] |
#![deny(missing_docs, unsafe_op_in_unsafe_fn)]

pub mod api;
mod atomics;
mod buffer;
mod collectives;
mod cuda;
pub mod element;
mod error;
mod init;
mod library;
mod module;
mod queue;
mod runtime;
mod signal;
mod slice;
pub mod sys;
mod team;
mod wait;

pub use sys as bindings;

pub use api::*;
pub use buffer::SymmetricBuffer;
pub use cuda::{Event, Stream};
pub use error::{Error, Result};
pub use init::{InitMethod, MpiComm, new_unique_id};
pub use library::{Library, load_nvshmem_host_global};
pub use module::{CudaModule, CudaModuleRegistration, cumodule_finalize, cumodule_init};
pub use queue::Queue;
pub use runtime::{NvshmemRuntime, Runtime};
pub use signal::{Signal, SignalOp};
pub use slice::SymmetricSlice;
pub use team::Team;
pub use wait::Compare;
