# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Host atomics over PEs."""
import unittest

import numpy

import nvshmem.core as nvshmem
from pes import PeCase

INTEGERS = ["int32", "int64", "uint32", "uint64"]


class Atomics(PeCase):
    def test_integers(self):
        for dtype in INTEGERS:
            with self.subTest(dtype=dtype):
                a, pe = self.array(3, dtype), self.right
                a[:] = 10
                self.meet()
                nvshmem.atomic_inc(a, pe, offset=1)
                self.assertEqual(11, nvshmem.atomic_fetch_inc(a, pe, offset=1))
                nvshmem.atomic_add(a, 5, pe, offset=1)
                self.assertEqual(17, nvshmem.atomic_fetch_add(a, 3, pe, offset=1))
                self.assertEqual(20, nvshmem.atomic_swap(a, 21, pe, offset=1))
                self.assertEqual(21, nvshmem.atomic_compare_swap(a, 0, 99, pe, offset=1))
                self.assertEqual(21, nvshmem.atomic_compare_swap(a, 21, 24, pe, offset=1))
                self.assertEqual(24, nvshmem.atomic_fetch(a, pe, offset=1))
                nvshmem.atomic_set(a, numpy.int64(25), pe, offset=1)
                self.meet()
                self.assertArray([10, 25, 10], a)

    def test_bits(self):
        for dtype in INTEGERS:
            with self.subTest(dtype=dtype):
                a, pe = self.array(1, dtype), self.right
                a[:] = 0b1010
                self.meet()
                nvshmem.atomic_or(a, 0b0101, pe)
                self.assertEqual(0b1111, nvshmem.atomic_fetch_and(a, 0b0110, pe))
                nvshmem.atomic_xor(a, 0b1010, pe)
                self.assertEqual(0b1100, nvshmem.atomic_fetch_or(a, 0b0001, pe))
                self.assertEqual(0b1101, nvshmem.atomic_fetch_xor(a, 0b0001, pe))
                nvshmem.atomic_and(a, 0b1100, pe)
                self.meet()
                self.assertArray([0b1100], a)

    def test_floating(self):
        for dtype in ("float32", "float64"):
            with self.subTest(dtype=dtype):
                a, pe = self.array(1, dtype), self.right
                a[:] = 1.25
                self.meet()
                nvshmem.atomic_add(a, 0.5, pe)
                self.assertEqual(1.75, nvshmem.atomic_fetch_add(a, 0.5, pe))
                self.assertEqual(2.25, nvshmem.atomic_swap(a, 3, pe))
                self.assertEqual(3.0, nvshmem.atomic_fetch(a, pe))

    def test_buffers_need_a_type(self):
        buffer = nvshmem.buffer(16)
        self.held.append(buffer)
        buffer.fill(0)
        self.meet()
        for dtype in ("size", "ptrdiff", "ulonglong", "int64", "uint64_t", numpy.uint64):
            nvshmem.atomic_inc(buffer, self.right, offset=1, dtype=dtype)
        self.meet()
        self.assertEqual(6, nvshmem.atomic_fetch(buffer, self.me, offset=1, dtype="long"))
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, "dtype is None"):
            nvshmem.atomic_inc(buffer, self.me)

    def test_all_pes_at_one_word(self):
        a = self.array(1)
        a[:] = 0
        self.meet()
        old = [nvshmem.atomic_fetch_inc(a, 0) for _ in range(200)]
        self.meet()
        self.assertEqual(sorted(old), old)
        if self.me == 0:
            self.assertEqual(200 * self.n, a[0])

    def test_what_is_refused(self):
        a, f, h = self.array(4, "int32"), self.array(4, "float32"), self.array(4, "float16")
        for error, call in ((nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(h, 0)), (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_or(f, 1, 0)),
                            (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(f, 0)), (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(a, 0, offset=4)),
                            (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(a, 0, offset=-1)), (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(a, 0, offset=True)),
                            (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(a, 0, offset=1.0)), (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(a, self.n)),
                            (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(a)), (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(a, 0, dtype="int64")),
                            (OverflowError, lambda: nvshmem.atomic_add(a, 2**31, 0)), (TypeError, lambda: nvshmem.atomic_add(a, 1.5, 0)),
                            (nvshmem.NvshmemInvalid, lambda: nvshmem.atomic_inc(numpy.zeros(2, "int32"), 0))):
            with self.assertRaises(error):
                call()


if __name__ == "__main__":
    unittest.main()
