// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// PEs that start by unique id.
#include "bootstrap/uid.h"

#include <unistd.h>

#include <cinttypes>
#include <optional>

#include "base/log.h"
#include "bootstrap/caller.h"
#include "bootstrap/root.h"
#include "os/handover.h"
#include "os/socket.h"

namespace omni::bootstrap {

namespace {

constexpr double kRootAnswers = 5;  // seconds that the root's word may take beyond the limit
constexpr double kHandover = 10;

class ByUniqueId final : public Bootstrap {
  public:
    ByUniqueId(control::Segment segment, int rank, int size)
        : segment_(std::move(segment)), rank_(rank), size_(size) {}

    const char* name() const override { return "unique id"; }
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    Status join(control::Segment*& segment) override {
        segment = &segment_;
        return segment_.join(rank_);
    }
    void leave(control::Phase how) override { segment_.leave(rank_, how); }

  private:
    control::Segment segment_;
    int rank_, size_;
};

/// Where `rank` waits for the control segment. Only who knows the id can tell the name.
std::string inbox_of(const UniqueId& id, int rank) {
    const std::string text = format("inbox %d", rank);
    return format("omnishmem-%016" PRIx64 "%016" PRIx64, siphash(id.secret, text),
                  siphash(id.secret, text + "'"));
}

Status open_root(os::Descriptor listener, const UniqueId& id, const Node& node) {
    auto root = Root::open(std::move(listener), id.secret, node.name);
    if (!root.ok()) return std::move(root).status();
    keep_root(std::move(*root));
    return {};
}

void log_root(const UniqueId& id, const std::vector<os::Address>& addresses) {
    for (const os::Address& address : addresses)
        log::info(log::Source::bootstrap, "the PEs of the unique id may meet at %s",
                  os::Endpoint{address, id.port}.text().c_str());
}

Result<UniqueId> make_id_with_root(const UniqueIdRules& rules) {
    const Node node = this_node(rules.node);
    auto id = draw_unique_id(node);
    auto interfaces = os::list_interfaces();
    if (!id.ok() || !interfaces.ok())
        return id.ok() ? std::move(interfaces).status() : std::move(id).status();
    auto addresses = os::choose_addresses(std::move(*interfaces), rules.network);
    if (!addresses.ok()) return std::move(addresses).status();
    auto listener = os::listen_anywhere(0);
    if (!listener.ok()) return std::move(listener).status();
    auto port = os::port_of(*listener);
    if (!port.ok()) return std::move(port).status();
    id->addresses = std::move(*addresses);
    id->port = *port;
    id->loopback = rules.network.interfaces.empty();
    if (Status status = open_root(std::move(*listener), *id, node); !status.ok()) return status;
    log_root(*id, id->addresses);
    return id;
}

/// PE 0 of a session listens at the first of its addresses that this machine has.
Status open_session_root(const UniqueId& id, const Node& node) {
    std::string trouble = "it has no address";
    for (const os::Address& address : id.addresses) {
        auto listener = os::listen_at({address, id.port});
        if (listener.ok()) {
            log_root(id, {address});
            return open_root(std::move(*listener), id, node);
        }
        trouble = listener.status().text();
    }
    return error(
        Code::invalid_value,
        "PE 0 must run on the machine of NVSHMEM_BOOTSTRAP_UID_SESSION_ID, whose port must be free: %s",
        trouble.c_str());
}

Result<Entry> introduce(int rank, int size, const UniqueIdRules& rules) {
    auto member = draw_nonce();
    if (!member.ok()) return std::move(member).status();
    Entry entry{};
    entry.rank = rank;
    entry.size = size;
    entry.process = ::getpid();
    entry.limit_ms = static_cast<uint32_t>(std::min(rules.limit_s * 1e3, 4e9));
    entry.member = *member;
    entry.node = this_node(rules.node);
    entry.segment_descriptor = -1;
    return entry;
}

/// /proc does not show it where the PEs are in different process name spaces or a PE gave up privileges. So
/// PE 0 leaves it in everybody's inbox as well; who needs none has closed his.
void hand_round(const UniqueId& id, const control::Segment& segment) {
    for (int rank = 1; rank < segment.pes(); ++rank) [[maybe_unused]]
        const Status left = os::hand_over(inbox_of(id, rank), 0, segment.descriptor());
}

Result<control::Segment> attach(os::Descriptor file, const Welcome& welcome) {
    auto segment = control::Segment::attach(std::move(file));
    if (!segment.ok()) return segment;
    const uint64_t* secret = segment->header().secret;
    if (Key{secret[0], secret[1]} != welcome.segment_secret)
        return error(Code::internal, "the control segment belongs to another job");
    return segment;
}

Result<control::Segment> fetch_segment(const Welcome& welcome, const std::optional<os::Inbox>& inbox) {
    auto file = os::open_descriptor_of(welcome.process, welcome.descriptor);
    if (file.ok())
        if (auto segment = attach(std::move(*file), welcome); segment.ok()) return segment;
    if (!inbox) return error(Code::internal, "cannot open an inbox for descriptors");
    auto delivery = inbox->receive(os::Deadline::in(kHandover));
    if (!delivery.ok())
        return error(Code::internal,
                     "process %d, which is PE 0, cannot be looked at by /proc nor reached by a Unix socket "
                     "(%s): PEs of one "
                     "machine must share the process or the network name space, and the user",
                     welcome.process, delivery.status().text());
    return attach(std::move(delivery->descriptor), welcome);
}

Result<Welcome> meet(const UniqueId& id, const Entry& entry, const UniqueIdRules& rules) {
    return Caller(id, entry).meet(os::Deadline::in(rules.limit_s + kRootAnswers));
}

Result<control::Segment> start_first(const UniqueId& id, Entry entry, const UniqueIdRules& rules) {
    auto segment = control::Segment::create(std::clamp(entry.size, 1, kMostPes));
    if (!segment.ok()) return segment;
    const uint64_t* secret = segment->header().secret;
    entry.segment_descriptor = segment->descriptor();
    entry.segment_secret = {secret[0], secret[1]};
    if (auto welcome = meet(id, entry, rules); !welcome.ok()) return std::move(welcome).status();
    hand_round(id, *segment);
    return segment;
}

Result<control::Segment> start_other(const UniqueId& id, const Entry& entry, const UniqueIdRules& rules) {
    std::optional<os::Inbox> inbox;  // before the entry, so that it is there when PE 0 hands round
    if (auto opened = os::Inbox::open(inbox_of(id, entry.rank), 1); opened.ok()) inbox = std::move(*opened);
    auto welcome = meet(id, entry, rules);
    if (!welcome.ok()) return std::move(welcome).status();
    return fetch_segment(*welcome, inbox);
}

}  // namespace

Result<std::string> make_unique_id(const UniqueIdRules& rules) {
    auto id = rules.session.empty() ? make_id_with_root(rules) : session_id(rules.session);
    if (!id.ok()) return std::move(id).status();
    return id->encode();
}

Result<std::unique_ptr<Bootstrap>> start_by_unique_id(const std::string& bytes, int rank, int size,
                                                      const UniqueIdRules& rules) {
    auto id = UniqueId::decode(bytes);
    if (!id.ok()) return std::move(id).status();
    auto entry = introduce(rank, size, rules);
    if (!entry.ok()) return std::move(entry).status();
    if (id->session && rank == 0)
        if (Status status = open_session_root(*id, entry->node); !status.ok()) return status;
    auto segment = rank == 0 ? start_first(*id, *entry, rules) : start_other(*id, *entry, rules);
    if (!segment.ok()) return std::move(segment).status();
    return std::unique_ptr<Bootstrap>(new ByUniqueId(std::move(*segment), rank, size));
}

}  // namespace omni::bootstrap
