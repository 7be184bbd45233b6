// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One PE from init to finalize: owns every part of it, in the order in which they need each other.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "base/options.h"
#include "bootstrap/bootstrap.h"
#include "heap/heap.h"
#include "heap/local_buffers.h"
#include "heap/registration.h"
#include "ops/pe.h"
#include "ops/region.h"
#include "proxy/proxy.h"
#include "runtime/device_link.h"
#include "runtime/topology.h"
#include "transport/fault/plan.h"

namespace omni::runtime {

using Faults = std::optional<transport::fault::Plan>;

class Runtime {
  public:
    /// Collective over the job that `bootstrap` describes. `faults`: what the transport has to put up with;
    /// no peer is mapped then.
    static Result<std::unique_ptr<Runtime>> start(std::unique_ptr<bootstrap::Bootstrap> bootstrap,
                                                  const Options& options, const Faults& faults);

    /// Collective: completes all operations, then waits for all PEs. After it nothing of this PE is in use by
    /// another.
    Status stop();
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    ops::Pe& pe() { return pe_; }
    control::Member& member() { return member_; }
    const Topology& topology() const { return topology_; }
    bootstrap::Bootstrap& bootstrap() { return *bootstrap_; }
    /// For people: which transport there is, with its faults.
    std::string describe_transport() const;
    bool threads() const { return bootstrap_->threads(); }
    /// How kernels whose threads share the work reach peers that are not mapped: null where all are. The
    /// first call starts the proxy.
    Result<nvshmemi_proxy_ring*> proxy_ring();

    /// What kernels whose threads share the work need to know of this PE.
    Result<nvshmemi_device_state> device_state();
    /// Makes the calling thread's GPU ready for kernels, where the program has one: a program may choose it
    /// after the start, so every call that hands out memory or prepares kernels does this first.
    Status meet_device();
    /// Whether that was done before.
    bool has_met_device() const { return device_->is_shown(); }

  private:
    explicit Runtime(std::unique_ptr<bootstrap::Bootstrap> bootstrap) : bootstrap_(std::move(bootstrap)) {}

    Status join(const Options& options, bool direct);
    Status make_memory(const Options& options);
    Status make_transport(const Faults& faults);
    void make_teams(const Options& options);
    Status meet_found_device();
    Status add_segment(size_t offset, size_t bytes, int fd, uint64_t fd_offset);
    Status remove_segment(size_t offset, size_t bytes);

    std::unique_ptr<bootstrap::Bootstrap> bootstrap_;
    bool joined_ = false;
    bool started_ = false;
    control::Member member_;
    Topology topology_;
    std::unique_ptr<heap::Space> space_;
    std::unique_ptr<heap::Heap> heap_;
    std::unique_ptr<heap::LocalBuffers> local_buffers_;
    std::unique_ptr<heap::SymmetricBuffers> symmetric_buffers_;
    std::unique_ptr<transport::Transport> transport_;
    std::mutex proxy_mutex_;
    std::unique_ptr<proxy::Proxy> proxy_;
    Faults faults_;
    std::unique_ptr<team::Table> teams_;
    ops::Region region_;
    ops::Pe pe_;
    std::unique_ptr<DeviceLink> device_;
};

}  // namespace omni::runtime
