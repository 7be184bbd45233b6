// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The driver's launch functions beside the runtime's: contexts, streams and kernels as handles.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

__global__ void triple(int *values, int n, int peer) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) nvshmem_int_p(values + i, 3 * i, peer);
}

int main() {
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), n = 200, peer = (mype + 1) % npes, bad = 0, count = 0, major = 0;
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    cudaFree(0);
    CUdevice device;
    CUcontext context;
    size_t total = 0;
    bad += cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&count) != CUDA_SUCCESS || count < 1;
    bad += cuCtxGetCurrent(&context) != CUDA_SUCCESS || context == NULL || cuCtxGetDevice(&device) != CUDA_SUCCESS;
    bad += cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) != CUDA_SUCCESS || major < 7;
    bad += cuDeviceTotalMem(&total, device) != CUDA_SUCCESS || total == 0;
    int *values = (int *)nvshmem_calloc(n, sizeof(int));
    CUfunction function;
    bad += cudaGetFuncBySymbol(&function, (const void *)triple) != cudaSuccess;
    CUstream stream;
    bad += cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS;
    void *args[] = {&values, &n, &peer};
    bad += cuLaunchKernel(function, 4, 1, 1, 64, 1, 1, 0, stream, args, NULL) != CUDA_SUCCESS;
    bad += cuStreamSynchronize(stream) != CUDA_SUCCESS;
    nvshmem_barrier_all();
    int h[200];
    bad += cuMemcpyDtoH(h, (CUdeviceptr)values, sizeof h) != CUDA_SUCCESS;
    for (int i = 0; i < n; i++) bad += h[i] != 3 * i;
    cuStreamDestroy(stream);
    nvshmem_free(values);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad != 0;
}
