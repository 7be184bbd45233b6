// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A PE for the tests of ways to start: pe HOW WHAT. Built plain, with each MPI (WITH_MPI) and with an
// OpenSHMEM (WITH_SHMEM). What it says on standard output is for the script.
#define _GNU_SOURCE
#include <fcntl.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifdef WITH_MPI
    #include <dlfcn.h>
    #include <mpi.h>
#endif
#ifdef WITH_SHMEM
    #include <shmem.h>
#endif

static int is(const char* text, const char* word) { return strcmp(text, word) == 0; }

// ---- HOW

#ifdef WITH_MPI
static MPI_Comm communicator;

static int start_by_communicator(void) {
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmemx_set_attr_mpi_comm_args(&communicator, &attributes);
    return nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attributes);
}

// Even and odd ranks become two jobs, each in the opposite order.
static void split_world(void) {
    int rank, parity;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    parity = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, parity, -rank, &communicator);
}

static void prepare(const char* how) {
    if (!is(how, "init") && !is(how, "early")) MPI_Init(NULL, NULL);
    if (is(how, "early")) return;
    communicator = MPI_COMM_WORLD;
    if (is(how, "split")) split_world();
    if (is(how, "null")) communicator = MPI_COMM_NULL;
    if (is(how, "late")) MPI_Finalize();
    if (strstr(how, ".so")) dlopen(how, RTLD_NOW | RTLD_LOCAL);
}

static int start(const char* how) {
    return is(how, "init") || is(how, "both") ? nvshmem_init_thread(NVSHMEM_THREAD_MULTIPLE, NULL)
                                              : start_by_communicator();
}

static void tidy(void) {
    int initialised, finalised;
    MPI_Initialized(&initialised);
    MPI_Finalized(&finalised);
    if (initialised && !finalised) MPI_Finalize();
}
#elif defined WITH_SHMEM
static void prepare(const char* how) {
    if (!is(how, "early")) shmem_init();
}
static int start(const char* how) {
    (void)how;
    return nvshmemx_init_attr(NVSHMEMX_INIT_WITH_SHMEM, NULL);
}
static void tidy(void) { shmem_finalize(); }
#else
// uid: PE_RANK of PE_SIZE; PE 0 writes the id into the file PE_ID unless it is there. hidden: the same, and
// others may not look at the process by /proc.
static void prepare(const char* how) {
    if (!is(how, "hidden")) return;
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) exit(6);
    prctl(PR_SET_DUMPABLE, 0);
}

static void make_id(const char* path, nvshmemx_uniqueid_t* id) {
    char draft[4096];
    FILE* file;
    if (access(path, F_OK) == 0 || nvshmemx_get_uniqueid(id) != 0) return;
    snprintf(draft, sizeof draft, "%s.draft", path);
    file = fopen(draft, "wb");
    if (!file || fwrite(id, sizeof *id, 1, file) != 1 || fclose(file) != 0 || rename(draft, path) != 0)
        exit(6);
}

static void read_id(const char* path, nvshmemx_uniqueid_t* id) {
    FILE* file = NULL;
    for (int tries = 0; tries < 6000 && !(file = fopen(path, "rb")); ++tries) usleep(5000);
    if (!file || fread(id, sizeof *id, 1, file) != 1) exit(6);
    fclose(file);
}

static int start_by_id(int rank, int size, const char* path) {
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    if (rank == 0) {
        make_id(path, &id);
        if (access(path, F_OK) != 0) return 1;
    }
    read_id(path, &id);
    if (nvshmemx_set_attr_uniqueid_args(rank, size, &id, &attributes) != 0) exit(6);
    return nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes);
}

static int start(const char* how) {
    if (is(how, "uid") || is(how, "hidden"))
        return start_by_id(atoi(getenv("PE_RANK")), atoi(getenv("PE_SIZE")), getenv("PE_ID"));
    return nvshmem_init_thread(NVSHMEM_THREAD_MULTIPLE, NULL);
}
static void tidy(void) {}
#endif

// ---- WHAT

static void expect(int good, const char* what) {
    if (good) return;
    fprintf(stderr, "PE %d: %s\n", nvshmem_my_pe(), what);
    nvshmem_global_exit(9);
}

