// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "buffer.h"

#include <nvshmemx.h>

#include "check.h"

namespace perftest {

Buffer::Buffer(const Options& options, size_t bytes) : bytes_(bytes), mapped_(options.mmap) {
    data_ = nvshmem_malloc(bytes + guard);
    if (data_) return;
    std::fprintf(stderr, "no %zu bytes of symmetric memory: NVSHMEM_SYMMETRIC_SIZE is too small\n", bytes);
    nvshmem_global_exit(1);
}

Buffer::~Buffer() { nvshmem_free(data_); }

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
