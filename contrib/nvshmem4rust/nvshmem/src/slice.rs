// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! A part of symmetric memory, and the transfers to and from it.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::{Bound, RangeBounds};
use std::ptr::NonNull;

use crate::element::Element;
use crate::error::invalid;
use crate::runtime::known_pes;
use crate::{Result, sys};

/// Symmetric elements: those of this PE, and by a PE number those of any other.
///
/// Peers write to them at any time, so there are no references to the elements: they are copied in and out.
/// Indices and PE numbers are checked; what is out of range is an error, and nothing is transferred.
///
/// Transfers that return are done on the side of the caller; [`quiet`](crate::NvshmemRuntime::quiet) and barriers
/// complete them at the target. An error that a transfer meets on its way is reported by these.
///
/// ```
/// # use nvshmem::*;
/// # fn main() -> Result<()> {
/// let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
/// let (me, pes) = (runtime.my_pe(), runtime.n_pes());
/// let buffer = SymmetricBuffer::<i32>::zeroed(&runtime, 4)?;
/// buffer.slice(1..3)?.put_from(&[me, me], (me + 1) % pes)?;
/// runtime.barrier_all()?;
/// let left = (me + pes - 1) % pes;
/// assert_eq!(buffer.read(), [0, left, left, 0]);
/// assert!(buffer.slice(3..5).is_err());
/// # Ok(())
/// # }
/// ```
#[repr(transparent)]
pub struct SymmetricSlice<T> {
    elements: [UnsafeCell<MaybeUninit<T>>],
}

// As a type of shared references: every access is a call of the library, which allows several threads.
unsafe impl<T: Send + Sync> Sync for SymmetricSlice<T> {}
unsafe impl<T: Send> Send for SymmetricSlice<T> {}

impl<T> SymmetricSlice<T> {
    pub(crate) fn at(start: NonNull<T>, len: usize) -> NonNull<Self> {
        let elements = NonNull::slice_from_raw_parts(start, len);
        unsafe { NonNull::new_unchecked(elements.as_ptr() as *mut Self) }
    }

    /// The number of elements.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The address of the first element, here and as a symmetric address.
    #[inline(always)]
    pub fn as_mut_ptr(&self) -> *mut T {
        self.elements.as_ptr() as *mut T
    }

    /// The address at which this PE can load and store the elements of PE `pe`; `None` where they are not mapped.
    pub fn peer_ptr(&self, pe: i32) -> Option<NonNull<T>> {
        NonNull::new(unsafe { sys::nvshmem_ptr(self.as_mut_ptr() as *const c_void, pe) }.cast())
    }

    /// The elements of a range.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<&Self> {
        let start = first(&range);
        let end = past(&range, self.len());
        if start > end || end > self.len() {
            return invalid("slice", format!("elements {start}..{end} are not in a slice of {}", self.len()));
        }
        let part = Self::at(unsafe { NonNull::new_unchecked(self.as_mut_ptr().add(start)) }, end - start);
        Ok(unsafe { part.as_ref() })
    }

    /// The elements of this PE as a slice of Rust.
    ///
    /// # Safety
    ///
    /// They have been written, and while the reference lives no PE writes to them.
    pub unsafe fn as_slice(&self) -> &[T] {
        unsafe { std::slice::from_raw_parts(self.as_mut_ptr(), self.len()) }
    }

    /// The elements of this PE as a mutable slice of Rust.
    ///
    /// # Safety
    ///
    /// They have been written, and while the reference lives no PE and no other part of this one uses them.
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn as_mut_slice(&self) -> &mut [T] {
        unsafe { std::slice::from_raw_parts_mut(self.as_mut_ptr(), self.len()) }
    }

    /// The place of element `index`, for an operation with PE `pe`.
    #[inline(always)]
    pub(crate) fn place(&self, function: &str, index: usize, pe: i32) -> Result<*mut T> {
        if index >= self.len() || pe as u32 >= known_pes() as u32 {
            return outside(function, index, 1, self.len(), pe);
        }
        Ok(unsafe { self.as_mut_ptr().add(index) })
    }

    /// The place of the first `count` elements, for an operation with PE `pe`.
    #[inline(always)]
    pub(crate) fn room(&self, function: &str, count: usize, pe: i32) -> Result<*mut T> {
        if count > self.len() || pe as u32 >= known_pes() as u32 {
            return outside(function, 0, count, self.len(), pe);
        }
        Ok(self.as_mut_ptr())
    }
}

fn first(range: &impl RangeBounds<usize>) -> usize {
    match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    }
}

fn past(range: &impl RangeBounds<usize>, len: usize) -> usize {
    match range.end_bound() {
        Bound::Included(&last) => last.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => len,
    }
}

#[cold]
fn outside<P>(function: &str, start: usize, count: usize, len: usize, pe: i32) -> Result<P> {
    let pes = known_pes();
    if pe < 0 || pe >= pes {
        return invalid(function, format!("pe is {pe}, PEs are 0 to {}", pes - 1));
    }
    invalid(function, format!("{count} elements from {start} on do not lie in a slice of {len}"))
}

