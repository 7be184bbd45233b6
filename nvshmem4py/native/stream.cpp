// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "stream.h"

#include <algorithm>

#include "errors.h"
#include "library.h"
#include "memory.h"
#include "operand.h"
#include "session.h"

namespace nvshmem_py {

namespace {

using MoveFunction = void (*)(void*, const void*, size_t, int, cudaStream_t);

struct MoveCall {
    const char* name;
    MoveFunction Library::* function;
};

constexpr MoveCall moves[] = {{"nvshmemx_putmem_on_stream", &Library::putmem_on_stream},
                              {"nvshmemx_getmem_on_stream", &Library::getmem_on_stream},
                              {"nvshmemx_putmem_nbi_on_stream", &Library::putmem_nbi_on_stream},
                              {"nvshmemx_getmem_nbi_on_stream", &Library::getmem_nbi_on_stream}};

cudaStream_t as_stream(uintptr_t handle) { return reinterpret_cast<cudaStream_t>(handle); }

void put_signal(nb::handle dst_object, nb::handle src_object, nb::handle signal, uint64_t value,
                int operation, long pe, nb::handle stream, bool nonblocking) {
    require_up();
    const Operand dst = describe(dst_object.ptr(), "dst", false);
    const Operand src = describe(src_object.ptr(), "src", false);
    require_symmetric(dst);
    require_known(src);
    uint64_t* word = describe_signal(signal.ptr());
    require_pe(pe, "remote_pe");
    const cudaStream_t order = as_stream(stream_handle(stream.ptr()));
    Library& l = library();
    l.clear_error();
    auto call = nonblocking ? l.putmem_signal_nbi_on_stream : l.putmem_signal_on_stream;
    call(reinterpret_cast<void*>(dst.address), reinterpret_cast<void*>(src.address),
         std::min(dst.bytes, src.bytes), word, value, operation, static_cast<int>(pe), order);
    check_error("nvshmemx_putmem_signal_on_stream");
}

void signal_op(nb::handle signal, uint64_t value, int operation, long pe, nb::handle stream) {
    require_up();
    uint64_t* word = describe_signal(signal.ptr());
    require_pe(pe, "remote_pe");
    const cudaStream_t order = as_stream(stream_handle(stream.ptr()));
    library().clear_error();
    library().signal_op_on_stream(word, value, operation, static_cast<int>(pe), order);
    check_error("nvshmemx_signal_op_on_stream");
}

uint64_t signal_fetch(nb::handle signal) {
    require_up();
    uint64_t* word = describe_signal(signal.ptr());
    library().clear_error();
    const uint64_t value = library().signal_fetch(word);
    check_error("nvshmem_signal_fetch");
    return value;
}

}  // namespace

// Giving a stream work never waits, so the GIL is kept.
void move(Move move, void* dst, const void* src, size_t bytes, int pe, uintptr_t stream) {
    Library& l = library();
    const MoveCall& call = moves[static_cast<int>(move)];
    l.clear_error();
    (l.*call.function)(dst, src, bytes, pe, as_stream(stream));
    check_error(call.name);
}

bool has_stream_protocol(PyObject* object) {
    return as_stream_handle(object) || nb::hasattr(nb::handle(object), "__cuda_stream__");
}

void define_stream_calls(nb::module_& m) {
    m.def("put_signal", &put_signal, nb::arg("dst").none(), nb::arg("src").none(),
          nb::arg("signal_var").none(), nb::arg("signal_val"), nb::arg("signal_op"), nb::arg("remote_pe"),
          nb::arg("stream").none(), nb::arg("nonblocking"));
    m.def("signal_op", &signal_op, nb::arg("signal_var").none(), nb::arg("signal_val"), nb::arg("signal_op"),
          nb::arg("remote_pe"), nb::arg("stream").none());
    m.def("signal_fetch", &signal_fetch, nb::arg("signal_var").none());
    m.def(
        "signal_address",
        [](nb::handle signal) { return reinterpret_cast<uintptr_t>(describe_signal(signal.ptr())); },
        nb::arg("signal_var").none());
    m.def(
        "stream_handle", [](nb::handle stream) { return stream_handle(stream.ptr()); },
        nb::arg("stream").none());
    m.def(
        "describe",
        [](nb::handle object, const char* name, bool written) {
            const Operand operand = describe(object.ptr(), name, written);
            require_symmetric(operand);
            return nb::make_tuple(operand.address, operand.bytes, operand.item);
        },
        nb::arg("object").none(), nb::arg("name"), nb::arg("written") = true,
        "(address, bytes, item size) of a symmetric operand");
}

}  // namespace nvshmem_py
