# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem.torch over PEs, where torch is installed: symmetric tensors, handles, groups, signals, exchanges with variable splits."""
import gc
import importlib.util
import os
import random
import tempfile
import unittest

import nvshmem.core as nvshmem
from nvshmem.errors import NvshmemError, NvshmemInvalid
from pes import PeCase

HAS_TORCH = importlib.util.find_spec("torch") is not None
if HAS_TORCH:
    import torch
    import torch.distributed as dist

    import nvshmem.torch as symm_mem
    from nvshmem.torch.groups import group_of

IS_MAPPED = os.environ.get("NVSHMEM_DISABLE_P2P", "0") == "0"


@unittest.skipUnless(HAS_TORCH, "torch is not installed")
class TorchCase(PeCase):
    def tensor(self, *size, dtype=None, fill=0):
        return symm_mem.empty(*size, dtype=dtype).fill_(fill)


class Allocation(TorchCase):
    def test_tensors(self):
        for name in "float16 bfloat16 float32 float64 int8 int32 int64 uint8 bool complex64 float8_e4m3fn".split():
            tensor = symm_mem.empty(3, 4, dtype=getattr(torch, name))
            self.assertEqual(((3, 4), getattr(torch, name)), (tuple(tensor.shape), tensor.dtype))
            self.assertTrue(symm_mem.is_symm_mem_tensor(tensor[1:, 2:]))
        self.assertEqual((5, 2), tuple(symm_mem.empty((5, 2)).shape))
        self.assertEqual(torch.float32, symm_mem.empty(2).dtype)
        self.assertEqual(0, symm_mem.empty(0, 4).numel())
        self.assertFalse(symm_mem.is_symm_mem_tensor(torch.zeros(3)))

    def test_memory_comes_back_in_any_order(self):
        def used():
            gc.collect()
            self.meet()
            symm_mem.empty(1)  # what all have released is taken back at the next allocation
            return nvshmem.heap_use().used

        before = used()
        tensors = [symm_mem.empty(1000 * (1 + i % 3)) for i in range(50)]
        random.Random(self.me).shuffle(tensors)
        while tensors:
            tensors.pop()
        self.assertEqual(before, used())

    def test_strides_and_persistent_buffers(self):
        tensor = symm_mem.empty_strided_p2p((3, 4), (1, 3), torch.int32, "cpu")
        self.assertEqual(((3, 4), (1, 3)), (tuple(tensor.shape), tensor.stride()))
        first = symm_mem.empty_strided_p2p((8,), (1,), torch.int32, "cpu", None, 7)
        again = symm_mem.empty_strided_p2p((2, 2), (2, 1), torch.float32, "cpu", None, 7)
        self.assertEqual(first.data_ptr(), again.data_ptr())
        with self.assertRaisesRegex(NvshmemInvalid, "alloc_id 7 has 32 bytes"):
            symm_mem.empty_strided_p2p((9,), (1,), torch.int32, "cpu", None, 7)
        with self.assertRaisesRegex(NvshmemInvalid, "group_name is 'x'"):
            symm_mem.empty_strided_p2p((9,), (1,), torch.int32, "cpu", "x")

    def test_refusals(self):
        for size, text in (((-1,), "size is"), ((2.5,), "")):
            with self.assertRaisesRegex((NvshmemInvalid, TypeError), text):
                symm_mem.empty(*size)
        with self.assertRaisesRegex(NvshmemInvalid, "device is cuda.*'cpu'"):
            symm_mem.empty(4, device="cuda")
        with self.assertRaises(MemoryError):
            symm_mem.empty(1 << 50, dtype=torch.uint8)
        with self.assertRaisesRegex(NvshmemInvalid, "not in live symmetric"):
            symm_mem.rendezvous(torch.zeros(4))
        plain = nvshmem.tensor(4)
        self.held.append(plain)
        with self.assertRaisesRegex(NvshmemInvalid, "nvshmem.torch.empty"):
            symm_mem.rendezvous(plain)
        with self.assertRaisesRegex(NvshmemInvalid, "multiple of 4"):
            symm_mem.set_signal_pad_size(6)
        with self.assertRaisesRegex(NvshmemInvalid, "'NVSHMEM' alone"):
            symm_mem.set_backend("CUDA")
        self.assertEqual(("NVSHMEM", None), (symm_mem.get_backend("cpu"), symm_mem.get_backend("cuda")))
        self.assertTrue(symm_mem.is_nvshmem_available())


