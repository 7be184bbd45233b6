// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Building a PE up and taking it down.
#include "runtime/runtime.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

#include "base/log.h"
#include "coll/sync.h"
#include "transport/fault/fault.h"
#include "transport/shm/shm.h"

namespace omni::runtime {

namespace {

/// Handles are int32.
int max_teams(const Options& options) {
    return static_cast<int>(std::clamp<long>(options.MAX_TEAMS, team::first_user, 1 << 20));
}

constexpr size_t kLeastWindow = size_t{4} << 30;  // addresses for registered buffers, which cost nothing

heap::Layout layout_of(const Options& options, int n_pes) {
    heap::Layout layout;
    const size_t page = os::page_size();
    layout.heap_bytes = os::round_up(std::max<size_t>(options.SYMMETRIC_SIZE, page), page);
    layout.workspace_bytes = team::Table::bytes(n_pes, max_teams(options));
    layout.window_bytes = std::max(layout.heap_bytes, kLeastWindow);
    return layout;
}

}  // namespace

Status Runtime::join(const Options& options, bool direct) {
    member_.me = bootstrap_->rank();
    member_.n = bootstrap_->size();
    if (Status status = bootstrap_->join(member_.segment); !status.ok()) return status;
    joined_ = true;
    (threads() ? log::set_pe_of_thread : log::set_pe_of_process)(member_.me);
    member_.policy = {.spins = control::spins_for(*member_.segment, member_.n),
                      .longest_sleep_ns = control::longest_sleep_for(*member_.segment, member_.n),
                      .limit_s = options.WAIT_TIMEOUT,
                      .report_s = options.WAIT_REPORT};
    auto topology = Topology::exchange(member_, {bootstrap::this_node(options.NODE), direct});
    if (topology.ok()) topology_ = std::move(*topology);
    return std::move(topology).status();
}

Status Runtime::make_memory(const Options& options) {
    auto space = heap::Space::create(member_, layout_of(options, member_.n), topology_.mapped_by(member_.me),
                                     threads());
    if (!space.ok()) return std::move(space).status();
    space_ = std::make_unique<heap::Space>(std::move(*space));
    heap_ = std::make_unique<heap::Heap>(member_, *space_, options.MAX_MEMORY_PER_GPU);
    local_buffers_ = std::make_unique<heap::LocalBuffers>(*space_);
    symmetric_buffers_ = std::make_unique<heap::SymmetricBuffers>(member_, *space_, *heap_);
    return {};
}

/// Peers that are not mapped are reached by a transport, whose thread takes part in the rush for CPUs.
Status Runtime::make_transport(const Faults& faults) {
    if (topology_.is_all_mapped()) return {};
    member_.policy.spins = control::spins_for(*member_.segment, (faults ? 3 : 2) * member_.n);
    auto shm =
        transport::shm::create(member_, space_->base(), space_->layout().file_bytes(), bootstrap_->threads());
    if (!shm.ok()) return std::move(shm).status();
    auto whole = faults ? transport::fault::wrap(member_, std::move(*shm), *faults) : std::move(shm);
    if (!whole.ok()) return std::move(whole).status();
    transport_ = std::move(*whole);
    faults_ = faults;
    return {};
}

Status Runtime::add_segment(size_t offset, size_t bytes, int fd, uint64_t fd_offset) {
    if (transport_)
        if (Status status = transport_->register_segment(offset, bytes, fd, fd_offset); !status.ok())
            return status;
    if (!device_->is_gpu()) return {};
    if (Status status = meet_device(); !status.ok()) return status;
    return device_->map_segment(offset, bytes);
}

Status Runtime::remove_segment(size_t offset, size_t bytes) {
    if (device_->is_gpu()) device_->unmap_segment(offset);
    return transport_ ? transport_->release_segment(offset, bytes) : Status();
}

/// Each PE is alone on its device, and none has multicast memory.
void Runtime::make_teams(const Options& options) {
    teams_ =
        std::make_unique<team::Table>(member_.me, member_.n, max_teams(options), space_->layout().heap_bytes);
    std::vector<int32_t> all(static_cast<size_t>(member_.n));
    std::iota(all.begin(), all.end(), 0);
    const std::vector<int32_t> alone{member_.me};
    const auto create = [this](int32_t handle, const std::vector<int32_t>& members) {
        teams_->create(handle, members, {}, 0);
    };
    create(team::world, all);
    create(team::shared, topology_.mapped_by(member_.me));
    create(team::node, topology_.node_of(member_.me));
    create(team::same_mype_node, topology_.same_rank_as(member_.me));
    create(team::same_gpu, alone);
    create(team::gpu_leaders, all);
    create(team::mc_shared, alone);
    member_.world_epoch = &teams_->find(team::world)->epochs->collective;
}

Result<std::unique_ptr<Runtime>> Runtime::start(std::unique_ptr<bootstrap::Bootstrap> bootstrap,
                                                const Options& options, const Faults& faults) {
    std::unique_ptr<Runtime> runtime(new Runtime(std::move(bootstrap)));
    if (Status status = runtime->join(options, !options.DISABLE_P2P && !faults); !status.ok()) return status;
    if (Status status = runtime->make_memory(options); !status.ok()) return status;
    if (Status status = runtime->make_transport(faults); !status.ok()) return status;
    runtime->make_teams(options);
    const bool traced = log::logs(log::Level::trace, log::Source::p2p);
    const size_t heap_bytes = runtime->space_->layout().heap_bytes;
    runtime->pe_ = ops::Pe{
        .me = runtime->member_.me,
        .n = runtime->member_.n,
        .base = runtime->space_->base(),
        .hot_bytes = traced ? 0 : heap_bytes,
        .peer_base = runtime->space_->bases(),
        .live = options.CHECKED ? runtime->space_->live().view() : heap::LiveMap::View(),
        .transport = runtime->transport_.get(),
        .heap_bytes = heap_bytes,
        .orders_slowly = traced || runtime->transport_,
        .traced = traced,
        .traced_collectives = log::logs(log::Level::trace, log::Source::coll),
        .member = &runtime->member_,
        .teams = runtime->teams_.get(),
        .space = runtime->space_.get(),
        .heap = runtime->heap_.get(),
        .local_buffers = runtime->local_buffers_.get(),
        .symmetric_buffers = runtime->symmetric_buffers_.get(),
        .region = &runtime->region_,
        .checked = options.CHECKED,
    };
    if (Status status = runtime->meet_found_device(); !status.ok()) return status;
    runtime->started_ = true;
    return runtime;
}

std::string Runtime::describe_transport() const {
    if (!transport_) return "none is needed: all peers are mapped";
    const std::string faults = faults_ ? ", OMNISHMEM_FAULT=" + transport::fault::describe(*faults_) : "";
    return format("PEs that are not mapped are reached by %s%s", transport_->capabilities().name,
                  faults.c_str());
}

Result<nvshmemi_proxy_ring*> Runtime::proxy_ring() {
    const std::lock_guard lock(proxy_mutex_);
    if (!transport_) return nullptr;
    if (!proxy_) {
        auto proxy = proxy::Proxy::start(*transport_);
        if (!proxy.ok()) return std::move(proxy).status();
        proxy_ = std::move(*proxy);
    }
    return proxy_->ring();
}

Result<nvshmemi_device_state> Runtime::device_state() {
    auto proxy = proxy_ring();
    if (!proxy.ok()) return std::move(proxy).status();
    const heap::Layout& layout = space_->layout();
    return nvshmemi_device_state{.bytes = sizeof(nvshmemi_device_state),
                                 .version = NVSHMEMI_DEVICE_STATE_VERSION,
                                 .me = pe_.me,
                                 .n = pe_.n,
                                 .base = pe_.base,
                                 .heap_bytes = layout.window_offset() + layout.window_bytes,
                                 .peer_base = device_->peer_base() ? device_->peer_base() : pe_.peer_base,
                                 .teams = teams_->device_teams(),
                                 .n_teams = teams_->max_teams(),
                                 .reserved = 0,
                                 .proxy = *proxy};
}

/// Where PEs share the address space, each shows its own memory.
Status Runtime::meet_found_device() {
    const bool shared = threads();
    std::vector<int> mapped;
    for (int pe = 0; pe < pe_.n; ++pe)
        if (pe == pe_.me || (pe_.peer_base[pe] && !shared)) mapped.push_back(pe);
    device_ = std::make_unique<DeviceLink>(*space_, *teams_, std::move(mapped));
    symmetric_buffers_->set_observer({.added = std::bind_front(&Runtime::add_segment, this),
                                      .removed = std::bind_front(&Runtime::remove_segment, this)});
    if (Status status = device_->find(); !status.ok()) return status;
    return device_->is_due() ? meet_device() : Status();
}

Status Runtime::meet_device() {
    if (!device_->is_gpu()) return {};
    const std::lock_guard lock(device_->mutex());
    Status status = device_->show_memory(pe_.n);
    if (!status.ok()) return status;
    auto state = device_state();
    if (!state.ok()) return std::move(state).status();
    if (state->proxy) status = device_->map(state->proxy, proxy::Proxy::ring_bytes());
    return status.ok() ? device_->give_state(*state) : std::move(status);
}

Status Runtime::stop() {
    if (const auto device = cuda::present_device(); device.ok() && *device)
        if (Status status = (*device)->synchronize_device(); !status.ok()) return status;
    if (proxy_) proxy_->drain();
    if (Status status = ops::quiet(&pe_); !status.ok()) return status;
    const control::WaitInfo info{.call = "nvshmem_finalize", .kind = control::WaitKind::allocation};
    return control::barrier(member_, info);
}

Runtime::~Runtime() {
    device_.reset();
    proxy_.reset();
    transport_.reset();
    if (!joined_) return;
    bootstrap_->leave(started_ ? control::Phase::finalized : control::Phase::failed);
    (threads() ? log::set_pe_of_thread : log::set_pe_of_process)(-1);
}

}  // namespace omni::runtime
