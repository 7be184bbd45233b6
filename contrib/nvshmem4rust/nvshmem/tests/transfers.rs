// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Puts and gets on every PE: run by the launcher with one test thread.
mod support;

use nvshmem::{Error, SymmetricBuffer, sys};
use support::{POISON, job, right_of};

#[test]
fn puts_arrive_between_guards() {
    let job = job();
    let right = right_of(&job);
    let buffer = SymmetricBuffer::<i32>::new(&job, 7).unwrap();
    buffer.fill(POISON);
    job.barrier_all().unwrap();
    buffer.slice(2..5).unwrap().put_from(&[1, 2, 3], right).unwrap();
    job.barrier_all().unwrap();
    assert_eq!(buffer.read(), [POISON, POISON, 1, 2, 3, POISON, POISON]);
}

#[test]
fn gets_read_the_neighbour() {
    let job = job();
    let right = right_of(&job);
    let buffer = SymmetricBuffer::<f64>::new(&job, 3).unwrap();
    buffer.fill(job.my_pe().into());
    job.barrier_all().unwrap();
    let mut got = [-1.0; 3];
    buffer.get_into(&mut got[..2], right).unwrap();
    assert_eq!(got, [right.into(), right.into(), -1.0]);
    assert_eq!(buffer.get(2, right).unwrap(), f64::from(right));
    job.barrier_all().unwrap();
}

#[test]
fn strides_leave_gaps_alone() {
    let job = job();
    let right = right_of(&job);
    let buffer = SymmetricBuffer::<u16>::new(&job, 7).unwrap();
    buffer.fill(9);
    job.barrier_all().unwrap();
    buffer.put_strided(&[1, 2, 3], 3, right).unwrap();
    job.barrier_all().unwrap();
    assert_eq!(buffer.read(), [1, 9, 9, 2, 9, 9, 3]);
    let mut got = [0; 3];
    buffer.get_strided(&mut got, 3, right).unwrap();
    assert_eq!(got, [1, 2, 3]);
    assert!(buffer.put_strided(&[1, 2, 3, 4], 3, right).is_err());
    assert!(buffer.put_strided(&[1], 0, right).is_err());
    job.barrier_all().unwrap();
}

#[test]
fn what_is_out_of_range_is_named_and_does_nothing() {
    let job = job();
    let buffer = SymmetricBuffer::<u8>::zeroed(&job, 4).unwrap();
    let wrong_pe = buffer.put(0, 1, job.n_pes()).unwrap_err();
    assert!(wrong_pe.to_string().contains(&format!("pe is {}", job.n_pes())), "{wrong_pe}");
    let status = wrong_pe.downcast_ref::<Error>().unwrap().status();
    assert_eq!(status, sys::NVSHMEMX_ERROR_INVALID_VALUE);
    assert!(buffer.put(0, 1, -1).is_err());
    assert!(buffer.put(4, 1, 0).unwrap_err().to_string().contains("slice of 4"));
    assert!(buffer.put_from(&[1; 5], 0).is_err());
    assert!(buffer.get_into(&mut [1; 5], 0).is_err());
    assert!(buffer.slice(3..=4).is_err());
    assert!(buffer.slice(..).is_ok());
    assert_eq!(buffer.slice(4..).unwrap().len(), 0);
    job.barrier_all().unwrap();
    assert_eq!(buffer.read(), [0; 4]);
}

#[test]
fn unfinished_transfers_are_done_after_quiet() {
    let job = job();
    let right = right_of(&job);
    let buffer = SymmetricBuffer::<u64>::zeroed(&job, 1000).unwrap();
    let source: Vec<u64> = (0..1000).collect();
    unsafe { buffer.put_nbi_from(&source, right) }.unwrap();
    job.quiet().unwrap();
    job.sync_all().unwrap();
    assert_eq!(buffer.read(), source);
    let mut got = vec![0; 1000];
    unsafe { buffer.get_nbi_into(&mut got, right) }.unwrap();
    job.quiet().unwrap();
    assert_eq!(got, source);
    job.barrier_all().unwrap();
}

#[test]
fn raw_functions_work_under_both_names() {
    let job = job();
    let buffer = SymmetricBuffer::<i32>::zeroed(&job, 1).unwrap();
    unsafe { nvshmem::int_p(buffer.as_mut_ptr(), 5, right_of(&job)) };
    nvshmem::barrier_all();
    assert_eq!(unsafe { nvshmem::bindings::nvshmem_int_g(buffer.as_mut_ptr(), job.my_pe()) }, 5);
    assert_eq!((nvshmem::my_pe(), nvshmem::n_pes()), (job.my_pe(), job.n_pes()));
    assert!(nvshmem::init_status() >= sys::NVSHMEM_STATUS_IS_INITIALIZED);
}
