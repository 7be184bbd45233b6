/* SPDX-FileCopyrightText: OmniSHMEM contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program sees of its environment. Each PE prints one line for what the command line asks.
 */
#define _GNU_SOURCE
#include <nvshmem.h>
#include <nvshmemx.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usable_cpus(void) {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    return CPU_COUNT(&set);
}

/* How many teams there are at most, the 7 predefined ones included. */
static int most_teams(void) {
    int teams = 7;
    nvshmem_team_t team = NVSHMEM_TEAM_INVALID;
    while (teams < 1000 &&
           nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, nvshmem_n_pes(), NULL, 0, &team) == 0)
        ++teams;
    return teams;
}

static void wait_for_nobody(void) {
    uint64_t* flag = nvshmem_calloc(1, sizeof *flag);
    nvshmem_signal_wait_until(flag, NVSHMEM_CMP_GE, 1);
}

static int make_id(void) {
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    return nvshmemx_get_uniqueid(&id);
}

int main(int count, char** words) {
    const char* what = count > 1 ? words[1] : "start";
    if (strcmp(what, "id") == 0) return make_id() == 0 ? 0 : 1;
    nvshmem_init();
    if (nvshmemx_init_status() != NVSHMEM_STATUS_IS_INITIALIZED) return 1;
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    if (strcmp(what, "alloc") == 0)
        printf("%s\n", nvshmem_malloc(strtoull(words[2], NULL, 10)) ? "given" : "refused");
    if (strcmp(what, "teams") == 0) printf("%d\n", most_teams());
    if (strcmp(what, "cpus") == 0) printf("%d\n", usable_cpus());
    if (strcmp(what, "wait") == 0) wait_for_nobody();
    if (strcmp(what, "ptr") == 0) {
        int* place = nvshmem_calloc(1, sizeof *place);
        nvshmem_int_p(place, 7, (me + 1) % pes);
        nvshmem_barrier_all();
        printf("%s %d\n", nvshmem_ptr(place, (me + 1) % pes) ? "mapped" : "unmapped", *place);
    }
    nvshmem_finalize();
    return 0;
}
