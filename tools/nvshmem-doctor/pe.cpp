// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// One PE of the tried job. The library is opened at run time, so that the doctor also runs where it cannot
// be.
#include <cstdio>
#include <cstdlib>

#include "checks.h"
#include "os/library.h"
#include "sources.h"

namespace omni::doctor {

namespace {

/// The functions of the library that a ring takes.
struct Calls {
    void (*init)();
    int (*my_pe)();
    int (*n_pes)();
    void* (*malloc)(size_t);
    void (*int_p)(int*, int, int);
    void (*barrier_all)();
    void (*free)(void*);
    void (*finalize)();

    bool find_in(const os::Library& library) {
        library.find("nvshmem_init", init);
        library.find("nvshmem_my_pe", my_pe);
        library.find("nvshmem_n_pes", n_pes);
        library.find("nvshmem_malloc", malloc);
        library.find("nvshmem_int_p", int_p);
        library.find("nvshmem_barrier_all", barrier_all);
        library.find("nvshmem_free", free);
        library.find("nvshmem_finalize", finalize);
        return init && my_pe && n_pes && malloc && int_p && barrier_all && free && finalize;
    }
};

/// Every PE writes its number into its right neighbour's memory.
bool go_round(const Calls& calls) {
    calls.init();
    const int me = calls.my_pe(), pes = calls.n_pes();
    int* left = static_cast<int*>(calls.malloc(sizeof(int)));
    if (!left) return false;
    calls.int_p(left, me, (me + 1) % pes);
    calls.barrier_all();
    const bool good = *left == (me + pes - 1) % pes;
    calls.free(left);
    calls.finalize();
    std::printf("PE %d of %d: %s\n", me, pes, good ? "good" : "a store did not arrive");
    return good;
}

}  // namespace

int be_pe() {
    auto library = os::Library::load(library_name().c_str());
    if (!library.ok()) return std::fprintf(stderr, "%s\n", library.status().text()), 1;
    Calls calls = {};
    if (!calls.find_in(*library)) return std::fprintf(stderr, "%s is not whole\n", library_name().c_str()), 1;
    return go_round(calls) ? 0 : 1;
}

}  // namespace omni::doctor
