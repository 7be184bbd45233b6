// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The list of pieces, and who of them has a state.
#include "cuda/device_code.h"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <set>

namespace omni::cuda {

namespace {

struct List {
    std::mutex mutex;
    nvshmemi_device_code* first = nullptr;
    std::set<std::pair<const nvshmemi_device_code*, int>> filled;  // with the device
};
/// Objects register before main and leave after it.
List& list() {
    static List* list = new List;
    return *list;
}

std::string origin(const nvshmemi_device_code& code) {
    Dl_info info;
    const bool known = ::dladdr(reinterpret_cast<const void*>(code.fill), &info) != 0 && info.dli_fname;
    return known ? info.dli_fname : "an unknown object";
}

Status check_version(const nvshmemi_device_code& code) {
    if (code.bytes >= sizeof code && code.version == NVSHMEMI_DEVICE_STATE_VERSION) return {};
    return error(
        Code::not_supported,
        "the kernels of %s were compiled with headers whose device state has version %u, this library "
        "has %d: compile them with this library's headers",
        origin(code).c_str(), code.version, NVSHMEMI_DEVICE_STATE_VERSION);
}

Status fill(const nvshmemi_device_code& code, const nvshmemi_device_state& state) {
    if (Status status = check_version(code); !status.ok()) return status;
    const int failure = code.fill(&state);
    if (failure == 0) return {};
    return error(
        Code::internal,
        "CUDA's runtime cannot copy the PE's state to the kernels of %s: cudaError_t %d. Does the code "
        "have machine code or PTX for this GPU (-arch of nvcc), and is the driver as new as the "
        "compiler?",
        origin(code).c_str(), failure);
}

}  // namespace

void add_device_code(nvshmemi_device_code* code) {
    std::lock_guard lock(list().mutex);
    code->next = list().first;
    list().first = code;
}

void remove_device_code(nvshmemi_device_code* code) {
    std::lock_guard lock(list().mutex);
    for (nvshmemi_device_code** at = &list().first; *at; at = &(*at)->next)
        if (*at == code) {
            *at = code->next;
            break;
        }
    std::erase_if(list().filled, [code](const auto& entry) { return entry.first == code; });
}

bool has_device_code() {
    std::lock_guard lock(list().mutex);
    return list().first != nullptr;
}

std::string origin_of_device_code() {
    std::lock_guard lock(list().mutex);
    return list().first ? origin(*list().first) : "";
}

Status fill_device_code(int device, const nvshmemi_device_state& state) {
    std::lock_guard lock(list().mutex);
    for (const nvshmemi_device_code* code = list().first; code; code = code->next) {
        if (list().filled.contains({code, device})) continue;
        if (Status status = fill(*code, state); !status.ok()) return status;
        list().filled.emplace(code, device);
    }
    return {};
}

void forget_device_states() {
    std::lock_guard lock(list().mutex);
    list().filled.clear();
}

Result<void*> function_of_kernel(const void* kernel) {
    std::lock_guard lock(list().mutex);
    void* function = nullptr;
    for (const nvshmemi_device_code* code = list().first; code; code = code->next)
        if (code->function(&function, kernel) == 0 && function) return function;
    return error(Code::invalid_value,
                 "func is %p, which is no kernel of an object that nvcc compiled with this library's headers",
                 kernel);
}

}  // namespace omni::cuda
