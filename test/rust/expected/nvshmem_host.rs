// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by contrib/nvshmem4rust from api/ and the public headers; do not edit.

use core::ffi::{c_char, c_void};

/// IEEE binary16 as a bit pattern.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct nvshmem_half(pub u16);
/// The upper half of an f32 as a bit pattern.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct nvshmem_bfloat16(pub u16);

/// Counts in three directions, as CUDA passes them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

#[repr(C)]
pub struct CUstream_st {
    _private: [u8; 0],
}
pub type cudaStream_t = *mut CUstream_st;
#[repr(C)]
pub struct CUmod_st {
    _private: [u8; 0],
}
pub type CUmodule = *mut CUmod_st;
#[repr(C)]
pub struct CUlib_st {
    _private: [u8; 0],
}
pub type CUlibrary = *mut CUlib_st;

pub type nvshmem_team_id_t = i32;
pub const NVSHMEM_TEAM_INVALID: i32 = -1;
pub const NVSHMEM_TEAM_WORLD: i32 = 0;
pub const NVSHMEMX_ERROR_MODE_EXIT: i32 = 0;
pub const NVSHMEMX_ERROR_MODE_RETURN: i32 = 1;
pub const NVSHMEM_INIT_ATTR_V2_IDENTIFIER: i32 = (2 << 16) + 144;
pub const NVSHMEM_MAX_NAME_LEN: i32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct nvshmemx_error_info_t {
    pub code: i32,
    pub text: *const c_char,
    pub padding: [c_char; NVSHMEM_MAX_NAME_LEN as usize],
}

pub type nvshmem_team_t = i32;
pub type nvshmemx_interrupt_t = Option<unsafe extern "C" fn(*mut *mut c_void, i32) -> i32>;

unsafe extern "C" {
    pub static nvshmem_error: i64;
    pub fn nvshmem_my_pe() -> i32;
    pub fn nvshmem_ptr(ptr: *const c_void, pe: i32) -> *mut c_void;
    pub fn nvshmemx_cumodule_init(module: CUmodule) -> i32;
    pub fn nvshmem_char_put(dest: *mut c_char, source: *const c_char, nelems: usize, pe: i32);
    pub fn nvshmem_int_put(dest: *mut i32, source: *const i32, nelems: usize, pe: i32);
    pub fn nvshmem_int32_put(dest: *mut i32, source: *const i32, nelems: usize, pe: i32);
    pub fn nvshmem_half_put(dest: *mut nvshmem_half, source: *const nvshmem_half, nelems: usize, pe: i32);
    pub fn nvshmem_put8(dest: *mut c_void, source: *const c_void, nelems: usize, pe: i32);
    pub fn nvshmem_put16(dest: *mut c_void, source: *const c_void, nelems: usize, pe: i32);
    pub fn nvshmem_put32(dest: *mut c_void, source: *const c_void, nelems: usize, pe: i32);
    pub fn nvshmem_put64(dest: *mut c_void, source: *const c_void, nelems: usize, pe: i32);
    pub fn nvshmem_put128(dest: *mut c_void, source: *const c_void, nelems: usize, pe: i32);
    pub fn nvshmem_int_test(ivar: *mut i32, cmp: i32, cmp_value: i32) -> i32;
}
