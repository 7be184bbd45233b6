// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Waits and tests on own memory. Loads acquire: who sees a value sees what its writer had completed before.
// Elements with a status other than 0 are left out; of no elements nothing is waited for.
#pragma once

#include "access.h"

namespace nvshmemi {

// By the type: unsigned elements compare as unsigned. `cmp`: NVSHMEM_CMP_EQ, NE, GT, LE, LT, GE.
template <class T>
NVSHMEM_DEVICE bool compare(T left, int cmp, T right) {
    switch (cmp) {
        case 0:
            return left == right;
        case 1:
            return left != right;
        case 2:
            return left > right;
        case 3:
            return left <= right;
        case 4:
            return left < right;
        default:
            return left >= right;
    }
}

template <class T>
NVSHMEM_DEVICE T wait_until(const T* ivar, int cmp, T value) {
    T seen = load(ivar);
    for (; !compare(seen, cmp, value); seen = load(ivar)) pause();
    return seen;
}

// What a call on several elements looks at; `step` 1: each has a value of its own, 0: all the first.
template <class T>
struct wait_set {
    const T* ivars;
    size_t nelems;
    const int* status;
    int cmp;
    const T* values;
    size_t step;

    NVSHMEM_DEVICE bool includes(size_t i) const { return !status || status[i] == 0; }
    NVSHMEM_DEVICE bool satisfied(size_t i) const { return compare(load(ivars + i), cmp, values[i * step]); }
    NVSHMEM_DEVICE bool empty() const {
        for (size_t i = 0; i < nelems; ++i)
            if (includes(i)) return false;
        return true;
    }
};

template <class T>
NVSHMEM_DEVICE_ALGORITHM void wait_all(const wait_set<T>& set) {
    for (size_t i = 0; i < set.nelems; ++i)
        while (set.includes(i) && !set.satisfied(i)) pause();
}
template <class T>
NVSHMEM_DEVICE_ALGORITHM int test_all(const wait_set<T>& set) {
    for (size_t i = 0; i < set.nelems; ++i)
        if (set.includes(i) && !set.satisfied(i)) return 0;
    return 1;
}
template <class T>
NVSHMEM_DEVICE_ALGORITHM size_t test_any(const wait_set<T>& set) {
    for (size_t i = 0; i < set.nelems; ++i)
        if (set.includes(i) && set.satisfied(i)) return i;
    return SIZE_MAX;
}
template <class T>
NVSHMEM_DEVICE_ALGORITHM size_t wait_any(const wait_set<T>& set) {
    if (set.empty()) return SIZE_MAX;
    size_t found;
    while ((found = test_any(set)) == SIZE_MAX) pause();
    return found;
}
template <class T>
NVSHMEM_DEVICE_ALGORITHM size_t test_some(const wait_set<T>& set, size_t* indices) {
    size_t found = 0;
    for (size_t i = 0; i < set.nelems; ++i)
        if (set.includes(i) && set.satisfied(i)) indices[found++] = i;
    return found;
}
template <class T>
NVSHMEM_DEVICE_ALGORITHM size_t wait_some(const wait_set<T>& set, size_t* indices) {
    if (set.empty()) return 0;
    size_t found;
    while ((found = test_some(set, indices)) == 0) pause();
    return found;
}

}  // namespace nvshmemi
