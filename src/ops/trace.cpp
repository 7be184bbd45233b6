// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The lines.
#include "ops/trace.h"

#include <bit>
#include <cinttypes>

#include "base/half.h"
#include "base/log.h"
#include "os/clock.h"

namespace omni::ops::trace {

namespace {

constexpr const char* kAmoNames[] = {"fetch", "set", "swap", "compare-swap", "add", "and", "or", "xor"};

double seconds(int64_t ns) { return static_cast<double>(ns) * 1e-9; }

std::string value(transport::AmoType type, uint64_t bits) {
    switch (type) {
        case transport::AmoType::int32:
            return std::to_string(static_cast<int32_t>(bits));
        case transport::AmoType::int64:
            return std::to_string(static_cast<int64_t>(bits));
        case transport::AmoType::half:
            return format("0x%04x", static_cast<unsigned>(bits));  // half or bfloat16
        case transport::AmoType::float32:
            return format("%g", static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits))));
        default:
            return format("%g", std::bit_cast<double>(bits));
    }
}

std::string operands(const transport::Amo& amo) {
    using transport::AmoOp;
    if (amo.op == AmoOp::fetch) return "";
    const std::string condition =
        amo.op == AmoOp::compare_swap ? " if " + value(amo.type, amo.condition) : "";
    return " " + value(amo.type, amo.operand) + condition;
}

}  // namespace

std::string place(const Pe* self, uint64_t offset) {
    return offset < self->heap_bytes ? format("heap+0x%" PRIx64, offset)
                                     : format("buffer+0x%" PRIx64, offset - self->heap_bytes);
}

void line(const Pe* self, const char* pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    const double now = seconds(os::now_ns() - self->member->segment->header().began_ns);
    log::write_trace(format("[t+%.6f s] PE %d ", now, self->me) + vformat(pattern, arguments) + "\n");
    va_end(arguments);
}

void put(const Pe* self, const char* call, uint64_t offset, size_t bytes, int pe) {
    line(self, "put %zu B %s -> PE %d  %s", bytes, place(self, offset).c_str(), pe, call);
}

void get(const Pe* self, const char* call, uint64_t offset, size_t bytes, int pe) {
    line(self, "get %zu B %s <- PE %d  %s", bytes, place(self, offset).c_str(), pe, call);
}

void atomic(const Pe* self, const char* call, uint64_t offset, const transport::Amo& amo, int pe,
            const uint64_t* before) {
    const std::string old = before ? " was " + value(amo.type, *before) : "";
    line(self, "atomic %s%s %s -> PE %d%s  %s", kAmoNames[static_cast<size_t>(amo.op)], operands(amo).c_str(),
         place(self, offset).c_str(), pe, old.c_str(), call);
}

void signal(const Pe* self, const char* call, uint64_t offset, bool adds, uint64_t value, int pe) {
    line(self, "signal %s %" PRIu64 " %s -> PE %d  %s", adds ? "add" : "set", value,
         place(self, offset).c_str(), pe, call);
}

void order(const Pe* self, const char* call) { line(self, "order  %s", call); }

Wait::Wait(const Pe* self, const control::WaitInfo& info)
    : self_(self), offset_(info.offset), began_ns_(os::now_ns()) {
    line(self, "wait %s %s %" PRIu64 "  %s", place(self, offset_).c_str(), info.relation, info.expected,
         info.call);
}

void Wait::end(uint64_t last) const {
    line(self_, "wait %s over: %" PRIu64 " after %.6f s", place(self_, offset_).c_str(), last,
         seconds(os::now_ns() - began_ns_));
}

void Collective::begin(int team, size_t bytes) {
    began_ns_ = os::now_ns();
    line(self_, "collective team %d, %zu B each  %s", team, bytes, call_);
}

void Collective::end() const {
    line(self_, "collective over after %.6f s  %s", seconds(os::now_ns() - began_ns_), call_);
}

}  // namespace omni::ops::trace
