# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""All-to-all with splits that each rank knows of itself alone, and its two-dimensional forms for mixtures of experts.

Rows are what lies along the first dimension. Splits count rows; splits and their results are symmetric int64 tensors. Nothing of the
splits leaves their tensors for the host program: an exchange can follow the code that computes them.

With n ranks of e experts each, the two-dimensional forms know two orders of n * e pieces:
  by rank    rank 0's experts, rank 1's experts, ...: how a sender sorts its rows by expert; index rank * e + expert
  by expert  what all ranks sent for the first expert of this rank, for the second, ...: index expert * n + rank
"""
from dataclasses import dataclass
from typing import Optional

import torch

from nvshmem import _native
from nvshmem.errors import NvshmemInvalid
from nvshmem.torch.allocation import buffer_of
from nvshmem.torch.groups import group_of


@dataclass(frozen=True)
class Rows:
    """A tensor as rows: address, how many, bytes of one."""

    address: int
    count: int
    bytes: int

    def overlaps(self, other: "Rows") -> bool:
        return self.address < other.address + other.count * other.bytes and other.address < self.address + self.count * self.bytes


def _rows(tensor, name: str) -> Rows:
    buffer_of(tensor, name)
    if tensor.dim() == 0 or not tensor.is_contiguous():
        raise NvshmemInvalid(f"{name} has shape {tuple(tensor.shape)} and strides {tensor.stride()}; it must be contiguous, with rows "
                             "along its first dimension")
    width = tensor[:1].numel() if tensor.shape[0] else tensor.new_empty((1, *tensor.shape[1:])).numel()
    return Rows(tensor.data_ptr(), tensor.shape[0], width * tensor.element_size())


def _splits(tensor, name: str, rows: int, per: int) -> int:
    """How many splits a row of the tensor has: a multiple of `per`; it must be one row of splits, or splits and offsets."""
    buffer_of(tensor, name)
    shape = tuple(tensor.shape)
    wanted = "(n,)" if rows == 1 else "(2, n)"
    if tensor.dtype != torch.int64 or not tensor.is_contiguous() or len(shape) != rows or (rows == 2 and shape[0] != 2):
        raise NvshmemInvalid(f"{name} has shape {shape} and type {tensor.dtype}; it must be a contiguous int64 tensor of shape {wanted}")
    if shape[-1] == 0 or shape[-1] % per:
        raise NvshmemInvalid(f"{name} has {shape[-1]} splits; over {per} ranks their number must be a multiple of {per}")
    return shape[-1]


def _exchange(name: str, input, out, splits, results, group, *, split_rows: int, sent_by_expert: bool, received_by_expert: bool,
              one_expert: bool = False, align: int = 1) -> None:
    found = group_of(group)
    given, taken = _rows(input, "input"), _rows(out, "out")
    if input.dtype != out.dtype or given.bytes != taken.bytes:
        raise NvshmemInvalid(f"input has rows of {tuple(input.shape[1:])} {input.dtype}, out of {tuple(out.shape[1:])} {out.dtype}; they "
                             "must be the same")
    if given.overlaps(taken):
        raise NvshmemInvalid("out overlaps input, which the other ranks read while out is written")
    names = ("in_splits" if split_rows == 1 else "in_splits_offsets", "out_splits_offsets")
    count = _splits(splits, names[0], split_rows, found.world_size)
    if _splits(results, names[1], 2, found.world_size) != count or (one_expert and count != found.world_size):
        raise NvshmemInvalid(f"{names[0]} has {count} splits and {names[1]} {results.shape[1]}; over {found.world_size} ranks "
                             f"{'each must have ' + str(found.world_size) if one_expert else 'they must have the same number'}")
    if _rows(splits, names[0]).overlaps(_rows(results, names[1])):
        raise NvshmemInvalid(f"{names[1]} overlaps {names[0]}, which the other ranks read while it is written")
    _native.exchange_rows(name, found.team, count // found.world_size, sent_by_expert, received_by_expert, align, given.address,
                          given.count, taken.address, taken.count, given.bytes, splits.data_ptr(), split_rows == 2, results.data_ptr())


def all_to_all_vdev(input, out, in_splits, out_splits_offsets, group=None) -> None:
    """Sends in_splits[r] rows of `input` to each rank r, in order of ranks; `out` gets what the ranks sent here, in order of ranks.

    Args:
        input, out: symmetric tensors with the same type and rows; they do not overlap. `out` keeps what lies behind its last row.
        in_splits: (n,) rows for each rank; their sum is at most the rows of input.
        out_splits_offsets: (2, n), is set to the rows that came from each rank, and to where they begin in out.
        group: a ProcessGroup, the name of a group, or None for all ranks.

    Collective over the group. Where a rank's splits are wrong or its out is too small, every rank raises NvshmemInvalid, with the rank
    and the numbers in its text, and no row is moved.
    """
    _exchange("all_to_all_vdev", input, out, in_splits, out_splits_offsets, group, split_rows=1, sent_by_expert=False,
              received_by_expert=False, one_expert=True)


def all_to_all_vdev_2d(input, out, in_splits, out_splits_offsets, group=None, major_align: Optional[int] = None) -> None:
    """Dispatch to experts: as all_to_all_vdev, with rows sent in order by rank and received in order by expert.

    Args:
        in_splits: (n * e,) rows for each expert of each rank, by rank.
        out_splits_offsets: (2, n * e), is set to rows and starts in out, by expert.
        major_align: each expert's rows begin at a multiple of it, and an expert that gets none has so many rows kept free.
    """
    align = 1 if major_align is None else major_align
    if align < 1:
        raise NvshmemInvalid(f"major_align is {major_align}; it must be a positive number of rows")
    _exchange("all_to_all_vdev_2d", input, out, in_splits, out_splits_offsets, group, split_rows=1, sent_by_expert=False,
              received_by_expert=True, align=align)


def all_to_all_vdev_2d_offset(input, out, in_splits_offsets, out_splits_offsets, group=None) -> None:
    """The way back from the experts: rows sent in order by expert, from where `in_splits_offsets` says, received in order by rank.

    in_splits_offsets is (2, n * e) as all_to_all_vdev_2d left it; out_splits_offsets (2, n * e) is set by rank. Each row is then where
    it was before all_to_all_vdev_2d. Else as all_to_all_vdev.
    """
    _exchange("all_to_all_vdev_2d_offset", input, out, in_splits_offsets, out_splits_offsets, group, split_rows=2, sent_by_expert=True,
              received_by_expert=False)
