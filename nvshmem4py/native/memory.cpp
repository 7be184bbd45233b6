// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "memory.h"

#include "errors.h"
#include "ranges.h"

namespace nvshmem_py {

namespace {

PyTypeObject* memory_type = nullptr;
PyTypeObject* stream_handle_type = nullptr;

template <class T>
const T* instance(PyObject* object, PyTypeObject* type) {
    const nb::handle handle(object);
    return PyObject_TypeCheck(object, type) && nb::inst_ready(handle) ? nb::inst_ptr<T>(handle) : nullptr;
}

int lend(PyObject* self, Py_buffer* view, int flags) {
    Memory* memory = nb::inst_ptr<Memory>(nb::handle(self));
    if (!nb::inst_ready(nb::handle(self)) || memory->closed) {
        PyErr_SetString(PyExc_BufferError, "the Buffer is closed");
        return -1;
    }
    return PyBuffer_FillInfo(view, self, reinterpret_cast<void*>(memory->address),
                             static_cast<Py_ssize_t>(memory->size), 0, flags);
}

PyType_Slot memory_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(lend)}, {0, nullptr}};

void track(uintptr_t address, size_t size, int kind, int pe) {
    ranges().add({address, size, static_cast<Kind>(kind), pe});
}

nb::object find(uintptr_t address) {
    const Range* range = ranges().containing(address);
    if (!range) return nb::none();
    return nb::make_tuple(range->start, range->size, static_cast<int>(range->kind), range->pe);
}

}  // namespace

const Memory* as_memory(PyObject* object) { return instance<Memory>(object, memory_type); }
const StreamHandle* as_stream_handle(PyObject* object) {
    return instance<StreamHandle>(object, stream_handle_type);
}

void define_memory(nb::module_& module) {
    nb::class_<Memory>(module, "Memory", nb::type_slots(memory_slots), nb::is_weak_referenceable())
        .def(nb::init<uintptr_t, size_t>(), nb::arg("address"), nb::arg("size"))
        .def_ro("_address", &Memory::address)
        .def_ro("_size", &Memory::size)
        .def_rw("_closed", &Memory::closed);
    nb::class_<StreamHandle>(module, "StreamHandle", nb::is_weak_referenceable())
        .def(nb::init<uintptr_t>(), nb::arg("handle"))
        .def_ro("_handle", &StreamHandle::handle);
    memory_type = reinterpret_cast<PyTypeObject*>(nb::type<Memory>().ptr());
    stream_handle_type = reinterpret_cast<PyTypeObject*>(nb::type<StreamHandle>().ptr());
    module.def("track", &track, nb::arg("address"), nb::arg("size"), nb::arg("kind"), nb::arg("pe") = -1);
    module.def("untrack", [](uintptr_t address) { return ranges().remove(address); }, nb::arg("address"));
    module.def("find", &find, nb::arg("address"),
               "(start, size, kind, pe) of the live range that holds an address, or None");
}

}  // namespace nvshmem_py
