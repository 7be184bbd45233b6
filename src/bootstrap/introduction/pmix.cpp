// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Introduced by PMIx: Open MPI's mpirun, srun and others. The client library is opened at run time.
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <future>

#include "bootstrap/introduction/introduction.h"
#include "bootstrap/introduction/pmi_line.h"
#include "bootstrap/introduction/pmix_abi.h"
#include "os/environment.h"
#include "os/library.h"

namespace omni::bootstrap {

namespace {

constexpr const char* kLibrary = "libpmix.so.2";

struct Calls {
    pmix::Code (*init)(pmix::Process*, pmix::Info*, size_t);
    pmix::Code (*finalize)(const pmix::Info*, size_t);
    pmix::Code (*put)(uint8_t scope, const char* key, pmix::Value*);
    pmix::Code (*commit)();
    pmix::Code (*fence)(const pmix::Process*, size_t, const pmix::Info*, size_t, pmix::Callback, void*);
    pmix::Code (*get)(const pmix::Process*, const char* key, const pmix::Info*, size_t, pmix::Value**);
    pmix::Code (*abort)(int status, const char* message, pmix::Process*, size_t);
    const char* (*text)(pmix::Code);

    explicit Calls(const os::Library& library) {
        library.find("PMIx_Init", init);
        library.find("PMIx_Finalize", finalize);
        library.find("PMIx_Put", put);
        library.find("PMIx_Commit", commit);
        library.find("PMIx_Fence_nb", fence);
        library.find("PMIx_Get", get);
        library.find("PMIx_Abort", abort);
        library.find("PMIx_Error_string", text);
    }
    bool are_complete() const { return init && finalize && put && commit && fence && get && abort && text; }
};

/// The end of a fence. It may come after nobody waits any more.
class Completion {
  public:
    std::future<pmix::Code> future() { return promise_.get_future(); }
    /// For the callback, which is called once.
    static void complete(pmix::Code code, void* completion) {
        static_cast<Completion*>(completion)->promise_.set_value(code);
        delete static_cast<Completion*>(completion);
    }

  private:
    std::promise<pmix::Code> promise_;
};

/// One a process, until exit: the server takes a client that is gone for one that failed.
class Session {
  public:
    static Result<std::unique_ptr<Session>> open() {
        auto library = os::Library::load(kLibrary);
        if (!library.ok())
            return error(Code::not_supported, "%s: install the PMIx client library (Debian: libpmix2)",
                         library.status().text());
        const Calls calls(*library);
        if (!calls.are_complete())
            return error(Code::not_supported, "%s lacks calls of PMIx 3, which are needed", kLibrary);
        std::unique_ptr<Session> session(new Session(calls));
        if (Status status = session->begin(); !status.ok()) return status;
        return session;
    }

    int rank() const { return static_cast<int>(self_.rank); }
    int size() const { return size_; }
    bool is_own() const { return process_ == ::getpid(); }
    void finalize() const { calls_.finalize(nullptr, 0); }
    void abort(int status) const { calls_.abort(status, "the job ends early", nullptr, 0); }

    Status put(const std::string& key, std::string text) const {
        pmix::Value value{};
        value.type = pmix::kString;
        value.string = text.data();
        return check(calls_.put(pmix::kGlobal, key.c_str(), &value), "PMIx_Put");
    }

    /// All PEs enter, and what each has put goes to all.
    Status fence(os::Deadline deadline) const {
        if (Status status = check(calls_.commit(), "PMIx_Commit"); !status.ok()) return status;
        pmix::Info collect{};
        std::strcpy(collect.key, pmix::kCollectData);
        collect.value.type = pmix::kBool;
        collect.value.flag = true;
        auto* completion = new Completion;
        auto done = completion->future();
        const pmix::Code begun = calls_.fence(nullptr, 0, &collect, 1, Completion::complete, completion);
        if (begun != pmix::kSuccess) delete completion;
        if (begun == pmix::kSucceededAtOnce) return {};
        if (begun != pmix::kSuccess) return check(begun, "PMIx_Fence_nb");
        if (done.wait_for(std::chrono::milliseconds(deadline.left_ms())) != std::future_status::ready)
            return error(Code::internal, "not all PEs have come in time");
        return check(done.get(), "PMIx_Fence_nb");
    }

