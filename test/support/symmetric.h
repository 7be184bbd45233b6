// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Symmetric arrays for tests: filled with poison, between guard words that are looked at when the array ends.
#pragma once

#include <gtest/gtest.h>
#include <nvshmem.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace omni::test {

constexpr unsigned char poison_byte = 0xA5;

template <typename T>
T poison() {
    T value;
    std::memset(static_cast<void*>(&value), poison_byte, sizeof value);
    return value;
}

/// An array on every PE. Construction and end are collective; elements begin as poison<T>() on all PEs.
template <typename T>
class Symmetric {
  public:
    explicit Symmetric(size_t size) : size_(size) {
        block_ = static_cast<unsigned char*>(nvshmem_malloc(bytes() + 2 * guard_bytes));
        std::memset(block_, poison_byte, bytes() + 2 * guard_bytes);
        nvshmem_barrier_all();
    }
    Symmetric(const Symmetric&) = delete;
    Symmetric& operator=(const Symmetric&) = delete;

    ~Symmetric() {
        nvshmem_barrier_all();
        EXPECT_TRUE(is_poison(block_, guard_bytes)) << "words before the array were written";
        EXPECT_TRUE(is_poison(block_ + guard_bytes + bytes(), guard_bytes))
            << "words after the array were written";
        nvshmem_free(block_);
    }

    T* data() { return reinterpret_cast<T*>(block_ + guard_bytes); }
    const T* data() const { return reinterpret_cast<const T*>(block_ + guard_bytes); }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    size_t size() const { return size_; }
    size_t bytes() const { return size_ * sizeof(T); }
    T& operator[](size_t i) { return data()[i]; }
    const T& operator[](size_t i) const { return data()[i]; }

  private:
    static constexpr size_t guard_bytes = 64;

    static bool is_poison(const unsigned char* from, size_t count) {
        for (size_t i = 0; i < count; ++i) {
            if (from[i] != poison_byte) return false;
        }
        return true;
    }

    size_t size_;
    unsigned char* block_;
};

}  // namespace omni::test
