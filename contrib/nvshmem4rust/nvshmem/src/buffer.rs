// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Symmetric memory that a PE owns.

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::{self, NonNull};

use crate::element::Element;
use crate::error::{Error, check, check_pending, invalid};
use crate::{NvshmemRuntime, Result, SymmetricSlice, sys};

/// `len` elements of symmetric memory: all PEs have them, at the same place of their heaps.
///
/// The operations are those of [`SymmetricSlice`], to which a buffer dereferences. A buffer keeps the library up.
///
/// **Life.** [`new`](Self::new) is collective: all PEs call it in the same order with the same length. Dropping
/// is local and never waits, so PEs may drop in any order, and while a panic unwinds; the memory is used again
/// once all PEs have dropped theirs. Until then peers may still put into it. [`free`](Self::free) is the
/// collective form, which gives the memory back at once and reports PEs that free something else. A buffer that
/// is forgotten (`std::mem::forget`) keeps the library up until the process ends.
///
/// **Threads.** A buffer may be sent to, and used by, any thread, as its elements may.
#[derive(Debug)]
pub struct SymmetricBuffer<T> {
    elements: NonNull<SymmetricSlice<T>>,
    runtime: NvshmemRuntime,
}

unsafe impl<T: Send> Send for SymmetricBuffer<T> {}
unsafe impl<T: Send + Sync> Sync for SymmetricBuffer<T> {}

impl<T> SymmetricBuffer<T> {
    /// Allocates, collectively, memory whose contents are arbitrary. No elements need no memory, and wait for no
    /// one.
    ///
    /// All PEs get memory or all get an error: out of memory, a size that does not fit in the address space, or
    /// PEs that ask for different sizes.
    pub fn new(runtime: &NvshmemRuntime, len: usize) -> Result<Self> {
        let bytes = Self::bytes(len)?;
        Self::adopt(runtime, len, unsafe { allocate(bytes, align_of::<T>()) })
    }

    /// The same, gone over to zero.
    pub fn zeroed(runtime: &NvshmemRuntime, len: usize) -> Result<Self>
    where
        T: Element,
    {
        Self::bytes(len)?;
        Self::adopt(runtime, len, unsafe { sys::nvshmem_calloc(len, size_of::<T>()) })
    }

    /// Gives the memory back, collectively: waits for all PEs, which free the same buffer. If they do not, all
    /// get an error and keep the memory.
    pub fn free(self) -> Result<()> {
        let this = ManuallyDrop::new(self);
        let _runtime = unsafe { ptr::read(&this.runtime) }; // dropped last
        if let Some(block) = this.block() {
            unsafe { sys::nvshmem_free(block) };
        }
        check_pending()
    }

    /// The handle that keeps the library up for this buffer.
    pub fn runtime(&self) -> &NvshmemRuntime {
        &self.runtime
    }

    fn bytes(len: usize) -> Result<usize> {
        match size_of::<T>().checked_mul(len) {
            Some(bytes) if bytes <= isize::MAX as usize => Ok(bytes),
            _ => invalid(
                "SymmetricBuffer::new",
                format!("{len} elements of {} bytes do not fit in the address space", size_of::<T>()),
            ),
        }
    }

    fn adopt(runtime: &NvshmemRuntime, len: usize, block: *mut c_void) -> Result<Self> {
        let start = match NonNull::new(block.cast::<T>()) {
            Some(start) => start,
            None if size_of::<T>() * len == 0 => NonNull::dangling(),
            None => return Err(Error::take(sys::NVSHMEMX_ERROR_OUT_OF_MEMORY, "SymmetricBuffer::new").into()),
        };
        Ok(Self { elements: SymmetricSlice::at(start, len), runtime: runtime.clone() })
    }

    /// What was allocated, if anything.
    fn block(&self) -> Option<*mut c_void> {
        (size_of::<T>() * self.len() > 0).then(|| self.as_mut_ptr().cast())
    }
}

unsafe fn allocate(bytes: usize, alignment: usize) -> *mut c_void {
    const EVERY_BLOCK_HAS: usize = 512;
    if alignment <= EVERY_BLOCK_HAS {
        unsafe { sys::nvshmem_malloc(bytes) }
    } else {
        unsafe { sys::nvshmem_align(alignment, bytes) }
    }
}

impl<T> Deref for SymmetricBuffer<T> {
    type Target = SymmetricSlice<T>;

    #[inline(always)]
    fn deref(&self) -> &SymmetricSlice<T> {
        unsafe { self.elements.as_ref() }
    }
}

impl<T> Drop for SymmetricBuffer<T> {
    fn drop(&mut self) {
        let Some(block) = self.block() else { return };
        if let Err(error) = check(unsafe { sys::nvshmemx_release(block) }, "nvshmemx_release") {
            eprintln!("nvshmem: a buffer of {} elements could not be given back: {error}", self.len());
        }
    }
}
