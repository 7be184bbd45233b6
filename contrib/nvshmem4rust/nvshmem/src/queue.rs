// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Operations in the order of a stream.

use std::ffi::c_void;
use std::marker::PhantomData;

use crate::collectives::holds;
use crate::cuda::{check_cuda, cuda};
use crate::element::{Element, Reduce, ReduceBits};
use crate::error::{check, check_pending};
use crate::{Compare, Event, Result, Signal, SignalOp, Stream, SymmetricSlice, Team, sys};

/// Gives work to a stream, within [`Stream::scope`]. What the work uses lives longer than the scope.
pub struct Queue<'env> {
    stream: sys::cudaStream_t,
    _used: PhantomData<&'env mut &'env ()>,
}

/// Waits for a stream however its scope ends, since the work uses memory that may go away after it.
struct AtEnd<'a>(&'a Stream);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        if self.0.synchronize().is_err() {
            std::process::abort(); // the work may still be using what is about to go
        }
    }
}

impl Stream {
    /// Runs `give`, which gives work to the stream, and waits until that is done.
    ///
    /// ```
    /// # use nvshmem::*;
    /// # fn main() -> Result<()> {
    /// # let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
    /// # let (me, pes) = (runtime.my_pe(), runtime.n_pes());
    /// let (dest, source) = (SymmetricBuffer::new(&runtime, 2)?, SymmetricBuffer::new(&runtime, 2)?);
    /// let stream = Stream::new()?;
    /// stream.scope(|queue| {
    ///     queue.run(|| source.fill(me))?;
    ///     queue.put(&dest, &source, (me + 1) % pes)?;
    ///     queue.barrier_all()
    /// })?;
    /// assert_eq!(dest.read(), [(me + pes - 1) % pes; 2]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn scope<'env, R>(&'env self, give: impl FnOnce(&Queue<'env>) -> Result<R>) -> Result<R> {
        let end = AtEnd(self);
        let given = give(&Queue { stream: self.handle(), _used: PhantomData });
        drop(end);
        check_pending()?;
        given
    }
}

impl<'env> Queue<'env> {
    /// Copies this PE's elements of `source` to the start of PE `pe`'s `dest`.
    pub fn put<T: Element>(
        &self,
        dest: &'env SymmetricSlice<T>,
        source: &'env SymmetricSlice<T>,
        pe: i32,
    ) -> Result<()> {
        let to = dest.room("put", source.len(), pe)?;
        unsafe { T::put_on_stream(to, source.as_mut_ptr(), source.len(), pe, self.stream) };
        check_pending()
    }

    /// Copies PE `pe`'s elements of `source` to the start of this PE's `dest`.
    pub fn get<T: Element>(
        &self,
        dest: &'env SymmetricSlice<T>,
        source: &'env SymmetricSlice<T>,
        pe: i32,
    ) -> Result<()> {
        let to = dest.room("get", source.len(), pe)?;
        unsafe { T::get_on_stream(to, source.as_mut_ptr(), source.len(), pe, self.stream) };
        check_pending()
    }

    /// Copies `source` to the start of PE `pe`'s `dest`.
    pub fn put_from<T: Element>(
        &self,
        dest: &'env SymmetricSlice<T>,
        source: &'env [T],
        pe: i32,
    ) -> Result<()> {
        let to = dest.room("put_from", source.len(), pe)?;
        unsafe { T::put_on_stream(to, source.as_ptr(), source.len(), pe, self.stream) };
        check_pending()
    }

    /// Copies the first of PE `pe`'s elements of `source` into `dest`.
    pub fn get_into<T: Element>(
        &self,
        dest: &'env mut [T],
        source: &'env SymmetricSlice<T>,
        pe: i32,
    ) -> Result<()> {
        let from = source.room("get_into", dest.len(), pe)?;
        unsafe { T::get_on_stream(dest.as_mut_ptr(), from, dest.len(), pe, self.stream) };
        check_pending()
    }

    /// A put, and then the signal at PE `pe`.
    pub fn put_signal<T: Element>(
        &self,
        dest: &'env SymmetricSlice<T>,
        source: &'env SymmetricSlice<T>,
        signal: Signal<'env>,
        op: SignalOp,
        value: u64,
        pe: i32,
    ) -> Result<()> {
        let (to, from) = (dest.room("put_signal", source.len(), pe)?, source.as_mut_ptr());
        let word = signal.address();
        unsafe { T::put_signal_on_stream(to, from, source.len(), word, value, op as i32, pe, self.stream) };
        check_pending()
    }

    /// Sends a signal to PE `pe`.
    pub fn send(&self, signal: Signal<'env>, op: SignalOp, value: u64, pe: i32) -> Result<()> {
        unsafe { sys::nvshmemx_signal_op_on_stream(signal.address(), value, op as i32, pe, self.stream) };
        check_pending()
    }

    /// Holds the stream up until the signal on this PE compares with `value`.
    pub fn wait_signal(&self, signal: Signal<'env>, compare: Compare, value: u64) -> Result<()> {
        unsafe {
            sys::nvshmemx_signal_wait_until_on_stream(signal.address(), compare as i32, value, self.stream)
        };
        check_pending()
    }

