// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives of kernels: templates over the scope. Data goes straight to the
// members' `dest`, and a sync tells that it is there, so nothing is copied twice and no scratch is needed.
//
// The flag of rank r at a member holds the number of the latest sync that r has come to. It only grows, by
// an atomic maximum, so that calls of several threads of a PE may overlap.
#pragma once

#include "access.h"
#include "operators.h"

namespace nvshmemi {

NVSHMEM_DEVICE const nvshmemi_device_team* find_team(int32_t handle) {
    if (static_cast<uint32_t>(handle) >= static_cast<uint32_t>(state().n_teams)) return nullptr;
    const nvshmemi_device_team* team = state().teams + handle;
    return team->me >= 0 ? team : nullptr;
}

constexpr int invalid_value = 1;  // NVSHMEMX_ERROR_INVALID_VALUE

NVSHMEM_DEVICE uint64_t arrival_flag(const nvshmemi_device_team& team, int of) {
    return team.flags + of * team.flag_stride;
}

// This PE's flag at the member. By the proxy it is stored, as its requests are in order.
NVSHMEM_DEVICE void raise_flag(const nvshmemi_device_team& team, int at, uint64_t step) {
    const int pe = team.pe_of[at];
    const uint64_t flag = arrival_flag(team, team.me);
    if (char* base = state().peer_base[pe])
        atomic_max(reinterpret_cast<uint64_t*>(base + flag), step);
    else
        proxy_put<thread>(pe, flag, reinterpret_cast<const char*>(&step), sizeof step);
}

// All members have come, and see what each had written before.
template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void sync_team(const nvshmemi_device_team& team) {
    Scope::sync();
    if (Scope::index() == 0) {
        quiet_all();
        const uint64_t step = atomic_add(team.epoch, uint64_t{1}) + 1;
        for (int i = 0; i < team.n; ++i) raise_flag(team, i, step);
        for (int i = 0; i < team.n; ++i)
            while (load_acquire(reinterpret_cast<const uint64_t*>(state().base + arrival_flag(team, i))) <
                   step)
                pause();
        full_fence();
    }
    Scope::sync();
}

// Stores to mapped peers are complete where the sync's fences have passed, so a barrier is a sync.
template <class Scope>
NVSHMEM_DEVICE int barrier(int32_t handle) {
    const nvshmemi_device_team* team = find_team(handle);
    if (!team) return invalid_value;
    sync_team<Scope>(*team);
    return 0;
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM int broadcast_bytes(int32_t handle, void* dest, const void* src, size_t bytes,
                                             int root) {
    const nvshmemi_device_team* team = find_team(handle);
    if (!team || root < 0 || root >= team->n) return invalid_value;
    if (bytes == 0) return 0;
    Scope::sync();
    if (team->me == root)
        for (int i = 0; i < team->n; ++i) {
            const target<char> to = resolve(static_cast<char*>(dest), team->pe_of[i]);
            if (to.mapped != src) put_to<Scope>(to, src, bytes);
        }
    sync_team<Scope>(*team);
    return 0;
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM int fcollect_bytes(int32_t handle, void* dest, const void* src, size_t block) {
    const nvshmemi_device_team* team = find_team(handle);
    if (!team) return invalid_value;
    if (block == 0) return 0;
    Scope::sync();
    for (int k = 0; k < team->n; ++k) {
        const int i = (team->me + k) % team->n;  // members begin at different ones
        const target<char> to = resolve(static_cast<char*>(dest) + team->me * block, team->pe_of[i]);
        if (to.mapped != src) put_to<Scope>(to, src, block);
    }
    sync_team<Scope>(*team);
    return 0;
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM int alltoall_bytes(int32_t handle, void* dest, const void* src, size_t block) {
    const nvshmemi_device_team* team = find_team(handle);
    if (!team) return invalid_value;
    if (block == 0) return 0;
    Scope::sync();
    for (int k = 0; k < team->n; ++k) {
        const int i = (team->me + k) % team->n;
        put_to<Scope>(resolve(static_cast<char*>(dest) + team->me * block, team->pe_of[i]),
                      static_cast<const char*>(src) + i * block, block);
    }
    sync_team<Scope>(*team);
    return 0;
}

// Element `i` of all members' `src`, combined in rank order.
template <class Operator, class T>
NVSHMEM_DEVICE T combine(const nvshmemi_device_team& team, const T* src, size_t i) {
    auto total = widen(get_element(src + i, team.pe_of[0]));
    for (int rank = 1; rank < team.n; ++rank)
        total = Operator::apply(total, widen(get_element(src + i, team.pe_of[rank])));
    return narrow<T>(total);
}

// Each member combines a share of the elements and gives it to all: nobody reads what another one writes, so
// dest and src may be the same.
template <class Scope, class Operator, class T>
NVSHMEM_DEVICE_ALGORITHM int reduce_canonical(int32_t handle, T* dest, const T* src, size_t count) {
    const nvshmemi_device_team* team = find_team(handle);
    if (!team) return invalid_value;
    if (count == 0) return 0;
    sync_team<Scope>(*team);
    const size_t members = static_cast<size_t>(team->n), me = static_cast<size_t>(team->me);
    const size_t end = count * (me + 1) / members;
    for (size_t i = count * me / members + Scope::index(); i < end; i += Scope::size()) {
        const T result = combine<Operator>(*team, src, i);
        for (int rank = 0; rank < team->n; ++rank) put_element(dest + i, result, team->pe_of[rank]);
    }
    sync_team<Scope>(*team);
    return 0;
}

// The members' shares are read by their owners alone, but an owner may write where others still read (dest
// and src the same): then a sync lies between reading and writing so many elements as there are threads.
template <class Scope, class Operator, class T>
NVSHMEM_DEVICE_ALGORITHM int reducescatter_canonical(int32_t handle, T* dest, const T* src, size_t count) {
    const nvshmemi_device_team* team = find_team(handle);
    if (!team) return invalid_value;
    if (count == 0) return 0;
    sync_team<Scope>(*team);
    const T* share = src + static_cast<size_t>(team->me) * count;
    const bool in_place = dest == src;
    for (size_t first = 0; first < count; first += Scope::size()) {
        const size_t i = first + Scope::index();
        T result;
        if (i < count) result = combine<Operator>(*team, share, i);
        if (in_place) sync_team<Scope>(*team);
        if (i < count) dest[i] = result;
    }
    sync_team<Scope>(*team);
    return 0;
}

template <class Scope, class Operator, class T>
NVSHMEM_DEVICE int reduce_elements(int32_t handle, T* dest, const T* src, size_t count) {
    using C = typename canonical<T>::type;
    return reduce_canonical<Scope, Operator>(handle, reinterpret_cast<C*>(dest),
                                             reinterpret_cast<const C*>(src), count);
}
template <class Scope, class Operator, class T>
NVSHMEM_DEVICE int reducescatter_elements(int32_t handle, T* dest, const T* src, size_t count) {
    using C = typename canonical<T>::type;
    return reducescatter_canonical<Scope, Operator>(handle, reinterpret_cast<C*>(dest),
                                                    reinterpret_cast<const C*>(src), count);
}

}  // namespace nvshmemi
