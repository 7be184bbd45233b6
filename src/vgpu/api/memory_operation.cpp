// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// A store is a release, a look an acquire, so that what a stream did before its store is seen after another's
// wait.
#include "vgpu/api/memory_operation.h"

#include <atomic>

#include "vgpu/api/memory.h"

namespace vgpu::api {

namespace {

constexpr unsigned kConditions =
    CU_STREAM_WAIT_VALUE_GEQ | CU_STREAM_WAIT_VALUE_EQ | CU_STREAM_WAIT_VALUE_AND | CU_STREAM_WAIT_VALUE_NOR;

template <class T>
class WriteTask : public stream::Task {
  public:
    WriteTask(T* address, T value) : address_(address), value_(value) {}
    Outcome run(void*) const override {
        std::atomic_ref(*address_).store(value_, std::memory_order_release);
        return {};
    }

  private:
    T* const address_;
    const T value_;
};

template <class T>
class WaitTask : public stream::Task {
  public:
    WaitTask(T* address, T value, unsigned condition)
        : address_(address), value_(value), condition_(condition) {}
    Outcome run(void*) const override { return {}; }
    bool ready() const override {
        const T now = std::atomic_ref(*address_).load(std::memory_order_acquire);
        switch (condition_) {
            case CU_STREAM_WAIT_VALUE_EQ:
                return now == value_;
            case CU_STREAM_WAIT_VALUE_AND:
                return (now & value_) != 0;
            case CU_STREAM_WAIT_VALUE_NOR:
                return static_cast<T>(~(now | value_)) != 0;
            default:
                return static_cast<std::make_signed_t<T>>(now - value_) >= 0;  // so that counters may wrap
        }
    }

  private:
    T* const address_;
    const T value_;
    const unsigned condition_;
};

Outcome check_address(const void* address, size_t bytes) {
    VGPU_TRY(check_range("addr", address, bytes));
    if (reinterpret_cast<uintptr_t>(address) % bytes)
        return fail(cudaErrorInvalidValue, "addr is %p, not aligned to %zu bytes", address, bytes);
    return {};
}

}  // namespace

Outcome enqueue_write(Stream& stream, void* address, uint64_t value, size_t bytes, unsigned flags) {
    VGPU_TRY(check_address(address, bytes));
    if (flags & ~unsigned{CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER})
        return fail(cudaErrorInvalidValue, "flags is %#x; it can be one of CUstreamWriteValue_flags", flags);
    if (bytes == 4)
        return submit(stream, std::make_shared<const WriteTask<uint32_t>>(static_cast<uint32_t*>(address),
                                                                          static_cast<uint32_t>(value)));
    return submit(stream,
                  std::make_shared<const WriteTask<uint64_t>>(static_cast<uint64_t*>(address), value));
}

Outcome enqueue_wait(Stream& stream, void* address, uint64_t value, size_t bytes, unsigned flags) {
    VGPU_TRY(check_address(address, bytes));
    const unsigned condition = flags & kConditions;
    if (flags & ~(kConditions | CU_STREAM_WAIT_VALUE_FLUSH))
        return fail(cudaErrorInvalidValue, "flags is %#x; it can be one of CUstreamWaitValue_flags", flags);
    if (bytes == 4)
        return submit(stream, std::make_shared<const WaitTask<uint32_t>>(
                                  static_cast<uint32_t*>(address), static_cast<uint32_t>(value), condition));
    return submit(stream, std::make_shared<const WaitTask<uint64_t>>(static_cast<uint64_t*>(address), value,
                                                                     condition));
}

Outcome enqueue_operation(Stream& stream, const CUstreamBatchMemOpParams& operation) {
    const auto place = [](CUdeviceptr address) {
        return reinterpret_cast<void*>(static_cast<uintptr_t>(address));
    };
    const auto& wait = operation.waitValue;
    const auto& write = operation.writeValue;
    switch (operation.operation) {
        case CU_STREAM_MEM_OP_WAIT_VALUE_32:
            return enqueue_wait(stream, place(wait.address), wait.value, 4, wait.flags);
        case CU_STREAM_MEM_OP_WAIT_VALUE_64:
            return enqueue_wait(stream, place(wait.address), wait.value64, 8, wait.flags);
        case CU_STREAM_MEM_OP_WRITE_VALUE_32:
            return enqueue_write(stream, place(write.address), write.value, 4, write.flags);
        case CU_STREAM_MEM_OP_WRITE_VALUE_64:
            return enqueue_write(stream, place(write.address), write.value64, 8, write.flags);
        case CU_STREAM_MEM_OP_BARRIER:
        case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
            return {};
    }
    return fail(cudaErrorInvalidValue, "operation is %d, which is no CUstreamBatchMemOpType",
                static_cast<int>(operation.operation));
}

}  // namespace vgpu::api
