// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The operations of the comparison, by NVSHMEM's interface.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstring>

namespace compare {

class Library {
  public:
    explicit Library(size_t bytes) {
        nvshmem_init();
        source = static_cast<char*>(nvshmem_align(4096, bytes));
        dest = static_cast<char*>(nvshmem_align(4096, bytes));
        word_ = static_cast<uint64_t*>(nvshmem_calloc(1, 64));
        swapped_word_ = static_cast<uint64_t*>(nvshmem_calloc(1, 64));
        signal_ = static_cast<uint64_t*>(nvshmem_calloc(1, 64));
        agreed_ = static_cast<long*>(nvshmem_calloc(1, 64));
        std::memset(source, 1, bytes);
        std::memset(dest, 0, bytes);
        nvshmem_barrier_all();
    }
    ~Library() { nvshmem_finalize(); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    int me() const { return nvshmem_my_pe(); }
    int n() const { return nvshmem_n_pes(); }

    void put(char* to, const char* from, size_t bytes) { nvshmem_putmem_nbi(to, from, bytes, 1); }
    void get(char* to, const char* from, size_t bytes) { nvshmem_getmem_nbi(to, from, bytes, 1); }
    void get_and_wait(char* to, const char* from, size_t bytes) { nvshmem_getmem(to, from, bytes, 1); }
    void quiet() { nvshmem_quiet(); }
    void fetch_add() { nvshmem_uint64_atomic_fetch_add(word_, 1, 1); }
    void compare_swap() {
        nvshmem_uint64_atomic_compare_swap(swapped_word_, swaps_, swaps_ + 1, 1);
        ++swaps_;
    }
    void add() { nvshmem_uint64_atomic_add(word_, 1, 1); }

    void send(size_t bytes, int pe) {
        nvshmem_putmem_signal(dest, source, bytes, signal_, 1, NVSHMEM_SIGNAL_ADD, pe);
    }
    void receive() { nvshmem_signal_wait_until(signal_, NVSHMEM_CMP_GE, ++received_); }

    /// Everybody's copy of PE 0's number.
    long agree(long number) {
        *agreed_ = number;
        nvshmem_barrier_all();
        number = nvshmem_long_g(agreed_, 0);
        nvshmem_barrier_all();
        return number;
    }
    void barrier() { nvshmem_barrier_all(); }
    void broadcast(size_t bytes) { nvshmem_broadcastmem(NVSHMEM_TEAM_WORLD, dest, source, bytes, 0); }
    void fcollect(size_t bytes) { nvshmem_fcollectmem(NVSHMEM_TEAM_WORLD, dest, source, bytes); }
    void alltoall(size_t bytes) { nvshmem_alltoallmem(NVSHMEM_TEAM_WORLD, dest, source, bytes); }
    void sum_reduce(size_t bytes) {
        nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, reinterpret_cast<long*>(dest),
                                reinterpret_cast<long*>(source), bytes / sizeof(long));
    }

    char *source, *dest;

  private:
    uint64_t *word_, *swapped_word_, *signal_;
    long* agreed_;
    uint64_t received_ = 0, swaps_ = 0;
};

inline void start_and_end() {
    nvshmem_init();
    nvshmem_barrier_all();
    nvshmem_finalize();
}

}  // namespace compare
