// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Errors of the library and of this crate.

use std::ffi::{CStr, c_char};
use std::fmt;

use crate::sys;

/// What every fallible call of this crate returns.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// An error with a status of the library. Get it out of a [`Result`] by `error.downcast_ref::<nvshmem::Error>()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: i32,
    function: String,
    text: String,
}

impl Error {
    /// An error that this crate found before it called the library.
    pub(crate) fn new(status: i32, function: &str, text: String) -> Self {
        Self { status, function: function.into(), text }
    }

    /// The error that the library left on this thread, which is then cleared; else one of `status` alone.
    pub(crate) fn take(status: i32, function: &str) -> Self {
        Self::pending().unwrap_or_else(|| Self::new(status, function, status_name(status)))
    }

    fn pending() -> Option<Self> {
        let info = unsafe { sys::nvshmemx_last_error().as_ref() }?;
        let error = Self::new(info.code, &text_at(info.function), text_at(info.text));
        unsafe { sys::nvshmemx_clear_error() };
        Some(error)
    }

    /// A `NVSHMEMX_ERROR_` value of [`sys`], such as [`sys::NVSHMEMX_ERROR_OUT_OF_MEMORY`].
    pub fn status(&self) -> i32 {
        self.status
    }

    /// The public function that failed.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// What is wrong, with the argument, its value and the cure.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {} ({})", self.function, self.text, status_name(self.status))
    }
}

impl std::error::Error for Error {}

/// Refuses an argument.
#[cold]
pub(crate) fn invalid<T>(function: &str, text: String) -> Result<T> {
    Err(Error::new(sys::NVSHMEMX_ERROR_INVALID_VALUE, function, text).into())
}

/// Turns a status into a result.
#[inline]
pub(crate) fn check(status: i32, function: &str) -> Result<()> {
    if status == 0 { Ok(()) } else { Err(Error::take(status, function).into()) }
}

/// Reports the error that a call without a status left on this thread.
#[inline]
pub(crate) fn check_pending() -> Result<()> {
    match Error::pending() {
        None => Ok(()),
        Some(error) => Err(error.into()),
    }
}

fn status_name(status: i32) -> String {
    text_at(unsafe { sys::nvshmemx_status_string(status) })
}

fn text_at(text: *const c_char) -> String {
    if text.is_null() {
        String::new()
    } else {
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }
}
