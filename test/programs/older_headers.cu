// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Only header paths of older programs, and names that come in by them.
#include <cstdio>
#include "device_host/nvshmem_common.cuh"
#include "device_host_transport/nvshmem_constants.h"
#include "host/nvshmem_api.h"
#include "host/nvshmem_coll_api.h"
#include "host/nvshmemx_api.h"
#include "non_abi/nvshmem_version.h"
#include "non_abi/nvshmemx_error.h"

__global__ void get_right(int* mine, int* out) {
    *out = nvshmem_int_g(mine, (nvshmem_my_pe() + 1) % nvshmem_n_pes());
}

int main() {
    nvshmem_init();
    int status = NVSHMEMX_ERROR_INTERNAL, major = 0, minor = 0;
    nvshmem_info_get_version(&major, &minor);
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    int *mine = (int*)nvshmem_malloc(sizeof(int)), *out, h = -1;
    cudaMalloc((void**)&out, sizeof(int));
    nvshmem_int_p(mine, nvshmem_my_pe() * 3, nvshmem_my_pe());
    nvshmem_barrier_all();
    get_right<<<1, 1>>>(mine, out);
    cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
    if (h == (nvshmem_my_pe() + 1) % nvshmem_n_pes() * 3 && major >= 1) status = NVSHMEMX_SUCCESS;
    nvshmem_barrier_all();
    cudaFree(out);
    nvshmem_free(mine);
    nvshmem_finalize();
    if (status == NVSHMEMX_SUCCESS) printf("PASSED\n");
    return status != NVSHMEMX_SUCCESS;
}
