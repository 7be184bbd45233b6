// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! From start to end, in every order: run by the launcher with one test thread.
mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};

use nvshmem::{Compare, Error, InitMethod, NvshmemRuntime, SignalOp, SymmetricBuffer, init_status, sys};
use support::{job, right_of};

const DOWN: i32 = sys::NVSHMEM_STATUS_NOT_INITIALIZED;

fn status_of(error: Box<dyn std::error::Error>) -> i32 {
    error.downcast_ref::<Error>().expect("an error of the library").status()
}

fn heap_stats() -> sys::nvshmemx_heap_stats_t {
    let mut stats: sys::nvshmemx_heap_stats_t = unsafe { std::mem::zeroed() };
    stats.struct_size = size_of_val(&stats);
    assert_eq!(unsafe { sys::nvshmemx_heap_stats(&mut stats) }, 0);
    stats
}

#[test]
fn a_buffer_outlives_the_last_visible_handle() {
    assert_eq!(init_status(), DOWN);
    let runtime = job();
    let right = right_of(&runtime);
    let buffer = SymmetricBuffer::<i32>::zeroed(&runtime, 1).unwrap();
    drop(runtime);
    assert_ne!(init_status(), DOWN);
    buffer.put(0, 7, right).unwrap();
    buffer.runtime().barrier_all().unwrap();
    assert_eq!(buffer.read(), [7]);
    drop(buffer);
    assert_eq!(init_status(), DOWN);
}

#[test]
fn a_second_init_joins_or_is_refused() {
    let first = job();
    let second = job();
    drop(first);
    assert_ne!(init_status(), DOWN);
    let other_device = NvshmemRuntime::init(InitMethod::BootstrapEnv, 3).unwrap_err();
    assert!(other_device.to_string().contains("CUDA device -1"), "{other_device}");
    assert_eq!(status_of(other_device), sys::NVSHMEMX_ERROR_INVALID_VALUE);
    let uid = nvshmem::new_unique_id().unwrap();
    assert!(NvshmemRuntime::init(InitMethod::unique_id(uid, 0, 2), -1).is_err());
    second.barrier_all().unwrap();
    drop(second);
    assert_eq!(init_status(), DOWN);
}

#[test]
fn it_starts_again_after_the_end() {
    for round in 0..5 {
        let runtime = job();
        let buffer = SymmetricBuffer::<i32>::new(&runtime, 1).unwrap();
        buffer.put(0, round, right_of(&runtime)).unwrap();
        runtime.barrier_all().unwrap();
        assert_eq!(buffer.read(), [round]);
        drop(buffer);
        runtime.finalize().unwrap();
        assert_eq!(init_status(), DOWN);
    }
}

#[test]
fn finalize_names_what_keeps_the_library_up() {
    let runtime = job();
    let buffer = SymmetricBuffer::<i32>::new(&runtime, 1).unwrap();
    let error = runtime.finalize().unwrap_err();
    assert!(error.to_string().contains("1 other handles"), "{error}");
    buffer.runtime().barrier_all().unwrap();
}

#[test]
fn sizes_that_overflow_are_refused() {
    let runtime = job();
    let error = SymmetricBuffer::<u64>::new(&runtime, usize::MAX / 4).unwrap_err();
    assert!(error.to_string().contains("do not fit"), "{error}");
    assert_eq!(status_of(error), sys::NVSHMEMX_ERROR_INVALID_VALUE);
    assert!(SymmetricBuffer::<u64>::zeroed(&runtime, usize::MAX / 8 + 2).is_err());
}

#[test]
fn out_of_memory_is_told_as_such_and_the_heap_goes_on() {
    let runtime = job();
    let error = SymmetricBuffer::<u8>::new(&runtime, 1 << 50).unwrap_err();
    assert!(error.to_string().contains("NVSHMEM_SYMMETRIC_SIZE"), "{error}");
    assert_eq!(status_of(error), sys::NVSHMEMX_ERROR_OUT_OF_MEMORY);
    let small = SymmetricBuffer::<u8>::zeroed(&runtime, 10).unwrap();
    small.put(9, 1, right_of(&runtime)).unwrap();
    runtime.barrier_all().unwrap();
    assert_eq!(small.get(9, runtime.my_pe()).unwrap(), 1);
}

#[test]
fn no_elements_need_no_memory() {
    let runtime = job();
    let empty = SymmetricBuffer::<u64>::new(&runtime, 0).unwrap();
    let nothing = SymmetricBuffer::<()>::new(&runtime, 5).unwrap();
    assert!(empty.is_empty() && empty.read().is_empty());
    empty.put_from(&[], 0).unwrap();
    assert_eq!(nothing.len(), 5);
    empty.free().unwrap();
}