    Result<std::string> get(int rank, const std::string& key) const {
        pmix::Value* value = nullptr;
        const pmix::Process owner = of_rank(static_cast<uint32_t>(rank));
        if (Status status = check(calls_.get(&owner, key.c_str(), nullptr, 0, &value), "PMIx_Get");
            !status.ok())
            return status;
        std::string text = value->type == pmix::kString && value->string ? value->string : "";
        if (value->type == pmix::kString) std::free(value->string);
        std::free(value);
        return text;
    }

  private:
    explicit Session(const Calls& calls) : calls_(calls) {}

    Status begin() {
        if (Status status = check(calls_.init(&self_, nullptr, 0), "PMIx_Init"); !status.ok()) return status;
        pmix::Value* value = nullptr;
        const pmix::Process job = of_rank(pmix::kWholeJob);
        if (Status status = check(calls_.get(&job, pmix::kJobSize, nullptr, 0, &value), "PMIx_Get");
            !status.ok())
            return status;
        size_ = value->type == pmix::kUint32 ? static_cast<int>(value->number) : -1;
        std::free(value);
        if (size_ >= 1 && size_ <= kMostPes && self_.rank < static_cast<uint32_t>(size_)) return {};
        return error(Code::internal, "the server says that this is process %u of %d", self_.rank, size_);
    }

    pmix::Process of_rank(uint32_t rank) const {
        pmix::Process process = self_;
        process.rank = rank;
        return process;
    }

    Status check(pmix::Code code, const char* call) const {
        if (code == pmix::kSuccess) return {};
        return error(Code::internal, "%s: %s (%d)", call, calls_.text(code), code);
    }

    Calls calls_;
    pmix::Process self_{};
    int size_ = -1;
    pid_t process_ = ::getpid();
};

Session* session = nullptr;
int shared = 0;  // texts so far; each has a key of its own

class ByPmix final : public Introduction {
  public:
    const char* name() const override { return "the launcher (PMIx)"; }
    int rank() const override { return session->rank(); }
    int size() const override { return session->size(); }

    Status share(std::string& text, os::Deadline deadline) override {
        const std::string key = format("omnishmem-%d", shared++);
        if (rank() == 0)
            if (Status status = session->put(key, to_hex(text)); !status.ok()) return status;
        if (Status status = session->fence(deadline); !status.ok()) return status;
        auto value = session->get(0, key);
        if (!value.ok()) return std::move(value).status();
        auto bytes = from_hex(*value);
        if (!bytes.ok()) return std::move(bytes).status();
        text = std::move(*bytes);
        return {};
    }
    void end_job(int exit_status) override { session->abort(exit_status); }
};

}  // namespace

bool pmix_is_present() { return !os::text_in("PMIX_NAMESPACE").empty() && os::number_in("PMIX_RANK"); }

Result<std::unique_ptr<Introduction>> introduce_by_pmix() {
    if (!pmix_is_present())
        return error(
            Code::invalid_value,
            "PMIX_NAMESPACE and PMIX_RANK are not set: start with mpirun of Open MPI or srun --mpi=pmix");
    if (session && !session->is_own())
        return error(Code::invalid_value,
                     "this process was forked from a PE and has its environment: choose another way to start "
                     "(NVSHMEM_BOOTSTRAP=alone)");
    if (!session) {
        auto opened = Session::open();
        if (!opened.ok()) return std::move(opened).status();
        session = opened->release();
        std::atexit([] {
            if (session->is_own()) session->finalize();
        });
    }
    return std::unique_ptr<Introduction>(new ByPmix);
}

}  // namespace omni::bootstrap
