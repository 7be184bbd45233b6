// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A context: the streams of one device for one user, and the failure that ends it. Each device has a primary
// one, which the runtime interface uses; the driver interface can make more.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "vgpu/api/device.h"
#include "vgpu/stream/scheduler.h"

struct CUstream_st;

namespace vgpu::api {

using Stream = CUstream_st;

class Context : public std::enable_shared_from_this<Context> {
  public:
    static std::shared_ptr<Context> create(Device& device);
    ~Context();

    Device& device() const { return device_; }
    unsigned long long id() const { return id_; }
    Stream* null_stream() { return null_.get(); }
    /// The default stream of the calling thread.
    Stream* stream_of_thread();

    Expected<Stream*> create_stream(unsigned flags, int priority);
    /// At once: what the stream holds is still carried out.
    static Outcome destroy_stream(Stream* stream);
    void forget(Stream& stream);

    /// Waits for all streams; gives the failure of the context.
    Outcome synchronize();
    Outcome failure() const { return group_->fault.get(); }
    const std::shared_ptr<stream::Group>& group() const { return group_; }

    /// Where all streams stand.
    std::vector<stream::Point> ends();

    /// Notes that access to a peer is on or off; false when it was so already.
    bool set_peer(int peer, bool on);

    unsigned flags = 0;
    /// By cudaLimit.
    std::array<size_t, 7> limits{1024, size_t{1} << 20, size_t{8} << 20, 2, 2048, 128, 0};

  private:
    explicit Context(Device& device);

    Device& device_;
    const unsigned long long id_;
    const std::shared_ptr<stream::Group> group_;
    void remember(std::shared_ptr<Stream> stream);

    std::shared_ptr<Stream> null_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<Stream>> streams_;
    std::set<int> peers_;
    std::vector<std::shared_ptr<stream::Queue>>
        leftovers_;  ///< of streams that were destroyed before they were idle
};

/// The current context of the calling thread; makes the primary one of its device where it has none. Gives
/// the failure of a context that has one.
Expected<Context*> current();
/// The same, also where the context has failed.
Expected<Context*> current_or_failed();

/// The stream that a handle means: 0 and the two special ones, or one that was created and is not destroyed.
Expected<Stream*> find_stream(cudaStream_t handle);

}  // namespace vgpu::api
