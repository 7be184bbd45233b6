// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A PE that does what its arguments say, one after the other:
//
//     actor init barrier 1:kill=9 barrier finalize
//
// "1:" in front leaves the action to PE 1. Between init and finalize a PE's number is known; before it is the
// launcher's.
#include <nvshmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long long* word;  // symmetric, 0

static void init(const char* value) {
    (void)value;
    nvshmem_init();
    word = nvshmem_calloc(1, sizeof *word);
}

static void finalize(const char* value) {
    (void)value;
    nvshmem_free(word);
    nvshmem_finalize();
}

static void allocate(const char* value) {
    void* block = nvshmem_malloc((size_t)atoll(value));
    printf("%s\n", block ? "allocated" : "refused");
    if (block) nvshmem_free(block);
}

static void barrier(const char* value) {
    (void)value;
    nvshmem_barrier_all();
}

static void wait_for(const char* value) { nvshmem_longlong_wait_until(word, NVSHMEM_CMP_EQ, atoll(value)); }

static void put_to(const char* value) { nvshmem_longlong_p(word, 1, atoi(value)); }

static void say(const char* value) {
    printf("%s\n", value);
    fflush(stdout);
}

static void nap(const char* value) {
    const double seconds = atof(value);
    const struct timespec length = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&length, NULL);
}

static void kill_self(const char* value) { raise(atoi(value)); }

static void leave(const char* value) { exit(atoi(value)); }

static void global_exit(const char* value) { nvshmem_global_exit(atoi(value)); }

static const struct {
    const char* name;
    void (*run)(const char* value);
} actions[] = {{"init", init},
               {"finalize", finalize},
               {"barrier", barrier},
               {"wait", wait_for},
               {"allocate", allocate},
               {"put", put_to},
               {"say", say},
               {"sleep", nap},
               {"kill", kill_self},
               {"exit", leave},
               {"global_exit", global_exit}};

static int is_mine(const char** action) {
    char* end;
    const long pe = strtol(*action, &end, 10);
    if (*end != ':') return 1;
    *action = end + 1;
    return pe == atoi(getenv("NVSHMRUN_RANK"));
}

static void act(const char* action) {
    if (!is_mine(&action)) return;
    const size_t length = strcspn(action, "=");
    for (size_t i = 0; i < sizeof actions / sizeof *actions; ++i)
        if (strlen(actions[i].name) == length && strncmp(actions[i].name, action, length) == 0) {
            actions[i].run(action + length + (action[length] == '='));
            return;
        }
    fprintf(stderr, "actor: there is no action %s\n", action);
    exit(99);
}

int main(int count, char** words) {
    for (int i = 1; i < count; ++i) act(words[i]);
    return 0;
}
