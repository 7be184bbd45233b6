// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Introduced by MPI: the library that the process has loaded, whichever it is and however it came in. Nothing
// of MPI is compiled in, so one build serves both families of its binary interface:
//
//     Open MPI     handles are pointers, predefined ones are the addresses of exported objects
//     MPICH        (Intel MPI, MVAPICH) handles are integers with fixed values
//
// Calls go to the PMPI_ names: tools that count a program's MPI calls do not see ours.
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "bootstrap/introduction/introduction.h"
#include "os/library.h"

namespace omni::bootstrap {

namespace {

constexpr int64_t kPause = 50'000;  // ns between looks at a broadcast under way

/// What differs between the families.
struct OpenMpi {
    using Handle = void*;
    static Handle predefined(const os::Library& library, const char* open_mpi_name, int) {
        return library.symbol(open_mpi_name);
    }
    static void* ignored_status() { return nullptr; }
};
struct Mpich {
    using Handle = int;
    static Handle predefined(const os::Library&, const char*, int mpich_value) { return mpich_value; }
    static void* ignored_status() { return reinterpret_cast<void*>(1); }
};

/// The few calls that are needed, with communicators as numbers.
class Mpi {
  public:
    virtual ~Mpi() = default;
    virtual uint64_t read(const void* communicator) const = 0;
    virtual uint64_t world() const = 0;
    virtual bool is_null(uint64_t communicator) const = 0;
    virtual int rank(uint64_t communicator) const = 0;
    virtual int size(uint64_t communicator) const = 0;
    virtual bool is_between_groups(uint64_t communicator) const = 0;
    /// From rank 0. What is still under way at the deadline keeps its own copy of the text.
    virtual Status broadcast(uint64_t communicator, std::string& text, os::Deadline deadline) const = 0;

    bool is_initialised() const { return ask(initialized_); }
    bool is_finalised() const { return ask(finalized_); }
    bool is_running() const { return is_initialised() && !is_finalised(); }
    bool initialise() const { return init_(nullptr, nullptr) == 0; }
    void finalise() const { finalize_(); }

  protected:
    explicit Mpi(const os::Library& library) {
        library.find("PMPI_Initialized", initialized_);
        library.find("PMPI_Finalized", finalized_);
        library.find("PMPI_Init", init_);
        library.find("PMPI_Finalize", finalize_);
    }
    bool has_life_calls() const { return initialized_ && finalized_ && init_ && finalize_; }

  private:
    static bool ask(int (*question)(int*)) {
        int yes = 0;
        return question(&yes) == 0 && yes;
    }
    int (*initialized_)(int*);
    int (*finalized_)(int*);
    int (*init_)(int*, char***);
    int (*finalize_)();
};

template <class Family>
class MpiOf final : public Mpi {
    using Handle = typename Family::Handle;

  public:
    explicit MpiOf(const os::Library& library)
        : Mpi(library),
          world_(Family::predefined(library, "ompi_mpi_comm_world", 0x44000000)),
          null_(Family::predefined(library, "ompi_mpi_comm_null", 0x04000000)),
          byte_(Family::predefined(library, "ompi_mpi_byte", 0x4c00010d)) {
        library.find("PMPI_Comm_rank", rank_);
        library.find("PMPI_Comm_size", size_);
        library.find("PMPI_Comm_test_inter", between_);
        library.find("PMPI_Ibcast", broadcast_);
        library.find("PMPI_Test", test_);
    }

    bool is_complete() const { return has_life_calls() && rank_ && size_ && between_ && broadcast_ && test_; }

    uint64_t read(const void* communicator) const override {
        Handle handle;
        std::memcpy(&handle, communicator, sizeof handle);
        return number(handle);
    }
    uint64_t world() const override { return number(world_); }
    bool is_null(uint64_t communicator) const override {
        return communicator == 0 || communicator == number(null_);
    }
    int rank(uint64_t communicator) const override { return ask(rank_, communicator); }
    int size(uint64_t communicator) const override { return ask(size_, communicator); }
    bool is_between_groups(uint64_t communicator) const override { return ask(between_, communicator) == 1; }

    Status broadcast(uint64_t communicator, std::string& text, os::Deadline deadline) const override {
        struct Transfer {
            std::string text;
            Handle request{};
        };
        auto transfer = std::make_unique<Transfer>(Transfer{text});
        if (broadcast_(transfer->text.data(), static_cast<int>(text.size()), byte_, 0, handle(communicator),
                       &transfer->request) != 0)
            return error(Code::internal, "MPI_Ibcast failed");
        for (int through = 0; !through; os::sleep_ns(through ? 0 : kPause)) {
            if (test_(&transfer->request, &through, Family::ignored_status()) != 0)
                return error(Code::internal, "MPI_Test failed");
            if (!through && deadline.passed()) {
                transfer.release();  // MPI may still write to it
                return error(Code::internal, "not all ranks of the communicator have made this call in time");
            }
        }
        text = transfer->text;
        return {};
    }

  private:
    static uint64_t number(Handle handle) {
        uint64_t number = 0;
        std::memcpy(&number, &handle, sizeof handle);
        return number;
    }
    static Handle handle(uint64_t number) {
        Handle handle;
        std::memcpy(&handle, &number, sizeof handle);
        return handle;
    }
    static int ask(int (*question)(Handle, int*), uint64_t communicator) {
        int answer = -1;
        return question(handle(communicator), &answer) == 0 ? answer : -1;
    }

