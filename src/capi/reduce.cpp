// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reductions of all types and operators.
#include "coll/reduce.h"

#include "capi/collective.h"
#include "coll/reducescatter.h"
#include "nvshmem/coll.h"
#include "nvshmem/detail/device_entry.h"

using namespace omni;
using capi::CollectiveCall;
using coll::ElementKind;
using coll::ReduceOp;

namespace {

constexpr ReduceOp op_min = ReduceOp::min, op_max = ReduceOp::max, op_sum = ReduceOp::sum,
                   op_prod = ReduceOp::prod, op_and = ReduceOp::bit_and, op_or = ReduceOp::bit_or,
                   op_xor = ReduceOp::bit_xor;

template <class T>
constexpr ElementKind kind_of() {
    if constexpr (std::is_same_v<T, float>)
        return ElementKind::float32;
    else if constexpr (std::is_same_v<T, double>)
        return ElementKind::float64;
    else if constexpr (std::is_same_v<T, half>)
        return ElementKind::half;
    else if constexpr (std::is_same_v<T, __nv_bfloat16>)
        return ElementKind::bfloat16;
    else if constexpr (std::is_signed_v<T>)
        return sizeof(T) == 1   ? ElementKind::int8
               : sizeof(T) == 2 ? ElementKind::int16
               : sizeof(T) == 4 ? ElementKind::int32
                                : ElementKind::int64;
    else
        return sizeof(T) == 1   ? ElementKind::uint8
               : sizeof(T) == 2 ? ElementKind::uint16
               : sizeof(T) == 4 ? ElementKind::uint32
                                : ElementKind::uint64;
}

int reduce(const char* name, int32_t team, void* dest, const void* src, size_t nreduce,
           const coll::HostReducer& reducer) {
    const CollectiveCall call(name, team);
    size_t bytes = 0;
    uint64_t to, from;
    if (!call.can_begin() || !call.count("nreduce", 1, nreduce, reducer.element_bytes(), bytes))
        return call.failure();
    if (bytes == 0) return 0;
    if (!call.symmetric("dest", dest, bytes, to) || !call.symmetric("src", src, bytes, from) ||
        !call.apart(to, bytes, from, bytes, true))
        return call.failure();
    return call.run(bytes, [&](const coll::HostScope& scope, const team::Team& members) {
        return coll::reduce(scope, members, reducer, to, from, nreduce);
    });
}

int reducescatter(const char* name, int32_t team, void* dest, const void* src, size_t nreduce,
                  ElementKind kind, ReduceOp op) {
    const coll::HostReducer& reducer = coll::host_reducer(kind, op);
    const CollectiveCall call(name, team);
    size_t all = 0;
    uint64_t to, from;
    if (!call.can_begin() || !call.count("nreduce", call.members(), nreduce, reducer.element_bytes(), all))
        return call.failure();
    if (all == 0) return 0;
    const size_t block = all / call.members();
    if (!call.symmetric("dest", dest, block, to) || !call.symmetric("src", src, all, from) ||
        !call.apart(to, block, from, all, true))
        return call.failure();
    return call.run(all, [&](const coll::HostScope& scope, const team::Team& members) {
        return coll::reducescatter(scope, members, reducer, to, from, nreduce);
    });
}

}  // namespace

#define REDUCTION(NAME, TYPE, OP)                                                                          \
    int nvshmem_##NAME##_##OP##_reduce(nvshmem_team_t team, TYPE* dest, const TYPE* src, size_t nreduce) { \
        return reduce("nvshmem_" #NAME "_" #OP "_reduce", team, dest, src, nreduce,                        \
                      coll::host_reducer(kind_of<TYPE>(), op_##OP));                                       \
    }                                                                                                      \
    int nvshmem_##NAME##_##OP##_reducescatter(nvshmem_team_t team, TYPE* dest, const TYPE* src,            \
                                              size_t nreduce) {                                            \
        return reducescatter("nvshmem_" #NAME "_" #OP "_reducescatter", team, dest, src, nreduce,          \
                             kind_of<TYPE>(), op_##OP);                                                    \
    }

extern "C" {

NVSHMEM_FOR_EACH_REDUCTION(REDUCTION)

int nvshmemid_double2_maxloc_reduce(nvshmem_team_t team, void* dest, const void* src, size_t nreduce) {
    return reduce("nvshmemx_double2_maxloc_reduce_block", team, dest, src, nreduce,
                  coll::host_maxloc_reducer());
}

}  // extern "C"
