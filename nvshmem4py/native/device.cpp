// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "device.h"

#include <dlfcn.h>
#include <nanobind/stl/string.h>

#include <string>
#include <utility>

#include "errors.h"
#include "interrupt.h"
#include "library.h"

namespace nvshmem_py {

namespace {

constexpr const char* kName = "libnvshmem_vcuda.so.1";

void* opened = nullptr;

void* device() {
    if (opened) return opened;
    const std::string& host = library().path;
    const std::string beside = host.substr(0, host.rfind('/') + 1) + kName;
    opened = dlopen(beside.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!opened) raise("LibraryNotFound", "cannot open the virtual CUDA device: %s", dlerror());
    obey_interrupts_on_streams(dlsym(opened, "vgpuSetInterrupt"));
    return opened;
}

template <class Function>
Function* find(const char* name) {
    auto* function = reinterpret_cast<Function*>(dlsym(device(), name));
    if (!function) raise("FunctionNotFound", "%s has no function %s", kName, name);
    return function;
}

// An error of a stream's work is the library's; one of the device says what CUDA calls it.
void check(const char* name, int code) {
    check_error(name);
    if (code != 0)
        raise("NvshmemError", "%s: %s (%d)", name, find<const char*(int)>("cudaGetErrorString")(code), code);
}

template <class... A>
void call(const char* name, A... arguments) {
    auto* function = find<int(A...)>(name);
    library().clear_error();
    int code;
    {
        nb::gil_scoped_release others;
        code = function(arguments...);
    }
    check(name, code);
}

/// For functions that hand a value out by their first parameter.
template <class Value, class... A>
Value answer(const char* name, A... arguments) {
    Value value{};
    call<Value*, A...>(name, &value, arguments...);
    return value;
}

constexpr unsigned kNonBlocking = 1;

}  // namespace

void define_device(nb::module_& m) {
    using Handle = uintptr_t;
    m.def("device_count", [] { return answer<int>("cudaGetDeviceCount"); });
    m.def("device_current", [] { return answer<int>("cudaGetDevice"); });
    m.def("device_select", [](int device) { call("cudaSetDevice", device); }, nb::arg("device"));
    m.def("device_sync", [] { call("cudaDeviceSynchronize"); });
    m.def(
        "device_attribute",
        [](int what, int device) { return answer<int>("cudaDeviceGetAttribute", what, device); },
        nb::arg("what"), nb::arg("device"));
    m.def("stream_create", [] { return answer<Handle>("cudaStreamCreateWithFlags", kNonBlocking); });
    m.def("stream_destroy", [](Handle stream) { call("cudaStreamDestroy", stream); }, nb::arg("stream"));
    m.def("stream_sync", [](Handle stream) { call("cudaStreamSynchronize", stream); }, nb::arg("stream"));
    m.def(
        "stream_wait_event",
        [](Handle stream, Handle event) { call("cudaStreamWaitEvent", stream, event, 0u); },
        nb::arg("stream"), nb::arg("event"));
    m.def("event_create", [] { return answer<Handle>("cudaEventCreateWithFlags", 0u); });
    m.def("event_destroy", [](Handle event) { call("cudaEventDestroy", event); }, nb::arg("event"));
    m.def(
        "event_record", [](Handle event, Handle stream) { call("cudaEventRecord", event, stream); },
        nb::arg("event"), nb::arg("stream"));
    m.def("event_sync", [](Handle event) { call("cudaEventSynchronize", event); }, nb::arg("event"));
    m.def(
        "event_done", [](Handle event) { return find<int(Handle)>("cudaEventQuery")(event) == 0; },
        nb::arg("event"));
    m.def(
        "event_elapsed_ms",
        [](Handle start, Handle end) { return answer<float>("cudaEventElapsedTime", start, end); },
        nb::arg("start"), nb::arg("end"));
}

}  // namespace nvshmem_py
