# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""32-bit words of tensors, such as signal pads, set in order with the other work on them."""
import torch

from nvshmem.errors import NvshmemInvalid


def memset32(input: torch.Tensor, offset: int, val: int, count: int = 1) -> torch.Tensor:
    """Sets `count` words of a contiguous tensor, from word `offset` on, and returns it. Raises NvshmemInvalid where they do not fit."""
    if not input.is_contiguous() or input.numel() * input.element_size() % 4:
        raise NvshmemInvalid(f"input has shape {tuple(input.shape)} and type {input.dtype}; it must be contiguous and of whole words")
    words = input.view(-1).view(torch.uint32)
    if offset < 0 or count < 1 or offset + count > words.numel():
        raise NvshmemInvalid(f"offset is {offset} and count {count}; input has {words.numel()} words")
    if not 0 <= val < 1 << 32:
        raise NvshmemInvalid(f"val is {val}; a word holds 0 to {2**32 - 1}")
    words[offset:offset + count].fill_(val)
    return input


def stream_write_value32(input: torch.Tensor, offset: int, val: int) -> torch.Tensor:
    """Sets word `offset` of a contiguous tensor and returns it. Raises like memset32."""
    return memset32(input, offset, val)
