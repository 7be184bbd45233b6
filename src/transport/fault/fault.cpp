// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The decorator: issue, hold back, deliver.
#include "transport/fault/fault.h"

#include <algorithm>
#include <atomic>
#include <deque>

#include "control/wait.h"
#include "os/clock.h"
#include "transport/fault/deliverer.h"
#include "transport/fault/lane.h"
#include "transport/fault/stale.h"

namespace omni::transport::fault {

namespace {

constexpr int64_t kLongestHoldNs = 200'000;
constexpr size_t kMostHeld = 64;     // of one target: looking for what may go is quadratic
constexpr uint64_t kWholeBytes = 8;  // pieces end at multiples of this, so no element is torn

class Fault final : public Transport {
  public:
    Fault(control::Member& member, std::unique_ptr<Transport> inner, const Plan& plan)
        : member_(member),
          inner_(std::move(inner)),
          plan_(plan),
          name_(format("fault over %s", inner_->capabilities().name)),
          dice_(plan.seed, member.me),
          stale_(dice_),
          deliverer_([this] { return deliver_due(); }) {
        for (int pe = 0; pe < member.n; ++pe) lanes_.emplace_back(dice_, plan.has(reorder));
    }
    Status start() { return deliverer_.start(); }

    Capabilities capabilities() const override {
        return {name_.c_str(), inner_->capabilities().atomics, false};
    }

    Status put(int pe, uint64_t offset, const void* source, size_t bytes) override {
        return in_turn([&] {
            return in_pieces(offset, bytes, [&](uint64_t place, size_t at, size_t part) {
                return issue(pe, {place, part, static_cast<const char*>(source) + at});
            });
        });
    }

    Status get(int pe, uint64_t offset, void* dest, size_t bytes) override {
        if (bytes == 0) return {};
        if (Status status = in_turn([&] { return make_way(pe, offset, bytes); }); !status.ok()) return status;
        return in_pieces(offset, bytes, [&](uint64_t place, size_t at, size_t part) {
            return get_piece(pe, place, static_cast<char*>(dest) + at, part);
        });
    }

    Status amo(int pe, uint64_t offset, const Amo& amo, uint64_t* fetched) override {
        const size_t bytes = element_bytes(amo.type);
        if (!fetched)
            return in_turn([&] { return issue(pe, {.offset = offset, .bytes = bytes, .amo = amo}); });
        if (Status status = in_turn([&] { return make_way(pe, offset, bytes); }); !status.ok()) return status;
        return noted(pe, attempt(pe, [&] { return inner_->amo(pe, offset, amo, fetched); }));
    }

    Status fence() override {
        if (!plan_.has(no_fence)) epoch_.fetch_add(1, std::memory_order_relaxed);
        return {};
    }

    Status quiet() override {
        if (plan_.has(no_quiet)) return {};
        if (Status status = in_turn([&] { return deliver_all(); }); !status.ok()) return status;
        return inner_->quiet();
    }

    Status register_segment(uint64_t offset, size_t bytes, int fd, uint64_t fd_offset) override {
        return inner_->register_segment(offset, bytes, fd, fd_offset);
    }
    Status release_segment(uint64_t offset, size_t bytes) override {
        return inner_->release_segment(offset, bytes);
    }

  private:
    Lane& lane(int pe) { return lanes_[static_cast<size_t>(pe)]; }

    /// One thread at a time looks at what is held. A mutex would not do: a thread in here waits for its
    /// target, and the others must say what they wait for and give up when that one has died.
    template <class Body>
    Status in_turn(Body&& body) {
        const control::WaitInfo info{.call = "fault turn",
                                     .kind = control::WaitKind::transport,
                                     .expected = static_cast<uint64_t>(member_.me)};
        Status status = control::wait(
            member_, info, [&](uint64_t&) { return !taken_.exchange(true, std::memory_order_acquire); });
        if (!status.ok()) return status;
        status = body();
        taken_.store(false, std::memory_order_release);
        return status;
    }

    /// Calls `carry(place, distance from the first byte, bytes)` for each piece of a transfer.
    template <class Carry>
    Status in_pieces(uint64_t offset, size_t bytes, Carry&& carry) {
        for (size_t at = 0; at < bytes;) {
            const size_t part = piece(offset + at, bytes - at);
            if (Status status = carry(offset + at, at, part); !status.ok()) return status;
            at += part;
        }
        return {};
    }

    size_t piece(uint64_t place, size_t bytes) {
        if (!plan_.has(split) || bytes <= kWholeBytes || !dice_.chance(plan_.rate)) return bytes;
        const uint64_t first_end = (place / kWholeBytes + 1) * kWholeBytes - place;
        return std::min(bytes, first_end + dice_.below(bytes / kWholeBytes) * kWholeBytes);
    }

    /// Refusals concern one operation, all else the target.
    Status noted(int pe, Status status) {
        if (!status.ok() && status.code() != Code::invalid_value) lane(pe).lost.store(true);
        return status;
    }

