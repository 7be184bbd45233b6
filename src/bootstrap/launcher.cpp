// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// A PE that nvshmrun started.
#include "bootstrap/launcher.h"

#include <fcntl.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "base/siphash.h"
#include "bootstrap/bootstrap.h"
#include "os/environment.h"

namespace omni::bootstrap {

namespace {

struct Invitation {
    int rank, size, process, descriptor;
    uint64_t secret[2];
};

Result<Invitation> read_invitation() {
    const char* rank = std::getenv(kRankVariable);
    const char* size = std::getenv(kSizeVariable);
    const char* place = std::getenv(kSegmentVariable);
    Invitation i{};
    if (!rank || !size || !place || std::sscanf(rank, "%d", &i.rank) != 1 ||
        std::sscanf(size, "%d", &i.size) != 1 ||
        std::sscanf(place, "%d:%d:%16" SCNx64 "%16" SCNx64, &i.process, &i.descriptor, &i.secret[0],
                    &i.secret[1]) != 4)
        return error(Code::invalid_value,
                     "%s, %s and %s must be as nvshmrun sets them: start the program with nvshmrun",
                     kRankVariable, kSizeVariable, kSegmentVariable);
    return i;
}

bool shows_secret(const control::Segment& segment, const Invitation& invitation) {
    const uint64_t* secret = segment.header().secret;
    return secret[0] == invitation.secret[0] && secret[1] == invitation.secret[1];
}

Result<control::Segment> open_segment(const Invitation& invitation) {
    auto file = os::open_descriptor_of(invitation.process, invitation.descriptor);
    if (file.ok())
        if (auto segment = control::Segment::attach(std::move(*file));
            segment.ok() && shows_secret(*segment, invitation))
            return segment;
    // The duplicate is taken before any lock, since closing a descriptor of the file would drop the lock.
    os::Descriptor inherited(::fcntl(invitation.descriptor, F_DUPFD_CLOEXEC, 3));
    if (!inherited.valid())
        return error(
            Code::internal,
            "the launcher (process %d) is gone or cannot be looked at; start the program with nvshmrun",
            invitation.process);
    auto segment = control::Segment::attach(std::move(inherited));
    if (!segment.ok())
        return error(segment.status().code(), "%s names descriptor %d of process %d: %s", kSegmentVariable,
                     invitation.descriptor, invitation.process, segment.status().text());
    if (!shows_secret(*segment, invitation))
        return error(Code::internal, "the control segment belongs to another job");
    return segment;
}

class ByLauncher final : public Bootstrap {
  public:
    ByLauncher(control::Segment segment, int rank, int size)
        : segment_(std::move(segment)), rank_(rank), size_(size) {}

    const char* name() const override { return "nvshmrun"; }
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

}  // namespace

std::string traces_of_launchers() {
    std::string traces;
    for (const char* variable : kLaunchersVariables) traces += os::text_in(variable) + " ";
    return format("%016" PRIx64, siphash({}, traces));
}

bool launcher_is_present() { return std::getenv(kSegmentVariable) != nullptr; }

bool launcher_is_nearest() {
    const std::string outer = os::text_in(kOuterVariable);
    return launcher_is_present() && (outer.empty() || outer == traces_of_launchers());
}

Result<std::unique_ptr<Bootstrap>> start_by_launcher() {
    auto invitation = read_invitation();
    if (!invitation.ok()) return std::move(invitation).status();
    auto segment = open_segment(*invitation);
    if (!segment.ok()) return std::move(segment).status();
    if (segment->pes() != invitation->size || invitation->rank < 0 || invitation->rank >= invitation->size)
        return error(Code::invalid_value,
                     "%s is %d and %s is %d, but the job has %d PEs: start the program with nvshmrun",
                     kRankVariable, invitation->rank, kSizeVariable, invitation->size, segment->pes());
    return std::unique_ptr<Bootstrap>(
        new ByLauncher(std::move(*segment), invitation->rank, invitation->size));
}

}  // namespace omni::bootstrap
