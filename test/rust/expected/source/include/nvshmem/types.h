// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
typedef int32_t nvshmem_team_t;
typedef enum {
    NVSHMEM_TEAM_INVALID = -1,  // none
    NVSHMEM_TEAM_WORLD = 0
} nvshmem_team_id_t;
enum { NVSHMEMX_ERROR_MODE_EXIT = 0, NVSHMEMX_ERROR_MODE_RETURN = 1 };
#define NVSHMEM_INIT_ATTR_V2_IDENTIFIER ((2 << 16) + 144)
#define NVSHMEM_MAX_NAME_LEN 256  // bytes
typedef struct {
    int code;          // a status
    const char* text;  // why
    char padding[NVSHMEM_MAX_NAME_LEN];
} nvshmemx_error_info_t;
typedef int (*nvshmemx_interrupt_t)(void** state, int how);
