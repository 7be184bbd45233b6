// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The dynamic linker's list.
#include "os/library.h"

#include <dlfcn.h>
#include <link.h>

#include <map>

namespace omni::os {

namespace {

/// Names as the linker knows them; the program itself is "".
std::vector<std::string> loaded_objects() {
    std::vector<std::string> names;
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* list) {
            static_cast<std::vector<std::string>*>(list)->emplace_back(info->dlpi_name);
            return 0;
        },
        &names);
    return names;
}

void* handle_of(const std::string& name) {
    return name.empty() ? ::dlopen(nullptr, RTLD_LAZY) : ::dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
}

}  // namespace

Result<Library> Library::load(const char* name) {
    void* handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return error(Code::not_supported, "%s", ::dlerror());
    return Library(handle, name);
}

std::vector<Library> Library::that_define(const char* symbol) {
    std::map<void*, Library> found;  // by place: a handle also finds what the object's dependencies define
    for (const std::string& name : loaded_objects()) {
        void* handle = handle_of(name);
        void* address = handle ? ::dlsym(handle, symbol) : nullptr;
        Dl_info info;
        if (address && ::dladdr(address, &info) != 0)
            found.try_emplace(info.dli_fbase, Library(handle, info.dli_fname));
    }
    std::vector<Library> libraries;
    for (const auto& [place, library] : found) libraries.push_back(library);
    return libraries;
}

void* Library::symbol(const char* name) const { return ::dlsym(handle_, name); }

}  // namespace omni::os
