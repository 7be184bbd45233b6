// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A buffer of the driver's virtual memory functions, registered, used by a kernel and found again by its address.
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CU_CHECK(stmt)                                                           \
    do {                                                                         \
        CUresult result = (stmt);                                                \
        char str[1024];                                                          \
        const char *ptr = str;                                                   \
        if (CUDA_SUCCESS != result) {                                            \
            CUresult ret = cuGetErrorString(result, &ptr);                       \
            if (ret == CUDA_ERROR_INVALID_VALUE) ptr = "no such error";          \
            fprintf(stderr, "[%s:%d] cuda failed with %s \n", __FILE__, __LINE__, ptr); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

__global__ void fill(int *there, int n, int pe) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) nvshmem_int_p(there + i, i * 2 + nvshmem_my_pe(), pe);
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), device = nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE), n = 1000, bad = 0;
    cudaSetDevice(device);
    size_t granularity = 0, size = 4u << 20;
    CUmemAllocationProp prop = {};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.location.id = device;
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CU_CHECK(cuMemGetAllocationGranularity(&granularity, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    size = (size + granularity - 1) / granularity * granularity;
    CUmemGenericAllocationHandle handle, again;
    CUdeviceptr bufAddr;
    CU_CHECK(cuMemCreate(&handle, size, &prop, 0));
    CU_CHECK(cuMemAddressReserve(&bufAddr, size, granularity, (CUdeviceptr)NULL, 0));
    CU_CHECK(cuMemMap(bufAddr, size, 0, handle, 0));
    CUmemAccessDesc access = {};
    access.location = prop.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CU_CHECK(cuMemSetAccess(bufAddr, size, &access, 1));
    CU_CHECK(cuMemRetainAllocationHandle(&again, (void *)bufAddr));
    cudaMemset((void *)bufAddr, 0, size);

    int *buffer = (int *)nvshmemx_buffer_register_symmetric((void *)bufAddr, size, 0);
    if (!buffer) return 1;
    fill<<<1, 128>>>(buffer, n, (mype + 1) % npes);
    cudaDeviceSynchronize();
    nvshmem_barrier_all();
    int *h = (int *)malloc(n * sizeof(int));
    cudaMemcpy(h, (void *)bufAddr, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) bad += h[i] != i * 2 + (mype + npes - 1) % npes;
    free(h);
    nvshmem_barrier_all();
    nvshmemx_buffer_unregister_symmetric(buffer, size);
    nvshmem_finalize();
    CU_CHECK(cuMemRelease(again));
    CU_CHECK(cuMemRelease(handle));
    CU_CHECK(cuMemUnmap(bufAddr, size));
    CU_CHECK(cuMemAddressFree(bufAddr, size));
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
