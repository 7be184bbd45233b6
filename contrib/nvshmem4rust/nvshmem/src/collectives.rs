// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Collectives of a team.

use crate::element::{Element, Reduce, ReduceBits};
use crate::error::{check, invalid};
use crate::{Result, SymmetricSlice, Team, sys};

/// All members call the same one with slices of the same lengths, in the same order. A call returns when this PE's
/// part is done: `dest` can be read, `source` changed, while others may still be at work. `dest` may be written from
/// the first member's call on.
///
/// ```
/// # use nvshmem::*;
/// # fn main() -> Result<()> {
/// # let runtime = NvshmemRuntime::init(InitMethod::BootstrapEnv, -1)?;
/// let world = runtime.world();
/// let mine = SymmetricBuffer::<i64>::new(&runtime, 1)?;
/// let sum = SymmetricBuffer::<i64>::new(&runtime, 1)?;
/// mine.fill(1);
/// world.sum_reduce(&sum, &mine)?;
/// assert_eq!(sum.read(), [i64::from(runtime.n_pes())]);
/// # Ok(())
/// # }
/// ```
impl Team {
    /// Waits until all members are here and their operations are done.
    pub fn barrier(&self) -> Result<()> {
        check(unsafe { sys::nvshmem_barrier(self.handle()) }, "nvshmem_barrier")
    }

    /// Waits until all members are here.
    pub fn sync(&self) -> Result<()> {
        check(unsafe { sys::nvshmem_team_sync(self.handle()) }, "nvshmem_team_sync")
    }

    /// Copies rank `root`'s `source` to the start of every member's `dest`.
    pub fn broadcast<T: Element>(
        &self,
        dest: &SymmetricSlice<T>,
        source: &SymmetricSlice<T>,
        root: i32,
    ) -> Result<()> {
        holds("broadcast", dest, source.len())?;
        let (to, from) = (dest.as_mut_ptr(), source.as_mut_ptr());
        check(unsafe { T::broadcast(self.handle(), to, from, source.len(), root) }, "broadcast")
    }

    /// `dest` gets every member's `source`, in the order of ranks.
    pub fn fcollect<T: Element>(&self, dest: &SymmetricSlice<T>, source: &SymmetricSlice<T>) -> Result<()> {
        holds("fcollect", dest, source.len().saturating_mul(self.members()))?;
        let (to, from) = (dest.as_mut_ptr(), source.as_mut_ptr());
        check(unsafe { T::fcollect(self.handle(), to, from, source.len()) }, "fcollect")
    }

    /// Both slices have a block of equal length for each member: block j of rank i's `dest` is block i of rank
    /// j's `source`.
    pub fn alltoall<T: Element>(&self, dest: &SymmetricSlice<T>, source: &SymmetricSlice<T>) -> Result<()> {
        holds("alltoall", dest, source.len())?;
        let block = self.block("alltoall", source)?;
        let (to, from) = (dest.as_mut_ptr(), source.as_mut_ptr());
        check(unsafe { T::alltoall(self.handle(), to, from, block) }, "alltoall")
    }

    pub(crate) fn members(&self) -> usize {
        self.n_pes().max(0) as usize
    }

    /// The length of a member's share of `source`.
    pub(crate) fn block<T>(&self, function: &str, source: &SymmetricSlice<T>) -> Result<usize> {
        let members = self.members();
        if members == 0 || source.len() % members != 0 {
            return invalid(
                function,
                format!("source has {} elements, no multiple of {members} members", source.len()),
            );
        }
        Ok(source.len() / members)
    }
}

/// Refuses a destination that is too short.
pub(crate) fn holds<T>(function: &str, dest: &SymmetricSlice<T>, needed: usize) -> Result<()> {
    if dest.len() < needed {
        return invalid(function, format!("dest has {} elements, {needed} are needed", dest.len()));
    }
    Ok(())
}

/// Defines a reduction and its scattering form for each operator of a family.
macro_rules! reductions {
    ($trait:ident: $($meaning:literal $reduce:ident $scatter:ident;)*) => {
        /// Elements are combined in the order of ranks, so that all members get the same bits.
        impl Team {
            $(#[doc = concat!("Element k of every member's `dest` is the ", $meaning, " of all members' elements k of `source`.")]
            pub fn $reduce<T: $trait>(&self, dest: &SymmetricSlice<T>, source: &SymmetricSlice<T>) -> Result<()> {
                holds(stringify!($reduce), dest, source.len())?;
                let (to, from) = (dest.as_mut_ptr(), source.as_mut_ptr());
                check(unsafe { T::$reduce(self.handle(), to, from, source.len()) }, stringify!($reduce))
            }

            #[doc = concat!("The same, and rank i gets block i of the ", $meaning, " of blocks: `source` has one for each member.")]
            pub fn $scatter<T: $trait>(&self, dest: &SymmetricSlice<T>, source: &SymmetricSlice<T>) -> Result<()> {
                let block = self.block(stringify!($scatter), source)?;
                holds(stringify!($scatter), dest, block)?;
                let (to, from) = (dest.as_mut_ptr(), source.as_mut_ptr());
                check(unsafe { T::$scatter(self.handle(), to, from, block) }, stringify!($scatter))
            })*
        }
    };
}

reductions! { Reduce:
    "minimum" min_reduce min_reducescatter;
    "maximum" max_reduce max_reducescatter;
    "sum" sum_reduce sum_reducescatter;
    "product" prod_reduce prod_reducescatter;
}
reductions! { ReduceBits:
    "bitwise and" and_reduce and_reducescatter;
    "bitwise or" or_reduce or_reducescatter;
    "bitwise exclusive or" xor_reduce xor_reducescatter;
}
