// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! The library's life in this process.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{Error, check_pending, invalid};
use crate::library::{Library, load_nvshmem_host_global};
use crate::{InitMethod, Result, sys};

/// A handle of the running library.
///
/// The library is one a process, so handles are counted: it ends when the last handle and the last
/// [`SymmetricBuffer`](crate::SymmetricBuffer), team and registration is gone. The end is collective: it waits for all PEs. It can
/// be started again afterwards.
///
/// **Threads.** Handles may be sent to and used by any thread: the library is started for several threads. Collective calls
/// (starts, allocations, barriers, the end) are made by one thread at a time, in the same order on all PEs.
///
/// **Errors.** While a handle lives, the library's error mode is *return*: errors become [`Error`]s and do not end the job.
///
/// **Panics.** A handle that is dropped by a panic does not wait for other PEs. If it is the last one, the library stays up until
/// the process ends, which the other PEs then see as the death of this one; a caught panic can go on with a new
/// [`init`](Self::init).
#[derive(Debug)]
pub struct NvshmemRuntime {
    _counted: (), // made and dropped only with the count below
}

/// Another name of [`NvshmemRuntime`].
pub type Runtime = NvshmemRuntime;

/// The running library. `handles` is 0 after a panic dropped the last handle.
#[derive(Debug)]
struct Live {
    handles: usize,
    method: InitMethod,
    cuda_device_id: i32,
    error_mode_before: i32,
    _library: Library,
}

// Held over starts and ends: a start waits until an end that is going on is over.
static LIVE: Mutex<Option<Live>> = Mutex::new(None);
static N_PES: AtomicI32 = AtomicI32::new(0);

/// The number of PEs, without a call of the library; 0 while it is not up.
#[inline(always)]
pub(crate) fn known_pes() -> i32 {
    N_PES.load(Ordering::Relaxed)
}

fn live() -> MutexGuard<'static, Option<Live>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl NvshmemRuntime {
    /// Starts the library, collectively over all PEs, on CUDA device `cuda_device_id` (-1: as the library chooses).
    ///
    /// While it is running, the same arguments give another handle, and different ones are an error that changes nothing.
    pub fn init(method: InitMethod, cuda_device_id: i32) -> Result<Self> {
        let mut live = live();
        match &mut *live {
            Some(running) => running.join(&method, cuda_device_id)?,
            None => *live = Some(Live::start(method, cuda_device_id)?),
        }
        Ok(Self { _counted: () })
    }

    /// Ends the library and reports errors. It is an error, and only this handle is dropped, while others are alive.
    pub fn finalize(self) -> Result<()> {
        let others = live().as_ref().map_or(0, |running| running.handles - 1);
        if others > 0 {
            return invalid(
                "finalize",
                format!(
                    "{others} other handles, buffers or teams are alive and keep the library up; drop them first"
                ),
            );
        }
        drop(self);
        check_pending()
    }

    /// This PE's number, 0 to `n_pes() - 1`.
    pub fn my_pe(&self) -> i32 {
        crate::my_pe()
    }

    /// The number of PEs.
    pub fn n_pes(&self) -> i32 {
        known_pes()
    }

    /// Waits until all PEs are here and all their operations are done.
    pub fn barrier_all(&self) -> Result<()> {
        crate::barrier_all();
        check_pending()
    }

    /// Waits until all PEs are here.
    pub fn sync_all(&self) -> Result<()> {
        unsafe { sys::nvshmem_sync_all() };
        check_pending()
    }

    /// Waits until all operations of this PE are done and visible to all PEs.
    pub fn quiet(&self) -> Result<()> {
        unsafe { sys::nvshmem_quiet() };
        check_pending()
    }

    /// Orders the operations of this PE to each PE: those before come before those after.
    pub fn fence(&self) -> Result<()> {
        unsafe { sys::nvshmem_fence() };
        check_pending()
    }

    /// Ends the whole job at once: every PE's process exits with `status`.
    pub fn global_exit(&self, status: i32) -> ! {
        unsafe { sys::nvshmem_global_exit(status) };
        std::process::exit(status)
    }
}

impl Clone for NvshmemRuntime {
    fn clone(&self) -> Self {
        if let Some(running) = &mut *live() {
            running.handles += 1;
        }
        Self { _counted: () }
    }
}

impl Drop for NvshmemRuntime {
    fn drop(&mut self) {
        let mut live = live();
        let Some(running) = &mut *live else { return };
        running.handles -= 1;
        if running.handles == 0 && !std::thread::panicking() {
            running.end();
            *live = None;
        }
    }
}

impl Live {
    fn start(mut method: InitMethod, cuda_device_id: i32) -> Result<Self> {
        let library = load_nvshmem_host_global()?; // linked already: this only widens who sees its symbols
        let error_mode_before = unsafe { sys::nvshmemx_set_error_mode(sys::NVSHMEMX_ERROR_MODE_RETURN) };
        let status = start_library(&mut method, cuda_device_id);
        if status != 0 {
            let error = Error::take(status, "nvshmemx_init_attr");
            unsafe { sys::nvshmemx_set_error_mode(error_mode_before) };
            return Err(error.into());
        }
        N_PES.store(crate::n_pes(), Ordering::Relaxed);
        Ok(Self { handles: 1, method, cuda_device_id, error_mode_before, _library: library })
    }

    fn join(&mut self, method: &InitMethod, cuda_device_id: i32) -> Result<()> {
        if *method != self.method || cuda_device_id != self.cuda_device_id {
            return invalid(
                "NvshmemRuntime::init",
                format!(
                    "the library is running, started by {:?} on CUDA device {}; {method:?} on {cuda_device_id} is another \
                     job: drop all handles and buffers first",
                    self.method, self.cuda_device_id
                ),
            );
        }
        self.handles += 1;
        Ok(())
    }

    fn end(&self) {
        unsafe { sys::nvshmemx_hostlib_finalize() };
        N_PES.store(0, Ordering::Relaxed);
        unsafe { sys::nvshmemx_set_error_mode(self.error_mode_before) };
    }
}

/// The start that tells the library which version the bindings were made from.
fn start_library(method: &mut InitMethod, cuda_device_id: i32) -> i32 {
    let (flag, mut attributes) = method.attributes(cuda_device_id);
    let version = sys::nvshmemi_version_t {
        major: sys::NVSHMEM_VENDOR_MAJOR_VERSION,
        minor: sys::NVSHMEM_VENDOR_MINOR_VERSION,
        patch: sys::NVSHMEM_VENDOR_PATCH_VERSION,
    };
    let mut provided = 0;
    unsafe {
        sys::nvshmemid_hostlib_init_attr(
            sys::NVSHMEM_THREAD_MULTIPLE,
            &mut provided,
            flag,
            &mut attributes,
            version,
            None,
        )
    }
}
