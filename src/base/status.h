// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// An error as a value: what went wrong, decided once, carried to whoever can act on it.
#pragma once

#include <cstdarg>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace omni {

/// Values of the public nvshmemx_status, pinned by test/api.
enum class Code : int {
    success = 0,
    invalid_value = 1,
    out_of_memory = 2,
    not_supported = 3,
    symmetry = 4,
    gpu_not_selected = 5,
    collective_launch_failed = 6,
    internal = 7,
};

/// The enumerator's public name, e.g. "NVSHMEMX_ERROR_INVALID_VALUE".
const char* code_name(Code code);

/// Success, or a code with a text that names the argument, the value and the cure. Success is a null pointer:
/// hot paths return it for the price of a register.
class [[nodiscard]] Status {
  public:
    Status() = default;
    Status(Code code, std::string text) : failure_(new Failure{code, std::move(text)}) {}

    bool ok() const { return !failure_; }
    Code code() const { return failure_ ? failure_->code : Code::success; }
    const char* text() const { return failure_ ? failure_->text.c_str() : ""; }

  private:
    struct Failure {
        Code code;
        std::string text;
    };
    std::unique_ptr<Failure> failure_;
};

/// printf into a std::string.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);
std::string vformat(const char* pattern, va_list arguments);

[[gnu::format(printf, 2, 3)]] Status error(Code code, const char* pattern, ...);

/// error(Code::internal, ...) with ": strerror(errno)" behind the text, and the limit where one was reached.
[[gnu::format(printf, 1, 2)]] Status system_error(const char* pattern, ...);

/// A value, or the Status that says why there is none.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : value_(std::move(value)) {}
    Result(Status status) : status_(std::move(status)) {}

    bool ok() const { return value_.has_value(); }
    const Status& status() const& { return status_; }
    Status status() && { return std::move(status_); }
    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return &*value_; }

  private:
    Status status_;
    std::optional<T> value_;
};

}  // namespace omni
