// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <cstdarg>
#include <cstdio>

#include "library.h"

namespace nvshmem_py {

void raise(const char* name, const char* format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    nb::object type = nb::module_::import_("nvshmem.errors").attr(name);
    PyErr_SetObject(type.ptr(), nb::str(text).ptr());
    throw nb::python_error();
}

void raise_status(int status, const char* function) {
    const nvshmemx_error_info_t* error = library().last_error();
    const char* text = error ? error->text : "";
    if (status == 0 && error) status = error->code;
    nb::object exception = nb::module_::import_("nvshmem.errors").attr("from_status")(status, text, function);
    library().clear_error();
    PyErr_SetObject(exception.type().ptr(), exception.ptr());
    throw nb::python_error();
}

void check_error(const char* function, int status) {
    if (PyErr_Occurred()) {
        library()
            .last_error();  // takes over what streams' work left, so that the next call does not raise it
        library().clear_error();
        throw nb::python_error();
    }
    if (status != 0 || library().last_error()) raise_status(status, function);
}

}  // namespace nvshmem_py
