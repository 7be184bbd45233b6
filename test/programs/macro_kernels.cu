// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels made by macros with pasted names inside extern "C", launched by address; a size_t is given where
// the parameter is an int.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "nvshmem.h"
#include "nvshmemx.h"

#undef CUDA_CHECK
#define CUDA_CHECK(stmt)                                                          \
    do {                                                                          \
        cudaError_t result = (stmt);                                              \
        if (cudaSuccess != result) {                                              \
            fprintf(stderr, "[%s:%d] cuda failed with %s \n", __FILE__, __LINE__, \
                    cudaGetErrorString(result));                                  \
            exit(-1);                                                             \
        }                                                                         \
    } while (0)

#if defined __cplusplus || defined NVSHMEM_BITCODE_APPLICATION
extern "C" {
#endif

#define DEFINE_FCOLLECT_KERNEL(TYPENAME, TYPE, SC, SC_SUFFIX, SC_PREFIX)                      \
    __global__ void test_##TYPENAME##_fcollect_kern_##SC(                                     \
        nvshmem_team_t team, TYPE* dest, const TYPE* source, int nelem, int mype, int iter) { \
        int i;                                                                                \
        for (i = 0; i < iter; i++) {                                                          \
            nvshmem##SC_PREFIX##_##TYPENAME##_fcollect##SC_SUFFIX(team, dest, source, nelem); \
        }                                                                                     \
    }

DEFINE_FCOLLECT_KERNEL(int32, int32_t, thread, , );
DEFINE_FCOLLECT_KERNEL(int32, int32_t, warp, _warp, x);
DEFINE_FCOLLECT_KERNEL(int32, int32_t, block, _block, x);
DEFINE_FCOLLECT_KERNEL(int64, int64_t, block, _block, x);
#if defined __cplusplus || defined NVSHMEM_BITCODE_APPLICATION
}
#endif

static int check(const char* name, const void* buffer, size_t elem, int nelem, int npes) {
    char* host = (char*)malloc(elem * nelem * npes);
    CUDA_CHECK(cudaMemcpy(host, buffer, elem * nelem * npes, cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int i = 0; i < nelem * npes; i++) {
        long value = elem == 4 ? (long)((int32_t*)host)[i] : (long)((int64_t*)host)[i];
        if (value != (i / nelem) * 1000 + i % nelem) bad++;
    }
    if (bad) printf("%s: %d bad values\n", name, bad);
    free(host);
    return bad;
}

#define RUN(KERNEL, TYPE, THREADS)                                                                    \
    do {                                                                                              \
        TYPE* h = (TYPE*)malloc(nelem * sizeof(TYPE));                                                \
        for (size_t i = 0; i < nelem; i++) h[i] = (TYPE)(mype * 1000 + i);                            \
        CUDA_CHECK(cudaMemcpy(source, h, nelem * sizeof(TYPE), cudaMemcpyHostToDevice));              \
        CUDA_CHECK(cudaMemset(dest, 0xee, nelem* npes * sizeof(TYPE)));                               \
        CUDA_CHECK(cudaDeviceSynchronize());                                                          \
        nvshmem_barrier_all();                                                                        \
        void* args[] = {&team, &dest, &source, &nelem, &mype, &iter};                                 \
        if (nvshmemx_collective_launch((const void*)KERNEL, 1, THREADS, args, 0, stream)) failed = 1; \
        CUDA_CHECK(cudaStreamSynchronize(stream));                                                    \
        failed += check(#KERNEL, dest, sizeof(TYPE), (int)nelem, npes);                               \
        free(h);                                                                                      \
    } while (0)

int main(int argc, char** argv) {
    (void)argc, (void)argv;
    nvshmem_init();
    int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), failed = 0;
    CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    size_t nelem = 64, iter = 3; /* wider than the parameters: the low bytes are taken */
    nvshmem_team_t team = NVSHMEM_TEAM_WORLD;
    void *source = nvshmem_malloc(nelem * 8), *dest = nvshmem_malloc(nelem * 8 * npes);
    RUN(test_int32_fcollect_kern_thread, int32_t, 1);
    RUN(test_int32_fcollect_kern_warp, int32_t, 32);
    RUN(test_int32_fcollect_kern_block, int32_t, 128);
    RUN(test_int64_fcollect_kern_block, int64_t, 128);
    nvshmem_free(dest);
    nvshmem_free(source);
    CUDA_CHECK(cudaStreamDestroy(stream));
    nvshmem_finalize();
    if (!failed) printf("PASSED\n");
    return failed != 0;
}
