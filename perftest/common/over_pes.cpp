// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
#include "over_pes.h"

#include "check.h"

namespace perftest {

double sum_over_pes(double value) {
    double* const sum = static_cast<double*>(nvshmem_malloc(2 * sizeof(double)));
    CUDA_CHECK(cudaMemcpy(&sum[0], &value, sizeof value, cudaMemcpyDefault));
    nvshmem_double_sum_reduce(NVSHMEM_TEAM_WORLD, &sum[1], &sum[0], 1);
    CUDA_CHECK(cudaMemcpy(&value, &sum[1], sizeof value, cudaMemcpyDefault));
    nvshmem_free(sum);
    return value;
}

}  // namespace perftest
