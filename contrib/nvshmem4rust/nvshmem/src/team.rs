// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Teams of PEs.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr;

use crate::error::{check, check_pending};
use crate::{NvshmemRuntime, Result, sys};

/// Some PEs in an order, which do collectives together. Ranks count from 0 within the team.
///
/// Making, destroying and dropping a team that [`split_strided`](Self::split_strided) or
/// [`split_2d`](Self::split_2d) made is collective over its members, in the same order on all of them. A panic does
/// not destroy teams: the end of the library does.
///
/// A team may be sent to another thread but not shared: it does one collective at a time.
#[derive(Debug)]
pub struct Team {
    handle: sys::nvshmem_team_t,
    runtime: NvshmemRuntime,
    _one_thread: PhantomData<Cell<()>>,
}

impl NvshmemRuntime {
    /// All PEs.
    pub fn world(&self) -> Team {
        Team::of(self, sys::NVSHMEM_TEAM_WORLD)
    }

    /// The PEs whose memory this PE has mapped.
    pub fn shared(&self) -> Team {
        Team::of(self, sys::NVSHMEM_TEAM_SHARED)
    }

    /// The PEs of this machine.
    pub fn node(&self) -> Team {
        Team::of(self, sys::NVSHMEMX_TEAM_NODE)
    }
}

impl Team {
    fn of(runtime: &NvshmemRuntime, handle: sys::nvshmem_team_t) -> Self {
        Self { handle, runtime: runtime.clone(), _one_thread: PhantomData }
    }

    fn made(&self, handle: sys::nvshmem_team_t) -> Option<Self> {
        (handle != sys::NVSHMEM_TEAM_INVALID).then(|| Self::of(&self.runtime, handle))
    }

    /// The handle that the C functions take.
    pub fn handle(&self) -> sys::nvshmem_team_t {
        self.handle
    }

    /// This PE's rank.
    pub fn my_pe(&self) -> i32 {
        unsafe { sys::nvshmem_team_my_pe(self.handle) }
    }

    /// The number of members.
    pub fn n_pes(&self) -> i32 {
        unsafe { sys::nvshmem_team_n_pes(self.handle) }
    }

    /// The rank in `other` of this team's rank `pe`; `None` if it is no member there.
    pub fn translate(&self, pe: i32, other: &Team) -> Option<i32> {
        let rank = unsafe { sys::nvshmem_team_translate_pe(self.handle, pe, other.handle) };
        (rank >= 0).then_some(rank)
    }

    /// Makes the team of ranks `start`, `start + stride`, … of this one, `size` of them. PEs that are not in it
    /// get `None`.
    pub fn split_strided(&self, start: i32, stride: i32, size: i32) -> Result<Option<Team>> {
        let mut new = sys::NVSHMEM_TEAM_INVALID;
        let status = unsafe {
            sys::nvshmem_team_split_strided(self.handle, start, stride, size, ptr::null(), 0, &mut new)
        };
        check(status, "nvshmem_team_split_strided")?;
        Ok(self.made(new))
    }

    /// Lays the team out in rows of `width`; gives this PE's row and column.
    pub fn split_2d(&self, width: i32) -> Result<(Team, Team)> {
        let mut row = sys::NVSHMEM_TEAM_INVALID;
        let mut column = sys::NVSHMEM_TEAM_INVALID;
        let status = unsafe {
            sys::nvshmem_team_split_2d(
                self.handle,
                width,
                ptr::null(),
                0,
                &mut row,
                ptr::null(),
                0,
                &mut column,
            )
        };
        check(status, "nvshmem_team_split_2d")?;
        Ok((Team::of(&self.runtime, row), Team::of(&self.runtime, column)))
    }

    /// Destroys a team that was made, collectively, and reports errors.
    pub fn destroy(self) -> Result<()> {
        drop(self);
        check_pending()
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        if self.handle >= sys::NVSHMEM_TEAMS_MIN && !std::thread::panicking() {
            unsafe { sys::nvshmem_team_destroy(self.handle) };
        }
    }
}
