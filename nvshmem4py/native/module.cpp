// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The extension nvshmem._native: what must be fast or must call C. Everything else of the package is Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "device.h"
#include "errors.h"
#include "exchange.h"
#include "library.h"
#include "memory.h"
#include "pads.h"
#include "ranges.h"
#include "raw.h"
#include "session.h"
#include "stream.h"
#include "transfer.h"

namespace nvshmem_py {

namespace {

void begin() {
    session() = {true, library().my_pe(), library().n_pes()};
    ranges().clear();
}

void end() {
    session() = {};
    ranges().clear();
}

}  // namespace

}  // namespace nvshmem_py

NB_MODULE(_native, module) {
    using namespace nvshmem_py;
    nb::set_leak_warnings(false);  // objects that live to the end of the process are no news
    define_memory(module);
    define_transfers(module);
    define_stream_calls(module);
    define_raw(module);
    define_device(module);
    define_pads(module);
    define_exchange(module);
    module.def("begin", &begin, "The library is up: remember PE and number of PEs.");
    module.def("end", &end, "The library is down.");
    module.def("library_path", [] { return library().path; });
    module.def("library_is_open", &library_is_open);
}
