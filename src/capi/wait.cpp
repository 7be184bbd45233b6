// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Waits and tests: of one element, and of all, any or some of several.
#include "ops/wait.h"

#include "nvshmem/wait.h"

using namespace omni::ops;

#define ONE(NAME, TYPE)                                                                     \
    void nvshmem_##NAME##_wait_until(TYPE* ivar, int cmp, TYPE cmp_value) {                 \
        wait_until(self(), {"nvshmem_" #NAME "_wait_until", "ivar"}, ivar, cmp, cmp_value); \
    }                                                                                       \
    int nvshmem_##NAME##_test(TYPE* ivar, int cmp, TYPE cmp_value) {                        \
        return test(self(), {"nvshmem_" #NAME "_test", "ivar"}, ivar, cmp, cmp_value);      \
    }

#define ALL(NAME, TYPE)                                                                                     \
    void nvshmem_##NAME##_wait_until_all(TYPE* ivar, size_t nelems, const int* status, int cmp,             \
                                         TYPE cmp_value) {                                                  \
        wait_until_all(self(), {"nvshmem_" #NAME "_wait_until_all", "ivar"},                                \
                       one_value(ivar, nelems, status, cmp, cmp_value));                                    \
    }                                                                                                       \
    void nvshmem_##NAME##_wait_until_all_vector(TYPE* ivars, size_t nelems, const int* status, int cmp,     \
                                                TYPE* cmp_values) {                                         \
        wait_until_all(self(), {"nvshmem_" #NAME "_wait_until_all_vector", "ivars"},                        \
                       own_values(ivars, nelems, status, cmp, cmp_values));                                 \
    }                                                                                                       \
    int nvshmem_##NAME##_test_all(TYPE* ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value) { \
        return test_all(self(), {"nvshmem_" #NAME "_test_all", "ivars"},                                    \
                        one_value(ivars, nelems, status, cmp, cmp_value));                                  \
    }                                                                                                       \
    int nvshmem_##NAME##_test_all_vector(TYPE* ivars, size_t nelems, const int* status, int cmp,            \
                                         TYPE* cmp_values) {                                                \
        return test_all(self(), {"nvshmem_" #NAME "_test_all_vector", "ivars"},                             \
                        own_values(ivars, nelems, status, cmp, cmp_values));                                \
    }

#define ANY(NAME, TYPE)                                                                                   \
    size_t nvshmem_##NAME##_wait_until_any(TYPE* ivar, size_t nelems, const int* status, int cmp,         \
                                           TYPE cmp_value) {                                              \
        return wait_until_any(self(), {"nvshmem_" #NAME "_wait_until_any", "ivar"},                       \
                              one_value(ivar, nelems, status, cmp, cmp_value));                           \
    }                                                                                                     \
    size_t nvshmem_##NAME##_wait_until_any_vector(TYPE* ivars, size_t nelems, const int* status, int cmp, \
                                                  TYPE* cmp_values) {                                     \
        return wait_until_any(self(), {"nvshmem_" #NAME "_wait_until_any_vector", "ivars"},               \
                              own_values(ivars, nelems, status, cmp, cmp_values));                        \
    }                                                                                                     \
    size_t nvshmem_##NAME##_test_any(TYPE* ivars, size_t nelems, const int* status, int cmp,              \
                                     TYPE cmp_value) {                                                    \
        return test_any(self(), {"nvshmem_" #NAME "_test_any", "ivars"},                                  \
                        one_value(ivars, nelems, status, cmp, cmp_value));                                \
    }                                                                                                     \
    size_t nvshmem_##NAME##_test_any_vector(TYPE* ivars, size_t nelems, const int* status, int cmp,       \
                                            TYPE* cmp_values) {                                           \
        return test_any(self(), {"nvshmem_" #NAME "_test_any_vector", "ivars"},                           \
                        own_values(ivars, nelems, status, cmp, cmp_values));                              \
    }

#define SOME(NAME, TYPE)                                                                                     \
    size_t nvshmem_##NAME##_wait_until_some(TYPE* ivar, size_t nelems, size_t* indices, const int* status,   \
                                            int cmp, TYPE cmp_value) {                                       \
        return wait_until_some(self(), {"nvshmem_" #NAME "_wait_until_some", "ivar"},                        \
                               one_value(ivar, nelems, status, cmp, cmp_value), indices);                    \
    }                                                                                                        \
    size_t nvshmem_##NAME##_wait_until_some_vector(TYPE* ivars, size_t nelems, size_t* indices,              \
                                                   const int* status, int cmp, TYPE* cmp_values) {           \
        return wait_until_some(self(), {"nvshmem_" #NAME "_wait_until_some_vector", "ivars"},                \
                               own_values(ivars, nelems, status, cmp, cmp_values), indices);                 \
    }                                                                                                        \
    size_t nvshmem_##NAME##_test_some(TYPE* ivars, size_t nelems, size_t* indices, const int* status,        \
                                      int cmp, TYPE cmp_value) {                                             \
        return test_some(self(), {"nvshmem_" #NAME "_test_some", "ivars"},                                   \
                         one_value(ivars, nelems, status, cmp, cmp_value), indices);                         \
    }                                                                                                        \
    size_t nvshmem_##NAME##_test_some_vector(TYPE* ivars, size_t nelems, size_t* indices, const int* status, \
                                             int cmp, TYPE* cmp_values) {                                    \
        return test_some(self(), {"nvshmem_" #NAME "_test_some_vector", "ivars"},                            \
                         own_values(ivars, nelems, status, cmp, cmp_values), indices);                       \
    }

extern "C" {

NVSHMEM_FOR_EACH_WAIT_TYPE(ONE)
NVSHMEM_FOR_EACH_WAIT_TYPE(ALL)
NVSHMEM_FOR_EACH_WAIT_TYPE(ANY)
NVSHMEM_FOR_EACH_WAIT_TYPE(SOME)

}  // extern "C"
