# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Symmetric tensors over PEs, where torch is installed."""
import importlib.util
import unittest

import numpy

import nvshmem.core as nvshmem
from nvshmem.core import Teams
from pes import PeCase

HAS_TORCH = importlib.util.find_spec("torch") is not None
if HAS_TORCH:
    import torch


@unittest.skipUnless(HAS_TORCH, "torch is not installed")
class Tensors(PeCase):
    TYPES = "float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 bool float8_e4m3fn float8_e5m2".split()

    def tensor(self, shape, dtype=None, **options):
        tensor = nvshmem.tensor(shape, dtype, **options)
        self.held.append(tensor)
        return tensor

    def test_put_of_every_type(self):
        for name in self.TYPES:
            with self.subTest(dtype=name):
                dtype = getattr(torch, name)
                dst, src = self.tensor((3, 4), dtype), self.tensor((3, 4), dtype)
                dst.view(torch.uint8).fill_(0xA5)
                src.copy_(torch.full((3, 4), self.me % 2).to(dtype))
                self.meet()
                nvshmem.put(dst, src, self.right, self.stream)
                self.meet()
                self.assertTrue((dst.to(torch.float32) == self.left % 2).all(), dst)

    def test_views_and_orders(self):
        a, b = self.tensor((4, 5), torch.int64), self.tensor((4, 5), torch.int64, morder="F")
        self.assertEqual(((4, 5), (1, 4)), (tuple(b.shape), b.stride()))
        a.fill_(-1)
        b.copy_(torch.arange(20).view(4, 5) + 100 * self.me)
        self.meet()
        nvshmem.put(a[3, 1:], b[:, 2], self.right, self.stream)
        self.meet()
        self.assertEqual([-1] + [2 + 5 * row + 100 * self.left for row in range(4)], a[3].tolist())
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, "^src .*not contiguous"):
            nvshmem.put(a, a[:, 1], self.me, self.stream)
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, "^src is not in live symmetric"):
            nvshmem.put(a, torch.zeros(3), self.me, self.stream)

    def test_buffers_peers_and_free(self):
        tensor = self.tensor((8,), torch.float32)
        tensor.fill_(self.me)
        buffer, size, name = nvshmem.tensor_get_buffer(tensor[2:])
        self.assertEqual((32, 24, "torch.float32"), (buffer.size, size, name))
        self.meet()
        try:
            there = nvshmem.get_peer_tensor(tensor[2:4], self.right)
            self.assertEqual([self.right] * 2, there.tolist())
        except nvshmem.NvshmemError as error:
            self.assertIn("not mapped", str(error))
        other = nvshmem.bytetensor((3, 2))
        self.assertEqual((torch.uint8, (3, 2)), (other.dtype, tuple(other.shape)))
        nvshmem.free_tensor(other)
        with self.assertRaises(nvshmem.NvshmemInvalid):
            nvshmem.free_tensor(other)
        with self.assertRaises(ValueError):
            nvshmem.tensor(4, torch.complex64)

    def test_collectives_mix_arrays_and_tensors(self):
        for name in ("float16", "bfloat16", "float32", "int64", "uint8"):
            with self.subTest(dtype=name):
                dst, src = self.tensor(6, getattr(torch, name)), self.tensor(6, getattr(torch, name))
                src.fill_(self.me + 1)
                nvshmem.reduce(Teams.TEAM_WORLD, dst, src, "sum", stream=self.stream)
                self.stream.sync()
                self.assertEqual([self.n * (self.n + 1) // 2] * 6, dst.to(torch.int64).tolist())
        array, tensor = self.array(4, "float32"), self.tensor(4, torch.float32)
        tensor.fill_(self.me)
        nvshmem.reduce(Teams.TEAM_WORLD, array, tensor, "max", stream=self.stream)
        self.stream.sync()
        self.assertArray(numpy.full(4, self.n - 1), array)
        nvshmem.atomic_add(tensor, 2, self.me)
        self.assertEqual([self.me + 2] + [self.me] * 3, tensor.tolist())


if __name__ == "__main__":
    unittest.main()