    /// Completes all operations of this PE.
    pub fn quiet(&self) -> Result<()> {
        unsafe { sys::nvshmemx_quiet_on_stream(self.stream) };
        check_pending()
    }

    /// Holds the streams of all PEs up until each is here.
    pub fn barrier_all(&self) -> Result<()> {
        unsafe { sys::nvshmemx_barrier_all_on_stream(self.stream) };
        check_pending()
    }

    /// The same among the members of a team.
    pub fn barrier(&self, team: &'env Team) -> Result<()> {
        check(unsafe { sys::nvshmemx_barrier_on_stream(team.handle(), self.stream) }, "barrier_on_stream")
    }

    /// Copies rank `root`'s `source` to the start of every member's `dest`.
    pub fn broadcast<T: Element>(
        &self,
        team: &'env Team,
        dest: &'env SymmetricSlice<T>,
        source: &'env SymmetricSlice<T>,
        root: i32,
    ) -> Result<()> {
        holds("broadcast", dest, source.len())?;
        let (to, from) = (dest.as_mut_ptr(), source.as_mut_ptr());
        let status =
            unsafe { T::broadcast_on_stream(team.handle(), to, from, source.len(), root, self.stream) };
        check(status, "broadcast_on_stream")
    }

    /// `dest` gets every member's `source`, in the order of ranks.
    pub fn fcollect<T: Element>(
        &self,
        team: &'env Team,
        dest: &'env SymmetricSlice<T>,
        source: &'env SymmetricSlice<T>,
    ) -> Result<()> {
        holds("fcollect", dest, source.len().saturating_mul(team.members()))?;
        let (to, from) = (dest.as_mut_ptr(), source.as_mut_ptr());
        let status = unsafe { T::fcollect_on_stream(team.handle(), to, from, source.len(), self.stream) };
        check(status, "fcollect_on_stream")
    }

    /// Block j of rank i's `dest` is block i of rank j's `source`.
    pub fn alltoall<T: Element>(
        &self,
        team: &'env Team,
        dest: &'env SymmetricSlice<T>,
        source: &'env SymmetricSlice<T>,
    ) -> Result<()> {
        holds("alltoall", dest, source.len())?;
        let (to, from, block) = (dest.as_mut_ptr(), source.as_mut_ptr(), team.block("alltoall", source)?);
        let status = unsafe { T::alltoall_on_stream(team.handle(), to, from, block, self.stream) };
        check(status, "alltoall_on_stream")
    }

    /// Makes the event happen when the work given so far is done.
    pub fn record(&self, event: &'env Event) -> Result<()> {
        let code = unsafe { (cuda()?.cudaEventRecord)(event.raw(), self.stream) };
        check_cuda(code, "record")
    }

    /// Holds the stream up until the event has happened.
    pub fn wait(&self, event: &'env Event) -> Result<()> {
        let code = unsafe { (cuda()?.cudaStreamWaitEvent)(self.stream, event.raw(), 0) };
        check_cuda(code, "wait")
    }

    /// Runs a function on the host when the work given before is done; work given later waits for it. It must not
    /// call CUDA or give work to a stream, and a panic in it ends the process.
    pub fn run<F: FnOnce() + Send + 'env>(&self, function: F) -> Result<()> {
        let boxed = Box::into_raw(Box::new(function));
        let code = unsafe { (cuda()?.cudaLaunchHostFunc)(self.stream, call::<F>, boxed.cast()) };
        if code != 0 {
            drop(unsafe { Box::from_raw(boxed) });
        }
        check_cuda(code, "run")
    }
}

unsafe extern "C" fn call<F: FnOnce()>(boxed: *mut c_void) {
    let function = unsafe { Box::from_raw(boxed.cast::<F>()) };
    function()
}

/// Defines the reduction of each operator of a family.
macro_rules! reductions {
    ($trait:ident: $($name:ident $function:ident;)*) => {
        impl<'env> Queue<'env> {
            $(#[doc = concat!("[`Team::", stringify!($name), "`] in the order of the stream.")]
            pub fn $name<T: $trait>(&self, team: &'env Team, dest: &'env SymmetricSlice<T>, source: &'env SymmetricSlice<T>) -> Result<()> {
                holds(stringify!($name), dest, source.len())?;
                let (to, from) = (dest.as_mut_ptr(), source.as_mut_ptr());
                let status = unsafe { T::$function(team.handle(), to, from, source.len(), self.stream) };
                check(status, stringify!($function))
            })*
        }
    };
}

reductions! { Reduce:
    min_reduce min_reduce_on_stream;
    max_reduce max_reduce_on_stream;
    sum_reduce sum_reduce_on_stream;
    prod_reduce prod_reduce_on_stream;
}
reductions! { ReduceBits:
    and_reduce and_reduce_on_stream;
    or_reduce or_reduce_on_stream;
    xor_reduce xor_reduce_on_stream;
}
