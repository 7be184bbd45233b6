// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A program of somebody who has installed the library, in C. Each PE tells its number to the next one.
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

int main(void) {
    nvshmem_init();
    const int me = nvshmem_my_pe();
    const int pes = nvshmem_n_pes();
    int* left = (int*)nvshmem_malloc(sizeof(int));
    *left = -1;
    nvshmem_barrier_all();
    nvshmem_int_p(left, me, (me + 1) % pes);
    nvshmem_barrier_all();
    const int right_value = *left == (me + pes - 1) % pes;
    printf("PE %d of %d: %s\n", me, pes, right_value ? "good" : "bad");
    nvshmem_free(left);
    nvshmem_finalize();
    return right_value ? 0 : 1;
}