impl<T: Element> SymmetricSlice<T> {
    /// Copies `source` to the start of PE `pe`'s elements.
    #[inline]
    pub fn put_from(&self, source: &[T], pe: i32) -> Result<()> {
        let dest = self.room("put_from", source.len(), pe)?;
        unsafe { T::put(dest, source.as_ptr(), source.len(), pe) };
        Ok(())
    }

    /// Copies the first `dest.len()` of PE `pe`'s elements into `dest`.
    #[inline]
    pub fn get_into(&self, dest: &mut [T], pe: i32) -> Result<()> {
        let source = self.room("get_into", dest.len(), pe)?;
        unsafe { T::get(dest.as_mut_ptr(), source, dest.len(), pe) };
        Ok(())
    }

    /// Writes one element of PE `pe`.
    #[inline]
    pub fn put(&self, index: usize, value: T, pe: i32) -> Result<()> {
        unsafe { T::p(self.place("put", index, pe)?, value, pe) };
        Ok(())
    }

    /// Reads one element of PE `pe`.
    #[inline]
    pub fn get(&self, index: usize, pe: i32) -> Result<T> {
        Ok(unsafe { T::g(self.place("get", index, pe)?, pe) })
    }

    /// Copies this PE's elements of `source` to the start of PE `pe`'s elements.
    #[inline]
    pub fn put_symmetric(&self, source: &SymmetricSlice<T>, pe: i32) -> Result<()> {
        let dest = self.room("put_symmetric", source.len(), pe)?;
        unsafe { T::put(dest, source.as_mut_ptr(), source.len(), pe) };
        Ok(())
    }

    /// Copies PE `pe`'s elements of `source` to the start of this PE's elements.
    #[inline]
    pub fn get_symmetric(&self, source: &SymmetricSlice<T>, pe: i32) -> Result<()> {
        let dest = self.room("get_symmetric", source.len(), pe)?;
        unsafe { T::get(dest, source.as_mut_ptr(), source.len(), pe) };
        Ok(())
    }

    /// Element k of `source` goes to element k * `stride` of PE `pe`.
    pub fn put_strided(&self, source: &[T], stride: usize, pe: i32) -> Result<()> {
        let dest = self.strided("put_strided", source.len(), stride, pe)?;
        unsafe { T::iput(dest, source.as_ptr(), stride as isize, 1, source.len(), pe) };
        Ok(())
    }

    /// Element k * `stride` of PE `pe` goes to element k of `dest`.
    pub fn get_strided(&self, dest: &mut [T], stride: usize, pe: i32) -> Result<()> {
        let source = self.strided("get_strided", dest.len(), stride, pe)?;
        unsafe { T::iget(dest.as_mut_ptr(), source, 1, stride as isize, dest.len(), pe) };
        Ok(())
    }

    fn strided(&self, function: &str, count: usize, stride: usize, pe: i32) -> Result<*mut T> {
        if stride == 0 {
            return invalid(function, "stride is 0; it must be 1 or more".into());
        }
        let reach = count.saturating_sub(1).saturating_mul(stride).saturating_add(count.min(1));
        self.room(function, reach, pe)
    }

    /// Starts copying `source` to the start of PE `pe`'s elements; [`quiet`](crate::NvshmemRuntime::quiet) ends it.
    ///
    /// # Safety
    ///
    /// Until then `source` stays where it is and is not changed.
    pub unsafe fn put_nbi_from(&self, source: &[T], pe: i32) -> Result<()> {
        let dest = self.room("put_nbi_from", source.len(), pe)?;
        unsafe { T::put_nbi(dest, source.as_ptr(), source.len(), pe) };
        Ok(())
    }

    /// Starts copying PE `pe`'s first elements to `dest`; [`quiet`](crate::NvshmemRuntime::quiet) ends it.
    ///
    /// # Safety
    ///
    /// Until then `dest` stays where it is and is not used.
    pub unsafe fn get_nbi_into(&self, dest: &mut [T], pe: i32) -> Result<()> {
        let source = self.room("get_nbi_into", dest.len(), pe)?;
        unsafe { T::get_nbi(dest.as_mut_ptr(), source, dest.len(), pe) };
        Ok(())
    }

    /// The elements of this PE, copied.
    pub fn read(&self) -> Vec<T> {
        let mut values = Vec::with_capacity(self.len());
        unsafe {
            T::get(values.as_mut_ptr(), self.as_mut_ptr(), self.len(), crate::my_pe());
            values.set_len(self.len());
        }
        values
    }

    /// Overwrites all elements of this PE with `value`.
    pub fn fill(&self, value: T) {
        let part = [value; 64];
        for start in (0..self.len()).step_by(part.len()) {
            let count = part.len().min(self.len() - start);
            unsafe { T::put(self.as_mut_ptr().add(start), part.as_ptr(), count, crate::my_pe()) };
        }
    }

    /// Copies `values` to the start of this PE's elements.
    pub fn write(&self, values: &[T]) -> Result<()> {
        self.put_from(values, crate::my_pe())
    }
}

impl<T> fmt::Debug for SymmetricSlice<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} symmetric elements at {:p}", self.len(), self.as_mut_ptr())
    }
}
