// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Initialization as programs with an optional MPI do it: libmpi by dlopen when a variable asks for it, else
// nvshmem_init. NVML by dlopen, where it is there.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>

typedef int (*fnptr_MPI_Init)(int* argc, char*** argv);
typedef int (*fnptr_MPI_Finalize)(void);

static int use_mpi = 0;
static void* mpi_handle = NULL;

void select_and_init(int* argc, char*** argv) {
    char* value = getenv("NVSHMEMTEST_USE_MPI_LAUNCHER");
    if (value) use_mpi = atoi(value);
    if (!use_mpi) {
        nvshmem_init();
        return;
    }
    nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
    mpi_handle = dlopen("libmpi.so.40", RTLD_LAZY | RTLD_GLOBAL);
    if (!mpi_handle) {
        fprintf(stderr, "no libmpi.so.40: %s\n", dlerror());
        exit(77);
    }
    fnptr_MPI_Init init = (fnptr_MPI_Init)dlsym(mpi_handle, "MPI_Init");
    init(argc, argv);
    void* world = dlsym(mpi_handle, "ompi_mpi_comm_world");
    attr.mpi_comm = &world;
    if (nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attr) != 0) exit(1);
}

void finish() {
    nvshmem_finalize();
    if (use_mpi) ((fnptr_MPI_Finalize)dlsym(mpi_handle, "MPI_Finalize"))();
}

typedef int (*fnptr_nvmlInit)(void);

static void look_at_nvml() {
    void* nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!nvml) return;
    fnptr_nvmlInit init = (fnptr_nvmlInit)dlsym(nvml, "nvmlInit");
    if (init) printf("nvmlInit: %d\n", init());
    dlclose(nvml);
}

__global__ void simple_shift(int* target, int mype, int npes) {
    int peer = (mype + 1) % npes;
    nvshmem_int_p(target, mype, peer);
}

int main(int argc, char* argv[]) {
    select_and_init(&argc, &argv);
    look_at_nvml();
    int mype = nvshmem_my_pe();
    int npes = nvshmem_n_pes();
    int dev_count = 0;
    cudaGetDeviceCount(&dev_count);
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE) % dev_count);

    CUdevice cuda_device;
    char name[128];
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&cuda_device, 0) != CUDA_SUCCESS ||
        cuDeviceGetName(name, sizeof name, cuda_device) != CUDA_SUCCESS || strlen(name) == 0)
        return 1;

    int *target = (int*)nvshmem_malloc(sizeof(int)), message = -1;
    simple_shift<<<1, 1>>>(target, mype, npes);
    cudaDeviceSynchronize();
    nvshmem_barrier_all();
    cudaMemcpy(&message, target, sizeof(int), cudaMemcpyDeviceToHost);
    nvshmem_free(target);
    finish();
    int bad = message != (mype + npes - 1) % npes;
    if (!bad) printf("PASSED\n");
    return bad;
}
