// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Writing, sealing and checking messages.
#include "bootstrap/message.h"

#include <sys/random.h>

#include <cstring>

namespace omni::bootstrap {

namespace {

constexpr uint32_t kMagic = 0x4d494e4f;  // "ONIM" in memory; another byte order does not match
constexpr uint16_t kVersion = 1;

uint64_t seal_of(const Key& secret, const Nonce& nonce, const Message& message) {
    Head head = message.head;
    head.seal = 0;
    std::string text(body_of(nonce));
    text += body_of(head);
    text += message.body;
    return siphash(secret, text);
}

uint32_t sequence_of(Kind kind) { return kind == Kind::challenge ? 0 : kind == Kind::entry ? 1 : 2; }

const char* name_of(Kind kind) {
    switch (kind) {
        case Kind::challenge:
            return "challenge";
        case Kind::entry:
            return "entry";
        case Kind::welcome:
            return "welcome";
        case Kind::refusal:
            return "refusal";
    }
    return "message of unknown kind";
}

std::string name_of(int party) {
    return party == kRoot ? "the root" : party == kWhoever ? "whoever connects" : format("PE %d", party);
}

bool length_fits(Kind kind, size_t length) {
    switch (kind) {
        case Kind::challenge:
            return length == sizeof(Nonce);
        case Kind::entry:
            return length == sizeof(Entry);
        case Kind::welcome:
            return length == sizeof(Welcome);
        case Kind::refusal:
            return length <= kLongestText;
    }
    return false;
}

Status check_head(const Key& secret, const Head& head) {
    if (head.magic != kMagic) return error(Code::internal, "it sent no message of OmniSHMEM");
    if (head.version != kVersion)
        return error(Code::internal,
                     "it speaks version %u of the protocol, this is %u: use one library in all PEs",
                     head.version, kVersion);
    if (head.job != job_of(secret)) return error(Code::internal, "it belongs to another job");
    if (!length_fits(head.kind, head.length))
        return error(Code::internal, "it sent a %s of %u bytes", name_of(head.kind), head.length);
    return {};
}

bool kind_fits(Kind expected, Kind kind) {
    return kind == expected || (expected == Kind::welcome && kind == Kind::refusal);
}

}  // namespace

std::string Message::wire() const { return std::string(body_of(head)) + body; }

uint64_t job_of(const Key& secret) { return siphash(secret, "job"); }

Result<Nonce> draw_nonce() {
    Nonce nonce;
    if (::getrandom(nonce.data(), sizeof nonce, 0) != sizeof nonce)
        return system_error("cannot draw a random number");
    return nonce;
}

Message write_message(const Key& secret, const Nonce& nonce, Kind kind, int sender, int receiver,
                      std::string_view body) {
    const uint32_t length = static_cast<uint32_t>(body.size());
    Message message{{kMagic, kVersion, kind, job_of(secret), sender, receiver, sequence_of(kind), length, 0},
                    std::string(body)};
    message.head.seal = seal_of(secret, nonce, message);
    return message;
}

Result<size_t> message_bytes(const Key& secret, std::string_view begin) {
    Head head;
    if (begin.size() < sizeof head) return size_t{0};
    std::memcpy(&head, begin.data(), sizeof head);
    if (Status status = check_head(secret, head); !status.ok()) return status;
    return sizeof head + head.length;
}

Result<Message> read_message(const Key& secret, const Nonce& nonce, const Expectation& expected,
                             std::string_view bytes) {
    auto length = message_bytes(secret, bytes);
    if (!length.ok()) return std::move(length).status();
    if (*length == 0 || *length != bytes.size())
        return error(Code::internal, "it sent %zu bytes where %zu belong", bytes.size(), *length);
    Message message{{}, std::string(bytes.substr(sizeof(Head)))};
    std::memcpy(&message.head, bytes.data(), sizeof message.head);
    const Head& head = message.head;
    if (!kind_fits(expected.kind, head.kind) || head.sequence != sequence_of(head.kind))
        return error(Code::internal, "it sent a %s (message %u) where a %s belongs", name_of(head.kind),
                     head.sequence, name_of(expected.kind));
    if (expected.sender != kWhoever && head.sender != expected.sender)
        return error(Code::internal, "the message is from %s where %s should speak",
                     name_of(head.sender).c_str(), name_of(expected.sender).c_str());
    if (head.receiver != expected.receiver)
        return error(Code::internal, "the message is for %s, this is %s: connections were swapped",
                     name_of(head.receiver).c_str(), name_of(expected.receiver).c_str());
    if (head.seal != seal_of(secret, nonce, message))
        return error(Code::internal,
                     "the %s of %s was changed, replayed or swapped with another connection's",
                     name_of(head.kind), name_of(head.sender).c_str());
    return message;
}

}  // namespace omni::bootstrap
