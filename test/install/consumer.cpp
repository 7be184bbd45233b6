// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A program of somebody who has installed the library, in C++. The PEs add up their numbers.
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>

int main() {
    nvshmem_init();
    const int me = nvshmem_my_pe();
    const int pes = nvshmem_n_pes();
    long* numbers = static_cast<long*>(nvshmem_calloc(2, sizeof(long)));
    numbers[0] = me + 1;
    nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, numbers + 1, numbers, 1);
    const bool right_value = numbers[1] == pes * (pes + 1L) / 2;
    std::printf("PE %d of %d: %s\n", me, pes, right_value ? "good" : "bad");
    nvshmem_free(numbers);
    nvshmem_finalize();
    return right_value ? 0 : 1;
}
