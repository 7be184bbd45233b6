// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Attempts to meet at the root.
#include "bootstrap/caller.h"

#include <algorithm>
#include <cstring>

#include "os/socket.h"

namespace omni::bootstrap {

namespace {

constexpr double kConnecting = 5;  // seconds for addresses that swallow packets
constexpr double kChallenge = 10;  // for the root's first message, and ours
constexpr int64_t kFirstPause = 10'000'000;
constexpr int64_t kLongestPause = 200'000'000;

}  // namespace

Result<Message> Caller::read(const os::Descriptor& connection, const Nonce& nonce, Kind kind, int receiver,
                             os::Deadline deadline) const {
    std::string bytes(sizeof(Head), '\0');
    if (Status status = os::receive(connection, bytes.data(), sizeof(Head), deadline); !status.ok())
        return status;
    auto length = message_bytes(id_.secret, bytes);
    if (!length.ok()) return std::move(length).status();
    bytes.resize(*length);
    if (Status status = os::receive(connection, &bytes[sizeof(Head)], *length - sizeof(Head), deadline);
        !status.ok())
        return status;
    return read_message(id_.secret, nonce, {kind, kRoot, receiver}, bytes);
}

/// Reads the challenge and answers it.
Status Caller::introduce(const os::Descriptor& connection, os::Deadline deadline) {
    auto challenge = read(connection, {}, Kind::challenge, kWhoever, deadline);
    if (!challenge.ok()) return std::move(challenge).status();
    Nonce nonce;
    std::memcpy(&nonce, challenge->body.data(), sizeof nonce);
    auto own = draw_nonce();
    if (!own.ok()) return std::move(own).status();
    entry_.nonce = *own;
    const std::string wire =
        write_message(id_.secret, nonce, Kind::entry, entry_.rank, kRoot, body_of(entry_)).wire();
    return os::send(connection, wire.data(), wire.size(), deadline);
}

Caller::Outcome Caller::converse(const os::Descriptor& connection, const os::Endpoint& root,
                                 os::Deadline deadline) {
    const auto broken = [&](const Status& status) {
        trouble_ = root.text() + ": " + status.text();
        return Outcome::broken;
    };
    if (Status status = introduce(connection, deadline.within(kChallenge)); !status.ok())
        return broken(status);
    auto answer = read(connection, entry_.nonce, Kind::welcome, entry_.rank, deadline);
    if (!answer.ok()) return broken(answer.status());
    if (answer->head.kind == Kind::refusal) {
        refusal_ = answer->body;
        return Outcome::refused;
    }
    std::memcpy(&welcome_, answer->body.data(), sizeof welcome_);
    return Outcome::welcomed;
}

/// The same address may be somebody else's in the network of this PE, so each that answers gets its turn.
/// "Broken" when at least one was reached and none was the root.
Caller::Outcome Caller::call_any(os::Deadline deadline) {
    Outcome worst = Outcome::unreachable;
    for (auto roots = id_.endpoints(entry_.node); !roots.empty(); worst = Outcome::broken) {
        auto reached = os::connect_first(roots, deadline.within(kConnecting));
        if (!reached.ok() && trouble_.empty()) trouble_ = reached.status().text();
        if (!reached.ok()) break;
        const Outcome outcome = converse(reached->connection, roots[reached->which], deadline);
        if (outcome != Outcome::broken) return outcome;
        roots.erase(roots.begin() + static_cast<std::ptrdiff_t>(reached->which));
    }
    return worst;
}

Result<Welcome> Caller::meet(os::Deadline deadline) {
    for (int64_t pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
        const Outcome outcome = call_any(deadline);
        if (outcome == Outcome::welcomed) return welcome_;
        if (outcome == Outcome::refused)
            return error(Code::invalid_value, "the job cannot start: %s", refusal_.c_str());
        // The root of a unique id listens before anybody has the id; that of a session begins with PE 0.
        if (deadline.passed() || (outcome == Outcome::unreachable && !id_.session)) return not_found();
        os::sleep_ns(pause);
    }
}

Status Caller::not_found() const {
    std::string places;
    for (const os::Endpoint& root : id_.endpoints(entry_.node))
        places += (places.empty() ? "" : ", ") + root.text();
    if (places.empty())
        return error(
            Code::internal,
            "PE %d of %d cannot meet the others: the network interfaces where the unique id was made have no "
            "address that another node can reach (link-local ones do not count)",
            entry_.rank, entry_.size);
    const char* why = id_.session
                          ? "is PE 0 on the machine of NVSHMEM_BOOTSTRAP_UID_SESSION_ID, and did it start?"
                          : "the process that made the unique id has ended, or the job of this id has "
                            "started without this PE";
    return error(Code::internal, "PE %d of %d cannot meet the others at %s: %s (%s)", entry_.rank,
                 entry_.size, places.c_str(), trouble_.c_str(), why);
}

}  // namespace omni::bootstrap
