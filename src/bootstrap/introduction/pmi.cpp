// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Introduced by a launcher that speaks PMI-1.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "bootstrap/introduction/introduction.h"
#include "bootstrap/introduction/pmi_client.h"
#include "os/environment.h"
#include "os/socket.h"

namespace omni::bootstrap {

namespace {

constexpr double kAnswer = 20;   // seconds for what depends on the launcher alone
constexpr double kFarewell = 2;  // the same at exit

/// A number that is still in the environment may name no connection any more.
bool is_connection(int descriptor) {
    struct stat facts;
    return ::fstat(descriptor, &facts) == 0 && S_ISSOCK(facts.st_mode);
}

std::optional<int> inherited_connection() {
    const auto descriptor = os::number_in("PMI_FD");
    return descriptor && is_connection(*descriptor) ? descriptor : std::nullopt;
}

/// A duplicate, as the connection belongs to an MPI library too, should one be initialised later.
Result<PmiClient> take_inherited(int descriptor) {
    const auto rank = os::number_in("PMI_RANK"), size = os::number_in("PMI_SIZE");
    if (!rank || !size)
        return error(Code::invalid_value,
                     "PMI_FD is set, but PMI_RANK and PMI_SIZE are no numbers: start with mpiexec");
    os::Descriptor connection(::fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
    if (!connection.valid()) return system_error("cannot duplicate the connection PMI_FD=%d", descriptor);
    return PmiClient(std::move(connection), *rank, *size);
}

Result<PmiClient> call_launcher(const char* place) {
    const auto id = os::number_in("PMI_ID");
    if (!id)
        return error(Code::invalid_value, "PMI_PORT is set, but PMI_ID is no number: start with mpiexec");
    auto endpoints = os::resolve(place);
    if (!endpoints.ok()) return error(Code::invalid_value, "PMI_PORT is %s", endpoints.status().text());
    const os::Deadline deadline = os::Deadline::in(kAnswer);
    auto reached = os::connect_first(*endpoints, deadline);
    if (!reached.ok()) return std::move(reached).status();
    return PmiClient::introduce(std::move(reached->connection), *id, deadline);
}

Result<PmiClient> open_client() {
    const auto inherited = inherited_connection();
    const char* place = std::getenv("PMI_PORT");
    if (!inherited && !place)
        return error(Code::invalid_value,
                     "neither PMI_FD nor PMI_PORT names a connection to a launcher: start with mpiexec or "
                     "srun --mpi=pmi2");
    auto client = inherited ? take_inherited(*inherited) : call_launcher(place);
    if (!client.ok()) return client;
    if (Status status = client->begin(os::Deadline::in(kAnswer)); !status.ok()) return status;
    return client;
}

/// One a process, open until exit: a launcher takes the end of its connection for the end of the process.
struct Held {
    PmiClient client;
    pid_t process;
    int shared = 0;  ///< texts so far; each has a key of its own
};
Held* held = nullptr;

void say_farewell() {
    if (held->process == ::getpid()) [[maybe_unused]]
        const Status status = held->client.finalize(os::Deadline::in(kFarewell));
}

class ByPmi final : public Introduction {
  public:
    const char* name() const override { return "the launcher (PMI-1)"; }
    int rank() const override { return held->client.rank(); }
    int size() const override { return held->client.size(); }

    Status share(std::string& text, os::Deadline deadline) override {
        const std::string key = format("omnishmem-%d", held->shared++);
        if (rank() == 0)
            if (Status status = held->client.put(key, to_hex(text), deadline); !status.ok()) return status;
        if (Status status = held->client.barrier(deadline); !status.ok()) return status;
        auto value = held->client.get(key, deadline);
        if (!value.ok()) return std::move(value).status();
        auto bytes = from_hex(*value);
        if (!bytes.ok()) return std::move(bytes).status();
        if (bytes->size() != text.size())
            return error(Code::internal, "the launcher gave %zu bytes of %zu", bytes->size(), text.size());
        text = std::move(*bytes);
        return {};
    }
    void end_job(int exit_status) override { end_job_by_pmi(exit_status); }
};

}  // namespace

bool pmi_is_present() { return inherited_connection() || std::getenv("PMI_PORT"); }

Result<std::unique_ptr<Introduction>> introduce_by_pmi() {
    if (mpi_is_running()) return introduce_by_mpi_world();
    if (held && held->process != ::getpid())
        return error(Code::invalid_value,
                     "this process was forked from a PE and has its environment: choose another way to start "
                     "(NVSHMEM_BOOTSTRAP=alone)");
    if (!held) {
        auto client = open_client();
        if (!client.ok()) return std::move(client).status();
        held = new Held{std::move(*client), ::getpid()};
        std::atexit(say_farewell);
    }
    return std::unique_ptr<Introduction>(new ByPmi);
}

/// Without a connection of our own that of an MPI library is borrowed.
void end_job_by_pmi(int exit_status) {
    const auto inherited = inherited_connection();
    auto borrowed = !held && inherited ? take_inherited(*inherited)
                                       : Result<PmiClient>(error(Code::internal, "none to borrow"));
    PmiClient* client = held ? &held->client : borrowed.ok() ? &*borrowed : nullptr;
    if (client) [[maybe_unused]]
        const Status told = client->abort(exit_status, os::Deadline::in(kFarewell));
}

}  // namespace omni::bootstrap
