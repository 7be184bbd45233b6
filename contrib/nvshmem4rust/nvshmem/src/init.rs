// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Ways of starting: where ranks and the meeting point come from.

use std::ffi::c_void;

use crate::error::check;
use crate::{Result, sys};

/// How PEs find each other.
#[derive(Clone, Copy, Debug)]
pub enum InitMethod {
    /// By the launcher's environment; without a launcher, a job of one PE.
    BootstrapEnv,
    /// PEs are the ranks of an MPI communicator.
    MpiComm(MpiComm),
    /// PEs meet through an id that one of them made and handed to the others.
    UniqueId {
        /// The id, equal on all PEs.
        uid: sys::nvshmemx_uniqueid_t,
        /// This PE's number.
        rank: i32,
        /// The number of PEs.
        nranks: i32,
    },
}

impl InitMethod {
    /// PE `rank` of `nranks` that meet through `uid`.
    pub fn unique_id(uid: sys::nvshmemx_uniqueid_t, rank: i32, nranks: i32) -> Self {
        Self::UniqueId { uid, rank, nranks }
    }

    /// A job of this process alone.
    pub fn single_pe_uid() -> Result<Self> {
        Ok(Self::unique_id(new_unique_id()?, 0, 1))
    }

    /// The flag of the start and its attributes. They point into `self`.
    pub(crate) fn attributes(&mut self, cuda_device_id: i32) -> (u32, sys::nvshmemx_init_attr_t) {
        let mut attributes = empty_attributes(cuda_device_id);
        let flag = match self {
            Self::BootstrapEnv => 0,
            Self::MpiComm(comm) => {
                attributes.mpi_comm = comm.0;
                sys::NVSHMEMX_INIT_WITH_MPI_COMM
            }
            Self::UniqueId { uid, rank, nranks } => {
                attributes.args.uid_args.id = uid;
                attributes.args.uid_args.myrank = *rank;
                attributes.args.uid_args.nranks = *nranks;
                sys::NVSHMEMX_INIT_WITH_UNIQUEID
            }
        };
        (flag as u32, attributes)
    }
}

/// Equal methods start equal jobs: of an id only its bytes count, and for a job of one PE not even these.
impl PartialEq for InitMethod {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::BootstrapEnv, Self::BootstrapEnv) => true,
            (Self::MpiComm(a), Self::MpiComm(b)) => a == b,
            (Self::UniqueId { uid: a, rank, nranks }, Self::UniqueId { uid: b, rank: r, nranks: n }) => {
                (rank, nranks) == (r, n) && (*n == 1 || a.internal == b.internal)
            }
            _ => false,
        }
    }
}

/// Makes an id through which PEs can meet; copy its bytes to the others.
pub fn new_unique_id() -> Result<sys::nvshmemx_uniqueid_t> {
    let mut uid = sys::nvshmemx_uniqueid_t {
        version: (1 << 16) + size_of::<sys::nvshmemx_uniqueid_t>() as i32,
        internal: [0; 124],
    };
    check(unsafe { sys::nvshmemx_get_uniqueid(&mut uid) }, "nvshmemx_get_uniqueid")?;
    Ok(uid)
}

fn empty_attributes(cuda_device_id: i32) -> sys::nvshmemx_init_attr_t {
    sys::nvshmemx_init_attr_t {
        version: sys::NVSHMEM_INIT_ATTR_V2_IDENTIFIER,
        mpi_comm: std::ptr::null_mut(),
        args: sys::nvshmemx_init_args_t {
            version: sys::NVSHMEM_INIT_ARGS_V2_IDENTIFIER,
            uid_args: sys::nvshmemx_uniqueid_args_t {
                version: (1 << 16) + size_of::<sys::nvshmemx_uniqueid_args_t>() as i32,
                id: std::ptr::null_mut(),
                myrank: -1,
                nranks: -1,
            },
            cuda_device_id,
            content: [0; 92],
        },
    }
}

/// An MPI communicator of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MpiComm(*mut c_void);

// Only the address travels; MPI is called from the thread that starts the library.
unsafe impl Send for MpiComm {}
unsafe impl Sync for MpiComm {}

impl MpiComm {
    /// Takes the address of an `MPI_Comm`.
    ///
    /// # Safety
    ///
    /// MPI is initialized, it is the MPI library that the host library uses, and the communicator stays valid until the library
    /// is finalized.
    pub unsafe fn from_raw(comm: *mut c_void) -> Self {
        Self(comm)
    }
}
