// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Waiting for values that other PEs write into this PE's elements.

use std::thread;
use std::time::{Duration, Instant};

use crate::element::Wait;
use crate::error::{check_pending, invalid};
use crate::{Result, SymmetricSlice, sys};

/// How a value compares with the one that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Compare {
    /// equal
    Eq = sys::NVSHMEM_CMP_EQ,
    /// not equal
    Ne = sys::NVSHMEM_CMP_NE,
    /// greater
    Gt = sys::NVSHMEM_CMP_GT,
    /// less or equal
    Le = sys::NVSHMEM_CMP_LE,
    /// less
    Lt = sys::NVSHMEM_CMP_LT,
    /// greater or equal
    Ge = sys::NVSHMEM_CMP_GE,
}

/// Waits end with an error when `NVSHMEM_WAIT_TIMEOUT` is over; the forms with a limit of their own end without one.
impl<T: Wait> SymmetricSlice<T> {
    /// Waits until element `index` of this PE compares with `value`.
    pub fn wait_until(&self, index: usize, compare: Compare, value: T) -> Result<()> {
        let place = self.place("wait_until", index, 0)?;
        unsafe { T::wait_until(place, compare as i32, value) };
        check_pending()
    }

    /// Whether element `index` of this PE compares with `value` now.
    pub fn test(&self, index: usize, compare: Compare, value: T) -> Result<bool> {
        let place = self.place("test", index, 0)?;
        Ok(unsafe { T::test(place, compare as i32, value) } != 0)
    }

    /// Waits until element `index` compares with `value`, at most for `limit`; says whether it did.
    pub fn wait_until_for(&self, index: usize, compare: Compare, value: T, limit: Duration) -> Result<bool> {
        let place = self.place("wait_until_for", index, 0)?;
        Ok(poll(limit, || (unsafe { T::test(place, compare as i32, value) } != 0).then_some(())).is_some())
    }

    /// Waits until all elements compare with `value`, except those with an entry other than 0 in `done`, which
    /// has an entry for each element or none at all.
    pub fn wait_until_all(&self, compare: Compare, value: T, done: &[i32]) -> Result<()> {
        let status = self.mask("wait_until_all", done)?;
        unsafe { T::wait_until_all(self.as_mut_ptr(), self.len(), status, compare as i32, value) };
        check_pending()
    }

    /// Waits until an element compares with `value` and returns its index; `None` when `done` leaves no element.
    pub fn wait_until_any(&self, compare: Compare, value: T, done: &[i32]) -> Result<Option<usize>> {
        let status = self.mask("wait_until_any", done)?;
        let found =
            unsafe { T::wait_until_any(self.as_mut_ptr(), self.len(), status, compare as i32, value) };
        check_pending()?;
        Ok((found != usize::MAX).then_some(found))
    }

    /// Waits until some elements compare with `value` and returns the indices of all that do.
    pub fn wait_until_some(&self, compare: Compare, value: T, done: &[i32]) -> Result<Vec<usize>> {
        let status = self.mask("wait_until_some", done)?;
        let mut found = vec![0; self.len()];
        let count = unsafe {
            T::wait_until_some(
                self.as_mut_ptr(),
                self.len(),
                found.as_mut_ptr(),
                status,
                compare as i32,
                value,
            )
        };
        check_pending()?;
        found.truncate(count);
        Ok(found)
    }

    fn mask(&self, function: &str, done: &[i32]) -> Result<*const i32> {
        if done.is_empty() {
            return Ok(std::ptr::null());
        }
        if done.len() != self.len() {
            return invalid(
                function,
                format!(
                    "done has {} entries for {} elements; it must have as many, or none",
                    done.len(),
                    self.len()
                ),
            );
        }
        Ok(done.as_ptr())
    }
}

/// Asks until there is an answer or `limit` is over: busily at first, then leaving the CPU to others.
pub(crate) fn poll<R>(limit: Duration, mut ask: impl FnMut() -> Option<R>) -> Option<R> {
    const SPINS: u32 = 100;
    const LONGEST_SLEEP: Duration = Duration::from_millis(1);
    let start = Instant::now();
    for round in 0u32.. {
        let answer = ask();
        if answer.is_some() || start.elapsed() >= limit {
            return answer;
        }
        match round {
            0..SPINS => std::hint::spin_loop(),
            _ if start.elapsed() < Duration::from_micros(200) => thread::yield_now(),
            _ => thread::sleep(LONGEST_SLEEP.min(start.elapsed() / 8)),
        }
    }
    None
}
