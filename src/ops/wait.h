// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Waiting for values in the caller's own memory, and testing for them. All loads acquire: who sees a value
// sees what its writer had completed before. A wait that is satisfied at once calls nothing.
#pragma once

#include <type_traits>

#include "control/wait.h"
#include "nvshmem/types.h"
#include "ops/element.h"
#include "ops/trace.h"

namespace omni::ops {

namespace detail {
/// For each comparison the orders that satisfy it: 1 less, 2 equal, 4 greater.
inline constexpr uint8_t kSatisfying[] = {2, 5, 4, 3, 1, 6};
static_assert(NVSHMEM_CMP_EQ == 0 && NVSHMEM_CMP_NE == 1 && NVSHMEM_CMP_GT == 2 && NVSHMEM_CMP_LE == 3 &&
              NVSHMEM_CMP_LT == 4 && NVSHMEM_CMP_GE == 5);
}  // namespace detail

/// By the type: unsigned elements compare as unsigned.
template <class T>
bool compare(T left, int cmp, T right) {
    const int order = 1 + (left > right) - (left < right);
    return detail::kSatisfying[cmp] >> order & 1;
}

template <class T>
T load(const T* ivar) {
    return std::atomic_ref<T>(*const_cast<T*>(ivar)).load(std::memory_order_acquire);
}

inline bool is_comparison(int cmp) { return cmp >= NVSHMEM_CMP_EQ && cmp <= NVSHMEM_CMP_GE; }

namespace detail {

// False after an error was reported (mode return).
bool check_comparison(const char* call, int cmp);
bool check_array(const char* call, const char* argument, const void* array);
[[gnu::cold]] bool check_word(const Pe* self, const Names& names, const void* ivar, size_t size, int cmp);

/// What the control page says about a wait for the word at `ivar`.
control::WaitInfo wait_info(const Pe* self, const char* call, const void* ivar, int cmp, uint64_t value);

/// Whether the wait ended well; else its error was reported.
bool finish(const char* call, const Status& status);

template <class Look>
Status run_wait(const Pe* self, const control::WaitInfo& info, Look& look) {
    if (__builtin_expect(!self->traced, 1)) return control::wait(*self->member, info, look);
    const trace::Wait traced(self, info);
    uint64_t last = 0;
    Status status = control::wait(*self->member, info, [&](uint64_t& seen) {
        const bool done = look(seen);
        last = seen;
        return done;
    });
    traced.end(last);
    return status;
}

/// Blocks until `test` holds for the word at `ivar`; gives the value for which it did, 0 after an error.
template <class T, class Test>
[[gnu::noinline]] T block_on_word(const Pe* self, const char* call, const T* ivar, int cmp, T value,
                                  Test test) {
    T last{};
    const auto look = [&](uint64_t& seen) {
        last = load(ivar);
        seen = static_cast<uint64_t>(last);
        return test(last);
    };
    const auto info = wait_info(self, call, ivar, cmp, static_cast<uint64_t>(value));
    return finish(call, run_wait(self, info, look)) ? last : T{};
}

// Waits that must block, registered buffers, errors.
template <class T>
[[gnu::noinline]] T wait_slowly(const Pe* self, const Names& names, const T* ivar, int cmp, T value) {
    if (!check_word(self, names, ivar, sizeof(T), cmp)) return T{};
    return block_on_word(self, names.call, ivar, cmp, value,
                         [=](T seen) { return compare(seen, cmp, value); });
}

template <class T>
[[gnu::cold, gnu::noinline]] bool test_slowly(const Pe* self, const Names& names, const T* ivar, int cmp,
                                              T value) {
    return check_word(self, names, ivar, sizeof(T), cmp) && compare(load(ivar), cmp, value);
}

}  // namespace detail

// ---- One element ----

/// Gives the value that satisfied; 0 after an error in mode return.
template <class T>
[[gnu::always_inline]] inline T wait_until(const Pe* self, const Names& names, const T* ivar, int cmp,
                                           T value) {
    if (__builtin_expect(is_comparison(cmp) && owns(self, ivar, 1), 1))
        if (const T seen = load(ivar); compare(seen, cmp, value)) return seen;
    return detail::wait_slowly(self, names, ivar, cmp, value);
}

template <class T>
[[gnu::always_inline]] inline bool test(const Pe* self, const Names& names, const T* ivar, int cmp, T value) {
    if (__builtin_expect(is_comparison(cmp) && owns(self, ivar, 1), 1))
        return compare(load(ivar), cmp, value);
    return detail::test_slowly(self, names, ivar, cmp, value);
}

// ---- Several elements ----

inline constexpr size_t kNone = SIZE_MAX;

/// What a call on several elements looks at. Elements with a non-zero `status` are as if they were not there;
/// the array is only read. Made from the arguments of the call, lives as long as they do.
template <class T>
struct WaitSet {
    const T* ivars;
    size_t nelems;
    const int* status;  ///< null: all are there
    int cmp;
    const T* values;
    size_t step;  ///< 1: each element has a value of its own; 0: all have the first

