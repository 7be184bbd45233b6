// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! What tests on PEs share.
#![allow(dead_code)]

use nvshmem::{InitMethod, NvshmemRuntime};

/// What destinations hold before an operation.
pub const POISON: i32 = 0x5a5a_5a5a;

/// The job that the launcher started. Each test starts and ends the library.
pub fn job() -> NvshmemRuntime {
    NvshmemRuntime::init(InitMethod::BootstrapEnv, -1).expect("the library starts")
}

pub fn right_of(job: &NvshmemRuntime) -> i32 {
    (job.my_pe() + 1) % job.n_pes()
}
