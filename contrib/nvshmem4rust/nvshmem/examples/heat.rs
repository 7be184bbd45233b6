// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Heat spreads over a plate whose upper edge is hot: `nvshmrun -n 4 heat`.
//!
//! PEs hold bands of rows. After each step they put their outer rows into their neighbours' halos, with a signal that
//! counts steps. Halos are two-fold: a neighbour that is still at work on step s reads one pair while step s + 1
//! arrives in the other, and it sends s + 1 itself only when it is done with s, so nobody is two steps ahead.
use nvshmem::{Compare, InitMethod, NvshmemRuntime, Result, Signal, SignalOp, SymmetricBuffer};

const ROWS: usize = 120;
const COLUMNS: usize = 80;
const STEPS: u64 = 200;
const HOT: f64 = 100.0;
const ABOVE: usize = 0;
const BELOW: usize = 1;

/// The rows of one PE, with the row above and the row below.
struct Band {
    rows: usize,
    cells: Vec<f64>,
}

impl Band {
    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * COLUMNS..(row + 1) * COLUMNS]
    }

    fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * COLUMNS..(row + 1) * COLUMNS]
    }

    /// Each inner cell becomes the mean of its neighbours.
    fn step(&mut self) {
        let old = self.cells.clone();
        for row in 1..=self.rows {
            for column in 1..COLUMNS - 1 {
                let at = row * COLUMNS + column;
                self.cells[at] = (old[at - COLUMNS] + old[at + COLUMNS] + old[at - 1] + old[at + 1]) / 4.0;
            }
        }
    }
}

/// The halo rows that neighbours write, and their signals: two pairs of each.
struct Halos {
    rows: SymmetricBuffer<f64>,
    arrived: SymmetricBuffer<u64>,
}

impl Halos {
    fn new(runtime: &NvshmemRuntime) -> Result<Self> {
        Ok(Self {
            rows: SymmetricBuffer::zeroed(runtime, 4 * COLUMNS)?,
            arrived: SymmetricBuffer::zeroed(runtime, 4)?,
        })
    }

    fn place(step: u64, side: usize) -> usize {
        2 * (step % 2) as usize + side
    }

    fn signal(&self, step: u64, side: usize) -> Result<Signal<'_>> {
        self.arrived.signal(Self::place(step, side))
    }

    fn send(&self, row: &[f64], step: u64, side: usize, pe: i32) -> Result<()> {
        let start = Self::place(step, side) * COLUMNS;
        self.rows.slice(start..)?.put_signal(row, self.signal(step, side)?, SignalOp::Set, step, pe)
    }

    fn receive(&self, row: &mut [f64], step: u64, side: usize, me: i32) -> Result<()> {
        self.signal(step, side)?.wait_until(Compare::Ge, step)?;
        self.rows.slice(Self::place(step, side) * COLUMNS..)?.get_into(row, me)
    }
}

fn main() -> Result<()> {
    let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
    let (me, pes) = (runtime.my_pe(), runtime.n_pes());
    let share = |pe: i32| ROWS * pe as usize / pes as usize;
    let rows = share(me + 1) - share(me);
    let mut band = Band { rows, cells: vec![0.0; (rows + 2) * COLUMNS] };
    if me == 0 {
        band.row_mut(0).fill(HOT);
    }
    let halos = Halos::new(&runtime)?;

    for step in 1..=STEPS {
        band.step();
        if me > 0 {
            halos.send(band.row(1), step, BELOW, me - 1)?;
        }
        if me + 1 < pes {
            halos.send(band.row(rows), step, ABOVE, me + 1)?;
            halos.receive(band.row_mut(rows + 1), step, BELOW, me)?;
        }
        if me > 0 {
            halos.receive(band.row_mut(0), step, ABOVE, me)?;
        }
    }

    let (heat, total) = (SymmetricBuffer::new(&runtime, 1)?, SymmetricBuffer::new(&runtime, 1)?);
    heat.fill((1..=rows).map(|row| band.row(row).iter().sum::<f64>()).sum::<f64>());
    runtime.world().sum_reduce(&total, &heat)?;
    if me == 0 {
        println!("after {STEPS} steps the plate holds {:.6}", total.get(0, me)?);
    }
    runtime.barrier_all()
}
