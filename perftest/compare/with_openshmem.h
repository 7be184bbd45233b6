// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The operations of the comparison, by OpenSHMEM 1.4: the level of Open MPI 4.1.
#pragma once

#include <shmem.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace compare {

class Library {
  public:
    explicit Library(size_t bytes) {
        shmem_init();
        source = static_cast<char*>(shmem_align(4096, bytes));
        dest = static_cast<char*>(shmem_align(4096, bytes));
        word_ = static_cast<long*>(shmem_calloc(1, 64));
        swapped_word_ = static_cast<long*>(shmem_calloc(1, 64));
        signal_ = static_cast<long*>(shmem_calloc(1, 64));
        agreed_ = static_cast<long*>(shmem_calloc(1, 64));
        reduce_work_ =
            static_cast<long*>(shmem_malloc(bytes / 2 + SHMEM_REDUCE_MIN_WRKDATA_SIZE * sizeof(long)));
        for (auto& turn : syncs_) turn = sync_array();
        std::memset(source, 1, bytes);
        std::memset(dest, 0, bytes);
        shmem_barrier_all();
    }
    ~Library() { shmem_finalize(); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    int me() const { return shmem_my_pe(); }
    int n() const { return shmem_n_pes(); }

    void put(char* to, const char* from, size_t bytes) { shmem_putmem_nbi(to, from, bytes, 1); }
    void get(char* to, const char* from, size_t bytes) { shmem_getmem_nbi(to, from, bytes, 1); }
    void get_and_wait(char* to, const char* from, size_t bytes) { shmem_getmem(to, from, bytes, 1); }
    void quiet() { shmem_quiet(); }
    void fetch_add() { shmem_long_atomic_fetch_add(word_, 1, 1); }
    void compare_swap() {
        shmem_long_atomic_compare_swap(swapped_word_, swaps_, swaps_ + 1, 1);
        ++swaps_;
    }
    void add() { shmem_long_atomic_add(word_, 1, 1); }

    void send(size_t bytes, int pe) {
        shmem_putmem(dest, source, bytes, pe);
        shmem_fence();
        shmem_long_p(signal_, ++sent_, pe);
    }
    void receive() { shmem_long_wait_until(signal_, SHMEM_CMP_GE, ++received_); }

    /// Everybody's copy of PE 0's number.
    long agree(long number) {
        shmem_long_p(agreed_, number, me());
        shmem_barrier_all();
        number = shmem_long_g(agreed_, 0);
        shmem_barrier_all();
        return number;
    }
    void barrier() { shmem_barrier_all(); }
    void broadcast(size_t bytes) { shmem_broadcast64(dest, source, bytes / 8, 0, 0, 0, n(), next_sync()); }
    void fcollect(size_t bytes) { shmem_fcollect64(dest, source, bytes / 8, 0, 0, n(), next_sync()); }
    void alltoall(size_t bytes) { shmem_alltoall64(dest, source, bytes / 8, 0, 0, n(), next_sync()); }
    void sum_reduce(size_t bytes) {
        shmem_long_sum_to_all(reinterpret_cast<long*>(dest), reinterpret_cast<long*>(source),
                              static_cast<int>(bytes / sizeof(long)), 0, 0, n(), reduce_work_, next_sync());
    }

    char *source, *dest;

  private:
    // The active-set forms want another array in each of several calls in a row.
    static constexpr size_t kSyncWords =
        SHMEM_REDUCE_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE + SHMEM_COLLECT_SYNC_SIZE + SHMEM_ALLTOALL_SYNC_SIZE;
    static long* sync_array() {
        long* words = static_cast<long*>(shmem_malloc(kSyncWords * sizeof(long)));
        std::fill_n(words, kSyncWords, SHMEM_SYNC_VALUE);
        return words;
    }
    long* next_sync() { return syncs_[turn_++ % syncs_.size()]; }

    long *word_, *swapped_word_, *signal_, *agreed_, *reduce_work_;
    long sent_ = 0, received_ = 0, swaps_ = 0;
    std::array<long*, 4> syncs_;
    size_t turn_ = 0;
};

inline void start_and_end() {
    shmem_init();
    shmem_barrier_all();
    shmem_finalize();
}

}  // namespace compare
