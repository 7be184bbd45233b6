// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What the root says to whom.
#include "bootstrap/reception.h"

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/log.h"
#include "os/socket.h"

namespace omni::bootstrap {

namespace {

constexpr double kIntroduction = 10;         // seconds for a connection to say who it is
constexpr double kBriefIntroduction = 0.25;  // the same while more want in than there is room for
constexpr int kAdmittedAtOnce = 64;
constexpr size_t kMostNobodies = 1024;
constexpr double kComingAgain = 2;                // for a PE that lost its connection to come again
constexpr double kLingeringAtExit = 2;            // the same while the process wants to end
constexpr double kLingering = 10;                 // after a failure, to tell those who come late
constexpr double kSending = 1;                    // an answer fits into the socket's buffer
constexpr int64_t kOutOfDescriptors = 1'000'000;  // ns until the next look

/// A quarter of the descriptors that this process may have, so that strangers leave the program its share.
size_t room_for_nobodies() {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    return std::clamp<size_t>(limit.rlim_cur / 4, 1, kMostNobodies);
}

}  // namespace

Reception::Reception(os::Descriptor listener, const Key& secret, std::string host)
    : listener_(std::move(listener)),
      secret_(secret),
      host_(std::move(host)),
      most_nobodies_(room_for_nobodies()) {}

void Reception::serve(const os::Descriptor& stop) {
    while (!over_) {
        wait_for_events(stop);
        std::erase_if(guests_, [](const Guest& guest) { return !guest.connection.valid(); });
    }
    if (stopped_ && is_needed())
        fail(error(Code::internal,
                   "process %d on node %s, which made the unique id, ended before all had come", ::getpid(),
                   host_.c_str()));
    needed_.store(false, std::memory_order_relaxed);
    guests_.clear();
    os::stop_listening(listener_);
}

os::Deadline Reception::next_deadline() const {
    os::Deadline next = limit_;
    for (const Guest& guest : guests_) next = std::min(next, guest.patience);
    for (const auto& [rank, patience] : departed_) next = std::min(next, patience);
    return next;
}

void Reception::wait_for_events(const os::Descriptor& stop) {
    const bool room = has_room();
    std::vector<pollfd> watched{{stopped_ ? -1 : stop.get(), POLLIN, 0},
                                {room ? listener_.get() : -1, POLLIN, 0}};
    for (const Guest& guest : guests_) watched.push_back({guest.connection.get(), POLLIN, 0});
    const os::Deadline next = room ? next_deadline() : next_deadline().within(kBriefIntroduction / 4);
    if (::poll(watched.data(), watched.size(), next.left_ms()) < 0) return;
    if (watched[0].revents != 0) heed_stop();
    for (size_t i = 0; i + 2 < watched.size() && !over_; ++i)
        if (watched[i + 2].revents != 0 && guests_[i].connection.valid()) listen_to(guests_[i]);
    if (watched[1].revents != 0 && !over_)
        for (int count = 0; count < kAdmittedAtOnce && has_room() && admit();) ++count;
    if (!over_) check_deadlines();
}

/// A contradiction is still told to those who are under way.
void Reception::heed_stop() {
    stopped_ = true;
    limit_ = std::min(limit_, os::Deadline::in(kLingeringAtExit));
    over_ = !contradicted_;
}

/// Where a flood fills the room, those who say nothing go early, the oldest first. A PE that is sent away
/// like that comes again.
bool Reception::has_room() {
    const auto is_nobody = [](const Guest& guest) { return !guest.entered && guest.connection.valid(); };
    const auto count = static_cast<size_t>(std::count_if(guests_.begin(), guests_.end(), is_nobody));
    if (count < most_nobodies_) return true;
    Guest& oldest = *std::find_if(guests_.begin(), guests_.end(), is_nobody);
    if (!oldest.hurry.passed()) return false;
    dismiss(oldest, "too many others want in, and it did not say who it is");
    return true;
}

/// False when nobody waits.
bool Reception::admit() {
    os::Descriptor connection = os::accept(listener_);
    if (!connection.valid() && (errno == EMFILE || errno == ENFILE)) {
        short_of_descriptors_ = true;
        os::sleep_ns(kOutOfDescriptors);
    }
    auto nonce = draw_nonce();
    if (!connection.valid() || !nonce.ok()) return false;
    guests_.push_back({std::move(connection),
                       "",
                       *nonce,
                       os::Deadline::in(kIntroduction),
                       os::Deadline::in(kBriefIntroduction),
                       "",
                       false,
                       0,
                       {}});
    Guest& guest = guests_.back();
    guest.name = os::name_of_peer(guest.connection);
    const std::string wire =
        write_message(secret_, {}, Kind::challenge, kRoot, kWhoever, body_of(*nonce)).wire();
    if (!os::send(guest.connection, wire.data(), wire.size(), os::Deadline::in(kSending)).ok())
        dismiss(guest, "it went away");
    return true;
}

void Reception::listen_to(Guest& guest) {
    char buffer[512];
    auto received = os::receive_available(guest.connection, buffer, sizeof buffer);
    if (!received.ok() && guest.entered) {
        departed_.insert_or_assign(guest.rank, os::Deadline::in(kComingAgain));
        guest.connection = os::Descriptor();
    } else if (!received.ok()) {
        dismiss(guest, guest.received.empty() ? "it said nothing" : "it went away amid a message");
    } else if (*received > 0 && guest.entered) {
        dismiss(guest, "it speaks out of turn");
    } else {
        guest.received.append(buffer, *received);
        read_entry(guest);
    }
}

void Reception::read_entry(Guest& guest) {
    auto expected = message_bytes(secret_, guest.received);
    if (!expected.ok()) return dismiss(guest, expected.status().text());
    if (*expected == 0 || guest.received.size() < *expected) return;
    auto message = read_message(secret_, guest.nonce, {Kind::entry, kWhoever, kRoot}, guest.received);
    if (!message.ok()) return dismiss(guest, message.status().text());
    Entry entry;
    std::memcpy(&entry, message->body.data(), sizeof entry);
    if (entry.rank != message->head.sender)
        return dismiss(guest, "its entry and its message name different ranks");
    enter(guest, entry);
}

void Reception::enter(Guest& guest, const Entry& entry) {
    guest.entered = true;
    guest.rank = entry.rank;
    guest.answer_nonce = entry.nonce;
    guest.patience = os::Deadline::never();
    if (entry.size <= kMostPes) expected_ = std::max(expected_, entry.size);
    if (!failure_.empty()) return refuse(guest);
    if (Status status = meeting_.enter(entry); !status.ok()) {
        contradicted_ = true;
        return fail(status);
    }
    needed_.store(true, std::memory_order_relaxed);
    departed_.erase(entry.rank);
    for (Guest& other : guests_)
        if (&other != &guest && other.entered && other.rank == entry.rank)
            other.connection = os::Descriptor();
    bound_by(entry.limit_ms / 1e3);
    if (!meeting_.complete() || !departed_.empty()) return;
    if (Status status = meeting_.check_machines(); !status.ok()) return fail(status);
    welcome_all();
}

void Reception::bound_by(double limit_s) {
    const os::Deadline limit = os::Deadline::in(limit_s);
    if (limit_ <= limit) return;
    limit_ = limit;
    limit_s_ = limit_s;
}

void Reception::check_deadlines() {
    for (Guest& guest : guests_)
        if (guest.patience.passed() && guest.connection.valid()) dismiss(guest, "it did not say who it is");
    for (const auto& [rank, patience] : departed_)
        if (patience.passed())
            return fail(error(Code::internal, "PE %d (%s) ended while it waited for the others", rank,
                              place_of(meeting_.entry_of(rank)).c_str()));
    if (!limit_.passed()) return;
    if (!failure_.empty())
        over_ = true;
    else
        fail(error(
            Code::internal, "%s within %g s (NVSHMEM_WAIT_TIMEOUT=SECONDS sets the limit)%s",
            meeting_.missing().c_str(), limit_s_,
            short_of_descriptors_ ? "; the root of the job ran out of descriptors (see ulimit -n)" : ""));
}

void Reception::welcome_all() {
    needed_.store(false, std::memory_order_relaxed);  // before a welcomed PE of this process can finalize
    const Entry& first = meeting_.entry_of(0);
    const Welcome welcome{first.process, first.segment_descriptor, first.segment_secret};
    for (Guest& guest : guests_)
        if (guest.entered && guest.connection.valid()) answer(guest, Kind::welcome, body_of(welcome));
    over_ = true;
}

void Reception::fail(const Status& status) {
    failure_ = std::string(status.text()).substr(0, kLongestText);
    needed_.store(false, std::memory_order_relaxed);
    departed_.clear();
    limit_ = os::Deadline::in(kLingering);
    for (Guest& guest : guests_)
        if (guest.entered && guest.connection.valid()) refuse(guest);
}

void Reception::refuse(Guest& guest) {
    answer(guest, Kind::refusal, failure_);
    if (++told_ >= expected_) over_ = true;
}

/// The last word to a guest.
void Reception::answer(Guest& guest, Kind kind, std::string_view body) {
    const std::string wire = write_message(secret_, guest.answer_nonce, kind, kRoot, guest.rank, body).wire();
    [[maybe_unused]] const Status sent =
        os::send(guest.connection, wire.data(), wire.size(), os::Deadline::in(kSending));
    guest.connection = os::Descriptor();
}

void Reception::dismiss(Guest& guest, const std::string& reason) {
    guest.connection = os::Descriptor();
    if (warnings_left_-- > 0)
        log::warn("the root of the job refuses the connection from %s: %s", guest.name.c_str(),
                  reason.c_str());
}

}  // namespace omni::bootstrap