#[test]
fn large_alignments_are_kept() {
    #[repr(align(4096))]
    struct Page(#[allow(dead_code)] [u8; 4096]);
    let runtime = job();
    let pages = SymmetricBuffer::<Page>::new(&runtime, 2).unwrap();
    assert_eq!(pages.as_mut_ptr() as usize % 4096, 0);
}

#[test]
fn pes_drop_in_their_own_order_while_a_ring_goes_on() {
    const BUFFERS: usize = 200;
    let runtime = job();
    let right = right_of(&runtime);
    let data = SymmetricBuffer::<u64>::zeroed(&runtime, 50).unwrap();
    let words = SymmetricBuffer::<u64>::zeroed(&runtime, 1).unwrap();
    let used_before = heap_stats().used;
    let mut buffers: Vec<_> =
        (0..BUFFERS).map(|n| Some(SymmetricBuffer::<u8>::new(&runtime, 100 + n).unwrap())).collect();
    let step = [1, 3, 7, 9, 11, 13, 17, 19][runtime.my_pe() as usize % 8]; // each prime to the number of buffers
    for k in 0..BUFFERS {
        buffers[(k * step) % BUFFERS] = None;
        let round = k as u64 + 1;
        data.put_signal(&[round; 50], words.signal(0).unwrap(), SignalOp::Add, 1, right).unwrap();
        words.signal(0).unwrap().wait_until(Compare::Ge, round).unwrap();
    }
    assert!(buffers.iter().all(Option::is_none));
    runtime.barrier_all().unwrap();
    SymmetricBuffer::<u8>::new(&runtime, 1).unwrap().free().unwrap(); // takes back what all have released
    assert_eq!(heap_stats().used, used_before);
    runtime.barrier_all().unwrap();
}

#[test]
fn pes_that_free_different_buffers_are_told() {
    let runtime = job();
    if runtime.n_pes() == 1 {
        return;
    }
    let (a, b) = (SymmetricBuffer::<u8>::new(&runtime, 8), SymmetricBuffer::<u8>::new(&runtime, 8));
    let (first, second) = if runtime.my_pe() == 0 { (a, b) } else { (b, a) };
    assert_eq!(status_of(first.unwrap().free().unwrap_err()), sys::NVSHMEMX_ERROR_SYMMETRY);
    drop(second);
    runtime.barrier_all().unwrap();
}

#[test]
fn a_caught_panic_waits_for_no_one_and_life_goes_on() {
    let me = {
        let runtime = job();
        runtime.my_pe()
    };
    if me == 0 {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let runtime = job();
            let _buffer = SymmetricBuffer::<i32>::new(&runtime, 3).unwrap();
            panic!("on purpose");
        }));
        assert!(caught.is_err());
        assert_ne!(init_status(), DOWN);
    }
    let runtime = job();
    if me != 0 {
        drop(SymmetricBuffer::<i32>::new(&runtime, 3).unwrap());
    }
    runtime.barrier_all().unwrap();
    runtime.finalize().unwrap();
    assert_eq!(init_status(), DOWN);
}

#[test]
fn handles_and_buffers_may_change_threads() {
    fn assert_send_and_sync<T: Send + Sync>() {}
    assert_send_and_sync::<NvshmemRuntime>();
    assert_send_and_sync::<SymmetricBuffer<i32>>();
    let runtime = job();
    let right = right_of(&runtime);
    let buffer = SymmetricBuffer::<u64>::zeroed(&runtime, 4).unwrap();
    std::thread::scope(|scope| {
        for index in 0..4 {
            let buffer = &buffer;
            scope.spawn(move || buffer.put(index, index as u64 + 1, right).unwrap());
        }
    });
    runtime.barrier_all().unwrap();
    assert_eq!(buffer.read(), [1, 2, 3, 4]);
    std::thread::spawn(move || drop((buffer, runtime))).join().unwrap();
    assert_eq!(init_status(), DOWN);
}

#[test]
fn a_single_pe_starts_by_id() {
    if job().n_pes() > 1 {
        return; // each PE of a launcher's job would be a job of its own
    }
    let runtime = NvshmemRuntime::init(InitMethod::single_pe_uid().unwrap(), -1).unwrap();
    let again = NvshmemRuntime::init(InitMethod::single_pe_uid().unwrap(), -1).unwrap();
    assert_eq!((runtime.my_pe(), again.n_pes()), (0, 1));
}

#[test]
fn a_module_that_is_none_is_an_error() {
    let runtime = job();
    let error = unsafe { runtime.register_raw_module(std::ptr::null_mut()) }.unwrap_err();
    assert_eq!(status_of(error), sys::NVSHMEMX_ERROR_INVALID_VALUE);
}
