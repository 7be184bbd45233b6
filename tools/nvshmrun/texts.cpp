// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Wording.
#include "texts.h"

#include "control/report.h"
#include "control/watch.h"
#include "signals.h"

namespace omni::nvshmrun {

namespace {

bool uses_library(const Job& job) {
    for (int pe = 0; pe < job.pes(); ++pe)
        if (has_joined(job.segment().page(pe).phase.load())) return true;
    return false;
}

/// A hint for the most common kill from outside.
const char* hint(const End& end) {
    return end.by_signal && end.code == SIGKILL
               ? "          The kernel does that when memory runs out; dmesg would show it.\n"
               : "";
}

std::string process_of(const Job& job, int pe) {
    const End* end = job.end(pe);
    return format("PE %d %s", pe, end ? describe_end(*end).c_str() : std::to_string(job.process(pe)).c_str());
}

}  // namespace

std::string describe_end(const End& end) {
    if (!end.by_signal) return format("ended with exit status %d", end.code);
    return "was killed by " + name_of_signal(end.code) + (end.core_dumped ? ", core dumped" : "");
}

std::string describe_failure(const Job& job, int pe) {
    const End& end = *job.end(pe);
    std::string text = format("nvshmrun: PE %d (process %d) %s, which ends the job.\n", pe, job.process(pe),
                              describe_end(end).c_str());
    text += hint(end);
    if (uses_library(job))
        text += format("          It %s.\n", control::describe_pe(job.segment(), pe).c_str());
    return text;
}

std::string describe_loss(const Job& job, int pe) {
    return format(
        "nvshmrun: %s: it did not end by exit(), but was killed, below process %d, which ends the job.\n     "
        "     It %s.\n",
        control::describe_dead(job.segment(), pe).c_str(), job.process(pe),
        control::describe_pe(job.segment(), pe).c_str());
}

std::string describe_decision(const Job& job, int exit_status) {
    return format("nvshmrun: PE %d ended the job with exit status %d.\n", job.segment().ending_pe(),
                  exit_status);
}

std::string describe_state(const Job& job) {
    std::string text =
        control::describe_job(job.segment()) + "  Processes, for gdb -p: " + process_of(job, 0);
    for (int pe = 1; pe < job.pes(); ++pe) text += ", " + process_of(job, pe);
    return text + "\n";
}

}  // namespace omni::nvshmrun
