// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The operations of the comparison, by MPI: one-sided in a passive epoch, messages for signals, collectives.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace compare {

class Library {
  public:
    explicit Library(size_t bytes) : bytes_(bytes) {
        MPI_Init(nullptr, nullptr);
        MPI_Comm_rank(MPI_COMM_WORLD, &me_);
        MPI_Comm_size(MPI_COMM_WORLD, &n_);
        // A page before the window's data: MPI promises no alignment, and the offset pairs need page offsets.
        const MPI_Aint size = static_cast<MPI_Aint>(bytes + 2 * kPage);
        MPI_Win_allocate(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base_, &window_);
        MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &word_, &word_window_);
        dest = base_ + padding(base_);
        peer_padding_ = static_cast<long>(padding(base_));
        MPI_Bcast(&peer_padding_, 1, MPI_LONG, n_ > 1 ? 1 : 0, MPI_COMM_WORLD);
        source = static_cast<char*>(std::aligned_alloc(kPage, bytes));
        result_ = static_cast<char*>(std::aligned_alloc(kPage, bytes));
        std::memset(source, 1, bytes);
        std::memset(result_, 0, bytes);
        std::memset(dest, 0, bytes);
        std::memset(word_, 0, 64);
        MPI_Win_lock_all(0, window_);
        MPI_Win_lock_all(0, word_window_);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    ~Library() {
        MPI_Win_unlock_all(window_);
        MPI_Win_unlock_all(word_window_);
        MPI_Win_free(&window_);
        MPI_Win_free(&word_window_);
        MPI_Finalize();
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    int me() const { return me_; }
    int n() const { return n_; }

    void put(char* to, const char* from, size_t bytes) {
        MPI_Put(from, count(bytes), MPI_BYTE, 1, place(to), count(bytes), MPI_BYTE, window_);
    }
    void get(char* to, const char* from, size_t bytes) {
        MPI_Get(to, count(bytes), MPI_BYTE, 1, place(from), count(bytes), MPI_BYTE, window_);
    }
    void get_and_wait(char* to, const char* from, size_t bytes) { get(to, from, bytes), quiet(); }
    void quiet() { MPI_Win_flush(1, window_); }
    void fetch_add() {
        MPI_Fetch_and_op(&one_, &old_, MPI_LONG, 1, 0, MPI_SUM, word_window_);
        MPI_Win_flush(1, word_window_);
    }
    void compare_swap() {
        const long next = swaps_ + 1;
        MPI_Compare_and_swap(&next, &swaps_, &old_, MPI_LONG, 1, 8, word_window_);
        MPI_Win_flush(1, word_window_);
        swaps_ = next;
    }
    void add() { MPI_Accumulate(&one_, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, word_window_); }

    void send(size_t bytes, int pe) { MPI_Send(source, count(bytes), MPI_BYTE, pe, 0, MPI_COMM_WORLD); }
    void receive() {
        MPI_Recv(result_, count(bytes_), MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    /// Everybody's copy of PE 0's number.
    long agree(long number) {
        MPI_Bcast(&number, 1, MPI_LONG, 0, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        return number;
    }
    void barrier() { MPI_Barrier(MPI_COMM_WORLD); }
    void broadcast(size_t bytes) { MPI_Bcast(source, count(bytes), MPI_BYTE, 0, MPI_COMM_WORLD); }
    void fcollect(size_t bytes) {
        MPI_Allgather(source, count(bytes), MPI_BYTE, result_, count(bytes), MPI_BYTE, MPI_COMM_WORLD);
    }
    void alltoall(size_t bytes) {
        MPI_Alltoall(source, count(bytes), MPI_BYTE, result_, count(bytes), MPI_BYTE, MPI_COMM_WORLD);
    }
    void sum_reduce(size_t bytes) {
        MPI_Allreduce(source, result_, count(bytes / sizeof(long)), MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    }

    char *source, *dest;

  private:
    static constexpr size_t kPage = 4096;
    static int count(size_t n) { return static_cast<int>(n); }
    static size_t padding(const char* p) { return (kPage - reinterpret_cast<uintptr_t>(p) % kPage) % kPage; }
    MPI_Aint place(const char* p) const { return p - dest + peer_padding_; }

    size_t bytes_;
    int me_, n_;
    char *base_, *result_, *word_;
    long peer_padding_;
    MPI_Win window_, word_window_;
    long one_ = 1, old_ = 0, swaps_ = 0;
};

inline void start_and_end() {
    MPI_Init(nullptr, nullptr);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}

}  // namespace compare