    /// Makes attempts until one is answered. Only `act` has an effect, and has it once.
    template <class Act>
    Status attempt(int pe, Act&& act) {
        const control::WaitInfo info{.call = "fault retry",
                                     .kind = control::WaitKind::transport,
                                     .expected = static_cast<uint64_t>(pe)};
        Status result;
        bool acted = false;
        Status wait = control::wait(member_, info, [&](uint64_t& attempts) {
            ++attempts;
            if (plan_.has(refuse) && dice_.chance(plan_.rate)) return false;
            if (!acted || plan_.has(no_once)) result = act();
            acted = true;
            return !result.ok() || !plan_.has(repeat) || !dice_.chance(plan_.rate);
        });
        return wait.ok() ? std::move(result) : std::move(wait);
    }

    Status get_piece(int pe, uint64_t offset, void* dest, size_t bytes) {
        if (!plan_.has(no_fresh))
            return noted(pe, attempt(pe, [&] { return inner_->get(pe, offset, dest, bytes); }));
        return in_turn([&] {
            if (stale_.answer(pe, offset, dest, bytes)) return Status();
            Status status = inner_->get(pe, offset, dest, bytes);
            if (status.ok()) stale_.remember(pe, offset, dest, bytes);
            return status;
        });
    }

    // ---- In turn ----

    Status issue(int pe, Operation operation) {
        operation.epoch = epoch_.load(std::memory_order_relaxed);
        operation.due_ns = due_ns();
        if (lane(pe).lost.load() || (operation.due_ns == 0 && lane(pe).empty())) return act(pe, operation);
        operation.keep();
        lane(pe).add(std::move(operation));
        deliverer_.set_work(true);
        while (lane(pe).size() > kMostHeld) deliver(pe, *lane(pe).take_any());
        return {};
    }

    /// 0 for at once.
    int64_t due_ns() {
        const bool held = (plan_.has(delay) || plan_.has(reorder)) && dice_.chance(plan_.rate);
        return held ? os::now_ns() + static_cast<int64_t>(dice_.below(kLongestHoldNs)) : 0;
    }

    /// Brings what an access to the range must see.
    Status make_way(int pe, uint64_t offset, size_t bytes) {
        while (auto operation = lane(pe).take_before(epoch_.load(std::memory_order_relaxed), offset, bytes))
            deliver(pe, std::move(*operation));
        return enter(pe, epoch_.load(std::memory_order_relaxed));
    }

    /// Below, too, what comes is behind the fences before it.
    Status enter(int pe, uint64_t epoch) {
        if (inner_->capabilities().ordered || std::exchange(lane(pe).epoch, epoch) == epoch) return {};
        return inner_->fence();
    }

    /// An error of what was held is one of the next quiet().
    void deliver(int pe, Operation operation) {
        Status status = act(pe, operation);
        if (!status.ok() && late_.ok()) late_ = std::move(status);
    }

    Status act(int pe, const Operation& operation) {
        if (Status status = enter(pe, operation.epoch); !status.ok()) return noted(pe, std::move(status));
        return noted(pe, attempt(pe, [&] {
                         return operation.amo
                                    ? inner_->amo(pe, operation.offset, *operation.amo, nullptr)
                                    : inner_->put(pe, operation.offset, operation.source, operation.bytes);
                     }));
    }

    /// Which target comes first is open as well.
    template <class Visit>
    void each_lane(Visit&& visit) {
        const auto pes = static_cast<uint64_t>(member_.n);
        const uint64_t first = dice_.below(pes);
        for (uint64_t i = 0; i < pes; ++i) visit(static_cast<int>((first + i) % pes));
    }

    Status deliver_all() {
        each_lane([&](int pe) {
            while (auto operation = lane(pe).take_any()) deliver(pe, std::move(*operation));
        });
        return std::exchange(late_, Status());
    }

    /// The deliverer's part: when the next one is due.
    int64_t deliver_due() {
        int64_t next = INT64_MAX;
        (void)in_turn([&] {
            each_lane([&](int pe) {
                while (auto operation = lane(pe).take_due(os::now_ns())) deliver(pe, std::move(*operation));
                next = std::min(next, lane(pe).next_due_ns());
            });
            deliverer_.set_work(next != INT64_MAX);
            return Status();
        });
        return next;
    }

    control::Member& member_;
    std::unique_ptr<Transport> inner_;
    const Plan plan_;
    const std::string name_;
    Dice dice_;
    std::atomic<uint64_t> epoch_{0};
    std::atomic<bool> taken_{false};
    std::deque<Lane> lanes_;  // in turn, as what follows
    StaleWords stale_;
    Status late_;
    Deliverer deliverer_;  // last, so that it ends before what it uses
};

}  // namespace

Result<std::unique_ptr<Transport>> wrap(control::Member& member, std::unique_ptr<Transport> inner,
                                        const Plan& plan) {
    auto transport = std::make_unique<Fault>(member, std::move(inner), plan);
    if (Status status = transport->start(); !status.ok()) return status;
    return std::unique_ptr<Transport>(std::move(transport));
}

}  // namespace omni::transport::fault