    Handle world_, null_, byte_;
    int (*rank_)(Handle, int*);
    int (*size_)(Handle, int*);
    int (*between_)(Handle, int*);
    int (*broadcast_)(void*, int, Handle, int, Handle, Handle*);
    int (*test_)(Handle*, int*, void*);
};

template <class Family>
Result<std::unique_ptr<Mpi>> adapt(const os::Library& library) {
    auto mpi = std::make_unique<MpiOf<Family>>(library);
    if (mpi->is_complete()) return std::unique_ptr<Mpi>(std::move(mpi));
    return error(Code::not_supported, "the MPI library %s lacks calls of MPI 3.0, which are needed",
                 library.path().c_str());
}

Result<os::Library> loaded_library() {
    const auto found = os::Library::that_define("PMPI_Comm_rank");
    if (found.empty())
        return error(
            Code::not_supported,
            "no MPI library is loaded in this process: link the program with MPI and initialise it first");
    if (found.size() > 1)
        return error(Code::not_supported,
                     "two MPI libraries are loaded in this process, %s and %s: which one counts cannot be "
                     "told. Link the "
                     "program and all it loads with one",
                     found[0].path().c_str(), found[1].path().c_str());
    return found[0];
}

Result<std::unique_ptr<Mpi>> find_mpi() {
    auto library = loaded_library();
    if (!library.ok()) return std::move(library).status();
    return library->symbol("ompi_mpi_comm_world") ? adapt<OpenMpi>(*library) : adapt<Mpich>(*library);
}

Status check_running(const Mpi& mpi) {
    if (mpi.is_finalised())
        return error(Code::invalid_value, "MPI is finalised: start this library before MPI_Finalize");
    if (!mpi.is_initialised())
        return error(Code::invalid_value,
                     "MPI is not initialised: call MPI_Init first, or set NVSHMEM_BOOTSTRAP=MPI and call "
                     "nvshmem_init, "
                     "which does it");
    return {};
}

class ByMpi final : public Introduction {
  public:
    ByMpi(std::unique_ptr<Mpi> mpi, uint64_t communicator)
        : mpi_(std::move(mpi)),
          communicator_(communicator),
          rank_(mpi_->rank(communicator)),
          size_(mpi_->size(communicator)) {}

    const char* name() const override { return "MPI"; }
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    Status share(std::string& text, os::Deadline deadline) override {
        return mpi_->broadcast(communicator_, text, deadline);
    }
    void end_job(int exit_status) override { end_job_by_pmi(exit_status); }

  private:
    std::unique_ptr<Mpi> mpi_;
    uint64_t communicator_;
    int rank_, size_;
};

Result<std::unique_ptr<Introduction>> introduce(std::unique_ptr<Mpi> mpi, uint64_t communicator) {
    if (Status status = check_running(*mpi); !status.ok()) return status;
    if (mpi->is_null(communicator))
        return error(
            Code::invalid_value,
            "the communicator is MPI_COMM_NULL: only members of a communicator start the library with it");
    if (mpi->is_between_groups(communicator))
        return error(Code::invalid_value,
                     "the communicator connects two groups (an intercommunicator): make one of them by "
                     "MPI_Intercomm_merge");
    return std::unique_ptr<Introduction>(new ByMpi(std::move(mpi), communicator));
}

/// A forked child has the handler too, but no MPI.
void finalise_at_exit() {
    static const pid_t process = ::getpid();
    std::atexit([] {
        auto mpi = ::getpid() == process ? find_mpi() : error(Code::internal, "a child");
        if (mpi.ok() && (*mpi)->is_running()) (*mpi)->finalise();
    });
}

Status initialise(const Mpi& mpi) {
    if (mpi.is_initialised()) return {};
    if (!mpi.initialise()) return error(Code::internal, "MPI_Init failed");
    finalise_at_exit();
    return {};
}

}  // namespace

Result<uint64_t> read_communicator(const void* communicator) {
    if (!communicator)
        return error(Code::invalid_value,
                     "attr->mpi_comm is null: set it to the address of an MPI_Comm with "
                     "nvshmemx_set_attr_mpi_comm_args");
    auto mpi = find_mpi();
    if (!mpi.ok()) return std::move(mpi).status();
    return (*mpi)->read(communicator);
}

Result<std::unique_ptr<Introduction>> introduce_by_mpi(uint64_t communicator) {
    auto mpi = find_mpi();
    if (!mpi.ok()) return std::move(mpi).status();
    return introduce(std::move(*mpi), communicator);
}

Result<std::unique_ptr<Introduction>> introduce_by_mpi_world() {
    auto mpi = find_mpi();
    if (!mpi.ok()) return std::move(mpi).status();
    if (Status status = initialise(**mpi); !status.ok()) return status;
    const uint64_t world = (*mpi)->world();
    return introduce(std::move(*mpi), world);
}

bool mpi_is_running() {
    auto mpi = find_mpi();
    return mpi.ok() && (*mpi)->is_running();
}

}  // namespace omni::bootstrap
