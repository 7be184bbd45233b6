// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Pools.
#include "vgpu/api/pool.h"

#include <algorithm>
#include <map>

#include "vgpu/api/capture.h"
#include "vgpu/api/event.h"
#include "vgpu/api/live.h"
#include "vgpu/api/memory.h"

namespace vgpu::api {

namespace {

/// Which pool a device takes memory from, and which pool an allocation is of.
struct Books {
    std::mutex mutex;
    std::map<int, Pool*> defaults, current;
    std::map<void*, std::pair<Pool*, size_t>> of;
};

Books& books() {
    static Books* all = new Books;
    return *all;
}

Pool* make_pool(int device) {
    auto pool = std::make_shared<Pool>();
    pool->device = device;
    return Live<Pool>::all().add(std::move(pool));
}

Pool* default_locked(int device) {
    Pool*& pool = books().defaults[device];
    if (!pool) pool = make_pool(device);
    return pool;
}

void count(Pool& pool, long long bytes) {
    const std::lock_guard lock(pool.mutex);
    for (const auto& [current, high] :
         {std::pair{cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh},
          std::pair{cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh}}) {
        pool.attributes[current] += static_cast<unsigned long long>(bytes);
        pool.attributes[high] = std::max(pool.attributes[high], pool.attributes[current]);
    }
}

Outcome give_back(void* pointer) {
    std::shared_ptr<Pool> pool;
    size_t bytes = 0;
    {
        const std::lock_guard lock(books().mutex);
        if (const auto node = books().of.extract(pointer); !node.empty()) {
            pool = Live<Pool>::all().find(node.mapped().first);
            bytes = node.mapped().second;
        }
    }
    if (pool) count(*pool, -static_cast<long long>(bytes));
    return Memory::get().release(pointer, {Origin::device, Origin::managed});
}

class ReleaseTask : public stream::Task {
  public:
    explicit ReleaseTask(void* pointer) : pointer_(pointer) {}
    Outcome run(void*) const override { return give_back(pointer_); }
    cudaGraphNodeType node_type() const override { return cudaGraphNodeTypeMemFree; }

