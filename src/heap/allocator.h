// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which offsets of the heap are taken. Deterministic: PEs that make the same calls in the same order get the
// same offsets, which is all that makes the heap symmetric. Its data lies outside the heap, so that an
// overrun cannot destroy it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace omni::heap {

struct Block {
    size_t bytes = 0;       ///< taken, a multiple of kUnit
    size_t asked = 0;       ///< what the caller wanted
    uint64_t id = 0;        ///< number of the allocation, the same on all PEs
    bool reserved = false;  ///< not a user's allocation, see reserve()
};

/// Best fit, lowest offset among equals; neighbours coalesce at once. Every operation is O(log blocks).
class Allocator {
  public:
    /// Blocks begin at multiples of this. NVSHMEM promises 512, and copies between blocks then never meet the
    /// page offsets (destination 1-16 bytes above the source) at which glibc's memcpy falls to 2 GB/s.
    static constexpr size_t kUnit = 512;

    explicit Allocator(size_t capacity);

    /// pre: bytes > 0, alignment a power of two.
    std::optional<size_t> allocate(size_t bytes, size_t alignment, uint64_t id);

    /// Takes [offset, offset + bytes) for something else, when it is free; both are multiples of kUnit.
    bool reserve(size_t offset, size_t bytes, uint64_t id);

    /// False when no block begins at `offset`.
    bool free(size_t offset);

    /// The block that begins at `offset`, or null.
    const Block* find(size_t offset) const;
    /// The block that holds `offset` and where it begins, or null.
    const std::pair<const size_t, Block>* containing(size_t offset) const;
    /// The offset of the block with this id.
    std::optional<size_t> offset_of(uint64_t id) const;

    size_t capacity() const { return capacity_; }
    size_t used() const { return used_; }
    size_t peak() const { return peak_; }
    size_t blocks() const { return taken_.size(); }
    size_t largest_free() const;

    /// Whether the free and taken ranges tile the heap and both indices agree. Cost: O(blocks log blocks).
    bool is_valid() const;

  private:
    struct Hole {
        size_t bytes, offset;
        auto operator<=>(const Hole&) const = default;
    };

    void add_hole(size_t offset, size_t bytes);
    void remove_hole(size_t offset, size_t bytes);
    static bool fits(const Hole& hole, size_t bytes, size_t alignment);
    std::optional<Hole> best_hole(size_t bytes, size_t alignment) const;
    void take(const Hole& hole, size_t offset, size_t bytes, Block block);

    size_t capacity_;
    size_t used_ = 0;
    size_t peak_ = 0;
    std::map<size_t, size_t> holes_;  // offset -> bytes
    std::set<Hole> by_size_;
    std::map<size_t, Block> taken_;  // offset -> block
    std::map<uint64_t, size_t> by_id_;
};

}  // namespace omni::heap
