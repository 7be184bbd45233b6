// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Modules with kernels that call the library.

use std::marker::PhantomData;

use crate::error::check;
use crate::{NvshmemRuntime, Result, sys};

/// A loaded CUDA module.
///
/// # Safety
///
/// The handle is valid while the value lives.
pub unsafe trait CudaModule {
    /// The driver's handle.
    fn cu_module(&self) -> sys::CUmodule;
}

/// The driver's own handle; who loaded the module sees to it that it stays loaded.
unsafe impl CudaModule for sys::CUmodule {
    fn cu_module(&self) -> sys::CUmodule {
        *self
    }
}

#[cfg(feature = "cuda-oxide")]
unsafe impl CudaModule for cuda_core::CudaModule {
    #[allow(unused_unsafe)] // whether the other crate's function is unsafe is its own affair
    fn cu_module(&self) -> sys::CUmodule {
        unsafe { cuda_core::CudaModule::cu_module(self) }.cast()
    }
}

/// Writes the library's state into a module, so that its kernels can call the library. Returns a status.
///
/// # Safety
///
/// The library is up, and stays so while kernels of the module run.
pub unsafe fn cumodule_init(module: &impl CudaModule) -> i32 {
    unsafe { sys::nvshmemx_cumodule_init(module.cu_module()) }
}

/// Ends what [`cumodule_init`] began, before the module is unloaded. Returns a status.
///
/// # Safety
///
/// No kernel of the module runs.
pub unsafe fn cumodule_finalize(module: &impl CudaModule) -> i32 {
    unsafe { sys::nvshmemx_cumodule_finalize(module.cu_module()) }
}

/// Keeps the library up and a module in place while the module's kernels may call the library.
///
/// [`finalize`](Self::finalize) ends it and reports errors; dropping ends it too, and prints them.
#[must_use = "dropping the registration ends it"]
#[derive(Debug)]
pub struct CudaModuleRegistration<'module> {
    module: sys::CUmodule,
    registered: bool,
    _runtime: NvshmemRuntime,
    _borrowed: PhantomData<&'module ()>,
}

// A handle of the driver belongs to the process, not to a thread.
unsafe impl Send for CudaModuleRegistration<'_> {}
unsafe impl Sync for CudaModuleRegistration<'_> {}

impl NvshmemRuntime {
    /// Registers a module before its first kernel that calls the library.
    ///
    /// # Safety
    ///
    /// Kernels of the module have ended when the registration does.
    pub unsafe fn register_module<'module, M: CudaModule>(
        &self,
        module: &'module M,
    ) -> Result<CudaModuleRegistration<'module>> {
        unsafe { self.register_raw_module(module.cu_module()) }
    }

    /// The same by the driver's handle.
    ///
    /// # Safety
    ///
    /// The module stays loaded, and its kernels have ended, until the registration ends.
    pub unsafe fn register_raw_module<'module>(
        &self,
        module: sys::CUmodule,
    ) -> Result<CudaModuleRegistration<'module>> {
        check(unsafe { sys::nvshmemx_cumodule_init(module) }, "nvshmemx_cumodule_init")?;
        Ok(CudaModuleRegistration {
            module,
            registered: true,
            _runtime: self.clone(),
            _borrowed: PhantomData,
        })
    }
}

impl CudaModuleRegistration<'_> {
    /// Ends the registration after the last kernel, and reports errors.
    pub fn finalize(mut self) -> Result<()> {
        self.end()
    }

    fn end(&mut self) -> Result<()> {
        if !std::mem::take(&mut self.registered) {
            return Ok(());
        }
        check(unsafe { sys::nvshmemx_cumodule_finalize(self.module) }, "nvshmemx_cumodule_finalize")
    }
}

impl Drop for CudaModuleRegistration<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.end() {
            eprintln!("nvshmem: a module's registration did not end well: {error}");
        }
    }
}
