# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Symmetric memory for torch: tensors that every rank has at the same place, handles on them, exchanges of variable size.

    import torch
    import nvshmem.torch as symm_mem

    t = symm_mem.empty(1024, dtype=torch.float32)   # on all PEs; starts the library where nobody has
    handle = symm_mem.rendezvous(t)                 # over the group given, by default all ranks
    handle.get_buffer((handle.rank + 1) % handle.world_size, (1024,), torch.float32).copy_(source)
    handle.barrier()

The names are those of torch.distributed._symmetric_memory; torch itself needs no support for NVSHMEM. As every torch operation on CPU
tensors, a call is done when it returns; work that nvshmem.core gave a stream is not waited for.
"""
try:
    import torch as _torch
except ImportError as reason:
    raise ImportError(f"nvshmem.torch needs torch, which cannot be imported: {reason}. Install it, for example by "
                      "`pip install torch`; nvshmem.core works without") from reason

from nvshmem.torch.allocation import (empty, empty_strided_p2p, get_backend, get_signal_pad_size, has_multicast_support,
                                      is_nvshmem_available, is_symm_mem_tensor, set_backend, set_signal_pad_size)
from nvshmem.torch.exchange import all_to_all_vdev, all_to_all_vdev_2d, all_to_all_vdev_2d_offset
from nvshmem.torch.groups import Group, enable_symm_mem_for_group, is_symm_mem_enabled_for_group, set_group_info, start
from nvshmem.torch.handle import SymmetricMemory, get_symm_mem_workspace, rendezvous
from nvshmem.torch.words import memset32, stream_write_value32

__all__ = ["Group", "SymmetricMemory", "all_to_all_vdev", "all_to_all_vdev_2d", "all_to_all_vdev_2d_offset", "empty",
           "empty_strided_p2p", "enable_symm_mem_for_group", "get_backend", "get_signal_pad_size", "get_symm_mem_workspace",
           "has_multicast_support", "is_nvshmem_available", "is_symm_mem_enabled_for_group", "is_symm_mem_tensor", "memset32",
           "rendezvous", "set_backend", "set_group_info", "set_signal_pad_size", "start", "stream_write_value32"]
