// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Teams and collectives on every PE: run by the launcher with one test thread.
mod support;

use nvshmem::{SymmetricBuffer, sys};
use support::job;

#[test]
fn a_reversed_team_counts_backwards() {
    let job = job();
    let (me, pes) = (job.my_pe(), job.n_pes());
    let world = job.world();
    let reversed = world.split_strided(pes - 1, -1, pes).unwrap().unwrap();
    assert_eq!((reversed.my_pe(), reversed.n_pes()), (pes - 1 - me, pes));
    assert_eq!(reversed.translate(0, &world), Some(pes - 1));
    let (all, mine) =
        (SymmetricBuffer::new(&job, pes as usize).unwrap(), SymmetricBuffer::new(&job, 1).unwrap());
    mine.fill(me);
    reversed.fcollect(&all, &mine).unwrap();
    assert_eq!(all.read(), (0..pes).rev().collect::<Vec<i32>>());
    reversed.broadcast(&all, &mine, 0).unwrap();
    assert_eq!(all.get(0, me).unwrap(), pes - 1);
    reversed.destroy().unwrap();
}

#[test]
fn who_is_not_in_a_team_has_none() {
    let job = job();
    let world = job.world();
    let first = world.split_strided(0, 0, 1).unwrap();
    assert_eq!(first.is_some(), job.my_pe() == 0);
    assert!(world.split_strided(0, 1, job.n_pes() + 1).is_err());
    let (row, column) = world.split_2d(1).unwrap();
    assert_eq!((row.n_pes(), column.n_pes()), (1, job.n_pes()));
    assert_eq!(job.node().n_pes(), job.n_pes());
    assert_eq!(job.shared().translate(99, &world), None);
    world.barrier().unwrap();
}

#[test]
fn teams_are_given_back() {
    let job = job();
    for _ in 0..200 {
        let copy = job.world().split_strided(0, 1, job.n_pes()).unwrap().unwrap();
        copy.sync().unwrap();
    }
}

#[test]
fn reductions_combine_all_members() {
    let job = job();
    let (me, pes) = (job.my_pe(), job.n_pes());
    let world = job.world();
    let (dest, source) = (SymmetricBuffer::new(&job, 3).unwrap(), SymmetricBuffer::new(&job, 3).unwrap());
    source.write(&[me + 1, -me, 2]).unwrap();
    world.sum_reduce(&dest, &source).unwrap();
    assert_eq!(dest.read(), [pes * (pes + 1) / 2, -pes * (pes - 1) / 2, 2 * pes]);
    world.max_reduce(&dest, &source).unwrap();
    assert_eq!(dest.read(), [pes, 0, 2]);
    world.min_reduce(&dest, &source).unwrap();
    assert_eq!(dest.read(), [1, 1 - pes, 2]);
    world.prod_reduce(&source, &source).unwrap();
    assert_eq!(source.read()[2], 1 << pes);
    source.fill(1 << me);
    world.or_reduce(&dest, &source).unwrap();
    assert_eq!(dest.read(), [(1 << pes) - 1; 3]);
    world.barrier().unwrap();
}

#[test]
fn blocks_go_to_their_ranks() {
    let job = job();
    let (me, pes) = (job.my_pe() as u64, job.n_pes() as u64);
    let world = job.world();
    let len = 2 * pes as usize;
    let (dest, source) = (SymmetricBuffer::new(&job, len).unwrap(), SymmetricBuffer::new(&job, len).unwrap());
    source.write(&(0..2 * pes).map(|k| me * 100 + k).collect::<Vec<u64>>()).unwrap();
    world.alltoall(&dest, &source).unwrap();
    let expected: Vec<u64> = (0..pes).flat_map(|j| [j * 100 + 2 * me, j * 100 + 2 * me + 1]).collect();
    assert_eq!(dest.read(), expected);
    world.sum_reducescatter(dest.slice(..2).unwrap(), &source).unwrap();
    let base = 100 * pes * (pes - 1) / 2;
    assert_eq!(dest.read()[..2], [base + pes * 2 * me, base + pes * (2 * me + 1)]);
    world.barrier().unwrap();
}

#[test]
fn slices_that_do_not_fit_are_refused_before_anyone_waits() {
    let job = job();
    let world = job.world();
    let (one, three) =
        (SymmetricBuffer::<f32>::new(&job, 1).unwrap(), SymmetricBuffer::new(&job, 3).unwrap());
    let error = world.sum_reduce(&one, &three).unwrap_err();
    assert!(error.to_string().contains("dest has 1 elements, 3 are needed"), "{error}");
    assert!(world.broadcast(&one, &three, 0).is_err());
    assert!(world.broadcast(&three, &one, job.n_pes()).is_err());
    if job.n_pes() == 2 {
        assert!(world.alltoall(&three, &three).unwrap_err().to_string().contains("no multiple of 2"));
    }
    world.barrier().unwrap();
    assert_eq!(world.handle(), sys::NVSHMEM_TEAM_WORLD);
}
