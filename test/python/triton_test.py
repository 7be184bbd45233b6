# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Triton kernels over PEs, by Triton's interpreter: the cases that PyTorch has for its module, and what is here besides.

Run with TRITON_INTERPRET=1 (triton_jobs_test.py does).
"""
import contextlib
import io
import time
import unittest

import numpy
import triton
import triton.language as tl

import nvshmem.core as core
import nvshmem.triton as nvshmem
from nvshmem import bindings
from nvshmem.triton import patches, patience
from pes import PeCase

LIB = nvshmem.enable_triton()
SET, ADD, EQ, GE = 9, 10, 0, 5


@triton.jit
def put_kernel(dest, src, nelems, pe):
    nvshmem.put(dest, src, nelems, pe)


@triton.jit
def put_bytes_kernel(dest, src, size, pe):
    nvshmem.putmem_block(dest, src, size, pe)


@triton.jit
def get_kernel(dest, src, nelems, pe, nbi: tl.constexpr):
    if nbi:
        nvshmem.get_nbi(dest, src, nelems, pe)
        nvshmem.quiet()
    else:
        nvshmem.get(dest, src, nelems, pe)


@triton.jit
def get_ring_kernel(dest, src, nelems):
    me = nvshmem.my_pe()
    n = nvshmem.n_pes()
    nvshmem.get(dest, src, nelems, (me - 1 + n) % n)


@triton.jit
def put_signal_kernel(dest, src, size, signal, value, op, pe):
    nvshmem.putmem_signal_block(dest, src, size, signal, value, op, pe)


@triton.jit
def signal_wait_kernel(signal, cmp, value, seen):
    tl.store(seen, nvshmem.signal_wait_until(signal, cmp, value).to(tl.int64))


@triton.jit
def put_with_fence_kernel(dest1, src1, dest2, src2, flag, flag_src, nelems, pe):
    nvshmem.put(dest1, src1, nelems, pe)
    nvshmem.fence()
    nvshmem.put(dest2, src2, nelems, pe)
    nvshmem.fence()
    nvshmem.put(flag, flag_src, 1, pe)


@triton.jit
def put_with_quiet_kernel(dest, src, flag, flag_src, nelems, pe):
    nvshmem.put(dest, src, nelems, pe)
    nvshmem.quiet()
    nvshmem.put(flag, flag_src, 1, pe)


@triton.jit
def wait_until_kernel(ivar, cmp, value):
    nvshmem.wait_until(ivar, cmp, value)


@triton.jit
def meet_kernel(dest, src, nelems, use_barrier: tl.constexpr):
    me = nvshmem.my_pe()
    n = nvshmem.n_pes()
    p_src = src
    tl.store(p_src, me + 1)
    if use_barrier:
        nvshmem.barrier_all()
    else:
        nvshmem.sync_all()
    nvshmem.get(dest, src, nelems, (me + 1) % n)


@triton.jit
def alltoall_kernel(team, dest, src, nelems):
    nvshmem.alltoall(team, dest, src, nelems)


@triton.jit
def broadcast_kernel(team, dest, src, nelems, root):
    nvshmem.broadcast(team, dest, src, nelems, root)


@triton.jit
def reduce_kernel(team, dest, src, nreduce, operation: tl.constexpr):
    nvshmem.reduce(team, dest, src, nreduce, operation)


@triton.jit
def first_reduce_kernel(dest, src, nreduce):
    nvshmem.sum_reduce(0, dest, src, nreduce)
    nvshmem.max_reduce(0, dest + 8 * nreduce, src, nreduce)
    nvshmem.min_reduce(0, dest + 16 * nreduce, src, nreduce)


@triton.jit
def once_kernel(signal, counter, pe):
    nvshmem.signal_op(signal, 1, 10, pe)
    nvshmem.atomic_add(counter, 1, pe)


@triton.jit
def atomics_kernel(word, real, out, pe):
    tl.store(out, nvshmem.atomic_fetch_add(word, 5, pe))
    tl.store(out + 1, nvshmem.atomic_swap(word, 12, pe))
    tl.store(out + 2, nvshmem.atomic_compare_swap(word, 12, 13, pe))
    tl.store(out + 3, nvshmem.atomic_fetch_or(word, 2, pe))
    tl.store(out + 4, nvshmem.atomic_fetch_and(word, 7, pe))
    tl.store(out + 5, nvshmem.atomic_fetch_xor(word, 1, pe))
    tl.store(out + 6, nvshmem.atomic_fetch_inc(word, pe))
    tl.store(out + 7, nvshmem.atomic_fetch(word, pe))
    nvshmem.atomic_set(word, 3, pe)
    nvshmem.atomic_inc(word, pe)
    nvshmem.atomic_add(real, 0.5, pe)


@triton.jit
def tile_kernel(dest, back, count, pe, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    nvshmem.put_tile(dest + at, at * 2, pe, mask=at < count)
    got = nvshmem.get_tile(dest + at, pe, mask=at < count, other=-7)
    tl.store(back + at, got)


@triton.jit
def teams_kernel(team, out, mine, value):
    tl.store(out, nvshmem.team_my_pe(team))
    tl.store(out + 1, nvshmem.team_n_pes(team))
    tl.store(out + 2, nvshmem.team_translate_pe(team, 0, 0))
    nvshmem.barrier(team)
    there = nvshmem.remote_ptr(mine, (nvshmem.my_pe() + 1) % nvshmem.n_pes())
    if there.to(tl.int64) != 0:
        tl.store(there, value)
    nvshmem.sync(team)
    nvshmem.fcollect(team, out + 4, mine, 1)


@triton.jit
def programs_kernel(dest, src, pe):
    at = tl.program_id(0)
    nvshmem.putmem_block(dest + 4 * at, src + 4 * at, 4, pe)


@triton.jit
def later_program_kernel(signal):
    if tl.program_id(0) == 0:
        nvshmem.signal_wait_until(signal, 5, 1)
    else:
        nvshmem.signal_op(signal, 1, 9, nvshmem.my_pe())


@triton.jit
def block_kernel(dest, src):
    nvshmem.putmem_block(dest + tl.arange(0, 4), src, 4, 0)


@triton.jit
def signal_kernel(signal, value, op, pe):
    nvshmem.signal_op(signal, value, op, pe)


def foreign_n_pes():
    """As others write such functions, called as the interpreter calls those of tl."""
    from triton.runtime.interpreter import interpreter_semantic

    return tl.core.extern_elementwise("", "", [], {(): ("nvshmem_n_pes", tl.core.dtype("int32"))}, is_pure=True,
                                      _semantic=interpreter_semantic)


@triton.jit
def foreign_kernel(out, value):
    tl.store(out, 2 * foreign_n_pes() + value)


class KernelCase(PeCase):
    def assertRefused(self, words: str, launch):
        with self.assertRaises(triton.runtime.errors.InterpreterError) as caught:
            launch()
        self.assertRegex(str(caught.exception), words)


class Upstream(KernelCase):
    """What PyTorch tests of its module, in its order."""

    def pair(self, count, dtype, value):
        src, dst = self.array(count, dtype), self.array(count, dtype)
        src[:], dst[:] = value, 99
        self.meet()
        return dst, src

    def test_put(self):
        dst, src = self.pair(5, "int8", self.me + 5)
        put_kernel[(1,)](dst, src, 5, self.right, extern_libs=LIB)
        self.meet()
        self.assertArray([self.left + 5] * 5, dst)

    def test_get(self):
        for nbi in (False, True):
            dst, src = self.pair(8, "int64", 7 * self.me)
            get_kernel[(1,)](dst, src, 8, self.left, nbi=nbi)
            self.assertArray([7 * self.left] * 8, dst)

    def test_get_ring(self):
        dst, src = self.pair(8, "float32", self.me + 0.5)
        get_ring_kernel[(1,)](dst, src, 8)
        self.assertArray([self.left + 0.5] * 8, dst)

    def put_signal(self, op, before, value, after):
        dst, src = self.pair(8, "int64", 10 + self.me)
        signal, seen = self.array(1, "uint64"), numpy.zeros(1, numpy.int64)
        signal[:] = before
        self.meet()
        put_signal_kernel[(1,)](dst, src, 64, signal, value, op, self.right)
        signal_wait_kernel[(1,)](signal, EQ, after, seen)
        self.assertEqual(after, seen[0])
        self.assertArray([10 + self.left] * 8, dst)

    def test_put_signal_set(self):
        self.put_signal(SET, 0, 1, 1)

    def test_put_signal_add(self):
        self.put_signal(ADD, 16, 16, 32)

    def test_put_signal_of_no_bytes(self):
        """BC-09: the signal comes, the data stays."""
        dst, src = self.pair(4, "int64", 1)
        signal, _ = self.signal()
        put_signal_kernel[(1,)](dst, src, 0, signal, 3, SET, self.right)
        signal_wait_kernel[(1,)](signal, EQ, 3, numpy.zeros(1, numpy.int64))
        self.assertArray([99] * 4, dst)

    def test_signal_never_overtakes_its_data(self):
        """BC-08."""
        dst, src = self.pair(4096, "int64", 0)
        signal, _ = self.signal()
        seen = numpy.zeros(1, numpy.int64)
        for turn in range(1, 20):
            src[:] = turn * 1000 + self.me
            put_signal_kernel[(1,)](dst, src, dst.nbytes, signal, 1, ADD, self.right)
            signal_wait_kernel[(1,)](signal, GE, turn, seen)
            self.assertArray([turn * 1000 + self.left] * 4096, dst)
            self.meet()

    def test_wait_until(self):
        for dtype in ("int32", "int64", "uint32", "uint64"):
            ivar, src = self.pair(1, dtype, 42)
            put_kernel[(1,)](ivar, src, 1, self.right)
            wait_until_kernel[(1,)](ivar, EQ, 42)
            self.assertArray([42], ivar)
            self.meet()

    def test_wait_until_by_address(self):
        """The first form: an integer address of a word of 64 bits."""
        ivar, src = self.pair(1, "int64", 1 << 40)
        put_kernel[(1,)](ivar, src, 1, self.right)
        wait_until_kernel[(1,)](ivar.ctypes.data, EQ, 1 << 40)
        self.assertArray([1 << 40], ivar)

    def test_all_comparisons(self):
        """BC-12: every comparison on both sides of its border, negative numbers as such."""
        ivar = self.array(1, "int64")
        ivar[:] = -3
        for cmp, value in ((0, -3), (1, 4), (2, -4), (3, -3), (4, 0), (5, -3)):
            wait_until_kernel[(1,)](ivar, cmp, value)
        if self.n == 1:
            self.addCleanup(setattr, patience, "SECONDS", patience.SECONDS)
            patience.SECONDS = 0.01
            for cmp, value in ((0, -4), (1, -3), (2, -3), (3, -4), (4, -3), (5, 0)):
                self.assertRefused("waits? for a later one", lambda: wait_until_kernel[(2,)](ivar, cmp, value))

    def test_fence(self):
        one, src1 = self.pair(8, "int64", 1 + self.me)
        two, src2 = self.pair(8, "int64", 100 + self.me)
        flag, flag_src = self.pair(1, "int32", 21)
        put_with_fence_kernel[(1,)](one, src1, two, src2, flag, flag_src, 8, self.right)
        wait_until_kernel[(1,)](flag, EQ, 21)
        self.assertArray([1 + self.left] * 8, one)
        self.assertArray([100 + self.left] * 8, two)

    def test_quiet(self):
        dst, src = self.pair(8, "int64", 15 + self.me)
        flag, flag_src = self.pair(1, "int32", 42)
        put_with_quiet_kernel[(1,)](dst, src, flag, flag_src, 8, self.right)
        wait_until_kernel[(1,)](flag, EQ, 42)
        self.assertArray([15 + self.left] * 8, dst)

    def test_barrier_and_sync(self):
        for use_barrier in (True, False):
            dst, src = self.pair(1, "int32", 0)
            meet_kernel[(1,)](dst, src, 1, use_barrier=use_barrier, num_warps=4, launch_cooperative_grid=True)
            self.assertArray([self.right + 1], dst)
            self.meet()

    def test_alltoall(self):
        dst, src = self.array(2 * self.n, "int64"), self.array(2 * self.n, "int64")
        src[:] = self.me * 100 + numpy.arange(self.n).repeat(2)
        self.meet()
        alltoall_kernel[(1,)](0, dst, src, 2)
        self.assertArray(numpy.arange(self.n).repeat(2) * 100 + self.me, dst)

    def test_broadcast(self):
        for root in range(self.n):
            dst, src = self.pair(4, "int64", 100 + self.me)
            broadcast_kernel[(1,)](0, dst, src, 4, root)
            self.assertArray([100 + root] * 4, dst)

    def test_reduce(self):
        """BC-18: odd sizes, every type, in place."""
        ranks = numpy.arange(1, self.n + 1)
        expected = {"sum": ranks.sum(), "max": self.n, "min": 1, "prod": ranks.prod()}
        for dtype in "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split():
            for count, (operation, result) in zip((1, 3, 7, 2), expected.items()):
                dst, src = self.pair(count, dtype, self.me + 1)
                reduce_kernel[(1,)](0, dst, src, count, operation=operation)
                self.assertArray([result] * count, dst)
        dst, _ = self.pair(5, "int32", 0)
        dst[:] = self.me + 1
        reduce_kernel[(1,)](0, dst, dst, 5, operation="sum")
        self.assertArray([expected["sum"]] * 5, dst)

    def test_first_reduces(self):
        """Of int64, by integer addresses."""
        dst, src = self.array(9, "int64"), self.array(3, "int64")
        src[:] = self.me + 1
        self.meet()
        first_reduce_kernel[(1,)](dst.ctypes.data, src.ctypes.data, 3)
        self.assertArray([self.n * (self.n + 1) // 2] * 3 + [self.n] * 3 + [1] * 3, dst)


class Further(KernelCase):
    def test_a_program_counts_once(self):
        """Whatever num_warps says: a signal is added once for each program, and so is an atomic."""
        for warps in (1, 4, 32):
            signal, _ = self.signal()
            counter = self.array(1, "int32")
            counter[:] = 0
            self.meet()
            once_kernel[(3,)](signal, counter, self.right, num_warps=warps)
            self.meet()
            self.assertEqual((3, 3), (int(signal[0]), int(counter[0])))

    def test_atomics(self):
        for dtype in ("int32", "uint32", "int64", "uint64"):
            word, real, out = self.array(1, dtype), self.array(1, "float32"), numpy.zeros(8, dtype)
            word[:], real[:] = 10, 1
            self.meet()
            atomics_kernel[(1,)](word, real, out, self.right)
            self.assertArray([10, 15, 12, 13, 15, 7, 6, 7], out)
            self.meet()
            self.assertEqual((4, 1.5), (word[0], real[0]))

    def test_tiles(self):
        for dtype in "int8 uint16 int32 float16 float32 float64".split():
            dst, back = self.array(64, dtype), numpy.zeros(64, dtype)
            dst[:] = 1
            self.meet()
            tile_kernel[(2,)](dst, back, 50, self.right, BLOCK=32)
            self.meet()
            at = numpy.arange(64)
            self.assertArray(numpy.where(at < 50, 2 * at, 1).astype(dtype), dst)
            self.assertArray(numpy.where(at < 50, 2 * at, numpy.array(-7).astype(dtype)).astype(dtype), back)

    def test_teams_and_places(self):
        out, mine = self.array(4 + self.n, "int32"), self.array(1, "int32")
        mine[:] = self.me
        self.meet()
        teams_kernel[(1,)](0, out, mine, 1000 + self.me)
        self.assertArray([self.me, self.n, 0], out[:3])
        if bindings.ptr(mine.ctypes.data, self.right):
            self.assertArray([1000 + (pe - 1) % self.n for pe in range(self.n)], out[4:])

    def test_several_programs(self):
        dst, src = self.array(8, "int32"), self.array(8, "int32")
        src[:] = numpy.arange(8) + 10 * self.me
        self.meet()
        programs_kernel[(8,)](dst.ctypes.data, src.ctypes.data, self.right)
        self.meet()
        self.assertArray(numpy.arange(8) + 10 * self.left, dst)

    def test_errors(self):
        dst, src = self.array(4, "int32"), self.array(4, "int32")
        private = numpy.zeros(4, numpy.int32)
        self.meet()
        self.assertRefused(rf"pe.* {self.n}\b", lambda: put_kernel[(1,)](dst, src, 4, self.n))
        self.assertRefused("symmetric", lambda: put_kernel[(1,)](private, src, 4, self.right))
        self.assertRefused("reduce knows int8", lambda: reduce_kernel[(1,)](0, self.array(4, "bool"), src, 4, operation="sum"))
        self.assertRefused("reduce knows sum, max", lambda: reduce_kernel[(1,)](0, dst, src, 4, operation="xor"))
        self.assertRefused("size of its elements is not known", lambda: put_kernel[(1,)](dst.ctypes.data, src, 4, 0))
        self.assertRefused("dest is a block of shape", lambda: block_kernel[(1,)](dst, src))

    def test_a_mapped_address_is_not_symmetric(self):
        """BC-27: the address at which a peer's memory is mapped here names nothing on other PEs."""
        dst, src = self.array(4, "int32"), self.array(4, "int32")
        self.meet()
        there = bindings.ptr(dst.ctypes.data, self.right)
        if there and there != dst.ctypes.data:
            self.assertRefused("not a symmetric address", lambda: put_bytes_kernel[(1,)](there, src, 4, self.right))
        self.meet()

    def test_a_wait_for_a_later_program(self):
        """It is explained: as an error with one PE, else beside the wait, which a peer may end, as here."""
        signal, word = self.array(2, "uint64"), self.array(1, "uint64")
        signal[:] = 0
        self.addCleanup(setattr, patience, "SECONDS", patience.SECONDS)
        patience.SECONDS = 0.02
        explanation = r"program \(0, 0, 0\) of the grid \(2, 1, 1\).*let that one come first"
        self.meet()
        if self.n == 1:
            self.assertRefused(explanation, lambda: later_program_kernel[(2,)](signal))
        elif self.me == 0:
            told = io.StringIO()
            told.write = lambda text, write=told.write: (write(text), signal.__setitem__(1, 1))  # what PE 1 waits for
            with contextlib.redirect_stderr(told):
                later_program_kernel[(2,)](signal)
            self.assertRegex(told.getvalue(), explanation)
        elif self.me == 1:
            while bindings.uint64_atomic_fetch(signal.ctypes.data + 8, 0) == 0:
                time.sleep(0.001)
            signal_kernel[(1,)](signal, 1, SET, 0)

    def test_patches_can_be_taken_back(self):
        from triton.runtime import interpreter

        ours = interpreter._implicit_cvt
        patches.remove()
        self.assertIsNot(ours, interpreter._implicit_cvt)
        self.assertNotIn("nvshmem", interpreter.InterpreterBuilder.create_extern_elementwise.__module__)
        patches.install()
        self.test_functions_of_others()

    def test_functions_of_others(self):
        """Externs as PyTorch's module has them, by the name of the C function."""
        out = numpy.zeros(1, numpy.int32)
        foreign_kernel[(1,)](out, 3)
        self.assertArray([2 * self.n + 3], out)


if __name__ == "__main__":
    unittest.main()