class Handle(TorchCase):
    def test_what_it_says(self):
        tensor = self.tensor(6, 4)
        handle = symm_mem.rendezvous(tensor)
        self.assertEqual((self.me, self.n), (handle.rank, handle.world_size))
        self.assertEqual((96, 0, 0), (handle.buffer_size, handle.offset, handle.multicast_ptr))
        self.assertIs(handle, symm_mem.rendezvous(tensor))
        self.assertEqual(32, symm_mem.rendezvous(tensor[2:]).offset)
        self.assertEqual(tensor.data_ptr(), handle.buffer_ptrs[self.me])
        self.assertEqual([IS_MAPPED or rank == self.me for rank in range(self.n)], [bool(start) for start in handle.buffer_ptrs])
        listed = (symm_mem.handle.numpy.ctypeslib.ctypes.c_uint64 * self.n).from_address(handle.buffer_ptrs_dev)
        self.assertEqual(handle.buffer_ptrs, list(listed))
        self.assertEqual(symm_mem.get_signal_pad_size(), handle.signal_pad_size)
        self.assertIn(f"rank {self.me} of {self.n}", repr(handle))

    @unittest.skipUnless(IS_MAPPED, "peers are not mapped")
    def test_buffers_of_peers(self):
        tensor = self.tensor(6, 4, fill=self.me)
        handle = symm_mem.rendezvous(tensor[2:])
        handle.barrier()
        there = handle.get_buffer(self.right, (4, 4), torch.float32, 8)
        self.assertEqual([float(self.right)] * 16, there.flatten().tolist())
        there.fill_(100 + self.me)
        handle.barrier()
        self.assertEqual([float(self.me)] * 8 + [100.0 + self.left] * 16, tensor.flatten().tolist())
        self.assertEqual(100 + self.me, handle.get_remote_tensor(self.right, (4, 4), torch.float32)[0, 0])
        handle.barrier()

    def test_views_that_do_not_fit(self):
        handle = symm_mem.rendezvous(self.tensor(8))
        for call, text in ((lambda: handle.get_buffer(self.me, (9,), torch.float32), "take 36 bytes .* has 32"),
                           (lambda: handle.get_buffer(self.me, (8,), torch.float32, 1), "from byte 4"),
                           (lambda: handle.get_buffer(self.n, (1,), torch.float32), "rank is"),
                           (lambda: handle.get_buffer(-1, (1,), torch.float32), "rank is -1"),
                           (lambda: handle.get_signal_pad(self.me, (10**6,)), "signal pad has"),
                           (lambda: handle.barrier(channel=10**6), "channel is 1000000"),
                           (lambda: handle.put_signal(self.n), "dst_rank is"),
                           (lambda: handle.wait_signal(0, timeout_ms=-1), "timeout_ms is -1")):
            with self.assertRaisesRegex(RuntimeError, text):
                call()
        if not IS_MAPPED and self.n > 1:
            with self.assertRaisesRegex(RuntimeError, "not mapped"):
                handle.get_buffer(self.right, (1,), torch.float32)

    def test_signals_follow_the_data(self):
        data = self.tensor(1000, dtype=torch.int64)
        handle = symm_mem.rendezvous(data)
        for round in range(20):
            source = self.tensor(1000, dtype=torch.int64, fill=round * 10 + self.me) if round == 0 else source.fill_(round * 10 + self.me)
            nvshmem.put(data, source, self.right, self.stream)
            self.stream.sync()
            handle.put_signal(self.right, channel=1)
            handle.wait_signal(self.left, channel=1)
            self.assertEqual({round * 10 + self.left}, set(data.tolist()))
            handle.barrier(channel=round % 3)
        self.assertEqual(0, handle.get_signal_pad(self.me).to(torch.int64).sum())

    def test_expiry(self):
        handle = symm_mem.rendezvous(self.tensor(4))
        if self.me == 0:
            with self.assertRaisesRegex(RuntimeError, "no signal came from rank 0 on channel 2 within 20 ms"):
                handle.wait_signal(0, 2, 20)
            handle.put_signal(0, 2)
            with self.assertRaisesRegex(RuntimeError, "has not taken the signal .* within 20 ms"):
                handle.put_signal(0, 2, 20)
            handle.wait_signal(0, 2, 1000)
        handle.barrier()

    def test_words_and_workspace(self):
        handle = symm_mem.get_symm_mem_workspace(None, 64)
        self.assertIs(handle.get_buffer(self.me, (64,), torch.uint8).dtype, torch.uint8)
        pad = handle.get_signal_pad(self.me)
        self.assertIs(pad, symm_mem.memset32(pad, 3, 7, 2))
        symm_mem.stream_write_value32(pad, 4, 2**32 - 1)
        self.assertEqual([0, 7, 2**32 - 1, 0], pad[2:6].tolist())
        symm_mem.memset32(pad, 3, 0, 2)
        for offset, value, count in ((-1, 0, 1), (pad.numel(), 0, 1), (0, 2**32, 1), (0, 0, 0)):
            with self.assertRaises(NvshmemInvalid):
                symm_mem.memset32(pad, offset, value, count)
        self.meet()


