// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Ways to end a process. Each is a job of its own, so they are started one by one by name; see the script.
mod support;

use nvshmem::{SymmetricBuffer, init_status, sys};
use support::{job, right_of};

#[test]
#[ignore = "ends the job"]
fn panic_in_one_pe() {
    let runtime = job();
    let _buffer = SymmetricBuffer::<i32>::new(&runtime, 1).unwrap();
    if runtime.my_pe() == 1 {
        panic!("on purpose");
    }
    runtime.barrier_all().unwrap();
}

#[test]
#[ignore = "ends the process"]
fn exit_without_an_end() {
    let runtime = job();
    let _buffer = SymmetricBuffer::<i32>::new(&runtime, 1).unwrap();
    let _team = runtime.world().split_strided(0, 1, runtime.n_pes()).unwrap();
    runtime.barrier_all().unwrap();
    std::process::exit(0);
}

#[test]
#[ignore = "leaves the library up"]
fn forgotten_buffer() {
    let runtime = job();
    std::mem::forget(SymmetricBuffer::<i32>::new(&runtime, 1).unwrap());
    drop(runtime);
    assert_eq!(init_status(), sys::NVSHMEM_STATUS_IS_INITIALIZED.max(init_status()));
    let runtime = job();
    let buffer = SymmetricBuffer::<i32>::new(&runtime, 1).unwrap();
    buffer.put(0, 3, right_of(&runtime)).unwrap();
    runtime.barrier_all().unwrap();
    assert_eq!(buffer.read(), [3]);
}

#[test]
#[ignore = "ends the job"]
fn the_whole_job_exits() {
    let runtime = job();
    if runtime.my_pe() == 0 {
        runtime.global_exit(7);
    }
    runtime.barrier_all().unwrap();
}

#[test]
#[ignore = "counts what the process holds"]
fn many_lives_leave_nothing_behind() {
    let held = || {
        let count = |folder: &str| std::fs::read_dir(folder).unwrap().count();
        let mappings = std::fs::read_to_string("/proc/self/maps").unwrap().lines().count();
        (count("/proc/self/fd"), count("/proc/self/task"), mappings)
    };
    let live = || {
        let runtime = job();
        let _team = runtime.world().split_strided(0, 1, runtime.n_pes()).unwrap();
        let _buffer = SymmetricBuffer::<u64>::zeroed(&runtime, 1000).unwrap();
    };
    live();
    live();
    let (files, threads, mappings) = held();
    (0..30).for_each(|_| live());
    let (files_after, threads_after, mappings_after) = held();
    assert_eq!((files, threads), (files_after, threads_after));
    assert!(mappings_after <= mappings + 3, "{mappings} mappings became {mappings_after}");
}
