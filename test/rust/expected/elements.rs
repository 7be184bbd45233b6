// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by contrib/nvshmem4rust from api/ and the public headers; do not edit.

use crate::sys::{self, cudaStream_t, nvshmem_bfloat16, nvshmem_half, nvshmem_team_t};

/// Types that can be put, got, signalled and moved by collectives.
///
/// # Safety
///
/// Every bit pattern of the type is a value of it. The functions are the C functions of the same names, with their contracts.
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// `nvshmem_TYPENAME_put`
    unsafe fn put(dest: *mut Self, source: *const Self, nelems: usize, pe: i32);
}
unsafe impl Element for i32 {
    #[inline(always)]
    unsafe fn put(dest: *mut Self, source: *const Self, nelems: usize, pe: i32) { unsafe { sys::nvshmem_int32_put(dest, source, nelems, pe) } }
}
unsafe impl Element for nvshmem_half {
    #[inline(always)]
    unsafe fn put(dest: *mut Self, source: *const Self, nelems: usize, pe: i32) { unsafe { sys::nvshmem_half_put(dest, source, nelems, pe) } }
}

/// Types whose value a PE can wait for.
///
/// # Safety
///
/// Every bit pattern of the type is a value of it. The functions are the C functions of the same names, with their contracts.
pub unsafe trait Wait: Element {
    /// `nvshmem_TYPENAME_test`
    unsafe fn test(ivar: *mut Self, cmp: i32, cmp_value: Self) -> i32;
}
unsafe impl Wait for i32 {
    #[inline(always)]
    unsafe fn test(ivar: *mut Self, cmp: i32, cmp_value: Self) -> i32 { unsafe { sys::nvshmem_int_test(ivar, cmp, cmp_value) } }
}
