# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A mixture of experts: tokens go to the rank of the expert that the router chose, are worked on there, and come back.

    nvshmrun -n 4 python examples/python/moe.py [--tokens N] [--width N] [--experts N]      (or: torchrun --nproc-per-node 4 ...)

How many tokens a rank gets is decided by the data. all_to_all_vdev_2d reads the numbers where the router left them, in symmetric memory,
and its result tells the experts where their tokens are; all_to_all_vdev_2d_offset takes the results home.
"""
import argparse

import torch

import nvshmem.core as nvshmem
import nvshmem.torch as symm_mem

ALIGN = 8  # rows: an expert's tokens begin at a multiple of it, as matrix kernels like it


def weights(expert: int, width: int) -> torch.Tensor:
    """Every rank can compute every expert, to check the answer."""
    return torch.randn(width, width, generator=torch.Generator().manual_seed(expert)) / width**0.5


class Experts:
    """The experts of this rank, and the symmetric tensors through which tokens reach them."""

    def __init__(self, tokens: int, width: int, per_rank: int):
        symm_mem.start()
        self.me, self.n, self.per_rank = nvshmem.my_pe(), nvshmem.n_pes(), per_rank
        self.weights = [weights(self.me * per_rank + expert, width) for expert in range(per_rank)]
        pieces, most = self.n * per_rank, self.n * tokens + per_rank * ALIGN
        self.sorted, self.home = symm_mem.empty(tokens, width), symm_mem.empty(tokens, width)
        self.arrived, self.worked = symm_mem.empty(most, width), symm_mem.empty(most, width)
        self.splits = symm_mem.empty(pieces, dtype=torch.int64)
        self.places, self.home_places = (symm_mem.empty(2, pieces, dtype=torch.int64) for _ in range(2))

    def __call__(self, tokens: torch.Tensor, choice: torch.Tensor) -> torch.Tensor:
        """Each token times the weights of the expert that was chosen for it."""
        order = choice.argsort(stable=True)
        self.sorted.copy_(tokens[order])
        self.splits.copy_(choice.bincount(minlength=self.splits.numel()))
        symm_mem.all_to_all_vdev_2d(self.sorted, self.arrived, self.splits, self.places, major_align=ALIGN)
        self.work()
        symm_mem.all_to_all_vdev_2d_offset(self.worked, self.home, self.places, self.home_places)
        answer = torch.empty_like(tokens)
        answer[order] = self.home
        return answer

    def work(self) -> None:
        rows, starts = self.places.view(2, self.per_rank, self.n)
        for expert, weight in enumerate(self.weights):
            first, count = int(starts[expert, 0]), int(rows[expert].sum())
            torch.matmul(self.arrived[first:first + count], weight, out=self.worked[first:first + count])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tokens", type=int, default=256, help="of each rank")
    parser.add_argument("--width", type=int, default=64, help="numbers of a token")
    parser.add_argument("--experts", type=int, default=2, help="of each rank")
    options = parser.parse_args()
    experts = Experts(options.tokens, options.width, options.experts)
    count, source = experts.n * options.experts, torch.Generator().manual_seed(1000 + experts.me)
    for step in range(3):
        tokens = torch.randn(options.tokens, options.width, generator=source)
        choice = (torch.rand(options.tokens, generator=source) ** 2 * count).long()  # some experts are liked more than others
        answer = experts(tokens, choice)
        expected = torch.stack([token @ weights(int(expert), options.width) for token, expert in zip(tokens, choice)])
        torch.testing.assert_close(answer, expected, rtol=1e-4, atol=1e-4)
    print(f"rank {experts.me} of {experts.n}: {3 * options.tokens} tokens went to {count} experts and came back right")
    nvshmem.finalize()


if __name__ == "__main__":
    main()
