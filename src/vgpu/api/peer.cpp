// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Peers.
#include "vgpu/api/peer.h"

namespace vgpu::api {

namespace {

Outcome check_peer(const Context& context, int peer) {
    auto device = Device::at(peer);
    if (!device.ok()) return device.failure();
    if (peer == context.device().ordinal())
        return fail(cudaErrorInvalidDevice, "peerDevice is %d, the current device itself", peer);
    return {};
}

}  // namespace

Expected<int> peer_attribute(int attribute, int from, int to, bool same_allowed) {
    for (int device : {from, to})
        if (auto found = Device::at(device); !found.ok()) return found.failure();
    if (from == to && same_allowed) return 0;
    if (from == to) return fail(cudaErrorInvalidDevice, "both devices are %d; they have to differ", from);
    switch (attribute) {
        case cudaDevP2PAttrPerformanceRank:
        case cudaDevP2PAttrCudaArrayAccessSupported:
        case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
            return 0;
        case cudaDevP2PAttrAccessSupported:
        case cudaDevP2PAttrNativeAtomicSupported:
            return 1;
        default:
            return fail(cudaErrorInvalidValue, "attr is %d; it can be one of cudaDeviceP2PAttr, 1 to 5",
                        attribute);
    }
}

Outcome enable_peer(Context& context, int peer) {
    VGPU_TRY(check_peer(context, peer));
    if (!context.set_peer(peer, true))
        return fail(cudaErrorPeerAccessAlreadyEnabled, "access to device %d is enabled already", peer);
    return {};
}

Outcome disable_peer(Context& context, int peer) {
    VGPU_TRY(check_peer(context, peer));
    if (!context.set_peer(peer, false))
        return fail(cudaErrorPeerAccessNotEnabled, "access to device %d was not enabled", peer);
    return {};
}

}  // namespace vgpu::api
