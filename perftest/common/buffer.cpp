// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "buffer.h"

#include <nvshmemx.h>

#include "check.h"
#include "mapped_memory.h"

namespace perftest {

Buffer::Buffer(const Options& options, size_t bytes) : bytes_(bytes) {
    if (options.mmap) {
        mapped_ = std::make_unique<MappedMemory>(options, bytes + guard);
        data_ = nvshmemx_buffer_register_symmetric(mapped_->data(), mapped_->bytes(), 0);
    } else {
        data_ = nvshmem_malloc(bytes + guard);
    }
    if (data_) return;
    std::fprintf(stderr, "no %zu bytes of symmetric memory%s\n", bytes,
                 options.mmap ? "" : ": NVSHMEM_SYMMETRIC_SIZE is too small");
    nvshmem_global_exit(1);
}

Buffer::~Buffer() {
    if (mapped_)
        nvshmemx_buffer_unregister_symmetric(data_, mapped_->bytes());
    else
        nvshmem_free(data_);
}

std::vector<char> Buffer::read(size_t bytes) const {
    std::vector<char> values(bytes);
    CUDA_CHECK(cudaMemcpy(values.data(), data_, bytes, cudaMemcpyDefault));
    return values;
}

void Buffer::write(const std::vector<char>& values) {
    CUDA_CHECK(cudaMemcpy(data_, values.data(), values.size(), cudaMemcpyDefault));
}

void Buffer::fill(int value, size_t bytes) {
    CUDA_CHECK(cudaMemset(data_, value, bytes + guard));
    CUDA_CHECK(cudaDeviceSynchronize());
}

}  // namespace perftest
