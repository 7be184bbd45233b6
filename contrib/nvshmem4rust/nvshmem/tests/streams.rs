// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Work in the order of streams, on every PE: run by the launcher with one test thread.
mod support;

use std::time::Duration;

use nvshmem::{Compare, Event, SignalOp, Stream, SymmetricBuffer};
use support::{job, right_of};

#[test]
fn work_is_done_in_order_and_at_the_end_of_the_scope() {
    let job = job();
    let (me, right) = (job.my_pe(), right_of(&job));
    let (dest, source) =
        (SymmetricBuffer::zeroed(&job, 3).unwrap(), SymmetricBuffer::zeroed(&job, 3).unwrap());
    let stream = Stream::new().unwrap();
    let mut got = [0; 3];
    stream
        .scope(|queue| {
            queue.run(|| std::thread::sleep(Duration::from_millis(20)))?;
            queue.run(|| source.fill(me + 1))?;
            queue.put(&dest, &source, right)?;
            queue.barrier_all()?;
            queue.get_into(&mut got, &dest, right)
        })
        .unwrap();
    assert!(stream.is_done().unwrap());
    assert_eq!(got, [me + 1; 3]);
    job.barrier_all().unwrap();
}

#[test]
fn a_signal_holds_the_stream_up() {
    let job = job();
    let right = right_of(&job);
    let (dest, source) =
        (SymmetricBuffer::zeroed(&job, 100).unwrap(), SymmetricBuffer::zeroed(&job, 100).unwrap());
    let words = SymmetricBuffer::<u64>::zeroed(&job, 1).unwrap();
    let arrived = words.signal(0).unwrap();
    let stream = Stream::new().unwrap();
    let mut seen = Vec::new();
    stream
        .scope(|queue| {
            queue.run(|| source.fill(6.5))?;
            queue.put_signal(&dest, &source, arrived, SignalOp::Set, 1, right)?;
            queue.wait_signal(arrived, Compare::Ge, 1)?;
            queue.run(|| seen = dest.read())
        })
        .unwrap();
    assert_eq!(seen, [6.5; 100]);
    job.barrier_all().unwrap();
}

#[test]
fn an_event_orders_two_streams() {
    let job = job();
    let me = job.my_pe();
    let cells = SymmetricBuffer::<i32>::zeroed(&job, 2).unwrap();
    let (first, second, done) = (Stream::new().unwrap(), Stream::new().unwrap(), Event::new().unwrap());
    assert!(done.is_done().unwrap());
    first
        .scope(|early| {
            early.run(|| std::thread::sleep(Duration::from_millis(20)))?;
            early.put_from(&cells, &[5], me)?;
            early.record(&done)?;
            second.scope(|late| {
                late.wait(&done)?;
                late.get(cells.slice(1..)?, cells.slice(..1)?, me)
            })
        })
        .unwrap();
    assert_eq!(cells.read(), [5, 5]);
    done.synchronize().unwrap();
}

#[test]
fn collectives_of_a_team_go_on_a_stream() {
    let job = job();
    let (me, pes) = (job.my_pe(), job.n_pes());
    let world = job.world();
    let (all, one) =
        (SymmetricBuffer::new(&job, pes as usize).unwrap(), SymmetricBuffer::new(&job, 1).unwrap());
    let blocks = SymmetricBuffer::new(&job, pes as usize).unwrap();
    let sum = SymmetricBuffer::new(&job, 1).unwrap();
    one.fill(me + 1);
    let stream = Stream::new().unwrap();
    stream
        .scope(|queue| {
            queue.fcollect(&world, &all, &one)?;
            queue.alltoall(&world, &blocks, &all)?;
            queue.sum_reduce(&world, &sum, &one)?;
            queue.broadcast(&world, &one, &one, pes - 1)?;
            queue.barrier(&world)
        })
        .unwrap();
    assert_eq!(all.read(), (1..=pes).collect::<Vec<i32>>());
    assert_eq!(blocks.read(), vec![me + 1; pes as usize]);
    assert_eq!((sum.read(), one.read()), (vec![pes * (pes + 1) / 2], vec![pes]));
}

#[test]
fn a_scope_waits_for_its_work_when_it_fails() {
    let job = job();
    let cell = SymmetricBuffer::<i32>::zeroed(&job, 1).unwrap();
    let stream = Stream::new().unwrap();
    let failed = stream.scope(|queue| {
        queue.run(|| std::thread::sleep(Duration::from_millis(20)))?;
        queue.put_from(&cell, &[3], job.my_pe())?;
        queue.put_from(&cell, &[1, 2], 0)
    });
    assert!(failed.unwrap_err().to_string().contains("slice of 1"));
    assert_eq!(cell.read(), [3]);
}

#[test]
fn events_tell_the_time_between_them() {
    let _job = job();
    let stream = Stream::new().unwrap();
    let (start, end) = (Event::new().unwrap(), Event::new().unwrap());
    stream.record(&start).unwrap();
    stream.scope(|queue| queue.run(|| std::thread::sleep(Duration::from_millis(10)))).unwrap();
    stream.record(&end).unwrap();
    stream.wait(&end).unwrap();
    end.synchronize().unwrap();
    assert!(end.milliseconds_since(&start).unwrap() >= 9.0);
}
