// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Signals: words that say how far data has come.

use std::time::Duration;

use crate::element::Element;
use crate::error::{check_pending, invalid};
use crate::wait::poll;
use crate::{Compare, Result, SymmetricSlice, sys};

/// What a signal does to the word at the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum SignalOp {
    /// Replaces it.
    Set = sys::NVSHMEM_SIGNAL_SET,
    /// Adds to it.
    Add = sys::NVSHMEM_SIGNAL_ADD,
}

/// One word of symmetric memory that serves as a signal. Values compare as unsigned.
///
/// ```
/// # use nvshmem::*;
/// # fn main() -> Result<()> {
/// # let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
/// # let (me, pes) = (runtime.my_pe(), runtime.n_pes());
/// let data = SymmetricBuffer::<f32>::zeroed(&runtime, 3)?;
/// let words = SymmetricBuffer::<u64>::zeroed(&runtime, 1)?;
/// let arrived = words.signal(0)?;
/// data.put_signal(&[1.0, 2.0, 3.0], arrived, SignalOp::Set, 1, (me + 1) % pes)?;
/// arrived.wait_until(Compare::Ge, 1)?; // from the left neighbour
/// assert_eq!(data.read(), [1.0, 2.0, 3.0]);
/// # runtime.barrier_all()
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Signal<'a> {
    word: &'a SymmetricSlice<u64>,
}

impl SymmetricSlice<u64> {
    /// Element `index` as a signal.
    pub fn signal(&self, index: usize) -> Result<Signal<'_>> {
        if index >= self.len() {
            return invalid("signal", format!("index is {index}, the slice has {} words", self.len()));
        }
        Ok(Signal { word: self.slice(index..=index)? })
    }
}

impl Signal<'_> {
    pub(crate) fn address(&self) -> *mut u64 {
        self.word.as_mut_ptr()
    }

    /// Sends the signal alone to PE `pe`. It is not ordered behind earlier puts:
    /// [`fence`](crate::NvshmemRuntime::fence) does that.
    pub fn send(&self, op: SignalOp, value: u64, pe: i32) -> Result<()> {
        let word = self.word.place("send", 0, pe)?;
        unsafe { sys::nvshmemx_signal_op(word, value, op as i32, pe) };
        Ok(())
    }

    /// The value on this PE.
    pub fn fetch(&self) -> u64 {
        unsafe { sys::nvshmem_signal_fetch(self.address()) }
    }

    /// Waits until the value on this PE compares with `value`, and returns it. Data that was put with the signal
    /// can be read then.
    pub fn wait_until(&self, compare: Compare, value: u64) -> Result<u64> {
        let seen = unsafe { sys::nvshmem_signal_wait_until(self.address(), compare as i32, value) };
        check_pending()?;
        Ok(seen)
    }

    /// The same, at most for `limit`; `None` when that is over.
    pub fn wait_until_for(&self, compare: Compare, value: u64, limit: Duration) -> Result<Option<u64>> {
        let seen = poll(limit, || {
            let seen = self.fetch();
            holds(compare, seen, value).then_some(seen)
        });
        check_pending()?;
        Ok(seen)
    }
}

fn holds(compare: Compare, left: u64, right: u64) -> bool {
    match compare {
        Compare::Eq => left == right,
        Compare::Ne => left != right,
        Compare::Gt => left > right,
        Compare::Le => left <= right,
        Compare::Lt => left < right,
        Compare::Ge => left >= right,
    }
}

impl<T: Element> SymmetricSlice<T> {
    /// Copies `source` to the start of PE `pe`'s elements and then sends the signal there: who sees the signal
    /// sees the data.
    pub fn put_signal(
        &self,
        source: &[T],
        signal: Signal<'_>,
        op: SignalOp,
        value: u64,
        pe: i32,
    ) -> Result<()> {
        let dest = self.room("put_signal", source.len(), pe)?;
        let word = signal.address();
        unsafe { T::put_signal(dest, source.as_ptr(), source.len(), word, value, op as i32, pe) };
        check_pending()
    }
}
