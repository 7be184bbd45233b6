// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Asking the launcher.
#include "bootstrap/introduction/pmi_client.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

#include "bootstrap/bootstrap.h"
#include "os/socket.h"

namespace omni::bootstrap {

Result<PmiLine> PmiClient::read(os::Deadline deadline) {
    for (size_t end = received_.find('\n'); end == std::string::npos; end = received_.find('\n')) {
        if (received_.size() > PmiLine::kLongest)
            return error(Code::internal, "the launcher sent a line of more than %zu bytes",
                         PmiLine::kLongest);
        if (Status status = os::await(connection_, POLLIN, deadline); !status.ok()) return status;
        char buffer[1024];
        // The descriptor is shared with an MPI library, so its own mode is not changed.
        const ssize_t count = ::recv(connection_.get(), buffer, sizeof buffer, MSG_DONTWAIT);
        if (count == 0) return error(Code::internal, "the launcher closed the connection");
        if (count < 0 && errno != EAGAIN && errno != EINTR) return system_error("cannot hear the launcher");
        if (count > 0) received_.append(buffer, static_cast<size_t>(count));
    }
    const size_t end = received_.find('\n');
    auto line = PmiLine::parse(std::string_view(received_).substr(0, end));
    received_.erase(0, end + 1);
    return line;
}

Result<PmiLine> PmiClient::expect(const char* answer, os::Deadline deadline) {
    auto line = read(deadline);
    broken_ = broken_ || !line.ok();
    if (!line.ok()) return line;
    broken_ = line->command() != answer;
    if (broken_)
        return error(Code::internal, "the launcher answers %s where PMI-1 has %s", line->command().c_str(),
                     answer);
    auto status = line->value("rc").empty() ? Result<int>(0) : line->number("rc");
    if (!status.ok()) return std::move(status).status();
    if (*status != 0)
        return error(Code::internal, "the launcher refuses: %s, rc=%d %s", answer, *status,
                     line->value("msg").c_str());
    return line;
}

Result<PmiLine> PmiClient::ask(const std::string& request, const char* answer, os::Deadline deadline) {
    if (broken_)
        return error(Code::internal,
                     "an earlier exchange with the launcher failed, which cannot be taken up again");
    const std::string line = "cmd=" + request + "\n";
    if (Status status = os::send(connection_, line.data(), line.size(), deadline); !status.ok())
        return status;
    return expect(answer, deadline);
}

Result<PmiClient> PmiClient::introduce(os::Descriptor connection, int id, os::Deadline deadline) {
    PmiClient client(std::move(connection), -1, -1);
    auto known = client.ask(format("initack pmiid=%d", id), "initack", deadline);
    if (!known.ok()) return std::move(known).status();
    for (int facts = 0; facts < 3; ++facts) {  // size, rank, debug
        auto fact = client.expect("set", deadline);
        if (!fact.ok()) return std::move(fact).status();
        for (auto [key, place] : {std::pair("size", &client.size_), std::pair("rank", &client.rank_)}) {
            if (fact->value(key).empty()) continue;
            auto number = fact->number(key);
            if (!number.ok()) return std::move(number).status();
            *place = *number;
        }
    }
    return client;
}

Status PmiClient::begin(os::Deadline deadline) {
    if (size_ < 1 || size_ > kMostPes || rank_ < 0 || rank_ >= size_)
        return error(Code::internal, "the launcher says that this is process %d of %d", rank_, size_);
    if (auto init = ask("init pmi_version=1 pmi_subversion=1", "response_to_init", deadline); !init.ok())
        return std::move(init).status();
    auto limits = ask("get_maxes", "maxes", deadline);
    if (!limits.ok()) return std::move(limits).status();
    auto key = limits->number("keylen_max"), value = limits->number("vallen_max");
    if (!key.ok() || !value.ok()) return key.ok() ? std::move(value).status() : std::move(key).status();
    longest_key_ = *key, longest_value_ = *value;
    auto space = ask("get_my_kvsname", "my_kvsname", deadline);
    if (!space.ok()) return std::move(space).status();
    space_ = space->value("kvsname");
    return {};
}

Status PmiClient::put(const std::string& key, const std::string& value, os::Deadline deadline) {
    if (static_cast<int>(key.size()) >= longest_key_ || static_cast<int>(value.size()) >= longest_value_)
        return error(Code::internal,
                     "the launcher takes keys of %d and values of %d bytes, which is too little",
                     longest_key_, longest_value_);
    return ask(format("put kvsname=%s key=%s value=%s", space_.c_str(), key.c_str(), value.c_str()),
               "put_result", deadline)
        .status();
}

Result<std::string> PmiClient::get(const std::string& key, os::Deadline deadline) {
    auto answer = ask(format("get kvsname=%s key=%s", space_.c_str(), key.c_str()), "get_result", deadline);
    if (!answer.ok()) return std::move(answer).status();
    return answer->value("value");
}

Status PmiClient::barrier(os::Deadline deadline) {
    Status status = ask("barrier_in", "barrier_out", deadline).status();
    return status.ok() || !deadline.passed() ? std::move(status)
                                             : error(Code::internal, "not all PEs have come in time");
}

Status PmiClient::finalize(os::Deadline deadline) {
    return ask("finalize", "finalize_ack", deadline).status();
}

Status PmiClient::abort(int exit_status, os::Deadline deadline) {
    const std::string line = format("cmd=abort exitcode=%d\n", exit_status);
    return os::send(connection_, line.data(), line.size(), deadline);
}

}  // namespace omni::bootstrap
