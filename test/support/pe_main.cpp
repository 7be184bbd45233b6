// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// main of the tests over PEs: starts the library, lets googletest run the cases on every PE, ends the
// library.
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "pe_job.h"
#include "pe_test.h"

namespace omni::test {
namespace {

std::unique_ptr<PeJob> job;
std::atomic<bool> is_out_of_step = false;

/// Notices fatal failures, whichever thread they are on.
class StepWatcher : public testing::EmptyTestEventListener {
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (result.fatally_failed()) is_out_of_step = true;
    }
};

int threads_wanted() {
    const char* text = std::getenv("OMNISHMEM_TEST_THREADS");
    return text == nullptr ? 0 : std::atoi(text);
}

std::unique_ptr<PeJob> start_job() {
    if (const int size = threads_wanted(); size > 0) return std::make_unique<ThreadJob>(size);
    return std::make_unique<ProcessJob>();
}

/// Each process PE writes a results file of its own: `.pe<K>` goes before `.xml`.
std::string with_own_results_file(std::string argument, int pe) {
    const size_t end = argument.rfind(".xml");
    if (argument.starts_with("--gtest_output=xml:") && end != std::string::npos) {
        argument.insert(end, ".pe" + std::to_string(pe));
    }
    return argument;
}

/// Only PE 0 tells the whole story; of the others failures are enough.
void init_googletest(int argc, char** argv) {
    std::vector<std::string> arguments(argv, argv + argc);
    if (threads_wanted() == 0) {
        for (std::string& argument : arguments) argument = with_own_results_file(argument, nvshmem_my_pe());
        if (nvshmem_my_pe() > 0) GTEST_FLAG_SET(brief, true);
    }
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    int count = argc;
    testing::InitGoogleTest(&count, pointers.data());
    testing::UnitTest::GetInstance()->listeners().Append(new StepWatcher);
}

}  // namespace

bool out_of_step() { return is_out_of_step; }

bool long_run() { return std::getenv("OMNISHMEM_TEST_LONG") != nullptr; }

void on_every_pe(Body body) {
    if (out_of_step()) GTEST_SKIP() << "an earlier case failed and left the PEs out of step";
    job->run(body);
}

}  // namespace omni::test

int main(int argc, char** argv) {
    using namespace omni::test;
    job = start_job();
    init_googletest(argc, argv);
    const int status = RUN_ALL_TESTS();
    if (out_of_step()) {  // other PEs may wait for this one for ever; its end tells them
        std::fflush(nullptr);
        _exit(1);
    }
    job.reset();
    return status;
}
