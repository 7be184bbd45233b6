// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// One packet asks, one answers.
#include "bootstrap/introduction/letterbox.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cinttypes>
#include <cstring>
#include <optional>
#include <set>
#include <vector>

#include "os/local_socket.h"
#include "os/socket.h"

namespace omni::bootstrap {

namespace {

constexpr double kAsking = 10;  // seconds for a connection to ask
constexpr double kAnswer = 5;
constexpr int64_t kPause = 10'000'000;
constexpr int kBacklog = 1024;
constexpr size_t kMostGuests = 1024;  // at once; who comes beyond waits

/// Both packets end with a seal, so that only who knows the word can ask and answer.
struct Request {
    int32_t rank;
    uint32_t reserved;
    uint64_t seal;
};

uint64_t seal_of_request(const Key& key, int rank) { return siphash(key, format("request %d", rank)); }
uint64_t seal_of_answer(const Key& key, int rank, const std::string& text) {
    return siphash(key, format("answer %d ", rank) + text);
}

struct Guest {
    os::Descriptor connection;
    os::Deadline patience;
};

/// The rank that asks; none when there is no request yet, an error when there will be none.
Result<std::optional<int>> read_request(const Guest& guest, const Key& key) {
    Request request;
    const ssize_t count = ::recv(guest.connection.get(), &request, sizeof request, 0);
    if (count < 0 && errno == EAGAIN && !guest.patience.passed()) return std::optional<int>();
    if (count != sizeof request || request.seal != seal_of_request(key, request.rank))
        return error(Code::internal, "no request");
    return std::optional(request.rank);
}

/// PE 0's side: nothing in it waits for a single guest.
class Counter {
  public:
    Counter(os::Descriptor listener, const Key& key, int size, const std::string& text)
        : listener_(std::move(listener)), key_(key), size_(size), text_(text) {}

    Status serve(os::Deadline deadline) {
        while (served_.size() + 1 < static_cast<size_t>(size_)) {
            if (deadline.passed())
                return error(Code::internal, "%zu of %d PEs have not come in time",
                             static_cast<size_t>(size_) - 1 - served_.size(), size_);
            await_events(deadline);
            if (Status status = look_around(); !status.ok()) return status;
        }
        return {};
    }

  private:
    void await_events(os::Deadline deadline) const {
        std::vector<pollfd> watched;
        for (const Guest& guest : guests_) watched.push_back({guest.connection.get(), POLLIN, 0});
        if (guests_.size() < kMostGuests) watched.push_back({listener_.get(), POLLIN, 0});
        ::poll(watched.data(), watched.size(), deadline.within(kAsking).left_ms());
    }

    Status look_around() {
        os::Descriptor next;
        while (guests_.size() < kMostGuests && (next = os::accept_locally(listener_)).valid())
            if (os::check_user(next).ok()) guests_.push_back({std::move(next), os::Deadline::in(kAsking)});
        for (Guest& guest : guests_)
            if (Status status = listen_to(guest); !status.ok()) return status;
        std::erase_if(guests_, [](const Guest& guest) { return !guest.connection.valid(); });
        return {};
    }

    Status listen_to(Guest& guest) {
        auto rank = read_request(guest, key_);
        if (rank.ok() && !rank->has_value()) return {};
        if (rank.ok() && **rank > 0 && **rank < size_) {
            if (!served_.insert(**rank).second)
                return error(Code::invalid_value,
                             "two processes say that they are PE %d: give each its own rank", **rank);
            answer(guest, **rank);
        }
        guest.connection = os::Descriptor();
        return {};
    }

    void answer(const Guest& guest, int rank) const {
        const uint64_t seal = seal_of_answer(key_, rank, text_);
        const std::string packet = text_ + std::string(reinterpret_cast<const char*>(&seal), sizeof seal);
        ::send(guest.connection.get(), packet.data(), packet.size(), MSG_NOSIGNAL);
    }

    os::Descriptor listener_;
    Key key_;
    int size_;
    std::string text_;
    std::vector<Guest> guests_;
    std::set<int> served_;
};

/// Why the name is not free.
Status is_taken(const std::string& name, const Status& trouble) {
    if (auto connection = os::connect_locally(name); connection.ok())
        if (Status other = os::check_user(*connection); !other.ok())
            return error(Code::internal,
                         "another user holds the Unix socket @%s of this job (%s): end that process, or set "
                         "NVSHMEM_BOOTSTRAP_UID_SESSION_ID",
                         name.c_str(), other.text());
    return error(Code::invalid_value,
                 "%s: does another job have the same variables, or is this process PE 0 twice?",
                 trouble.text());
}

}  // namespace

Letterbox::Letterbox(const std::string& word) : key_{siphash({0, 3}, word), siphash({0, 4}, word)} {
    const std::string user = format("letterbox of user %u", ::geteuid());
    name_ = format("omnishmem-%016" PRIx64 "%016" PRIx64, siphash(key_, user), siphash(key_, user + "'"));
}

Status Letterbox::hand_out(int size, const std::string& text, os::Deadline deadline) const {
    if (size <= 1) return {};
    auto listener = os::listen_locally(name_, kBacklog);
    if (!listener.ok()) return is_taken(name_, listener.status());
    return Counter(std::move(*listener), key_, size, text).serve(deadline);
}

Result<std::string> Letterbox::try_fetch(int rank, size_t bytes, os::Deadline deadline) const {
    auto connection = os::connect_locally(name_);
    if (!connection.ok()) return std::move(connection).status();
    if (Status status = os::check_user(*connection); !status.ok()) return status;
    const Request request{rank, 0, seal_of_request(key_, rank)};
    if (::send(connection->get(), &request, sizeof request, MSG_NOSIGNAL) != sizeof request)
        return system_error("cannot ask");
    if (Status status = os::await(*connection, POLLIN, deadline.within(kAnswer)); !status.ok()) return status;
    uint64_t seal = 0;
    std::string packet(bytes + sizeof seal, '\0');
    const ssize_t count = ::recv(connection->get(), packet.data(), packet.size(), MSG_TRUNC);
    if (count != static_cast<ssize_t>(packet.size())) return error(Code::internal, "it gave no answer");
    std::memcpy(&seal, &packet[bytes], sizeof seal);
    packet.resize(bytes);
    if (seal != seal_of_answer(key_, rank, packet))
        return error(Code::internal, "it gave an answer of another job");
    return packet;
}

Result<std::string> Letterbox::fetch(int rank, size_t bytes, os::Deadline deadline) const {
    for (std::string trouble;; os::sleep_ns(kPause)) {
        auto text = try_fetch(rank, bytes, deadline);
        if (text.ok()) return text;
        if (trouble.empty() || !deadline.passed()) trouble = text.status().text();
        if (deadline.passed())
            return error(Code::internal, "PE 0 is not there on this machine and network name space (%s)",
                         trouble.c_str());
    }
}

}  // namespace omni::bootstrap
