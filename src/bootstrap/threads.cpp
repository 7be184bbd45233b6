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

/// The jobs that gather, by size: two of one size can only gather one after the other.
class Gatherings {
  public:
    Result<std::shared_ptr<control::Segment>> enter(int rank, int size) {
        std::lock_guard lock(mutex_);
        auto gathering = find_or_make(size);
        if (!gathering.ok()) return std::move(gathering).status();
        Gathering& found = **gathering;
        if (found.present[static_cast<size_t>(rank)])
            return error(Code::invalid_value,
                         "rank %d of %d is taken by another thread: each thread needs its own rank", rank,
                         size);
        found.present[static_cast<size_t>(rank)] = true;
        auto segment = found.segment;
        if (--found.missing == 0) by_size_.erase(size);
        return segment;
    }

    /// A member gave up before all had come. Those who come later gather anew.
    void abandon(const std::shared_ptr<control::Segment>& segment) {
        std::lock_guard lock(mutex_);
        std::erase_if(by_size_, [&](const auto& entry) { return entry.second.segment == segment; });
    }

  private:
    Result<Gathering*> find_or_make(int size) {
        if (const auto found = by_size_.find(size); found != by_size_.end()) return &found->second;
        auto segment = control::Segment::create(size);
        if (!segment.ok()) return std::move(segment).status();
        auto shared = std::make_shared<control::Segment>(std::move(*segment));
        shared->set_threads();
        Gathering fresh{shared, std::vector<bool>(static_cast<size_t>(size)), size};
        return &by_size_.emplace(size, std::move(fresh)).first->second;
    }

    std::mutex mutex_;
    std::map<int, Gathering> by_size_;
};

Gatherings& gatherings() {
    static auto* all = new Gatherings;  // outlives static destruction, as threads may
    return *all;
}

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
    void leave(control::Phase how) override {
        segment_->leave(rank_, how);
        if (how == control::Phase::failed) gatherings().abandon(segment_);
    }

  private:
    std::shared_ptr<control::Segment> segment_;
    int rank_;
};

}  // namespace

Result<std::unique_ptr<Bootstrap>> start_as_thread(int rank, int size) {
    if (size < 1 || size > kMostPes || rank < 0 || rank >= size)
        return error(Code::invalid_value,
                     "myrank is %d of %d threads: nranks is 1 to %d, ranks are 0 to nranks - 1", rank, size,
                     kMostPes);
    auto segment = gatherings().enter(rank, size);
    if (!segment.ok()) return std::move(segment).status();
    return std::unique_ptr<Bootstrap>(new AsThread(std::move(*segment), rank));
}

}  // namespace omni::bootstrap
