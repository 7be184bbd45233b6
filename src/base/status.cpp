// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Text formatting for Status.
#include "base/status.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/exhaustion.h"

namespace omni {

const char* code_name(Code code) {
    static constexpr const char* names[] = {
        "NVSHMEMX_SUCCESS",
        "NVSHMEMX_ERROR_INVALID_VALUE",
        "NVSHMEMX_ERROR_OUT_OF_MEMORY",
        "NVSHMEMX_ERROR_NOT_SUPPORTED",
        "NVSHMEMX_ERROR_SYMMETRY",
        "NVSHMEMX_ERROR_GPU_NOT_SELECTED",
        "NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED",
        "NVSHMEMX_ERROR_INTERNAL",
    };
    return names[static_cast<int>(code)];
}

std::string vformat(const char* pattern, va_list arguments) {
    va_list measure;
    va_copy(measure, arguments);
    const int length = std::vsnprintf(nullptr, 0, pattern, measure);
    va_end(measure);
    std::string text(static_cast<size_t>(length), '\0');
    std::vsnprintf(text.data(), text.size() + 1, pattern, arguments);
    return text;
}

std::string format(const char* pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    std::string text = vformat(pattern, arguments);
    va_end(arguments);
    return text;
}

Status error(Code code, const char* pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    std::string text = vformat(pattern, arguments);
    va_end(arguments);
    return Status(code, std::move(text));
}

Status system_error(const char* pattern, ...) {
    const int number = errno;
    va_list arguments;
    va_start(arguments, pattern);
    std::string text = vformat(pattern, arguments);
    va_end(arguments);
    return Status(Code::internal, text + ": " + std::strerror(number) + describe_exhaustion(number));
}

}  // namespace omni
