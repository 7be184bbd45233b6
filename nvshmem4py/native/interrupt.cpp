// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "interrupt.h"

#include <nanobind/nanobind.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace nvshmem_py {

namespace {

// Python runs signal handlers on the process's first thread alone; waits of other threads need not take the
// GIL to ask.
bool on_main_thread() { return getpid() == static_cast<pid_t>(syscall(SYS_gettid)); }

int run_signal_handlers() {
    if (!on_main_thread() || !Py_IsInitialized()) return 0;
    const PyGILState_STATE state = PyGILState_Ensure();
    const int raised = PyErr_Occurred() ? 0 : PyErr_CheckSignals();
    PyGILState_Release(state);
    return raised;
}

}  // namespace

void obey_interrupts(const Library& library) { library.set_interrupt(&run_signal_handlers); }

void obey_interrupts_on_streams(void* set_interrupt) {
    if (set_interrupt) reinterpret_cast<void (*)(int (*)())>(set_interrupt)(&run_signal_handlers);
}

}  // namespace nvshmem_py
