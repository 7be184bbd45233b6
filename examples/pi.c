/* SPDX-FileCopyrightText: OmniSHMEM contributors */
/* SPDX-License-Identifier: Apache-2.0 */

/* Pi by the midpoint rule, in plain C: each PE sums its share, a reduction adds the shares up.
 *     nvshmrun -n 4 pi [intervals] */
#include <nvshmem.h>
#include <stdio.h>
#include <stdlib.h>

static double share_of(int pe, int pes, long intervals) {
    const double width = 1.0 / (double)intervals;
    double sum = 0;
    for (long i = pe; i < intervals; i += pes) {
        const double x = width * ((double)i + 0.5);
        sum += 4.0 / (1.0 + x * x);
    }
    return sum * width;
}

int main(int argc, char** argv) {
    const long intervals = argc > 1 ? atol(argv[1]) : 1000000;
    nvshmem_init();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();

    double* share = nvshmem_malloc(sizeof *share);
    double* pi = nvshmem_malloc(sizeof *pi);
    *share = share_of(me, pes, intervals);
    nvshmem_double_sum_reduce(NVSHMEM_TEAM_WORLD, pi, share, 1);

    const double error = *pi - 3.14159265358979323846;
    const int status = error < 1e-9 && error > -1e-9 ? 0 : 1;
    if (me == 0) printf("pi is %.12f, off by %.1e, from %d PEs\n", *pi, error, pes);

    nvshmem_free(pi);
    nvshmem_free(share);
    nvshmem_finalize();
    return status;
}
