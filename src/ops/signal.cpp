// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Signals that the hot path does not take, and counted signals.
#include "ops/signal.h"

#include "ops/trace.h"

namespace omni::ops {

namespace detail {

bool check_signal_op(const char* call, int op) {
    if (is_signal_op(op)) return true;
    report(call, error(Code::invalid_value,
                       "sig_op is %d, which is no signal operator: pass NVSHMEM_SIGNAL_SET (%d) or "
                       "NVSHMEM_SIGNAL_ADD (%d)",
                       op, NVSHMEM_SIGNAL_SET, NVSHMEM_SIGNAL_ADD));
    return false;
}

namespace {

void trace_signal(const Pe* self, const char* call, const Target& word, const Signal& signal, int pe) {
    if (self->traced)
        trace::signal(self, call, word.offset, signal.op == NVSHMEM_SIGNAL_ADD, signal.value, pe);
}

Status send(const Pe* self, const Target& word, const Signal& signal, int pe) {
    if (word.address) return update(reinterpret_cast<uint64_t*>(word.address), signal), Status();
    const auto op = signal.op == NVSHMEM_SIGNAL_SET ? transport::AmoOp::set : transport::AmoOp::add;
    return self->transport->amo(pe, word.offset, {op, transport::AmoType::int64, signal.value, 0}, nullptr);
}

/// Data of which a later signal to the same PE tells; `by_transport`: the signal goes that way too.
Status put_before_signal(const Pe* self, const Target& data, const void* source, size_t bytes, int pe,
                         bool by_transport) {
    if (data.address) return copy(data.address, source, bytes), Status();
    if (Status status = self->transport->put(pe, data.offset, source, bytes); !status.ok()) return status;
    return by_transport ? self->transport->fence() : self->transport->quiet();
}

}  // namespace

void signal_slowly(const Pe* self, const char* call, const Signal& signal, int pe) {
    Target word;
    if (!check_signal_op(call, signal.op)) return;
    if (!resolve_element(self, {call, "sig_addr"}, signal.address, sizeof(uint64_t), pe, word)) return;
    trace_signal(self, call, word, signal, pe);
    finish(call, send(self, word, signal, pe));
}

void put_signal_slowly(const Pe* self, const char* call, void* dest, const void* source, size_t nelems,
                       size_t size, const Signal& signal, int pe) {
    Target data, word;
    size_t bytes;
    if (!check_signal_op(call, signal.op) || !byte_count({call}, nelems, size, bytes)) return;
    if (!resolve(self, {call, "dest"}, dest, bytes, pe, data) || !check_local(call, "source", source, bytes))
        return;
    if (!resolve_element(self, {call, "sig_addr"}, signal.address, sizeof(uint64_t), pe, word)) return;
    if (self->traced && bytes > 0) trace::put(self, call, data.offset, bytes, pe);
    trace_signal(self, call, word, signal, pe);
    if (bytes > 0 && !finish(call, put_before_signal(self, data, source, bytes, pe, !word.address))) return;
    finish(call, send(self, word, signal, pe));
}

uint64_t fetch_slowly(const Pe* self, const Names& names, const uint64_t* signal) {
    return check_own_elements(self, names, signal, 1, sizeof *signal) ? load(signal) : 0;
}

}  // namespace detail

void reset_counter(const Pe* self, const Names& names, uint64_t* counter) {
    if (check_own_elements(self, names, counter, 1, sizeof *counter))
        transport::Set::apply(counter, uint64_t{0}, {});
}

namespace {

/// What the interface asks so that hardware could count.
Status check_counted(const Pe* self, const void* dest, const void* source, size_t bytes,
                     const uint64_t* counter, int pe) {
    if (!self) return error(Code::invalid_value, "called before nvshmem_init or after nvshmem_finalize");
    if (pe < 0 || pe >= self->n)
        return error(Code::invalid_value, "pe is %d, but there are PEs 0 to %d", pe, self->n - 1);
    if ((reinterpret_cast<uintptr_t>(dest) | reinterpret_cast<uintptr_t>(source) | bytes) % 16 != 0)
        return error(Code::invalid_value, "dest %p, source %p and bytes %zu must be multiples of 16", dest,
                     source, bytes);
    const char* word = reinterpret_cast<const char*>(counter);
    const char* begin = static_cast<const char*>(dest);
    if (static_cast<uint64_t>(word - self->base) % 256 != 0)
        return error(Code::invalid_value,
                     "signal_addr %p is not at a multiple of 256 bytes of the heap: take it from "
                     "nvshmem_align(256, ...)",
                     static_cast<const void*>(counter));
    if (word + sizeof *counter > begin && word < begin + bytes)
        return error(Code::invalid_value, "signal_addr %p lies in dest", static_cast<const void*>(counter));
    return {};
}

}  // namespace

Status put_counted(const Pe* self, const char* call, void* dest, const void* source, size_t bytes,
                   uint64_t* counter, int pe) {
    if (Status bad = check_counted(self, dest, source, bytes, counter, pe); !bad.ok()) return bad;
    if (bytes == 0) return {};
    if (!mapped(self, dest, bytes, self->me) || !mapped_element(self, counter, self->me))
        return error(Code::invalid_value, "dest %p (%zu bytes) or signal_addr %p is no symmetric address",
                     dest, bytes, static_cast<void*>(counter));
    put_signal<1>(self, call, dest, source, bytes, {counter, bytes, NVSHMEM_SIGNAL_ADD}, pe);
    return {};
}

void wait_for_count(const Pe* self, const Names& names, const uint64_t* counter, uint64_t expected) {
    if (!check_own_elements(self, names, counter, 1, sizeof *counter)) return;
    detail::block_on_word(self, names.call, counter, NVSHMEM_CMP_GE, expected,
                          [=](uint64_t count) { return static_cast<int64_t>(count - expected) >= 0; });
}

}  // namespace omni::ops
