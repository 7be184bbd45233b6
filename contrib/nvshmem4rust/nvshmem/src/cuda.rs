// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Streams and events of the CUDA runtime at work in this process: the one that the program brought, else the
//! virtual CUDA device beside the host library.

use std::ffi::{CStr, c_char, c_void};
use std::ptr::{self, NonNull};
use std::sync::OnceLock;

use crate::error::Error;
use crate::library::Library;
use crate::{Result, sys};

const VIRTUAL_DEVICE: &str = "libnvshmem_vcuda.so.1";

type Handle = *mut c_void;
pub(crate) type HostFunction = unsafe extern "C" fn(*mut c_void);

/// Declares the functions of the runtime that this crate calls, and how they are found.
macro_rules! runtime {
    ($($name:ident: fn($($argument:ty),*) -> $result:ty;)*) => {
        #[allow(non_snake_case)]
        pub(crate) struct Cuda {
            $(pub(crate) $name: unsafe extern "C" fn($($argument),*) -> $result,)*
            _library: Option<Library>,
        }

        #[allow(non_snake_case)]
        impl Cuda {
            fn bind(library: Option<Library>) -> std::result::Result<Self, String> {
                $(let $name = find(&library, concat!(stringify!($name), "\0"))?;)*
                Ok(Self {
                    $($name: unsafe { std::mem::transmute::<NonNull<c_void>, unsafe extern "C" fn($($argument),*) -> $result>($name) },)*
                    _library: library,
                })
            }
        }
    };
}

runtime! {
    cudaGetErrorString: fn(i32) -> *const c_char;
    cudaStreamCreateWithFlags: fn(*mut sys::cudaStream_t, u32) -> i32;
    cudaStreamDestroy: fn(sys::cudaStream_t) -> i32;
    cudaStreamSynchronize: fn(sys::cudaStream_t) -> i32;
    cudaStreamQuery: fn(sys::cudaStream_t) -> i32;
    cudaStreamWaitEvent: fn(sys::cudaStream_t, Handle, u32) -> i32;
    cudaLaunchHostFunc: fn(sys::cudaStream_t, HostFunction, *mut c_void) -> i32;
    cudaEventCreateWithFlags: fn(*mut Handle, u32) -> i32;
    cudaEventDestroy: fn(Handle) -> i32;
    cudaEventRecord: fn(Handle, sys::cudaStream_t) -> i32;
    cudaEventSynchronize: fn(Handle) -> i32;
    cudaEventQuery: fn(Handle) -> i32;
    cudaEventElapsedTime: fn(*mut f32, Handle, Handle) -> i32;
}

fn find(library: &Option<Library>, name: &str) -> std::result::Result<NonNull<c_void>, String> {
    let name = CStr::from_bytes_with_nul(name.as_bytes()).expect("ends with a nul");
    let found = match library {
        Some(library) => library.find(name),
        None => Library::find_anywhere(name),
    };
    found.ok_or_else(|| format!("the CUDA runtime has no {}", name.to_string_lossy()))
}

pub(crate) fn cuda() -> Result<&'static Cuda> {
    static CUDA: OnceLock<std::result::Result<Cuda, String>> = OnceLock::new();
    match CUDA.get_or_init(load) {
        Ok(cuda) => Ok(cuda),
        Err(why) => Err(Error::new(sys::NVSHMEMX_ERROR_NOT_SUPPORTED, "Stream", why.clone()).into()),
    }
}

fn load() -> std::result::Result<Cuda, String> {
    if Library::find_anywhere(c"cudaStreamCreateWithFlags").is_some() {
        return Cuda::bind(None);
    }
    let beside = Library::folder_of(sys::nvshmem_init as *const c_void).join(VIRTUAL_DEVICE);
    let library =
        Library::open_global(&beside.to_string_lossy()).or_else(|_| Library::open_global(VIRTUAL_DEVICE));
    Cuda::bind(Some(
        library.map_err(|why| format!("no CUDA runtime is loaded, nor can the virtual device be: {why}"))?,
    ))
}

