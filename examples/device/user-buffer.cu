// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A buffer of the program's own, made with CUDA's virtual memory functions, becomes symmetric memory:
// registered, used by a collective and taken out again.     nvshmrun -n 4 user-buffer
#include <cuda.h>

#include <vector>

#include "check.h"

#define CU_CHECK(call)                                                                 \
    do {                                                                               \
        const CUresult status = (call);                                                \
        if (status != CUDA_SUCCESS) {                                                  \
            const char* words = "unknown error";                                       \
            cuGetErrorString(status, &words);                                          \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, words); \
            nvshmem_global_exit(1);                                                    \
        }                                                                              \
    } while (0)

/// Device memory that other processes may map.
class SharedBuffer {
  public:
    explicit SharedBuffer(size_t wanted) {
        int device = 0;
        CUDA_CHECK(cudaGetDevice(&device));
        CUmemAllocationProp properties = {};
        properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        properties.location.id = device;
        size_t granularity = 0;
        CU_CHECK(
            cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
        bytes_ = (wanted + granularity - 1) / granularity * granularity;
        CU_CHECK(cuMemCreate(&handle_, bytes_, &properties, 0));
        CU_CHECK(cuMemAddressReserve(&address_, bytes_, granularity, 0, 0));
        CU_CHECK(cuMemMap(address_, bytes_, 0, handle_, 0));
        CUmemAccessDesc access = {};
        access.location = properties.location;
        access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        CU_CHECK(cuMemSetAccess(address_, bytes_, &access, 1));
    }
    ~SharedBuffer() {
        cuMemUnmap(address_, bytes_);
        cuMemAddressFree(address_, bytes_);
        cuMemRelease(handle_);
    }
    SharedBuffer(const SharedBuffer&) = delete;
    SharedBuffer& operator=(const SharedBuffer&) = delete;

    void* data() const { return reinterpret_cast<void*>(address_); }
    size_t bytes() const { return bytes_; }

  private:
    size_t bytes_ = 0;
    CUmemGenericAllocationHandle handle_ = 0;
    CUdeviceptr address_ = 0;
};

__global__ void fill(float* values, size_t count, float value) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        values[i] = value;
}

int main() {
    nvshmem_init();
    take_device();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    const size_t count = 1 << 18;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    int status = 0;
    {
        SharedBuffer buffer(2 * count * sizeof(float));
        float* symmetric =
            static_cast<float*>(nvshmemx_buffer_register_symmetric(buffer.data(), buffer.bytes(), 0));
        if (!symmetric) nvshmem_global_exit(1);
        float *source = symmetric, *sum = symmetric + count;

        fill<<<4, 256, 0, stream>>>(source, count, static_cast<float>(me + 1));
        nvshmemx_barrier_on_stream(NVSHMEM_TEAM_WORLD, stream);
        nvshmemx_float_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, sum, source, count, stream);
        std::vector<float> found(count);
        CUDA_CHECK(cudaMemcpyAsync(found.data(), static_cast<float*>(buffer.data()) + count,
                                   count * sizeof(float), cudaMemcpyDefault,
                                   stream));  // the buffer's own address holds the same
        CUDA_CHECK(cudaStreamSynchronize(stream));

        long wrong = 0;
        for (float value : found) wrong += value != static_cast<float>(pes * (pes + 1) / 2);
        status = passed("user-buffer", wrong);
        nvshmem_barrier_all();
        nvshmemx_buffer_unregister_symmetric(symmetric, buffer.bytes());
    }
    CUDA_CHECK(cudaStreamDestroy(stream));
    nvshmem_finalize();
    return status;
}
