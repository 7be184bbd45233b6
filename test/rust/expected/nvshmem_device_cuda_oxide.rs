// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by contrib/nvshmem4rust from api/ and the public headers; do not edit.

#[repr(C)]
#[derive(Clone, Copy)]
pub struct nvshmem_half(pub u16);
#[repr(C)]
#[derive(Clone, Copy)]
pub struct nvshmem_bfloat16(pub u16);
pub type nvshmem_team_t = i32;

#[device]
unsafe extern "C" {
    fn nvshmem_my_pe() -> i32;
    fn nvshmemx_int_put_block(dest: *mut i32, source: *const i32, nelems: usize, pe: i32);
}