  private:
    void* const pointer_;
};

bool of_graph(const Graph& graph, const void* pointer) {
    return std::ranges::any_of(graph.owned, [&](const auto& owned) { return owned.get() == pointer; });
}

}  // namespace

Outcome check_location(cudaMemLocation location) {
    if (location.type == cudaMemLocationTypeDevice) return std::move(Device::at(location.id).failure());
    if (location.type >= cudaMemLocationTypeHost && location.type <= cudaMemLocationTypeHostNumaCurrent)
        return {};
    return fail(cudaErrorInvalidValue, "location.type is %d; it can be a device or the host",
                static_cast<int>(location.type));
}

Expected<Pool*> default_pool(int device) {
    if (auto found = Device::at(device); !found.ok()) return found.failure();
    const std::lock_guard lock(books().mutex);
    return default_locked(device);
}

Expected<Pool*> current_pool(int device) {
    if (auto found = Device::at(device); !found.ok()) return found.failure();
    const std::lock_guard lock(books().mutex);
    Pool* pool = books().current[device];
    return pool ? pool : default_locked(device);
}

Outcome set_current_pool(int device, Pool* handle) {
    auto pool = find_pool(handle);
    if (!pool.ok()) return pool.failure();
    if (auto found = Device::at(device); !found.ok()) return found.failure();
    const std::lock_guard lock(books().mutex);
    books().current[device] = *pool;
    return {};
}

Expected<Pool*> create_pool(const cudaMemPoolProps* p) {
    if (!p) return fail(cudaErrorInvalidValue, "poolProps is null");
    if (p->allocType != cudaMemAllocationTypePinned)
        return fail(cudaErrorInvalidValue, "allocType is %d; it has to be cudaMemAllocationTypePinned",
                    static_cast<int>(p->allocType));
    if (p->handleTypes != cudaMemHandleTypeNone)
        return fail(cudaErrorNotSupported, "handleTypes is %d; pools of the virtual device are not shared",
                    static_cast<int>(p->handleTypes));
    const int device = p->location.type == cudaMemLocationTypeDevice ? p->location.id : 0;
    if (auto found = Device::at(device); !found.ok()) return found.failure();
    return make_pool(device);
}

Expected<Pool*> find_pool(Pool* handle) {
    const auto pool = Live<Pool>::all().find(handle);
    if (!pool)
        return fail(cudaErrorInvalidValue, "memPool is %p, which is no pool", static_cast<void*>(handle));
    return pool.get();
}

Outcome destroy_pool(Pool* handle) {
    auto pool = find_pool(handle);
    if (!pool.ok()) return pool.failure();
    const std::lock_guard lock(books().mutex);
    for (const auto& [device, standard] : books().defaults)
        if (standard == *pool)
            return fail(cudaErrorInvalidValue, "the default pool of device %d cannot be destroyed", device);
    std::erase_if(books().current, [&](const auto& entry) { return entry.second == *pool; });
    Live<Pool>::all().remove(handle);
    return {};
}

namespace {

bool is_switch(cudaMemPoolAttr attribute) { return attribute <= cudaMemPoolReuseAllowInternalDependencies; }

Outcome check_attribute(cudaMemPoolAttr attribute, const void* value) {
    if (!value) return fail(cudaErrorInvalidValue, "value is null");
    if (attribute < cudaMemPoolReuseFollowEventDependencies || attribute > cudaMemPoolAttrUsedMemHigh)
        return fail(cudaErrorInvalidValue, "attr is %d; it can be one of cudaMemPoolAttr, 1 to 8",
                    static_cast<int>(attribute));
    return {};
}

}  // namespace

Outcome get_attribute(Pool& pool, cudaMemPoolAttr attribute, void* value) {
    VGPU_TRY(check_attribute(attribute, value));
    const std::lock_guard lock(pool.mutex);
    if (is_switch(attribute))
        *static_cast<int*>(value) = static_cast<int>(pool.attributes[attribute]);
    else
        *static_cast<unsigned long long*>(value) = pool.attributes[attribute];
    return {};
}

Outcome set_attribute(Pool& pool, cudaMemPoolAttr attribute, const void* value) {
    VGPU_TRY(check_attribute(attribute, value));
    const unsigned long long wanted = is_switch(attribute)
                                          ? static_cast<unsigned long long>(*static_cast<const int*>(value))
                                          : *static_cast<const unsigned long long*>(value);
    const bool high = attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
    if (attribute == cudaMemPoolAttrReservedMemCurrent || attribute == cudaMemPoolAttrUsedMemCurrent ||
        (high && wanted != 0))
        return fail(cudaErrorInvalidValue,
                    "attr is %d, a count that cannot be set but for the high marks, to 0",
                    static_cast<int>(attribute));
    const std::lock_guard lock(pool.mutex);
    pool.attributes[attribute] = high ? pool.attributes[attribute - 1] : wanted;
    return {};
}

Outcome allocate_async(Pool& pool, void** pointer, size_t bytes, Stream& stream) {
    if (!pointer) return fail(cudaErrorInvalidValue, "devPtr is null");
    *pointer = nullptr;
    if (bytes == 0) return {};
    auto memory = Memory::get().allocate(pool.device, bytes, Origin::device);
    if (!memory.ok()) return memory.failure();
    *pointer = *memory;
    count(pool, static_cast<long long>(bytes));
    {
        const std::lock_guard lock(books().mutex);
        books().of[*pointer] = {&pool, bytes};
    }
    if (!stream.capture) return {};
    stream.capture->graph->owned.emplace_back(*pointer, [](void* owned) { give_back(owned); });
    return std::move(capture_node(stream, cudaGraphNodeTypeMemAlloc, meeting_task()).failure());
}

Outcome release_async(void* pointer, Stream& stream) {
    if (!pointer) return {};
    const auto range = Memory::get().find(pointer);
    if (!range || range->begin != pointer || range->origin != Origin::device)
        return fail(cudaErrorInvalidValue, "devPtr is %p, which is not the begin of memory of a device",
                    pointer);
    if (!stream.capture) return submit(stream, std::make_shared<const ReleaseTask>(pointer));
    if (!of_graph(*stream.capture->graph, pointer))
        return fail(cudaErrorInvalidValue, "devPtr is %p, which was not allocated in this capture", pointer);
    return std::move(capture_node(stream, cudaGraphNodeTypeMemFree, meeting_task()).failure());
}

}  // namespace vgpu::api
