# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Collectives over PEs: exact results for all types and operators, teams, what is refused."""
import unittest

import numpy

import nvshmem.core as nvshmem
from nvshmem.core import Teams
from pes import PeCase

DTYPES = ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
COUNTS = (1, 3, 33)


class Reductions(PeCase):
    def values(self, pe: int, count: int):
        return (numpy.arange(count) * 3 + pe * 2) % 5 + 1  # sums over 8 PEs fit in every type

    def test_reduce_is_exact(self):
        for dtype in DTYPES:
            for op, combine in (("sum", numpy.sum), ("min", numpy.min), ("max", numpy.max)):
                for count in COUNTS:
                    with self.subTest(dtype=dtype, op=op, count=count):
                        dst, src = self.array(count, dtype), self.array(count, dtype)
                        src[:] = self.values(self.me, count)
                        nvshmem.reduce(Teams.TEAM_WORLD, dst, src, op, stream=self.stream)
                        self.stream.sync()
                        expected = combine([self.values(pe, count) for pe in range(self.n)], axis=0)
                        self.assertArray(expected.astype(dtype), dst)

    def test_reduce_in_place(self):
        array = self.array(100, "int32")
        array[:] = self.me + 1
        nvshmem.reduce(Teams.TEAM_WORLD, array, array, "sum", stream=self.stream)
        self.stream.sync()
        self.assertArray(numpy.full(100, self.n * (self.n + 1) // 2), array)

    def test_reducescatter_keeps_the_own_block(self):
        for dtype in DTYPES:
            for op, combine in (("sum", numpy.sum), ("min", numpy.min), ("max", numpy.max)):
                with self.subTest(dtype=dtype, op=op):
                    dst, src = self.array(3, dtype), self.array(3 * self.n, dtype)
                    src[:] = self.values(self.me, 3 * self.n)
                    nvshmem.reducescatter(Teams.TEAM_WORLD, dst, src, op, stream=self.stream)
                    self.stream.sync()
                    whole = combine([self.values(pe, 3 * self.n) for pe in range(self.n)], axis=0)
                    self.assertArray(whole[3 * self.me : 3 * self.me + 3].astype(dtype), dst)


class Movements(PeCase):
    def test_fcollect(self):
        for dtype in [*DTYPES, "bool"]:
            with self.subTest(dtype=dtype):
                dst, src = self.array(5 * self.n, dtype), self.array(5, dtype)
                src[:] = self.me % 2
                nvshmem.fcollect(Teams.TEAM_WORLD, dst, src, stream=self.stream)
                self.stream.sync()
                self.assertArray(numpy.repeat(numpy.arange(self.n) % 2, 5).astype(dtype), dst)

    def test_alltoall(self):
        for dtype in DTYPES:
            with self.subTest(dtype=dtype):
                dst, src = self.array(2 * self.n, dtype), self.array(2 * self.n, dtype)
                src[:] = numpy.repeat(numpy.arange(self.n), 2) + 10 * self.me
                nvshmem.alltoall(Teams.TEAM_WORLD, dst, src, stream=self.stream)
                self.stream.sync()
                self.assertArray(numpy.repeat(numpy.arange(self.n) * 10 + self.me, 2).astype(dtype), dst)

    def test_broadcast_writes_at_the_root_too(self):
        for dtype in DTYPES:
            for root in range(self.n):
                with self.subTest(dtype=dtype, root=root):
                    dst, src = self.array(7, dtype), self.array(7, dtype)
                    src[:] = self.me + 1
                    nvshmem.broadcast(Teams.TEAM_WORLD, dst, src, root, stream=self.stream)
                    self.stream.sync()
                    self.assertArray(numpy.full(7, root + 1, dtype), dst)

    def test_slices_take_part_with_their_own_extent(self):
        dst, src = self.array(10), self.array(10)
        dst[:], src[:] = -1, numpy.arange(10) + self.me
        nvshmem.reduce(Teams.TEAM_WORLD, dst[2:5], src[6:9], "max", stream=self.stream)
        self.stream.sync()
        self.assertArray([-1, -1, *(numpy.arange(6, 9) + self.n - 1), *[-1] * 5], dst)


class OnBuffers(PeCase):
    def test_every_collective(self):
        for dtype in ("float", "int64", "uint8", "half"):
            numpy_type = {"float": "float32", "half": "float16"}.get(dtype, dtype)
            for name, arguments, counts in (("reduce", {"op": "sum"}, (4, 4)), ("reducescatter", {"op": "max"}, (4, 4 * self.n)),
                                            ("fcollect", {}, (4 * self.n, 4)), ("alltoall", {}, (2 * self.n, 2 * self.n)),
                                            ("broadcast", {"root": self.n - 1}, (4, 4))):
                with self.subTest(collective=name, dtype=dtype):
                    dst, src = (self.array(count, numpy_type) for count in counts)
                    src[:] = self.me
                    buffers = [nvshmem.array_get_buffer(array)[0] for array in (dst, src)]
                    spent = nvshmem.collective_on_buffer(name, 0, *buffers, dtype=dtype, stream=self.stream, enable_timing=True, **arguments)
                    self.assertGreaterEqual(spent, 0)
                    expected = {"reduce": [sum(range(self.n))] * 4, "reducescatter": [self.n - 1] * 4, "fcollect": numpy.repeat(range(self.n), 4),
                                "alltoall": numpy.repeat(range(self.n), 2), "broadcast": [self.n - 1] * 4}[name]
                    self.assertArray(numpy.asarray(expected, numpy_type), dst)

    def test_what_is_refused(self):
        buffer = nvshmem.buffer(64)
        self.held.append(buffer)
        for arguments, keywords in ((("reduce", 0, buffer, buffer), {"dtype": None, "op": "sum"}), (("scan", 0, buffer, buffer), {"dtype": "int"}),
                                    (("reduce", 0, buffer, buffer), {"dtype": "complex", "op": "sum"}), (("reduce", 0, buffer, 3), {"dtype": "int"}),
                                    (("reduce", 0, buffer, buffer), {"dtype": "int"})):
            with self.subTest(arguments=arguments[0], **keywords), self.assertRaises(ValueError) as caught:
                nvshmem.collective_on_buffer(*arguments, stream=self.stream, **keywords)
            self.assertIsInstance(caught.exception, nvshmem.NvshmemInvalid)


class Barriers(PeCase):
    def test_all_return(self):
        for _ in range(20):
            nvshmem.barrier(Teams.TEAM_WORLD, stream=self.stream)
            nvshmem.sync(Teams.TEAM_NODE, stream=self.stream)
            nvshmem.barrier_all(stream=self.stream)
            nvshmem.sync_all(stream=self.stream)
        self.stream.sync()

    def test_a_barrier_completes_puts(self):
        dst, src = self.array(1000), self.array(1000)
        for round_ in range(20):
            src[:] = round_ * 10 + self.me
            nvshmem.put_nbi(dst, src, self.right, self.stream)
            self.meet()
            self.assertArray(numpy.full(1000, round_ * 10 + self.left), dst)
            self.meet()


class Refusals(PeCase):
    def refuse(self, pattern, function, *arguments, **keywords):
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, pattern):
            function(*arguments, stream=self.stream, **keywords)

    def test_by_name_and_reason(self):
        a, b, c = self.array(8), self.array(8, "float32"), self.array(8, "complex64")
        plain = numpy.zeros(8, "int64")
        self.refuse("dst_array .* int64, src_array of float32", nvshmem.reduce, 0, a, b, "sum")
        self.refuse("dst_array has elements of type complex64", nvshmem.reduce, 0, c, c, "sum")
        self.refuse("op is 'prod'", nvshmem.reduce, 0, a, a, "prod")
        self.refuse("op is None", nvshmem.reduce, 0, a, a, None)
        self.refuse("src_array is not in live symmetric memory", nvshmem.reduce, 0, a, plain, "sum")
        self.refuse("team is -1", nvshmem.reduce, -1, a, a, "sum")
        self.refuse("team is -1", nvshmem.barrier, -1)
        self.refuse(f"root is {self.n}", nvshmem.broadcast, 0, a, a, root=self.n)
        self.refuse("src_array is a list", nvshmem.reduce, 0, a, [1], "sum")
        self.refuse("src_array.*contiguous", nvshmem.reduce, 0, a, self.array((8, 2))[:, 0], "sum")
        self.refuse("src_array has 8 elements; .* takes 9", nvshmem.broadcast, 0, self.array(9), a)


if __name__ == "__main__":
    unittest.main()
