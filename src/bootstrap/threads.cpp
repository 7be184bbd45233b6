// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// PEs as threads of one process. The threads of a job find each other in a process-wide list of jobs that
// wait for members.
#include <map>
#include <mutex>
#include <vector>

#include "bootstrap/bootstrap.h"

namespace omni::bootstrap {

namespace {

/// A job whose members are gathering; it leaves the list once all have come.
struct Gathering {
    std::shared_ptr<control::Segment> segment;
    std::vector<bool> present;
    int missing;
};

std::mutex mutex;
std::map<int, Gathering> gatherings;  // by size: two jobs of one size can only gather one after the other

class AsThread final : public Bootstrap {
  public:
    AsThread(std::shared_ptr<control::Segment> segment, int rank)
        : segment_(std::move(segment)), rank_(rank) {}

    const char* name() const override { return "threads"; }
    int rank() const override { return rank_; }
    int size() const override { return segment_->pes(); }
    bool threads() const override { return true; }
    Status join(control::Segment*& segment) override {
        segment = segment_.get();
        segment_->join_as_thread(rank_);
        return {};
    }
    void leave() override { segment_->leave(rank_); }

  private:
    std::shared_ptr<control::Segment> segment_;
    int rank_;
};

Result<std::shared_ptr<control::Segment>> enter(int rank, int size) {
    std::lock_guard lock(mutex);
    auto found = gatherings.find(size);
    if (found == gatherings.end()) {
        auto segment = control::Segment::create(size);
        if (!segment.ok()) return std::move(segment).status();
        auto shared = std::make_shared<control::Segment>(std::move(*segment));
        shared->set_threads();
        found =
            gatherings.emplace(size, Gathering{shared, std::vector<bool>(static_cast<size_t>(size)), size})
                .first;
    }
    Gathering& gathering = found->second;
    if (gathering.present[static_cast<size_t>(rank)])
        return error(Code::invalid_value,
                     "rank %d of %d is taken by another thread: each thread needs its own rank", rank, size);
    gathering.present[static_cast<size_t>(rank)] = true;
    auto segment = gathering.segment;
    if (--gathering.missing == 0) gatherings.erase(found);
    return segment;
}

}  // namespace

Result<std::unique_ptr<Bootstrap>> start_as_thread(int rank, int size) {
    if (size < 1 || rank < 0 || rank >= size)
        return error(Code::invalid_value, "rank %d of %d threads: ranks are 0 to nranks - 1", rank, size);
    auto segment = enter(rank, size);
    if (!segment.ok()) return std::move(segment).status();
    return std::unique_ptr<Bootstrap>(new AsThread(std::move(*segment), rank));
}

}  // namespace omni::bootstrap