class Groups(TorchCase):
    @classmethod
    def setUpClass(cls):
        if not HAS_TORCH:
            raise unittest.SkipTest("torch is not installed")
        cls.file = cls.name_of_first_pe()
        cls.store = dist.FileStore(cls.file, nvshmem.n_pes())

    @classmethod
    def tearDownClass(cls):
        if dist.is_initialized():
            dist.destroy_process_group()
        symm_mem.empty(1)  # all are done with the file
        if nvshmem.my_pe() == 0 and os.path.exists(cls.file):
            os.unlink(cls.file)

    @staticmethod
    def name_of_first_pe() -> str:
        """The name of a new file, the same on all PEs."""
        name = symm_mem.empty(256, dtype=torch.uint8)
        if nvshmem.my_pe() == 0:
            text = tempfile.mktemp(prefix="nvshmem-store-").encode()
            name.copy_(torch.tensor(list(text.ljust(256, b"\0")), dtype=torch.uint8))
        stream = nvshmem.Device().default_stream
        nvshmem.broadcast(nvshmem.Teams.TEAM_WORLD, name, name, 0, stream=stream)
        stream.sync()
        return bytes(name.tolist()).rstrip(b"\0").decode()

    def check_ring(self, group, pes):
        """Each rank gets from the rank before it, by the group's ranks."""
        data = self.tensor(4, dtype=torch.int64)
        if self.me in pes:
            handle = symm_mem.rendezvous(data, group)
            self.assertEqual((pes.index(self.me), len(pes)), (handle.rank, handle.world_size))
            after = pes[(handle.rank + 1) % len(pes)]
            nvshmem.put(data, self.tensor_of(self.me), after, self.stream)
            self.stream.sync()
            handle.barrier()
            self.assertEqual([pes[handle.rank - 1]] * 4, data.tolist())
        else:
            self.tensor_of(0)
        self.meet()

    def tensor_of(self, value):
        return self.tensor(4, dtype=torch.int64, fill=value)

    def test_described_ones(self):
        mirror = list(range(self.n))[::-1]
        symm_mem.set_group_info("mirror", mirror.index(self.me), self.n, self.store)
        self.assertFalse(symm_mem.is_symm_mem_enabled_for_group("mirror"))
        symm_mem.enable_symm_mem_for_group("mirror")
        self.assertTrue(symm_mem.is_symm_mem_enabled_for_group("mirror"))
        self.check_ring("mirror", mirror)
        with self.assertRaisesRegex(NvshmemInvalid, "stands for a group"):
            symm_mem.set_group_info("mirror", 0, self.n + 1, self.store)
        with self.assertRaisesRegex(NvshmemInvalid, "ranks of a group of 2 are"):
            symm_mem.set_group_info("other", 2, 2, self.store)

    def test_wrong_ones(self):
        tensor = self.tensor(4)
        with self.assertRaisesRegex(NvshmemInvalid, "'nobody', which is no group"):
            symm_mem.rendezvous(tensor, "nobody")
        with self.assertRaisesRegex(TypeError, "group is a int"):
            symm_mem.rendezvous(tensor, 5)
        self.meet()

    def test_with_gloo(self):
        os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
        dist.init_process_group("gloo", store=dist.PrefixStore("gloo", self.store), rank=self.n - 1 - self.me, world_size=self.n)
        pes = list(range(self.n))[::-1]  # ranks need not be PE numbers
        self.check_ring(None, pes)
        self.check_ring(dist.group.WORLD, pes)
        self.check_ring(dist.group.WORLD.group_name, pes)
        some = dist.new_group([rank for rank in range(self.n) if rank != 1])
        self.check_ring(some, [pe for rank, pe in enumerate(pes) if rank != 1])
        if dist.get_rank() == 1:
            with self.assertRaisesRegex(NvshmemInvalid, "no members"):
                group_of(some)
        found = group_of(some) if dist.get_rank() != 1 else None
        Exchange.check_random(self, found and some, found, 7)
        self.meet()
        dist.destroy_process_group()


