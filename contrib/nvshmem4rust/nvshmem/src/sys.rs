// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! The C interface under its own names: functions, types and constants. The public headers are its manual.
//!
//! [`NvshmemRuntime`](crate::NvshmemRuntime) sets the error mode to *return*: while it lives, a function of this module that
//! fails has no effect, and [`nvshmemx_last_error`] tells why.
#![allow(missing_docs, non_camel_case_types, non_upper_case_globals)]

include!(concat!(env!("OUT_DIR"), "/nvshmem_host.rs"));
