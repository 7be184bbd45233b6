// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A token goes round the ring of PEs: put with signal sends data and flag in one call, and a wait on the flag
// is all the receiver needs.     nvshmrun -n 4 ring [rounds]
#include <nvshmem.h>
#include <nvshmemx.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

struct Token {
    long hops;
    long sum;  // of the numbers of the PEs it has visited
};

/// Waits for the token's `round`-th arrival and adds this PE to it.
Token receive(const Token* inbox, uint64_t* arrived, uint64_t round, int me) {
    nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_GE, round);
    return {inbox->hops + 1, inbox->sum + me};
}

void send(Token* inbox, const Token& token, uint64_t* arrived, uint64_t round, int to) {
    nvshmem_putmem_signal(inbox, &token, sizeof token, arrived, round, NVSHMEM_SIGNAL_SET, to);
}

}  // namespace

int main(int argc, char** argv) {
    const uint64_t rounds = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
    nvshmem_init();
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), right = (me + 1) % pes;
    Token* inbox = static_cast<Token*>(nvshmem_calloc(1, sizeof(Token)));
    uint64_t* arrived = static_cast<uint64_t*>(nvshmem_calloc(1, sizeof(uint64_t)));

    const auto begin = std::chrono::steady_clock::now();
    if (me == 0) send(inbox, {0, 0}, arrived, 1, right);
    Token token{};
    for (uint64_t round = 1; round <= rounds; ++round) {
        token = receive(inbox, arrived, round, me);
        const bool done = me == 0 && round == rounds;
        if (!done) send(inbox, token, arrived, me == 0 ? round + 1 : round, right);
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;

    int status = 0;
    if (me == 0) {
        const long hops = static_cast<long>(rounds) * pes,
                   sum = static_cast<long>(rounds) * pes * (pes - 1) / 2;
        status = token.hops == hops && token.sum == sum ? 0 : 1;
        std::printf("ring of %d PEs, %lu rounds: %ld hops, sum %ld (%s), %.2f us a hop\n", pes,
                    static_cast<unsigned long>(rounds), token.hops, token.sum,
                    status == 0 ? "as expected" : "WRONG", time.count() / static_cast<double>(hops));
    }
    nvshmem_free(arrived);
    nvshmem_free(inbox);
    nvshmem_finalize();
    return status;
}