class Exchange(TorchCase):
    WIDTH = 5

    def splits(self, *size):
        return self.tensor(*size, dtype=torch.int64)

    def test_one_dimension(self):
        for seed in range(10):
            Exchange.check_random(self, None, group_of(None), seed)

    @staticmethod
    def check_random(case, group, found, seed):
        """Against a reference computed from the seed by every rank. Ranks outside the group take part in allocations alone."""
        choice, n = random.Random(seed), found.world_size if found else 0
        counts = [[choice.choice((0, 1, 2, 7)) for _ in range(case.n)] for _ in range(case.n)]
        input, out = case.tensor(7 * case.n, 5, dtype=torch.int32), case.tensor(7 * case.n, 5, dtype=torch.int32, fill=-1)
        splits, results = case.tensor(case.n, dtype=torch.int64)[:n], case.tensor(2, case.n, dtype=torch.int64)
        if not found:
            return
        me, results = found.rank, results.view(-1)[:2 * n].view(2, n)
        splits.copy_(torch.tensor(counts[me][:n]))
        input.copy_(torch.arange(len(input))[:, None] + 1000 * me)
        symm_mem.all_to_all_vdev(input, out, splits, results, group)
        expected, place = [], 0
        for rank in range(n):
            start, rows = sum(counts[rank][:me]), counts[rank][me]
            case.assertEqual([rows, place], results[:, rank].tolist())
            expected += [start + i + 1000 * rank for i in range(rows)]
            place += rows
        case.assertEqual([[row] * 5 for row in expected] + [[-1] * 5] * (len(out) - place), out.tolist())

    def test_dispatch_and_combine(self):
        for seed, experts, align in ((1, 1, None), (2, 2, 1), (3, 3, 8), (4, 2, 16), (5, 2, 4)):
            with self.subTest(experts=experts, align=align):
                self.check_experts(random.Random(seed), experts, align)

    def check_experts(self, choice, experts, align):
        pieces, unit = self.n * experts, align or 1
        counts = [[choice.choice((0, 0, 1, 5, 9)) for _ in range(pieces)] for _ in range(self.n)]
        if align == 4:
            counts = [[0] * pieces for _ in range(self.n)]
        rows = 9 * pieces + unit * experts
        input, out, back = (self.tensor(rows, 3, fill=fill) for fill in (0, -1, -1))
        splits, there, home = self.splits(pieces), self.splits(2, pieces), self.splits(2, pieces)
        splits.copy_(torch.tensor(counts[self.me]))
        input.copy_(torch.arange(rows)[:, None] + 1000.0 * self.me)
        symm_mem.all_to_all_vdev_2d(input, out, splits, there, major_align=align)
        place = 0
        for expert in range(experts):
            self.assertEqual(0, place % unit)
            first = place
            for rank in range(self.n):
                index = self.me * experts + expert
                start, count = sum(counts[rank][:index]), counts[rank][index]
                self.assertEqual([count, place], there[:, expert * self.n + rank].tolist())
                self.assertEqual([start + i + 1000.0 * rank for i in range(count)], out[place:place + count, 0].tolist())
                place += count
            if unit > 1:
                place = first + max(-(-(place - first) // unit), 1) * unit
        out.mul_(2)
        symm_mem.all_to_all_vdev_2d_offset(out, back, there, home)
        sent = sum(counts[self.me])
        self.assertEqual(counts[self.me], home[0].tolist())
        self.assertEqual([sum(counts[self.me][:i]) for i in range(pieces)], home[1].tolist())
        self.assertTrue((back[:sent] == 2 * input[:sent]).all())
        self.assertTrue((back[sent:] == -1).all())

    def test_all_ranks_refuse_alike(self):
        input, out, splits, results = self.tensor(4, 2), self.tensor(2, 2), self.splits(self.n), self.splits(2, self.n)
        last = self.n - 1
        out.fill_(-1)
        splits[last] = 3 if self.me == 0 else 0
        with self.assertRaisesRegex(NvshmemInvalid, f"out has room for 2 rows on rank {last}, but 3 are needed"):
            symm_mem.all_to_all_vdev(input, out, splits, results)
        splits.fill_(0)
        if self.me == last:
            splits[0] = 5
        with self.assertRaisesRegex(NvshmemInvalid, f"split 0 of rank {last} is 5 rows from row 0 on, but input has 4 rows"):
            symm_mem.all_to_all_vdev(input, out, splits, results)
        if self.me == last:
            splits[0] = -2**62
        with self.assertRaisesRegex(NvshmemInvalid, f"split 0 of rank {last} is -4611686018427387904 rows"):
            symm_mem.all_to_all_vdev(input, out, splits, results)
        self.assertTrue((out == -1).all())
        splits.fill_(0)
        symm_mem.all_to_all_vdev(input, out, splits, results)
        self.assertEqual(0, results.sum())

    def test_arguments(self):
        good = {"input": self.tensor(4, 2), "out": self.tensor(4, 2), "in_splits": self.splits(self.n),
                "out_splits_offsets": self.splits(2, self.n)}
        wrong = (("input", torch.zeros(4, 2), "input is not in live symmetric"),
                 ("out", torch.zeros(4, 2), "out is not in live symmetric"),
                 ("input", self.tensor(2, 4).t(), "contiguous"),
                 ("input", self.tensor(4, 2, dtype=torch.int64), "they must be the same"),
                 ("out", self.tensor(4, 3), "they must be the same"),
                 ("out", good["input"], "out overlaps input"),
                 ("in_splits", self.tensor(self.n, dtype=torch.int32), "int64"),
                 ("in_splits", self.splits(self.n + 1), "must be|must have"),
                 ("in_splits", torch.zeros(self.n, dtype=torch.int64), "not in live symmetric"),
                 ("in_splits", good["out_splits_offsets"][0], "overlaps in_splits"),
                 ("out_splits_offsets", self.splits(self.n), r"shape \(2, n\)"),
                 ("out_splits_offsets", self.splits(2, 2 * self.n), "each must have"),
                 ("input", 5, "input is a int"),
                 ("group", "nobody", "no group"))
        for name, value, text in wrong:
            with self.subTest(name=name, text=text), self.assertRaisesRegex(NvshmemInvalid, text):
                symm_mem.all_to_all_vdev(**{**good, name: value})
        with self.assertRaisesRegex(NvshmemInvalid, "major_align is 0"):
            symm_mem.all_to_all_vdev_2d(*good.values(), major_align=0)
        self.assertIsInstance(NvshmemInvalid(""), ValueError)
        self.assertFalse(issubclass(NvshmemInvalid, NvshmemError))


if __name__ == "__main__":
    unittest.main()
