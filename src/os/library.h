// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shared libraries at run time: those that the process has loaded already, by whatever way, and optional
// ones.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace omni::os {

/// A loaded library. It stays loaded for the life of the process, as others use it too.
class Library {
  public:
    /// Loads by the rules of dlopen, its symbols for nobody else.
    static Result<Library> load(const char* name);
    /// The loaded objects that define `symbol` themselves, those opened with RTLD_LOCAL included; the program
    /// itself where it exports the symbol.
    static std::vector<Library> that_define(const char* symbol);

    const std::string& path() const { return path_; }
    /// Null when there is none.
    void* symbol(const char* name) const;
    template <class Function>
    void find(const char* name, Function*& function) const {
        function = reinterpret_cast<Function*>(symbol(name));
    }

  private:
    Library(void* handle, std::string path) : handle_(handle), path_(std::move(path)) {}
    void* handle_;
    std::string path_;
};

}  // namespace omni::os
