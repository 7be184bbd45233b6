// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A PE for those who kill PEs: it starts, says "PE k is there" and does the same thing again and again until
// it is ended. `survivor signal`: what it does, see `situations`. As process of a unique id it takes rank and
// size from OMNISHMEM_LIFE_*. Its process is called survivor-<PE>, by which it is found whatever launcher
// started it.
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static int me, pes;
static size_t words;        // of one message
static long *here, *there;  // `words` for each PE
static uint64_t *bell, turn;

/// Each waits for its left neighbour.
static void signal_once(void) {
    ++turn;
    nvshmem_long_put_signal(there, here, words, bell, turn, NVSHMEM_SIGNAL_SET, (me + 1) % pes);
    nvshmem_signal_wait_until(bell, NVSHMEM_CMP_GE, turn);
}

static void barrier_once(void) { nvshmem_barrier_all(); }
static void reduce_once(void) { nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, there, here, words); }
static void alltoall_once(void) { nvshmem_long_alltoall(NVSHMEM_TEAM_WORLD, there, here, words); }
static void allocate_once(void) { nvshmem_free(nvshmem_malloc(words)); }

/// A stream without a wait, and the barrier that ends it.
static void stream_once(void) {
    for (int i = 0; i < 500; ++i) nvshmem_long_put_nbi(there, here, words, 1 % pes);
    nvshmem_barrier_all();
}

static void get_once(void) {
    if (me != 1)
        nvshmem_long_get(there, here, words, 1 % pes);
    else
        usleep(1000);
}

static volatile int computing = 1;
static void compute(void) {
    while (computing) {
    }
}

/// PE 0 waits, the others compute.
static void compute_once(void) {
    if (me != 0) compute();
    nvshmem_barrier_all();
}

/// Nobody waits.
static void compute_all_once(void) { compute(); }

/// The PE that is killed does not come; the others wait for it.
static void await_once(void) {
    if (me == 1) compute();
    nvshmem_barrier_all();
}

static void await_allocation_once(void) {
    if (me == 1) compute();
    nvshmem_malloc(64);
}

/// Ends orderly after one of each, with what it got checked.
static void meet_once(void) {
    for (int pe = 0; pe < pes; ++pe) here[pe] = 1000L * me + pe;
    nvshmem_barrier_all();
    nvshmem_long_alltoall(NVSHMEM_TEAM_WORLD, there, here, 1);
    for (int pe = 0; pe < pes; ++pe)
        if (there[pe] != 1000L * pe + me) exit(97);
    nvshmem_finalize();
    exit(0);
}

/// Ends orderly once a turn took PE 0 as long as a stop of a PE does.
static void short_once(void) {
    const time_t before = time(NULL);
    nvshmem_barrier_all();
    *here = time(NULL) - before;
    nvshmem_long_broadcast(NVSHMEM_TEAM_WORLD, there, here, 1, 0);
    if (*there < 3) return;
    nvshmem_finalize();
    exit(0);
}

static const struct {
    const char* name;
    void (*once)(void);
} situations[] = {
    {"signal", signal_once},
    {"barrier", barrier_once},
    {"reduce", reduce_once},
    {"alltoall", alltoall_once},
    {"allocate", allocate_once},
    {"stream", stream_once},
    {"get", get_once},
    {"compute", compute_once},
    {"compute-all", compute_all_once},
    {"await", await_once},
    {"await-allocation", await_allocation_once},
    {"short", short_once},
    {"meet", meet_once},
};

static void take_name(void) {
    char name[16];
    snprintf(name, sizeof name, "survivor-%d", me);
    prctl(PR_SET_NAME, name);
}

static void (*find(const char* name))(void) {
    for (size_t i = 0; i < sizeof situations / sizeof *situations; ++i)
        if (strcmp(situations[i].name, name) == 0) return situations[i].once;
    fprintf(stderr, "survivor: there is no situation %s\n", name);
    exit(99);
}

/// The id is that of a session, which all compute from NVSHMEM_BOOTSTRAP_UID_SESSION_ID.
static void start_by_id(const char* rank, const char* size) {
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmemx_get_uniqueid(&id);
    nvshmemx_set_attr_uniqueid_args(atoi(rank), atoi(size), &id, &attributes);
    if (nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes) != 0) exit(98);
}

static void start(void) {
    const char *rank = getenv("OMNISHMEM_LIFE_RANK"), *size = getenv("OMNISHMEM_LIFE_SIZE");
    rank ? start_by_id(rank, size) : nvshmem_init();
    me = nvshmem_my_pe();
    pes = nvshmem_n_pes();
    take_name();
    words = pes > 16 ? 256 : 8192;
    here = nvshmem_calloc((size_t)pes * words, sizeof *here);
    there = nvshmem_calloc((size_t)pes * words, sizeof *there);
    bell = nvshmem_calloc(1, sizeof *bell);
}

int main(int count, char** arguments) {
    void (*once)(void) = find(count > 1 ? arguments[1] : "");
    start();
    nvshmem_barrier_all();
    printf("PE %d is there\n", me);
    fflush(stdout);
    for (;;) once();
}
