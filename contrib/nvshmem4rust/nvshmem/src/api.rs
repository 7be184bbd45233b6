// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! The C functions without `nvshmem_` and `nvshmemx_`, all of them at the root of the crate too.

include!(concat!(env!("OUT_DIR"), "/nvshmem_host_api.rs"));
