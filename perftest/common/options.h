// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The options of the perftests. All programs read all of them; each uses those that concern it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace perftest {

enum class Scope { all, thread, warp, block };

struct Iterations {
    size_t timed = 10, warmup = 5;
};

struct Options {
    size_t min_size = 4, max_size = size_t{4} << 20;  // bytes
    size_t step = 2;                                  // factor between sizes
    size_t iterations = 10, warmup = 5;
    unsigned blocks = 32, threads = 256;
    size_t stride = 1;  // element distance of threads
    std::string datatype = "int", reduce_op = "sum", atomic_op = "inc";
    Scope scope = Scope::all;
    bool bidirectional = false, message_rate = false;
    bool read = false;      // host tests: get instead of put
    bool on_stream = true;  // host tests: queued, not called
    bool graph = false;     // on-stream tests: one CUDA graph holds all calls
    bool mmap = false, egm = false;
    int memory_handle = 0;  // kind of the handle of --mmap buffers

    /// min_size, times step, up to max_size.
    std::vector<size_t> sizes() const;
    /// -s picked this one, or none.
    bool wants(Scope one) const { return scope == Scope::all || scope == one; }
};

/// Ends the program with status 1 and a text for what it cannot read, with status 0 after --help.
/// `usual` holds without -n and -w.
Options read_options(int argc, char** argv, Iterations usual = {});

/// The lines that scripts find before the tables.
void print_options(const Options& options);

}  // namespace perftest
