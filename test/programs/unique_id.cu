// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Start by a unique id that PE 0 makes and a file hands round, in processes that a launcher only numbered.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define NVSHMEM_CHECK(stmt)                                                              \
    do {                                                                                 \
        int result = (stmt);                                                             \
        if (NVSHMEMX_SUCCESS != result) {                                                \
            fprintf(stderr, "[%s:%d] nvshmem failed: %d\n", __FILE__, __LINE__, result); \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

static int number(const char* name, const char* other, int otherwise) {
    const char* value = getenv(name) ? getenv(name) : getenv(other);
    return value ? atoi(value) : otherwise;
}

__global__ void everybody(unsigned* seen, int mype) {
    for (int pe = 0; pe < nvshmem_n_pes(); pe++) nvshmem_uint_atomic_or(seen, 1u << mype, pe);
}

int main() {
    int rank = number("PMI_RANK", "OMPI_COMM_WORLD_RANK", 0),
        size = number("PMI_SIZE", "OMPI_COMM_WORLD_SIZE", 1);
    unsigned seen_h = 0;
    char file[256], fresh[300];
    snprintf(file, sizeof file, "/tmp/unique_id.%d.%d", (int)getppid(), size);
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
    if (rank == 0) {
        NVSHMEM_CHECK(nvshmemx_get_uniqueid(&id));
        snprintf(fresh, sizeof fresh, "%s.new", file);
        FILE* out = fopen(fresh, "wb");
        if (!out || fwrite(&id, sizeof id, 1, out) != 1 || fclose(out)) return 1;
        rename(fresh, file);
    } else {
        FILE* in = NULL;
        for (int tries = 0; tries < 5000 && !in; tries++) {
            in = fopen(file, "rb");
            if (!in) usleep(2000);
        }
        if (!in || fread(&id, sizeof id, 1, in) != 1) return 1;
        fclose(in);
    }
    NVSHMEM_CHECK(nvshmemx_set_attr_uniqueid_args(rank, size, &id, &attr));
    NVSHMEM_CHECK(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr));
    if (rank == 0) unlink(file);
    cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    unsigned* seen = (unsigned*)nvshmem_calloc(1, sizeof(unsigned));
    everybody<<<1, 1>>>(seen, nvshmem_my_pe());
    cudaDeviceSynchronize();
    nvshmem_barrier_all();
    cudaMemcpy(&seen_h, seen, sizeof(int), cudaMemcpyDeviceToHost);
    int bad = seen_h != (1u << size) - 1 || nvshmem_my_pe() != rank || nvshmem_n_pes() != size;
    nvshmem_free(seen);
    nvshmem_finalize();
    if (!bad) printf("PASSED\n");
    return bad;
}
