// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by contrib/nvshmem4rust from api/ and the public headers; do not edit.
//
// Expects the contents of nvshmem_host.rs as super::sys.

/// This PE's number; -1 before the start and after the end.
#[inline]
pub fn my_pe() -> i32 {
    unsafe { super::sys::nvshmem_my_pe() }
}
pub use super::sys::nvshmem_ptr as ptr;
pub use super::sys::nvshmemx_cumodule_init as raw_cumodule_init;
pub use super::sys::nvshmem_char_put as char_put;
pub use super::sys::nvshmem_int_put as int_put;
pub use super::sys::nvshmem_int32_put as int32_put;
pub use super::sys::nvshmem_half_put as half_put;
pub use super::sys::nvshmem_put8 as put8;
pub use super::sys::nvshmem_put16 as put16;
pub use super::sys::nvshmem_put32 as put32;
pub use super::sys::nvshmem_put64 as put64;
pub use super::sys::nvshmem_put128 as put128;
pub use super::sys::nvshmem_int_test as int_test;
