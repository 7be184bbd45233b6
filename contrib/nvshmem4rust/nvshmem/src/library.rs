// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Shared libraries opened at run time.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use crate::Result;

unsafe extern "C" {
    fn dlopen(file: *const c_char, mode: c_int) -> *mut c_void;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlclose(handle: *mut c_void) -> c_int;
    fn dlerror() -> *const c_char;
    fn dladdr(address: *const c_void, info: *mut DlInfo) -> c_int;
}

#[repr(C)]
struct DlInfo {
    file: *const c_char,
    base: *mut c_void,
    symbol: *const c_char,
    address: *mut c_void,
}

const RTLD_NOW: c_int = 2;
const RTLD_GLOBAL: c_int = 0x100;

/// An open shared library; closed when dropped.
#[derive(Debug)]
pub struct Library {
    handle: NonNull<c_void>,
}

// A handle of the dynamic loader belongs to the process, not to a thread.
unsafe impl Send for Library {}
unsafe impl Sync for Library {}

impl Library {
    /// Opens a library by name or path, with its symbols visible to the whole process. The error says why not.
    pub fn open_global(file: &str) -> Result<Self> {
        let name = CString::new(file)?;
        match NonNull::new(unsafe { dlopen(name.as_ptr(), RTLD_NOW | RTLD_GLOBAL) }) {
            Some(handle) => Ok(Self { handle }),
            None => Err(loader_error().into()),
        }
    }

    /// The address of a symbol of any library whose symbols the whole process sees.
    pub(crate) fn find_anywhere(name: &CStr) -> Option<NonNull<c_void>> {
        NonNull::new(unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) })
    }

    /// The folder of the library that has `address`; empty where none has.
    pub(crate) fn folder_of(address: *const c_void) -> PathBuf {
        let mut info = MaybeUninit::<DlInfo>::uninit();
        if unsafe { dladdr(address, info.as_mut_ptr()) } == 0 {
            return PathBuf::new();
        }
        let file = unsafe { CStr::from_ptr(info.assume_init().file) }.to_string_lossy().into_owned();
        Path::new(&file).parent().map(Path::to_path_buf).unwrap_or_default()
    }

    /// The address of a symbol of this library or of what it depends on; `None` where there is none.
    pub fn find(&self, name: &CStr) -> Option<NonNull<c_void>> {
        NonNull::new(unsafe { dlsym(self.handle.as_ptr(), name.as_ptr()) })
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        unsafe { dlclose(self.handle.as_ptr()) };
    }
}

fn loader_error() -> String {
    let text = unsafe { dlerror() };
    if text.is_null() {
        return "no reason given".into();
    }
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Opens the host library again with its symbols visible to every library of the process, as plugins expect it.
///
/// The file that `NVSHMEM_HOST_LIB_PATH` names, else `libnvshmem_host.so.3`, else `libnvshmem_host.so`. The error lists what was
/// tried and why each failed.
pub fn load_nvshmem_host_global() -> Result<Library> {
    match std::env::var("NVSHMEM_HOST_LIB_PATH") {
        Ok(path) => first_of(&[&path]),
        Err(_) => first_of(&["libnvshmem_host.so.3", "libnvshmem_host.so"]),
    }
}

fn first_of(files: &[&str]) -> Result<Library> {
    let mut reasons = Vec::new();
    for file in files {
        match Library::open_global(file) {
            Ok(library) => return Ok(library),
            Err(reason) => reasons.push(format!("{file}: {reason}")),
        }
    }
    Err(format!(
        "the host library cannot be opened ({}); set NVSHMEM_HOST_LIB_PATH to the file or LD_LIBRARY_PATH to its folder",
        reasons.join("; ")
    )
    .into())
}
