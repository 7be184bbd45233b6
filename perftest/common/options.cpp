// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "options.h"

#include <getopt.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace perftest {
namespace {

enum LongOption { bidir = 256, report_msgrate, dir, issue, cudagraph, mmap_buffer, egm_buffer };

const option long_options[] = {{"help", no_argument, nullptr, 'h'},
                               {"min_size", required_argument, nullptr, 'b'},
                               {"max_size", required_argument, nullptr, 'e'},
                               {"step", required_argument, nullptr, 'f'},
                               {"iters", required_argument, nullptr, 'n'},
                               {"warmup_iters", required_argument, nullptr, 'w'},
                               {"ctas", required_argument, nullptr, 'c'},
                               {"threads_per_cta", required_argument, nullptr, 't'},
                               {"datatype", required_argument, nullptr, 'd'},
                               {"reduce_op", required_argument, nullptr, 'o'},
                               {"scope", required_argument, nullptr, 's'},
                               {"stride", required_argument, nullptr, 'i'},
                               {"atomic_op", required_argument, nullptr, 'a'},
                               {"mem_handle_type", required_argument, nullptr, 'm'},
                               {"bidir", no_argument, nullptr, bidir},
                               {"report_msgrate", no_argument, nullptr, report_msgrate},
                               {"msgrate", no_argument, nullptr, report_msgrate},
                               {"dir", required_argument, nullptr, dir},
                               {"issue", required_argument, nullptr, issue},
                               {"cudagraph", no_argument, nullptr, cudagraph},
                               {"mmap", no_argument, nullptr, mmap_buffer},
                               {"egm", no_argument, nullptr, egm_buffer},
                               {nullptr, 0, nullptr, 0}};

const char* const help = R"(Options; a test uses those that concern it.
  -b, --min_size BYTES         smallest message; k, m, g, t multiply (4)
  -e, --max_size BYTES         largest message (4m)
  -f, --step FACTOR            between message sizes (2)
  -n, --iters COUNT            timed iterations (10)
  -w, --warmup_iters COUNT     iterations before them (5)
  -c, --ctas COUNT             thread blocks (32)
  -t, --threads_per_cta COUNT  threads of a block (256)
  -d, --datatype NAME          int long longlong ulonglong size ptrdiff float double uint int32 int64
                               uint32 uint64 fp16 bf16 (int)
  -o, --reduce_op NAME         min max sum prod and or xor (sum)
  -s, --scope NAME             who calls: thread, warp, block (all of them)
  -i, --stride COUNT           elements between those of neighbouring threads (1)
  -a, --atomic_op NAME         inc fetch_inc set add fetch_add and fetch_and or fetch_or xor fetch_xor
                               swap compare_swap (inc)
      --bidir                  both PEs send
      --report_msgrate         message rates besides bandwidths
      --dir read|write         host tests: get or put (write)
      --issue on_stream|host   host tests: queued on a stream or called (on_stream)
      --cudagraph              on-stream tests: all calls in one CUDA graph
      --mmap                   buffers made with cuMemCreate and registered
  -m, --mem_handle_type KIND   of those buffers: 0 automatic, 1 file descriptor, 2 fabric (0)
      --egm                    with --mmap: memory of the host's NUMA node
  -h, --help                   this list
Environment: NVSHMEM_MACHINE_READABLE_OUTPUT=1 prints one line a result for programs to read.
)";

[[noreturn]] void refuse(const char* name, const char* value, const char* cure) {
    std::fprintf(stderr, "%s: '%s' %s\n", name, value, cure);
    std::exit(1);
}

/// A number above 0 (or from 0 where `least` is 0), with an optional unit.
size_t number(const char* name, const char* text, size_t least = 1) {
    char* end = nullptr;
    size_t value = std::isdigit(static_cast<unsigned char>(*text)) ? std::strtoull(text, &end, 10) : 0;
    if (end == nullptr) refuse(name, text, "is no number; give one such as 64, 4k or 32m");
    const char* const units = "kmgt";
    const char* unit = *end ? std::strchr(units, std::tolower(static_cast<unsigned char>(*end))) : nullptr;
    if (unit) {
        value <<= 10 * (unit - units + 1);
        ++end;
        if (*end == 'b' || *end == 'B') ++end;
    }
    if (*end) refuse(name, text, "ends in an unknown unit; k, m, g and t are known");
    if (value < least) refuse(name, text, "is too small; give 1 or more");
    return value;
}