    bool includes(size_t i) const { return !status || status[i] == 0; }
    T value(size_t i) const { return values[i * step]; }
    bool satisfied(size_t i) const { return compare(load(ivars + i), cmp, value(i)); }

    /// The first included element at or after `i`, nelems if there is none.
    size_t next(size_t i) const {
        while (i < nelems && !includes(i)) ++i;
        return i;
    }

    /// The first at or after `i` that is included and not satisfied, nelems if there is none.
    size_t next_unsatisfied(size_t i) const {
        while (i < nelems && (!includes(i) || satisfied(i))) ++i;
        return i;
    }

    bool empty() const { return next(0) == nelems; }
};

template <class T>
WaitSet<T> one_value(const T* ivars, size_t nelems, const int* status, int cmp, const T& value) {
    return {ivars, nelems, status, cmp, &value, 0};
}

template <class T>
WaitSet<T> own_values(const T* ivars, size_t nelems, const int* status, int cmp, const T* values) {
    return {ivars, nelems, status, cmp, values, 1};
}

namespace detail {

/// Where the next search for any element begins, behind the one found last: who re-arms elements instead of
/// masking them still gets each in its turn.
extern __thread size_t next_any __attribute__((tls_model("initial-exec")));

template <class T>
bool check_set(const Pe* self, const Names& names, const WaitSet<T>& set) {
    return check_comparison(names.call, set.cmp) &&
           (owns(self, set.ivars, set.nelems) ||
            check_own_elements(self, names, set.ivars, set.nelems, sizeof(T))) &&
           (set.nelems == 0 || check_array(names.call, "cmp_values", set.values));
}

template <class T>
bool check_indices(const char* call, const WaitSet<T>& set, const size_t* indices) {
    return set.nelems == 0 || check_array(call, "indices", indices);
}

template <class T>
size_t find_any(const WaitSet<T>& set) {
    for (size_t looked = 0, i = set.nelems ? next_any % set.nelems : 0; looked < set.nelems; ++looked) {
        if (set.includes(i) && set.satisfied(i)) {
            next_any = i + 1;
            return i;
        }
        if (++i == set.nelems) i = 0;
    }
    return kNone;
}

template <class T>
size_t find_some(const WaitSet<T>& set, size_t* indices) {
    size_t found = 0;
    for (size_t i = 0; i < set.nelems; ++i)
        if (set.includes(i) && set.satisfied(i)) indices[found++] = i;
    return found;
}

/// Blocks until `search()` is true. Meanwhile the control page speaks of the element that `watched` names.
template <class T, class Search>
[[gnu::noinline]] bool block_on_set(const Pe* self, const char* call, const WaitSet<T>& set,
                                    const size_t& watched, Search search) {
    control::WaitInfo info;
    const auto look = [&](uint64_t& seen) {
        if (search()) return true;
        info = wait_info(self, call, set.ivars + watched, set.cmp, static_cast<uint64_t>(set.value(watched)));
        seen = static_cast<uint64_t>(load(set.ivars + watched));
        return false;
    };
    if (self->traced)
        info = wait_info(self, call, set.ivars + watched, set.cmp, static_cast<uint64_t>(set.value(watched)));
    return finish(call, run_wait(self, info, look));
}

}  // namespace detail

/// Elements may satisfy one after the other; a value seen once counts.
template <class T>
void wait_until_all(const Pe* self, const Names& names, const WaitSet<T>& set) {
    if (!detail::check_set(self, names, set)) return;
    size_t i = set.next_unsatisfied(0);
    if (i == set.nelems) return;
    detail::block_on_set(self, names.call, set, i,
                         [&] { return (i = set.next_unsatisfied(i)) == set.nelems; });
}

template <class T>
size_t wait_until_any(const Pe* self, const Names& names, const WaitSet<T>& set) {
    if (!detail::check_set(self, names, set) || set.empty()) return kNone;
    size_t found = detail::find_any(set);
    if (found == kNone)
        detail::block_on_set(self, names.call, set, set.next(0),
                             [&] { return (found = detail::find_any(set)) != kNone; });
    return found;
}

template <class T>
size_t wait_until_some(const Pe* self, const Names& names, const WaitSet<T>& set, size_t* indices) {
    if (!detail::check_set(self, names, set) || !detail::check_indices(names.call, set, indices)) return 0;
    if (set.empty()) return 0;
    size_t found = detail::find_some(set, indices);
    if (found == 0)
        detail::block_on_set(self, names.call, set, set.next(0),
                             [&] { return (found = detail::find_some(set, indices)) != 0; });
    return found;
}

template <class T>
bool test_all(const Pe* self, const Names& names, const WaitSet<T>& set) {
    return detail::check_set(self, names, set) && set.next_unsatisfied(0) == set.nelems;
}

template <class T>
size_t test_any(const Pe* self, const Names& names, const WaitSet<T>& set) {
    return detail::check_set(self, names, set) ? detail::find_any(set) : kNone;
}

template <class T>
size_t test_some(const Pe* self, const Names& names, const WaitSet<T>& set, size_t* indices) {
    if (!detail::check_set(self, names, set) || !detail::check_indices(names.call, set, indices)) return 0;
    return detail::find_some(set, indices);
}

}  // namespace omni::ops
