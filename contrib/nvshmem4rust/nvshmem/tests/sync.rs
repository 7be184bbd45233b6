// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Atomics, waits and signals on every PE: run by the launcher with one test thread.
mod support;

use std::time::{Duration, Instant};

use nvshmem::{Compare, SignalOp, SymmetricBuffer};
use support::{job, right_of};

#[test]
fn many_adders_lose_nothing() {
    let job = job();
    let counter = SymmetricBuffer::<u64>::zeroed(&job, 3).unwrap();
    job.barrier_all().unwrap();
    for _ in 0..1000 {
        counter.atomic_inc(1, 0).unwrap();
        counter.atomic_fetch_add(1, 2, 0).unwrap();
    }
    job.barrier_all().unwrap();
    assert_eq!(counter.get(1, 0).unwrap(), 3000 * job.n_pes() as u64);
    assert_eq!((counter.get(0, 0).unwrap(), counter.get(2, 0).unwrap()), (0, 0));
    job.barrier_all().unwrap();
}

#[test]
fn atomics_return_what_was_there() {
    let job = job();
    let right = right_of(&job);
    let cell = SymmetricBuffer::<u32>::zeroed(&job, 1).unwrap();
    job.barrier_all().unwrap();
    cell.atomic_set(0, 12, right).unwrap();
    assert_eq!(cell.atomic_swap(0, 6, right).unwrap(), 12);
    assert_eq!(cell.atomic_compare_swap(0, 5, 1, right).unwrap(), 6);
    assert_eq!(cell.atomic_compare_swap(0, 6, 3, right).unwrap(), 6);
    assert_eq!(cell.atomic_fetch_or(0, 8, right).unwrap(), 3);
    assert_eq!(cell.atomic_fetch_and(0, 9, right).unwrap(), 11);
    assert_eq!(cell.atomic_fetch_xor(0, 1, right).unwrap(), 9);
    assert_eq!(cell.atomic_fetch_inc(0, right).unwrap(), 8);
    assert_eq!(cell.atomic_fetch(0, right).unwrap(), 9);
    assert!(cell.atomic_fetch(1, right).is_err());
    let real = SymmetricBuffer::<f64>::zeroed(&job, 1).unwrap();
    real.atomic_float_add(0, 0.5, right).unwrap();
    assert_eq!(real.atomic_float_fetch_add(0, 1.0, right).unwrap(), 0.5);
    job.barrier_all().unwrap();
}

/// Words above 2^63 tell whether values compare as unsigned.
const BIG: u64 = 1 << 63;

#[test]
fn a_signal_is_waited_for_in_every_comparison() {
    const PAUSE: Duration = Duration::from_millis(20);
    let job = job();
    let right = right_of(&job);
    let words = SymmetricBuffer::<u64>::new(&job, 1).unwrap();
    let signal = words.signal(0).unwrap();
    for (compare, wrong, bound, sent) in [
        (Compare::Eq, 0, BIG, BIG),
        (Compare::Ne, BIG, BIG, 1),
        (Compare::Gt, BIG, BIG, BIG + 1),
        (Compare::Ge, BIG, BIG + 1, BIG + 1),
        (Compare::Lt, BIG, BIG, 1),
        (Compare::Le, BIG + 1, BIG, BIG),
    ] {
        words.fill(wrong);
        job.barrier_all().unwrap();
        let start = Instant::now();
        std::thread::sleep(PAUSE);
        signal.send(SignalOp::Set, sent, right).unwrap();
        assert_eq!(signal.wait_until(compare, bound).unwrap(), sent, "{compare:?}");
        assert!(start.elapsed() >= PAUSE);
        job.barrier_all().unwrap();
    }
}

#[test]
fn data_comes_before_its_signal() {
    let job = job();
    let right = right_of(&job);
    let data = SymmetricBuffer::<u64>::zeroed(&job, 500).unwrap();
    let words = SymmetricBuffer::<u64>::zeroed(&job, 2).unwrap();
    let (arrived, read) = (words.signal(0).unwrap(), words.signal(1).unwrap());
    for round in 1..200 {
        data.put_signal(&[round; 500], arrived, SignalOp::Set, round, right).unwrap();
        arrived.wait_until(Compare::Ge, round).unwrap();
        assert_eq!(data.read(), [round; 500]);
        read.send(SignalOp::Add, 1, (job.my_pe() + job.n_pes() - 1) % job.n_pes()).unwrap();
        read.wait_until(Compare::Ge, round).unwrap();
    }
    data.put_signal(&[], arrived, SignalOp::Add, 1, right).unwrap();
    arrived.wait_until(Compare::Eq, 200).unwrap();
    job.barrier_all().unwrap();
}

#[test]
fn a_wait_with_a_limit_ends() {
    let job = job();
    let words = SymmetricBuffer::<u64>::zeroed(&job, 1).unwrap();
    let limit = Duration::from_millis(30);
    let start = Instant::now();
    assert_eq!(words.signal(0).unwrap().wait_until_for(Compare::Gt, 0, limit).unwrap(), None);
    assert!(!words.wait_until_for(0, Compare::Gt, 0, limit).unwrap());
    assert!(start.elapsed() >= 2 * limit);
    job.barrier_all().unwrap();
    words.put(0, 4, right_of(&job)).unwrap();
    assert_eq!(words.signal(0).unwrap().wait_until_for(Compare::Gt, 0, Duration::MAX).unwrap(), Some(4));
    assert!(words.signal(1).is_err());
    job.barrier_all().unwrap();
}

#[test]
fn waits_for_all_any_and_some() {
    let job = job();
    let right = right_of(&job);
    let flags = SymmetricBuffer::<i32>::zeroed(&job, 4).unwrap();
    assert!(!flags.test(2, Compare::Ne, 0).unwrap());
    job.barrier_all().unwrap();
    flags.put(2, -5, right).unwrap();
    assert_eq!(flags.wait_until_any(Compare::Lt, 0, &[]).unwrap(), Some(2));
    assert_eq!(flags.wait_until_any(Compare::Lt, 0, &[1; 4]).unwrap(), None);
    assert_eq!(flags.wait_until_some(Compare::Eq, -5, &[]).unwrap(), [2]);
    flags.wait_until(2, Compare::Eq, -5).unwrap();
    flags.wait_until_all(Compare::Eq, -5, &[1, 1, 0, 1]).unwrap();
    assert!(flags.wait_until_all(Compare::Eq, 0, &[1]).unwrap_err().to_string().contains("1 entries for 4"));
    assert!(flags.wait_until(4, Compare::Eq, 0).is_err());
    job.barrier_all().unwrap();
}
