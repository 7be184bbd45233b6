// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! A kernel in Rust that calls the device library. The test puts the declarations behind it.
//!
//! The installed compiler has a back end for NVIDIA's processors and no core library for them, so the few lines of it
//! that the language cannot do without are here.
#![no_core]
#![feature(no_core, lang_items, abi_ptx)]
#![allow(non_camel_case_types, dead_code, internal_features)]

#[lang = "pointee_sized"]
pub trait PointeeSized {}
#[lang = "meta_sized"]
pub trait MetaSized: PointeeSized {}
#[lang = "sized"]
pub trait Sized: MetaSized {}
#[lang = "copy"]
pub trait Copy {}
impl Copy for i32 {}
impl<T: PointeeSized> Copy for *mut T {}

pub enum c_void {}
pub type c_char = i8;

/// Each block puts its PE's number into the next PE's memory.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn ring(dest: *mut i32, source: *const i32, next: i32) {
    unsafe {
        nvshmem_int_p(dest, nvshmem_my_pe(), next);
        nvshmemx_int_put_block(dest, source, 1, next);
        nvshmem_quiet();
    }
}