Scope scope_of(const std::string& name) {
    if (name == "thread") return Scope::thread;
    if (name == "warp") return Scope::warp;
    return name == "block" ? Scope::block : Scope::all;
}

const char* name_of(Scope scope) {
    const char* const names[] = {"all", "thread", "warp", "block"};
    return names[static_cast<int>(scope)];
}

void take(Options& options, int which, const char* value) {
    switch (which) {
        case 'b':
            options.min_size = number("--min_size", value);
            break;
        case 'e':
            options.max_size = number("--max_size", value);
            break;
        case 'f':
            options.step = number("--step", value, 2);
            break;
        case 'n':
            options.iterations = number("--iters", value);
            break;
        case 'w':
            options.warmup = number("--warmup_iters", value, 0);
            break;
        case 'c':
            options.blocks = static_cast<unsigned>(number("--ctas", value));
            break;
        case 't':
            options.threads = static_cast<unsigned>(number("--threads_per_cta", value));
            break;
        case 'd':
            options.datatype = value;
            break;
        case 'o':
            options.reduce_op = value;
            break;
        case 's':
            options.scope = scope_of(value);
            break;
        case 'i':
            options.stride = number("--stride", value);
            break;
        case 'a':
            options.atomic_op = value;
            break;
        case 'm':
            options.memory_handle = static_cast<int>(number("--mem_handle_type", value, 0));
            break;
        case bidir:
            options.bidirectional = true;
            break;
        case report_msgrate:
            options.message_rate = true;
            break;
        case dir:
            options.read = std::strcmp(value, "read") == 0;
            break;
        case issue:
            options.on_stream = std::strcmp(value, "on_stream") == 0;
            break;
        case cudagraph:
            options.graph = true;
            break;
        case mmap_buffer:
            options.mmap = true;
            break;
        case egm_buffer:
            options.egm = true;
            break;
        case 'h':
            std::fputs(help, stdout);
            std::exit(0);
        default:
            std::fputs("--help lists the options\n", stderr);
            std::exit(1);
    }
}

}  // namespace

std::vector<size_t> Options::sizes() const {
    std::vector<size_t> all;
    for (size_t size = min_size; size <= max_size; size *= step) all.push_back(size);
    return all;
}

Options read_options(int argc, char** argv, Iterations usual) {
    Options options;
    options.iterations = usual.timed;
    options.warmup = usual.warmup;
    for (int which;
         (which = getopt_long(argc, argv, "hb:e:f:n:w:c:t:d:o:s:i:a:m:", long_options, nullptr)) != -1;)
        take(options, which, optarg);
    if (options.max_size < options.min_size) {
        const std::string sizes = std::to_string(options.max_size) + " < " + std::to_string(options.min_size);
        refuse("--max_size", sizes.c_str(), "bytes is below --min_size; raise it");
    }
    return options;
}

void print_options(const Options& o) {
    std::printf("Runtime options after parsing command line arguments\n");
    std::printf(
        "min_size: %zu, max_size: %zu, step_factor: %zu, iterations: %zu, warmup iterations: %zu, number of "
        "ctas: "
        "%u, threads per cta: %u, stride: %zu, datatype: %s, reduce_op: %s, threadgroup_scope: %s, "
        "atomic_op: %s, "
        "dir: %s, report_msgrate: %d, bidirectional: %d, putget_issue: %s, use_graph: %d, use_mmap: %d, "
        "mem_handle_type: %d, use_egm: %d\n",
        o.min_size, o.max_size, o.step, o.iterations, o.warmup, o.blocks, o.threads, o.stride,
        o.datatype.c_str(), o.reduce_op.c_str(), name_of(o.scope), o.atomic_op.c_str(),
        o.read ? "read" : "write", o.message_rate, o.bidirectional, o.on_stream ? "on_stream" : "host",
        o.graph, o.mmap, o.memory_handle, o.egm);
    std::printf("Note: a test uses only the options that concern it.\n");
}

}  // namespace perftest
