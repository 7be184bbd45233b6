// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// First /proc for all, then one round of handing over for those who ask.
#include "control/peer_files.h"

#include <algorithm>
#include <cinttypes>
#include <optional>

#include "base/siphash.h"
#include "os/handover.h"

namespace omni::control {

namespace {

constexpr double kHandover = 20;  // seconds; the owners hand over as soon as they know who asks

/// Where `pe` waits for descriptors. Only members of the job can tell the name.
std::string inbox_of(const Member& member, int pe) {
    const uint64_t* words = member.segment->header().secret;
    const Key secret{words[0], words[1]};
    const std::string text = format("files %d", pe);
    return format("omnishmem-%016" PRIx64 "%016" PRIx64, siphash(secret, text), siphash(secret, text + "'"));
}

/// Opens what /proc shows; the others.
Result<std::vector<int>> open_by_proc(const std::vector<os::FileAddress>& files,
                                      const std::vector<int>& wanted, const TakeFile& take) {
    std::vector<int> missing;
    for (int pe : wanted) {
        auto file = os::open_file(files[static_cast<size_t>(pe)]);
        if (!file.ok())
            missing.push_back(pe);
        else if (Status status = take(pe, std::move(*file)); !status.ok())
            return status;
    }
    return missing;
}

/// Row k, column j of the result: PE k asks PE j for its file. Nobody needs one when it is empty.
Result<std::vector<uint8_t>> gather_requests(Member& member, const WaitInfo& info,
                                             const std::vector<int>& missing) {
    const size_t n = static_cast<size_t>(member.n);
    const uint8_t any = !missing.empty();
    std::vector<uint8_t> anybody(n), mine(n), all(n * n);
    if (Status status = allgather(member, info, &any, anybody.data(), 1); !status.ok()) return status;
    if (std::count(anybody.begin(), anybody.end(), 0) == member.n) return std::vector<uint8_t>();
    for (int pe : missing) mine[static_cast<size_t>(pe)] = 1;
    if (Status status = allgather(member, info, mine.data(), all.data(), n); !status.ok()) return status;
    return all;
}

Status hand_over(const Member& member, const os::FileAddress& file, const std::vector<uint8_t>& requests) {
    Status first;
    for (int pe = 0; pe < member.n; ++pe)
        if (requests[static_cast<size_t>(pe * member.n + member.me)])
            if (Status status = os::hand_over(inbox_of(member, pe), member.me, file.descriptor); first.ok())
                first = std::move(status);
    return first;
}

Status receive(const os::Inbox& inbox, const std::vector<os::FileAddress>& files,
               const std::vector<int>& missing, const TakeFile& take) {
    for (size_t received = 0; received < missing.size(); ++received) {
        auto delivery = inbox.receive(os::Deadline::in(kHandover));
        if (!delivery.ok())
            return error(Code::internal,
                         "the memory of %zu PEs (PE %d among them) can neither be opened by /proc nor handed "
                         "over (%s): "
                         "PEs of one machine must share the process or the network name space, and the user",
                         missing.size() - received, missing[received], delivery.status().text());
        const int pe = delivery->sender;
        if (std::find(missing.begin(), missing.end(), pe) == missing.end() ||
            os::address_of(delivery->descriptor.get()).inode != files[static_cast<size_t>(pe)].inode)
            return error(Code::internal, "a file was handed over that is not that of PE %d", pe);
        if (Status status = take(pe, std::move(delivery->descriptor)); !status.ok()) return status;
    }
    return {};
}

}  // namespace

Status open_peer_files(Member& member, const WaitInfo& info, const std::vector<os::FileAddress>& files,
                       const std::vector<int>& wanted, const TakeFile& take) {
    auto missing = open_by_proc(files, wanted, take);
    if (!missing.ok()) return std::move(missing).status();
    std::optional<os::Inbox> inbox;  // open before the others learn that this PE asks
    if (!missing->empty()) {
        auto opened = os::Inbox::open(inbox_of(member, member.me), member.n);
        if (!opened.ok()) return std::move(opened).status();
        inbox = std::move(*opened);
    }
    auto requests = gather_requests(member, info, *missing);
    if (!requests.ok()) return std::move(requests).status();
    if (requests->empty()) return {};
    if (Status status = hand_over(member, files[static_cast<size_t>(member.me)], *requests); !status.ok())
        return status;
    if (inbox)
        if (Status status = receive(*inbox, files, *missing, take); !status.ok()) return status;
    return barrier(member, info);
}

}  // namespace omni::control
