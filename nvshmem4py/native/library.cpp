// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "library.h"

#include <dlfcn.h>
#include <nanobind/stl/string.h>
#include <stdlib.h>

#include <memory>

#include "errors.h"
#include "interrupt.h"

namespace nvshmem_py {

namespace {

Library opened;

std::string real_path(const char* path) {
    std::unique_ptr<char, decltype(&free)> real(realpath(path, nullptr), &free);
    return real ? real.get() : path;
}

// A library of the same SONAME that is in the process already would be handed out in place of ours.
void refuse_another(const Library& library) {
    Dl_info where{};
    dladdr(reinterpret_cast<void*>(library.my_pe), &where);
    if (where.dli_fname && real_path(where.dli_fname) != real_path(library.path.c_str()))
        raise("LibraryNotFound",
              "opened %s, but the process has %s under the same name already; import nvshmem.core first",
              library.path.c_str(), where.dli_fname);
}

void bind(Library& library) {
#define NVSHMEM_PY_BIND(name, symbol)                                                        \
    library.name = reinterpret_cast<decltype(library.name)>(dlsym(library.handle, #symbol)); \
    if (!library.name) raise("FunctionNotFound", "%s has no function " #symbol, library.path.c_str());
    NVSHMEM_PY_FUNCTIONS(NVSHMEM_PY_BIND)
#undef NVSHMEM_PY_BIND
}

// Local, so that the names of this library serve nobody else; errors become exceptions, so they must come
// back.
void open() {
    Library library;
    library.path = nb::cast<std::string>(nb::str(nb::module_::import_("nvshmem._library").attr("find")()));
    library.handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library.handle) raise("LibraryNotFound", "cannot open the host library: %s", dlerror());
    bind(library);
    refuse_another(library);
    library.set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
    obey_interrupts(library);
    opened = std::move(library);
}

}  // namespace

void* Library::symbol(const char* name) const { return dlsym(handle, name); }

Library& library() {
    if (!opened.handle) open();
    return opened;
}

bool library_is_open() { return opened.handle != nullptr; }

}  // namespace nvshmem_py
