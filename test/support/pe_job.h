// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The PEs of this process that run test bodies: itself, or its PE threads.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace omni::test {

using Body = void (*)();

/// Made with the library started on all PEs of this process; its end finalizes them.
class PeJob {
  public:
    virtual ~PeJob() = default;
    /// Returns when all PEs of this process are through with `body`, or soon after they are out of step.
    virtual void run(Body body) = 0;
};

/// The PE is this process.
class ProcessJob : public PeJob {
  public:
    ProcessJob();
    ~ProcessJob() override;
    void run(Body body) override;
};

/// The PEs are `size` threads, which wait for bodies.
class ThreadJob : public PeJob {
  public:
    explicit ThreadJob(int size);
    ~ThreadJob() override;
    void run(Body body) override;

  private:
    void be_pe(int rank);
    Body next_body(int round);
    void finish_round();
    void wait_for_all();

    int size_;
    std::mutex mutex_;
    std::condition_variable work_;  ///< a new round began
    std::condition_variable done_;  ///< a PE is through, or out of step
    int round_ = 0;
    int through_ = 0;
    Body body_ = nullptr;  ///< null ends the threads
    std::vector<std::thread> threads_;
};

/// A fatal failure let a PE of this process leave its body early. It stays so.
bool out_of_step();

}  // namespace omni::test
