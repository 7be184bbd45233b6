// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Contexts of the driver interface. A CUcontext is the address of a Context.
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/limit.h"
#include "vgpu/api/live.h"
#include "vgpu/api/peer.h"
#include "vgpu/api/thread.h"

namespace vgpu::api {

namespace {

constexpr unsigned kFlags =
    CU_CTX_SCHED_MASK | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX | CU_CTX_SYNC_MEMOPS;

CUcontext handle_of(Context* context) { return reinterpret_cast<CUcontext>(context); }

Expected<std::shared_ptr<Context>> find(CUcontext handle) {
    auto context = Live<Context>::all().find(reinterpret_cast<Context*>(handle));
    if (!context)
        return fail(cudaErrorDeviceUninitialized,
                    "ctx is %p, which is no context: it was destroyed or never created",
                    static_cast<void*>(handle));
    return context;
}

std::vector<std::shared_ptr<Context>>& stack() { return Thread::mine().contexts; }

Outcome make_current(CUcontext handle) {
    if (!handle) {
        if (!stack().empty()) stack().pop_back();
        return {};
    }
    return with(find(handle), [](const std::shared_ptr<Context>& context) -> Outcome {
        if (!stack().empty()) stack().pop_back();
        stack().push_back(context);
        return {};
    });
}

/// The context's own, or that of the calling thread where none is named.
Expected<Context*> named_or_current(CUcontext handle) {
    if (!handle) return driver_context();
    auto context = find(handle);
    if (!context.ok()) return context.failure();
    return context->get();
}

}  // namespace

Expected<Context*> driver_context() {
    if (stack().empty())
        return fail(cudaErrorDeviceUninitialized,
                    "the calling thread has no context: cuCtxSetCurrent or cuCtxCreate makes one current");
    Context* context = stack().back().get();
    if (Outcome failure = context->failure(); failure.code != cudaSuccess) return failure;
    return context;
}

}  // namespace vgpu::api

using namespace vgpu::api;
using vgpu::Outcome;

extern "C" {

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    return on_driver_device("cuDevicePrimaryCtxRetain", device, [&](Device& chosen) -> Outcome {
        if (!context) return fail(cudaErrorInvalidValue, "pctx is null");
        *context = handle_of(chosen.retain_primary().get());
        return {};
    });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    return on_driver_device("cuDevicePrimaryCtxRelease", device,
                            [](Device& chosen) { return chosen.release_primary(); });
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
    return on_driver_device("cuDevicePrimaryCtxReset", device, [](Device& chosen) {
        chosen.reset();
        return Outcome{};
    });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
    return on_driver_device("cuDevicePrimaryCtxSetFlags", device, [&](Device& chosen) -> Outcome {
        VGPU_TRY(only_flags(flags, kFlags));
        chosen.flags = flags;
        return {};
    });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
    return on_driver_device("cuDevicePrimaryCtxGetState", device, [&](Device& chosen) -> Outcome {
        VGPU_TRY(give("flags", flags, chosen.flags));
        return give("active", active, chosen.active() ? 1 : 0);
    });
}

CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* parameters, unsigned flags, CUdevice device) {
    return on_driver_device("cuCtxCreate", device, [&](Device& chosen) -> Outcome {
        VGPU_TRY(only_flags(flags, kFlags));
        if (parameters)
            return fail(
                cudaErrorNotSupported,
                "ctxCreateParams is set; the virtual device has no execution affinity and no graphics");
        if (!context) return fail(cudaErrorInvalidValue, "pctx is null");
        stack().push_back(Context::create(chosen));
        stack().back()->flags = flags;
        *context = handle_of(stack().back().get());
        return {};
    });
}

CUresult cuCtxDestroy(CUcontext handle) {
    return driver("cuCtxDestroy", [&] {
        return with(find(handle), [&](const std::shared_ptr<Context>& context) -> Outcome {
            context->synchronize();
            if (!stack().empty() && stack().back() == context) stack().pop_back();
            Live<Context>::all().remove(context.get());
            return {};
        });
    });
}

CUresult cuCtxPushCurrent(CUcontext handle) {
    return driver("cuCtxPushCurrent", [&] {
        return with(find(handle), [](const std::shared_ptr<Context>& context) -> Outcome {
            stack().push_back(context);
            return {};
        });
    });
}

CUresult cuCtxPopCurrent(CUcontext* context) {
    return driver("cuCtxPopCurrent", [&]() -> Outcome {
        if (stack().empty())
            return fail(cudaErrorDeviceUninitialized, "the calling thread has no context to pop");
        if (context) *context = handle_of(stack().back().get());
        stack().pop_back();
        return {};
    });
}

CUresult cuCtxSetCurrent(CUcontext handle) {
    return driver("cuCtxSetCurrent", [&] { return make_current(handle); });
}

CUresult cuCtxGetCurrent(CUcontext* context) {
    return driver("cuCtxGetCurrent", [&] {
        return give("pctx", context, stack().empty() ? nullptr : handle_of(stack().back().get()));
    });
}

CUresult cuCtxGetDevice(CUdevice* device) {
    return on_driver_context("cuCtxGetDevice", [&](Context& context) {
        return give("device", device, context.device().ordinal());
    });
}

CUresult cuCtxGetFlags(unsigned* flags) {
    return on_driver_context("cuCtxGetFlags",
                             [&](Context& context) { return give("flags", flags, context.flags); });
}

CUresult cuCtxGetId(CUcontext handle, unsigned long long* id) {
    return driver("cuCtxGetId", [&] {
        return with(named_or_current(handle),
                    [&](Context* context) { return give("ctxId", id, context->id()); });
    });
}

CUresult cuCtxGetApiVersion(CUcontext handle, unsigned* version) {
    return driver("cuCtxGetApiVersion", [&] {
        return with(named_or_current(handle), [&](Context*) { return give("version", version, 3020u); });
    });
}

CUresult cuCtxSynchronize() {
    return on_driver_context("cuCtxSynchronize", [](Context& context) { return context.synchronize(); });
}

CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
    return on_driver_context("cuCtxGetLimit", [&](Context& context) {
        return give("pvalue", value, get_limit(context, static_cast<cudaLimit>(limit)));
    });
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
    return on_driver_context("cuCtxSetLimit", [&](Context& context) {
        return set_limit(context, static_cast<cudaLimit>(limit), value);
    });
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    return on_driver_context("cuCtxGetStreamPriorityRange", [&](Context&) -> Outcome {
        if (least) *least = kLeastPriority;
        if (greatest) *greatest = kGreatestPriority;
        return {};
    });
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
    return on_driver_context("cuCtxEnablePeerAccess", [&](Context& context) {
        return with(find(peer), [&](const std::shared_ptr<Context>& other) -> Outcome {
            VGPU_TRY(only_flags(flags, 0));
            return enable_peer(context, other->device().ordinal());
        });
    });
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
    return on_driver_context("cuCtxDisablePeerAccess", [&](Context& context) {
        return with(find(peer), [&](const std::shared_ptr<Context>& other) {
            return disable_peer(context, other->device().ordinal());
        });
    });
}

}  // extern "C"