// Everybody writes to the right neighbour, sees the left one's word, and all sum up.
static void talk(int salt) {
    int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    long* words = nvshmem_calloc(3, sizeof(long));
    nvshmem_long_p(&words[0], salt + me, (me + 1) % pes);
    nvshmem_barrier_all();
    expect(words[0] == salt + (me + pes - 1) % pes, "the left neighbour's word is wrong");
    words[1] = me + 1;
    nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, &words[2], &words[1], 1);
    expect(words[2] == (long)pes * (pes + 1) / 2, "the sum is wrong");
    nvshmem_free(words);
}

static void live(const char* how, int salt) {
    if (start(how) != 0) exit(7);
    talk(salt);
    if (salt == 0) printf("PE %d of %d\n", nvshmem_my_pe(), nvshmem_n_pes());
    fflush(stdout);
    nvshmem_finalize();
}

static void fail(const char* how) {
    nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
    if (start(how) == 0) exit(8);
    printf("%s\n", nvshmemx_last_error()->text);
}

// PE 1 leaves a file when it waits, and is killed then.
static void wait_for_ever(const char* how) {
    if (start(how) != 0) exit(7);
    nvshmem_barrier_all();
    printf("process %d is PE %d\n", (int)getpid(), nvshmem_my_pe());
    fflush(stdout);
    if (nvshmem_my_pe() == 1) pause();
    nvshmem_barrier_all();
}

// PE 1 starts this program once more, with all its variables; the others do not learn of it.
static void start_another(const char* self) {
    char command[4096];
    if (start("init") != 0) exit(7);
    nvshmem_barrier_all();
    snprintf(command, sizeof command, "%s init fails; true", self);
    fflush(stdout);
    if (nvshmem_my_pe() == 1) expect(system(command) == 0, "the other program cannot be started");
    nvshmem_barrier_all();
    printf("PE %d of %d\n", nvshmem_my_pe(), nvshmem_n_pes());
    fflush(stdout);
    nvshmem_finalize();
}

static int is_memory(int descriptor) {
    char path[32], file[256] = "";
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return readlink(path, file, sizeof file - 1) > 0 && strstr(file, "memfd:omnishmem") != NULL;
}

// The standard descriptors are closed, and yet nothing may be printed into memory of the job.
static void start_closed(const char* how) {
    const int output = fcntl(1, F_DUPFD, 100);
    for (int number = 0; number <= 2; ++number) close(number);
    if (start(how) != 0) exit(7);
    for (int number = 0; number <= 2; ++number)
        if (is_memory(number)) nvshmem_global_exit(10 + number);
    talk(1);
    dprintf(output, "PE %d of %d\n", nvshmem_my_pe(), nvshmem_n_pes());
    nvshmem_finalize();
}

// Without finalize, which is the end of many programs.
static void leave(const char* how) {
    if (start(how) != 0) exit(7);
    talk(1);
    printf("PE %d of %d\n", nvshmem_my_pe(), nvshmem_n_pes());
}

#ifdef WITH_MPI
// The library's life begins before that of MPI and ends after it.
static void wrap(const char* how) {
    int ranks;
    if (start(how) != 0) exit(7);
    MPI_Init(NULL, NULL);
    talk(1);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    expect(ranks == nvshmem_n_pes(), "MPI has another size");
    printf("PE %d of %d\n", nvshmem_my_pe(), nvshmem_n_pes());
    fflush(stdout);
    MPI_Finalize();
    nvshmem_finalize();
    live(how, 2);
}
#endif

int main(int count, char** arguments) {
    const char *how = count > 1 ? arguments[1] : "init", *what = count > 2 ? arguments[2] : "works";
    prepare(how);
    if (is(how, "away")) sleep(3);
    if (is(how, "away")) _exit(0);
    if (is(what, "works")) live(how, 0);
    if (is(what, "lives"))
        for (int life = 0; life < 4; ++life) live(how, life);
    if (is(what, "fails")) fail(how);
    if (is(what, "leaves")) leave(how);
#ifdef WITH_MPI
    if (is(what, "wraps")) wrap(how);
#endif
    if (is(what, "starts")) start_another(arguments[0]);
    if (is(what, "closed")) start_closed(how);
    if (is(what, "waits")) wait_for_ever(how);
    if (is(what, "exits")) {
        if (start(how) != 0) exit(7);
        if (nvshmem_my_pe() == 0) nvshmem_global_exit(5);
        nvshmem_barrier_all();
    }
    tidy();
    return 0;
}
