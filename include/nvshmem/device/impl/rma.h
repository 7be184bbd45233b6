// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Put, get, strided forms, put with signal: templates over the scope. The scope meets before and after, so
// that data written by any of its threads is sent, and none goes on before all is done.
#pragma once

#include "access.h"

namespace nvshmemi {

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void put_bytes(void* dest, const void* source, size_t bytes, int pe) {
    Scope::sync();
    if (bytes > 0) copy<Scope>(place(static_cast<char*>(dest), pe), source, bytes);
    Scope::sync();
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void get_bytes(void* dest, const void* source, size_t bytes, int pe) {
    Scope::sync();
    if (bytes > 0) copy<Scope>(dest, place(static_cast<const char*>(source), pe), bytes);
    Scope::sync();
}

// Elements of `size` bytes, strides in elements.
template <class Scope>
NVSHMEM_DEVICE void copy_strided(char* dest, const char* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
                                 size_t size) {
    for (size_t i = Scope::index(); i < nelems; i += Scope::size())
        copy<thread>(dest + static_cast<ptrdiff_t>(i * size) * dst,
                     source + static_cast<ptrdiff_t>(i * size) * sst, size);
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void iput_elements(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst,
                                            size_t nelems, size_t size, int pe) {
    Scope::sync();
    if (nelems > 0)
        copy_strided<Scope>(place(static_cast<char*>(dest), pe), static_cast<const char*>(source), dst, sst,
                            nelems, size);
    Scope::sync();
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void iget_elements(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst,
                                            size_t nelems, size_t size, int pe) {
    Scope::sync();
    if (nelems > 0)
        copy_strided<Scope>(static_cast<char*>(dest), place(static_cast<const char*>(source), pe), dst, sst,
                            nelems, size);
    Scope::sync();
}

NVSHMEM_DEVICE void signal_now(uint64_t* sig_addr, uint64_t signal, int sig_op, int pe) {
    uint64_t* word = place(sig_addr, pe);
    release_fence();
    if (sig_op == 9)  // NVSHMEM_SIGNAL_SET
        store_release(word, signal);
    else
        atomic_add(word, signal);
}

template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void put_signal_bytes(void* dest, const void* source, size_t bytes,
                                               uint64_t* sig_addr, uint64_t signal, int sig_op, int pe) {
    put_bytes<Scope>(dest, source, bytes, pe);
    if (Scope::index() == 0) signal_now(sig_addr, signal, sig_op, pe);
    Scope::sync();
}

}  // namespace nvshmemi
