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
#include "cuda/device.h"
#include "heap/heap.h"
#include "heap/local_buffers.h"
#include "heap/registration.h"
#include "ops/pe.h"
#include "ops/region.h"
#include "proxy/proxy.h"
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

  private:
    explicit Runtime(std::unique_ptr<bootstrap::Bootstrap> bootstrap) : bootstrap_(std::move(bootstrap)) {}

    Status join(const Options& options, bool direct);
    Status make_memory(const Options& options);
    Status make_transport(const Faults& faults);
    void make_teams(const Options& options);
    Status show_memory_to_device();

    std::unique_ptr<bootstrap::Bootstrap> bootstrap_;
    bool joined_ = false;
    bool started_ = false;
    const cuda::Device* shown_to_ = nullptr;  ///< knows the symmetric memory as a device's
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
};

}  // namespace omni::runtime
