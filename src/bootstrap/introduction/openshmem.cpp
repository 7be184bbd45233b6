// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Introduced by a running OpenSHMEM library. The calls of OpenSHMEM that are used have the same binary
// interface in all of its implementations. Its own waits have no limit.
#include <cstring>

#include "bootstrap/introduction/introduction.h"
#include "os/library.h"

namespace omni::bootstrap {

namespace {

struct OpenShmem {
    int (*my_pe)();
    int (*n_pes)();
    void* (*malloc)(size_t);
    void (*free)(void*);
    void (*getmem)(void*, const void*, size_t, int);
    void (*barrier_all)();
    // Whether it runs: a call of OpenSHMEM 1.6, and a variable of Open MPI's; null elsewhere.
    void (*query_initialized)(int*);
    const bool* initialized;

    explicit OpenShmem(const os::Library& library) {
        library.find("shmem_my_pe", my_pe);
        library.find("shmem_n_pes", n_pes);
        library.find("shmem_malloc", malloc);
        library.find("shmem_free", free);
        library.find("shmem_getmem", getmem);
        library.find("shmem_barrier_all", barrier_all);
        library.find("shmem_query_initialized", query_initialized);
        initialized = static_cast<const bool*>(library.symbol("oshmem_shmem_initialized"));
    }

    bool is_complete() const { return my_pe && n_pes && malloc && free && getmem && barrier_all; }
    /// True where it cannot be told.
    bool is_running() const {
        int answer = initialized ? *initialized : 1;
        if (query_initialized) query_initialized(&answer);
        return answer != 0;
    }
};

class ByOpenShmem final : public Introduction {
  public:
    explicit ByOpenShmem(const OpenShmem& library)
        : library_(library), rank_(library.my_pe()), size_(library.n_pes()) {}

    const char* name() const override { return "OpenSHMEM"; }
    int rank() const override { return rank_; }
    int size() const override { return size_; }

    Status share(std::string& text, os::Deadline) override {
        void* block = library_.malloc(kLongestShared);
        if (!block)
            return error(
                Code::out_of_memory,
                "the OpenSHMEM library has no %zu bytes left in its symmetric heap (SHMEM_SYMMETRIC_SIZE)",
                kLongestShared);
        if (rank_ == 0) std::memcpy(block, text.data(), text.size());
        library_.barrier_all();
        if (rank_ != 0) library_.getmem(text.data(), block, text.size(), 0);
        library_.barrier_all();
        library_.free(block);
        return {};
    }

  private:
    OpenShmem library_;
    int rank_, size_;
};

}  // namespace

Result<std::unique_ptr<Introduction>> introduce_by_openshmem() {
    const auto found = os::Library::that_define("shmem_my_pe");
    if (found.empty())
        return error(Code::not_supported,
                     "no OpenSHMEM library is loaded in this process: link the program with one and call "
                     "shmem_init first");
    if (found.size() > 1)
        return error(
            Code::not_supported,
            "two OpenSHMEM libraries are loaded in this process, %s and %s: link the program with one",
            found[0].path().c_str(), found[1].path().c_str());
    const OpenShmem library(found[0]);
    if (!library.is_complete())
        return error(Code::not_supported,
                     "the OpenSHMEM library %s lacks calls of OpenSHMEM 1.2, which are needed",
                     found[0].path().c_str());
    if (!library.is_running())
        return error(Code::invalid_value, "OpenSHMEM is not initialised: call shmem_init first");
    return std::unique_ptr<Introduction>(new ByOpenShmem(library));
}

}  // namespace omni::bootstrap
