// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every PE tells its right neighbour its number.     nvshmrun -n 4 hello
#include <nvshmem.h>

#include <cstdio>

int main() {
    nvshmem_init();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    int* left = static_cast<int*>(nvshmem_malloc(sizeof(int)));  // the same place on every PE

    nvshmem_int_p(left, me, (me + 1) % pes);  // store my number in my right neighbour's memory
    nvshmem_barrier_all();                    // everybody's store has arrived
    std::printf("PE %d of %d: my left neighbour is PE %d\n", me, pes, *left);

    nvshmem_free(left);
    nvshmem_finalize();
}