/// Turns a status of CUDA into a result.
pub(crate) fn check_cuda(code: i32, function: &str) -> Result<()> {
    if code == 0 {
        return Ok(());
    }
    let text = unsafe { CStr::from_ptr((cuda()?.cudaGetErrorString)(code)) };
    let text = format!("CUDA says {} ({code})", text.to_string_lossy());
    Err(Error::new(sys::NVSHMEMX_ERROR_INTERNAL, function, text).into())
}

const NOT_READY: i32 = 600;

fn is_done(code: i32, function: &str) -> Result<bool> {
    if code == NOT_READY { Ok(false) } else { check_cuda(code, function).map(|()| true) }
}

/// A CUDA stream: work that is done in order, beside the host. Destroyed when dropped, after its work.
#[derive(Debug)]
pub struct Stream {
    handle: sys::cudaStream_t,
}

// CUDA's streams and events belong to the process and may be used by all its threads.
unsafe impl Send for Stream {}
unsafe impl Sync for Stream {}

impl Stream {
    /// Makes a stream that does not wait for the default stream.
    pub fn new() -> Result<Self> {
        const NON_BLOCKING: u32 = 1;
        let mut handle = ptr::null_mut();
        let code = unsafe { (cuda()?.cudaStreamCreateWithFlags)(&mut handle, NON_BLOCKING) };
        check_cuda(code, "Stream::new")?;
        Ok(Self { handle })
    }

    /// The handle that CUDA's and the library's functions take.
    pub fn handle(&self) -> sys::cudaStream_t {
        self.handle
    }

    /// Waits until all work is done.
    pub fn synchronize(&self) -> Result<()> {
        check_cuda(unsafe { (cuda()?.cudaStreamSynchronize)(self.handle) }, "Stream::synchronize")
    }

    /// Whether all work is done.
    pub fn is_done(&self) -> Result<bool> {
        is_done(unsafe { (cuda()?.cudaStreamQuery)(self.handle) }, "Stream::is_done")
    }

    /// Work that is given to the stream later begins when the event has happened.
    pub fn wait(&self, event: &Event) -> Result<()> {
        check_cuda(unsafe { (cuda()?.cudaStreamWaitEvent)(self.handle, event.handle, 0) }, "Stream::wait")
    }

    /// Makes the event happen when the work that the stream has now is done.
    pub fn record(&self, event: &Event) -> Result<()> {
        check_cuda(unsafe { (cuda()?.cudaEventRecord)(event.handle, self.handle) }, "Stream::record")
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Ok(cuda) = cuda() {
            unsafe { (cuda.cudaStreamDestroy)(self.handle) };
        }
    }
}

/// A point in the work of a stream.
#[derive(Debug)]
pub struct Event {
    handle: Handle,
}

unsafe impl Send for Event {}
unsafe impl Sync for Event {}

impl Event {
    /// Makes an event that no stream has recorded: it counts as having happened.
    pub fn new() -> Result<Self> {
        let mut handle = ptr::null_mut();
        check_cuda(unsafe { (cuda()?.cudaEventCreateWithFlags)(&mut handle, 0) }, "Event::new")?;
        Ok(Self { handle })
    }

    pub(crate) fn raw(&self) -> *mut c_void {
        self.handle
    }

    /// Waits until it has happened.
    pub fn synchronize(&self) -> Result<()> {
        check_cuda(unsafe { (cuda()?.cudaEventSynchronize)(self.handle) }, "Event::synchronize")
    }

    /// Whether it has happened.
    pub fn is_done(&self) -> Result<bool> {
        is_done(unsafe { (cuda()?.cudaEventQuery)(self.handle) }, "Event::is_done")
    }

    /// Milliseconds from `start` to this event; both have happened.
    pub fn milliseconds_since(&self, start: &Event) -> Result<f32> {
        let mut time = 0.0;
        let code = unsafe { (cuda()?.cudaEventElapsedTime)(&mut time, start.handle, self.handle) };
        check_cuda(code, "Event::milliseconds_since")?;
        Ok(time)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if let Ok(cuda) = cuda() {
            unsafe { (cuda.cudaEventDestroy)(self.handle) };
        }
    }
}
