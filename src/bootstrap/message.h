// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The messages between the root of a job and its PEs, and their check. One exchange a PE:
//
//     root -> PE   challenge   a number drawn for this connection
//     PE -> root   entry       who I am, and my own number; sealed with the root's number
//     root -> PE   welcome     where the control segment is; sealed with the PE's number, sent once all have
//     come
//               or refusal     why there will be no job, for people
//
// A seal is a hash of the message keyed with the secret of the unique id, so nobody without the id can write,
// change, replay or swap a message unnoticed. The secret itself does not travel.
#pragma once

#include <string>
#include <string_view>

#include "base/siphash.h"
#include "base/status.h"
#include "bootstrap/node.h"

namespace omni::bootstrap {

enum class Kind : uint16_t { challenge = 1, entry = 2, welcome = 3, refusal = 4 };

inline constexpr int kRoot = -1;     ///< the root as sender or receiver
inline constexpr int kWhoever = -2;  ///< the PE at the other end, whose rank is not known yet

using Nonce = Key;  ///< drawn once a connection

struct Head {
    uint32_t magic;
    uint16_t version;
    Kind kind;
    uint64_t job;       ///< tells jobs apart
    int32_t sender;     ///< rank or kRoot
    int32_t receiver;   ///< rank, kRoot or kWhoever
    uint32_t sequence;  ///< 0 challenge, 1 entry, 2 welcome or refusal
    uint32_t length;    ///< bytes that follow the head
    uint64_t seal;
};
static_assert(sizeof(Head) == 40);

/// What a PE tells about itself.
struct Entry {
    int32_t rank;
    int32_t size;  ///< how many PEs it believes there are
    int32_t process;
    uint32_t limit_ms;  ///< how long it waits for the others
    Nonce nonce;
    Nonce member;  ///< the same at every attempt of this PE
    Node node;
    // PE 0 only: its descriptor of the control segment
    int32_t segment_descriptor;
    int32_t reserved;
    Key segment_secret;
};

struct Welcome {
    int32_t process;  ///< of PE 0
    int32_t descriptor;
    Key segment_secret;
};

inline constexpr size_t kLongestText = 1024;  ///< of a refusal

struct Message {
    Head head;
    std::string body;

    size_t bytes() const { return sizeof head + body.size(); }
    std::string wire() const;
};

/// The job number that belongs to a secret.
uint64_t job_of(const Key& secret);
Result<Nonce> draw_nonce();

/// A sealed message. `nonce`: the receiver's number; zeros for a challenge, since the receiver has told none
/// yet.
Message write_message(const Key& secret, const Nonce& nonce, Kind kind, int sender, int receiver,
                      std::string_view body);

/// How many bytes the message that begins with `begin` has in all, 0 while that cannot be told yet. An error
/// when it is none of this job: noise, another version, another job, too long.
Result<size_t> message_bytes(const Key& secret, std::string_view begin);

/// What the receiver expects of the next message. `sender`: kWhoever where any rank may send.
struct Expectation {
    Kind kind;
    int sender;
    int receiver;
};

/// Checks a whole message in all points. A refusal is accepted in place of a welcome.
Result<Message> read_message(const Key& secret, const Nonce& nonce, const Expectation& expected,
                             std::string_view bytes);

/// A body as a structure; the length was checked by read_message.
template <class Body>
std::string_view body_of(const Body& body) {
    return {reinterpret_cast<const char*>(&body), sizeof body};
}

}  // namespace omni::bootstrap
