// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// nvshmem-info: version, build and environment variables of the library. Asked for nothing, it prints
// nothing.
#include <cstdio>

#include "formats.h"
#include "request.h"

namespace omni::nvshmem_info {

namespace {

/// Exit status 1 where the text cannot be written.
int print(const std::string& text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    return written && std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

int run(const Request& request) {
    if (request.json) return print(as_json(request));
    const std::string text = as_text(request);
    return print(request.restructured ? text + as_restructured_text(request) : text);
}

}  // namespace omni::nvshmem_info

int main(int count, char** words) {
    using namespace omni::nvshmem_info;
    const auto parsed = parse(count, words);
    if (const int* exit_status = std::get_if<int>(&parsed)) return *exit_status;
    return run(std::get<Request>(parsed));
}
