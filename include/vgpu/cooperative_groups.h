// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups: block, grid, tiles of a warp, lanes that are together, and what groups do in common.
#pragma once

#include <cuda_runtime.h>

namespace cooperative_groups {

/// The grid; sync() needs a cooperative launch.
class grid_group {
  public:
    static void sync() { vgpuSyncGrid(); }
    static bool is_valid() { return true; }
    static unsigned long long num_threads() { return num_blocks() * blockDim.x * blockDim.y * blockDim.z; }
    static unsigned long long size() { return num_threads(); }
    static unsigned long long thread_rank() {
        return block_rank() * (blockDim.x * blockDim.y * blockDim.z) + vgpuThreadRank();
    }
    static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
    static unsigned long long block_rank() {
        return blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
    }
    static dim3 group_dim() { return gridDim; }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 block_index() { return blockIdx; }
};

class thread_block {
  public:
    static void sync() { __syncthreads(); }
    static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned size() { return num_threads(); }
    static unsigned thread_rank() { return vgpuThreadRank(); }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
};

inline grid_group this_grid() { return {}; }
inline thread_block this_thread_block() { return {}; }

/// Lanes of one warp: what tiles and coalesced groups have in common. Ranks count the lanes of the mask.
class lane_group {
  public:
    explicit lane_group(unsigned mask)
        : mask_(mask), rank_(static_cast<unsigned>(__popc(mask & ((1u << vgpu::lane()) - 1)))) {}

    void sync() const { __syncwarp(mask_); }
    unsigned num_threads() const { return static_cast<unsigned>(__popc(mask_)); }
    unsigned size() const { return num_threads(); }
    unsigned thread_rank() const { return rank_; }

    template <class T>
    T shfl(T value, unsigned from) const {
        return vgpu::exchange(mask_, value, lane_of(from % size()));
    }
    template <class T>
    T shfl_up(T value, unsigned by) const {
        return vgpu::exchange(mask_, value, lane_of(rank_ >= by ? rank_ - by : rank_));
    }
    template <class T>
    T shfl_down(T value, unsigned by) const {
        return vgpu::exchange(mask_, value, lane_of(rank_ + by < size() ? rank_ + by : rank_));
    }
    template <class T>
    T shfl_xor(T value, unsigned with) const {
        return vgpu::exchange(mask_, value, lane_of((rank_ ^ with) < size() ? rank_ ^ with : rank_));
    }
    int any(int predicate) const { return __any_sync(mask_, predicate); }
    int all(int predicate) const { return __all_sync(mask_, predicate); }
    unsigned ballot(int predicate) const { return packed(__ballot_sync(mask_, predicate)); }
    template <class T>
    unsigned match_any(T value) const {
        return packed(__match_any_sync(mask_, value));
    }
    template <class T>
    unsigned match_all(T value, int& equal) const {
        return packed(__match_all_sync(mask_, value, &equal));
    }

    unsigned lanes() const { return mask_; }
    /// The lane of the warp that has this rank.
    unsigned lane_of(unsigned rank) const {
        unsigned rest = mask_;
        for (; rank != 0; --rank) rest &= rest - 1;
        return static_cast<unsigned>(__ffs(static_cast<int>(rest)) - 1);
    }

  private:
    /// Bit i of the result is the bit of the lane with rank i.
    unsigned packed(unsigned bits) const {
        unsigned result = 0;
        for (unsigned rank = 0, rest = mask_; rest != 0; rest &= rest - 1, ++rank)
            if (bits & rest & -rest) result |= 1u << rank;
        return result;
    }

    unsigned mask_, rank_;
};

class coalesced_group : public lane_group {
  public:
    using lane_group::lane_group;
    unsigned meta_group_size() const { return 1; }
    unsigned meta_group_rank() const { return 0; }
};

__attribute__((always_inline)) inline coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}

/// `tile` neighbours of a warp, 1 to 32, a power of two.
template <unsigned tile, class Parent = void>
class thread_block_tile : public lane_group {
    static_assert(tile != 0 && tile <= 32 && (tile & (tile - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");

  public:
    thread_block_tile()
        : lane_group((tile == 32 ? ~0u : (1u << tile % 32) - 1) << vgpu::lane() / tile * tile) {}
    /// A tile whose type says from which group it was cut.
    template <class Other>
    thread_block_tile(const thread_block_tile<tile, Other>&) : thread_block_tile() {}

    static constexpr unsigned num_threads() { return tile; }
    static constexpr unsigned size() { return tile; }
    static unsigned thread_rank() { return vgpuThreadRank() % tile; }
    static unsigned meta_group_rank() { return vgpuThreadRank() / tile; }
    static unsigned meta_group_size() { return (thread_block::size() + tile - 1) / tile; }
};

/// Any group whose type the caller does not care about.
class thread_group {
  public:
    thread_group(const thread_block&) {}
    thread_group(const lane_group& lanes) : mask_(lanes.lanes()) {}

    void sync() const { mask_ == 0 ? __syncthreads() : __syncwarp(mask_); }
    unsigned size() const { return mask_ == 0 ? thread_block::size() : static_cast<unsigned>(__popc(mask_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return mask_ == 0 ? vgpuThreadRank() : lane_group(mask_).thread_rank(); }

  private:
    unsigned mask_ = 0;  ///< 0: the block
};

template <unsigned tile, class Parent>
thread_block_tile<tile, Parent> tiled_partition(const Parent&) {
    return {};
}
/// With a size that is known at run time only.
inline coalesced_group tiled_partition(const thread_group&, unsigned tile) {
    return coalesced_group((tile == 32 ? ~0u : (1u << tile) - 1) << vgpu::lane() / tile * tile);
}
inline coalesced_group binary_partition(const lane_group& group, bool predicate) {
    const unsigned yes = __ballot_sync(group.lanes(), predicate);
    return coalesced_group(predicate ? yes : group.lanes() & ~yes);
}
template <class Label>
coalesced_group labeled_partition(const lane_group& group, Label label) {
    return coalesced_group(__match_any_sync(group.lanes(), label));
}

template <class Group>
void sync(const Group& group) {
    group.sync();
}

// --- in common

template <class T>
struct plus {
    T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
    T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
    T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
    T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
    T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
    T operator()(T a, T b) const { return a ^ b; }
};

template <class T, class Fold>
T reduce(const lane_group& group, T value, Fold fold) {
    return vgpu::fold_lanes(group.lanes(), value, fold);
}

/// The fold of the values of all lanes up to and with the caller's.
template <class T, class Fold = plus<T>>
T inclusive_scan(const lane_group& group, T value, Fold fold = {}) {
    for (unsigned by = 1; by < group.size(); by *= 2) {
        const T lower = group.shfl_up(value, by);
        if (group.thread_rank() >= by) value = fold(lower, value);
    }
    return value;
}
template <class T, class Fold = plus<T>>
T exclusive_scan(const lane_group& group, T value, Fold fold = {}) {
    const T lower = group.shfl_up(inclusive_scan(group, value, fold), 1);
    return group.thread_rank() == 0 ? T{} : lower;
}

/// Copies by all threads of the group; complete after wait(group).
template <class Group, class T, class Shape>
void memcpy_async(const Group& group, T* to, const T* from, Shape bytes) {
    auto* target = reinterpret_cast<char*>(to);
    const auto* source = reinterpret_cast<const char*>(from);
    for (size_t i = group.thread_rank(); i < static_cast<size_t>(bytes); i += group.size())
        target[i] = source[i];
}
template <class Group>
void wait(const Group& group) {
    group.sync();
}

}  // namespace cooperative_groups
