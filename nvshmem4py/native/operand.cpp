// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "operand.h"

#include "errors.h"
#include "memory.h"
#include "numpy_array.h"
#include "ranges.h"
#include "session.h"

namespace nvshmem_py {

namespace {

Operand from_memory(const Memory& memory, const char* name) {
    if (memory.closed) raise("NvshmemInvalid", "%s is a Buffer that was freed", name);
    return {name, memory.address, memory.size, 1, true};
}

// The GIL is held from here to the end of the transfer or the caller holds a reference, so the view may be
// given back at once.
bool from_buffer(PyObject* object, bool written, Operand& operand) {
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_ANY_CONTIGUOUS | (written ? PyBUF_WRITABLE : 0)) != 0)
        return false;
    operand.address = reinterpret_cast<uintptr_t>(view.buf);
    operand.bytes = static_cast<size_t>(view.len);
    operand.item = static_cast<size_t>(view.itemsize);
    PyBuffer_Release(&view);
    return true;
}

// Tensors and arrays on a device know no buffer protocol; Python code asks them.
Operand from_attributes(PyObject* object, const char* name) {
    nb::object answer =
        nb::module_::import_("nvshmem.core._operands").attr("describe")(nb::handle(object), name);
    return {name, nb::cast<uintptr_t>(answer[0]), nb::cast<size_t>(answer[1]), nb::cast<size_t>(answer[2])};
}

[[noreturn, gnu::cold]] void refuse_buffer(PyObject* object, const char* name) {
    nb::python_error reason;
    raise("NvshmemInvalid", "%s cannot be used, %s: %s; copy it into a contiguous symmetric array", name,
          nb::inst_name(object).c_str(), nb::str(reason.value()).c_str());
}

[[noreturn, gnu::cold]] void refuse_place(const Operand& operand, const Range* range) {
    if (range && !range->symmetric())
        raise("NvshmemInvalid",
              "%s is the mapped address of PE %d's memory, not a symmetric address; use the array it was "
              "made from",
              operand.name, range->pe);
    if (range)
        raise("NvshmemInvalid", "%s reaches %zu bytes past the end of its allocation of %zu bytes",
              operand.name, operand.address + operand.bytes - range->start - range->size, range->size);
    raise("NvshmemInvalid",
          "%s is not in live symmetric memory: allocate it with nvshmem.core.array, tensor or buffer, and "
          "use it before free",
          operand.name);
}

}  // namespace

Operand describe(PyObject* object, const char* name, bool written) {
    Operand operand{name};
    if (read_numpy_array(object, written, operand)) return operand;
    if (const Memory* memory = as_memory(object)) return from_memory(*memory, name);
    if (!PyObject_CheckBuffer(object)) return from_attributes(object, name);
    if (!from_buffer(object, written, operand)) refuse_buffer(object, name);
    return operand;
}

void require_symmetric(const Operand& operand) {
    const Range* range = ranges().containing(operand.address);
    if (!range || !range->symmetric() || operand.address + operand.bytes > range->start + range->size)
        [[unlikely]] {
        if (operand.bytes != 0 || (range && !range->symmetric())) refuse_place(operand, range);
    }
}

void require_known(const Operand& operand) {
    if (operand.raw || operand.bytes == 0) return;
    const Range* range = ranges().containing(operand.address);
    if (!range || operand.address + operand.bytes > range->start + range->size) refuse_place(operand, range);
}

uint64_t* describe_signal(PyObject* object) {
    const Memory* memory = as_memory(object);
    if (!memory)
        raise("WrongType",
              "signal_var is a %s; it must be a Buffer: nvshmem.core.array_get_buffer(array)[0] gives that "
              "of an array",
              nb::inst_name(object).c_str());
    const Operand operand = from_memory(*memory, "signal_var");
    if (operand.bytes < 8 || operand.address % 8 != 0)
        raise("NvshmemInvalid", "signal_var has %zu bytes at 0x%zx; a signal needs 8 bytes, aligned to 8",
              operand.bytes, static_cast<size_t>(operand.address));
    require_symmetric(operand);
    return reinterpret_cast<uint64_t*>(operand.address);
}

uintptr_t stream_handle(PyObject* object) {
    if (const StreamHandle* stream = as_stream_handle(object)) return stream->handle;
    return nb::cast<uintptr_t>(
        nb::module_::import_("nvshmem.core.streams").attr("handle_of")(nb::handle(object)));
}

}  // namespace nvshmem_py
