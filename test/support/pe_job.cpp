// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "pe_job.h"

#include <nvshmem.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>

#include "pe_test.h"

namespace omni::test {
namespace {

void require_start(int status, int rank) {
    if (status == 0) return;
    std::fprintf(stderr, "PE %d could not start the library: status %d\n", rank, status);
    _exit(1);
}

int start_as_thread(int rank, int size) {
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    attributes.args.uid_args.myrank = rank;
    attributes.args.uid_args.nranks = size;
    return nvshmemx_init_attr(NVSHMEMX_INIT_THREAD_PES, &attributes);
}

}  // namespace

ProcessJob::ProcessJob() {
    int level = 0;
    require_start(nvshmem_init_thread(NVSHMEM_THREAD_MULTIPLE, &level), -1);
}

ProcessJob::~ProcessJob() { nvshmem_finalize(); }

void ProcessJob::run(Body body) { body(); }

ThreadJob::ThreadJob(int size) : size_(size) {
    for (int rank = 0; rank < size; ++rank) threads_.emplace_back(&ThreadJob::be_pe, this, rank);
}

ThreadJob::~ThreadJob() {
    run(nullptr);
    for (std::thread& thread : threads_) thread.join();
}

void ThreadJob::run(Body body) {
    {
        std::lock_guard lock(mutex_);
        body_ = body;
        through_ = 0;
        ++round_;
    }
    work_.notify_all();
    wait_for_all();
}

void ThreadJob::wait_for_all() {
    std::unique_lock lock(mutex_);
    const auto all_through = [this] { return through_ == size_; };
    done_.wait(lock, [&] { return all_through() || out_of_step(); });
    done_.wait_for(lock, std::chrono::seconds(1), all_through);
}

Body ThreadJob::next_body(int round) {
    std::unique_lock lock(mutex_);
    work_.wait(lock, [&] { return round_ == round; });
    return body_;
}

void ThreadJob::finish_round() {
    std::lock_guard lock(mutex_);
    ++through_;
    done_.notify_all();
}

void ThreadJob::be_pe(int rank) {
    require_start(start_as_thread(rank, size_), rank);
    const std::string who = "PE " + std::to_string(rank) + " of " + std::to_string(size_);
    int round = 1;
    while (const Body body = next_body(round)) {
        const testing::ScopedTrace trace(__FILE__, __LINE__, who);
        body();
        finish_round();
        ++round;
    }
    nvshmem_finalize();
    finish_round();
}

}  // namespace omni::test
