// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "vgpu/api/shared_event.h"

#include <cstring>

namespace vgpu::api {

namespace {

constexpr uint64_t kMark = 0x746e7665'75706776;  // "vgpuevnt"

struct EventHandle {
    uint64_t mark;
    omni::os::FileAddress file;
};
static_assert(sizeof(EventHandle) <= sizeof(cudaIpcEventHandle_t));

class WaitTask : public stream::Task {
  public:
    WaitTask(std::shared_ptr<SharedEvent> event, uint64_t number)
        : event_(std::move(event)), number_(number) {}
    Outcome run(void*) const override { return {}; }
    bool ready() const override { return event_->happened(number_); }

  private:
    const std::shared_ptr<SharedEvent> event_;
    const uint64_t number_;
};

}  // namespace

Expected<std::shared_ptr<SharedEvent>> SharedEvent::map(omni::Result<omni::os::Descriptor> file) {
    if (!file.ok()) return fail(cudaErrorMapBufferObjectFailed, "%s", file.status().text());
    auto memory = omni::os::map_shared(file->get(), sizeof(Counts));
    if (!memory.ok()) return fail(cudaErrorMapBufferObjectFailed, "%s", memory.status().text());
    return std::shared_ptr<SharedEvent>(new SharedEvent(std::move(*file), std::move(*memory)));
}

Expected<std::shared_ptr<SharedEvent>> SharedEvent::create() {
    return map(omni::os::create_memory_file("vgpu-event", sizeof(Counts)));
}

Expected<std::shared_ptr<SharedEvent>> SharedEvent::open(const cudaIpcEventHandle_t& handle) {
    EventHandle given;
    std::memcpy(&given, &handle, sizeof(given));
    if (given.mark != kMark)
        return fail(cudaErrorInvalidValue, "handle is none that cudaIpcGetEventHandle gave");
    return map(omni::os::open_file(given.file));
}

cudaIpcEventHandle_t SharedEvent::handle() const {
    const EventHandle made{kMark, omni::os::address_of(file_.get())};
    cudaIpcEventHandle_t handle{};
    std::memcpy(&handle, &made, sizeof(made));
    return handle;
}

void SharedEvent::end_record(uint64_t number) {
    uint64_t done = counts().done.load(std::memory_order_relaxed);
    while (done < number && !counts().done.compare_exchange_weak(done, number, std::memory_order_release)) {
    }
}

stream::TaskPtr SharedEvent::wait_task(std::shared_ptr<SharedEvent> event, uint64_t number) {
    return std::make_shared<const WaitTask>(std::move(event), number);
}

}  // namespace vgpu::api
