# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""put, get and signals over PEs: what moves, what is refused, what order holds."""
import inspect
import unittest
import warnings

import numpy

import nvshmem.core as nvshmem
from nvshmem.core import ComparisonType, SignalOp
from pes import PeCase

DTYPES = ["float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool",
          "complex128"]


class Moves(PeCase):
    def test_put_of_every_type_reaches_the_right_neighbour(self):
        for dtype in DTYPES:
            with self.subTest(dtype=dtype):
                dst, src = self.array(33, dtype), self.array(33, dtype)
                src[:] = self.me % 2
                self.meet()
                nvshmem.put(dst, src, self.right, self.stream)
                self.meet()
                self.assertArray(numpy.full(33, self.left % 2, dtype), dst)

    def test_get_of_every_type_comes_from_the_right_neighbour(self):
        for dtype in DTYPES:
            with self.subTest(dtype=dtype):
                dst, src = self.array(33, dtype), self.array(33, dtype)
                src[:] = self.me % 2
                self.meet()
                nvshmem.get(dst, src, self.right, self.stream)
                self.stream.sync()
                self.assertArray(numpy.full(33, self.right % 2, dtype), dst)
                self.meet()

    def test_buffers_move_the_smaller_extent(self):
        dst, src = nvshmem.buffer(100), nvshmem.buffer(64)
        self.held += [dst, src]
        dst.fill(7)
        src.fill(self.me)
        self.meet()
        nvshmem.put(dst, src, self.right, self.stream)
        self.meet()
        self.assertArray([self.left] * 64 + [7] * 36, numpy.asarray(dst))

    def test_large_transfers(self):
        dst, src = self.array(300_000), self.array(300_000)
        src[:] = numpy.arange(300_000) + self.me
        self.meet()
        nvshmem.put(dst, src, self.right, self.stream)
        self.meet()
        self.assertArray(numpy.arange(300_000) + self.left, dst)

    def test_nonblocking_forms(self):
        dst, src, back = self.array(50), self.array(50), self.array(50)
        src[:] = self.me
        self.meet()
        nvshmem.put_nbi(dst, src, self.right, self.stream)
        nvshmem.flush(self.stream)
        nvshmem.quiet(self.stream)
        self.meet()
        self.assertArray(numpy.full(50, self.left), dst)
        nvshmem.get_nbi(back, src, self.right, self.stream)
        nvshmem.quiet(self.stream)
        self.stream.sync()
        self.assertArray(numpy.full(50, self.right), back)


class Views(PeCase):
    def test_a_slice_moves_its_own_extent_and_offset(self):
        dst, src = self.array(20), self.array(20)
        dst[:], src[:] = -1, numpy.arange(20) + 100 * self.me
        self.meet()
        nvshmem.put(dst[5:9], src[10:14], self.right, self.stream)
        self.meet()
        expected = numpy.full(20, -1)
        expected[5:9] = numpy.arange(10, 14) + 100 * self.left
        self.assertArray(expected, dst)

    def test_a_row_and_fortran_order(self):
        dst, src = self.array((4, 5)), self.array((4, 5), morder="F")
        self.assertTrue(src.flags.f_contiguous)
        dst[:], src[:] = -1, self.me
        self.meet()
        nvshmem.put(dst[2], src[:, 0][:4].reshape(-1), self.right, self.stream)
        self.meet()
        self.assertArray([[-1] * 5, [-1] * 5, [self.left] * 4 + [-1], [-1] * 5], dst)

    def test_views_that_are_not_contiguous_are_refused_by_name(self):
        dst, src = self.array((8, 8)), self.array((8, 8))
        for name, operands in (("dst", (dst[::2], src)), ("src", (dst, src[:, 1]))):
            with self.subTest(operand=name), self.assertRaisesRegex(nvshmem.NvshmemInvalid, f"^{name}.*contiguous"):
                nvshmem.put(*operands, self.me, self.stream)

    def test_memory_that_is_not_symmetric_is_refused_by_name(self):
        dst, plain = self.array(8), numpy.zeros(8)
        for name, operands in (("src", (dst, plain)), ("dst", (plain, dst))):
            with self.subTest(operand=name), self.assertRaisesRegex(nvshmem.NvshmemInvalid, f"^{name} is not in live symmetric"):
                nvshmem.put(*operands, self.me, self.stream)

    def test_a_freed_array_is_refused(self):
        dst, gone = self.array(8), nvshmem.array(8)
        nvshmem.free_array(gone)
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, "^src"):
            nvshmem.put(dst, gone, self.me, self.stream)

    def test_a_peer_view_is_no_symmetric_address(self):
        whole = self.array(8)
        try:
            there = nvshmem.get_peer_array(whole, self.right)
        except nvshmem.NvshmemError:
            self.skipTest("peers are not mapped")
        if self.n == 1:
            self.skipTest("no other PE")
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, f"mapped address of PE {self.right}"):
            nvshmem.put(there, whole, self.right, self.stream)


class Signatures(PeCase):
    """The documented order is dst, src, remote_pe, stream; a count may stand before the PE."""

    def moved(self, *arguments, **keywords):
        dst, src = self.array(10), self.array(10)
        dst[:], src[:] = -1, self.me
        self.meet()
        nvshmem.put(dst, src, *arguments, **keywords)
        self.meet()
        return int((dst == self.left).sum())

    def test_every_form(self):
        pe, stream = self.right, self.stream
        for form, keywords in (((pe, stream), {}), ((pe,), {"stream": stream}), ((), {"remote_pe": pe, "stream": stream}),
                               ((pe,), {"stream": stream.handle})):
            with self.subTest(form=form):
                self.assertEqual(10, self.moved(*form, **keywords))
        for form, keywords in (((4, pe), {"stream": stream}), ((4, pe, stream), {}), ((numpy.int64(4), numpy.int32(pe)), {"stream": stream}),
                               ((), {"count": 4, "pe": pe, "stream": stream})):
            with self.subTest(form=form):
                self.assertEqual(4, self.moved(*form, **keywords))
        self.assertEqual(0, self.moved(0, pe, stream=stream))

    def test_the_documented_signature_is_reported(self):
        for function in (nvshmem.put, nvshmem.get, nvshmem.put_nbi, nvshmem.get_nbi):
            self.assertEqual("(dst, src, remote_pe=-1, stream=None)", str(inspect.signature(function)))
            self.assertIn("Raises", function.__doc__)

    def test_type_errors(self):
        a = self.array(4)
        for arguments, keywords in (((a, a, 0, "stream"), {}), ((a, a, 1, 0, None, 1), {}), ((a, a, 0), {"remote_pe": 0}), ((a,), {}),
                                    ((a, a, 0), {"streams": None}), ((a, a, 0, self.stream), {"stream": self.stream}),
                                    ((a, a, 0), {"stream": 1.5}), ((a, a, 0), {"stream": True}), ((a, a, 1, True), {"stream": self.stream})):
            with self.subTest(arguments=len(arguments), keywords=keywords), self.assertRaises(TypeError):
                nvshmem.put(*arguments, **keywords)

    def test_counts_out_of_range(self):
        a, b = self.array(4), self.array(4, "int32")
        for count in (-1, 5):
            with self.assertRaisesRegex(nvshmem.NvshmemInvalid, f"^count is {count}; .* 0 to 4 "):
                nvshmem.put(a, a, count, self.me, stream=self.stream)
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, "8 bytes.* 4"):
            nvshmem.put(a, b, 1, self.me, stream=self.stream)

    def test_pe_out_of_range(self):
        a = self.array(4)
        for pe in (-1, self.n):
            with self.assertRaisesRegex(nvshmem.NvshmemInvalid, f"remote_pe is {pe}"):
                nvshmem.put(a, a, pe, self.stream)
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, "remote_pe is -1"):
            nvshmem.put(a, a, stream=self.stream)

    def test_no_stream_is_one_class_everywhere(self):
        a = self.array(4)
        _, signal = self.signal()
        for name, call in {"put": lambda: nvshmem.put(a, a, 0), "four": lambda: nvshmem.put(a, a, 1, 0), "get": lambda: nvshmem.get(a, a, 0),
                           "signal": lambda: nvshmem.put_signal(a, a, signal, 1, SignalOp.SIGNAL_SET, 0), "quiet": nvshmem.quiet,
                           "wait": lambda: nvshmem.signal_wait(signal, 0, ComparisonType.CMP_EQ), "flush": nvshmem.flush,
                           "op": lambda: nvshmem.signal_op(signal, 0, SignalOp.SIGNAL_SET, 0),
                           "barrier": lambda: nvshmem.barrier(0), "all": nvshmem.barrier_all,
                           "reduce": lambda: nvshmem.reduce(0, a, a, "sum")}.items():
            with self.subTest(call=name), self.assertRaises(NotImplementedError) as caught:
                call()
            self.assertIsInstance(caught.exception, nvshmem.NvshmemInvalid)


class Signals(PeCase):
    def test_the_signal_comes_after_its_data(self):
        for form in (nvshmem.put_signal, nvshmem.put_signal_nbi):
            dst, src = self.array(1000), self.array(1000)
            _, signal = self.signal()
            for round_ in range(1, 51):
                src[:] = round_
                form(dst, src, signal, round_, SignalOp.SIGNAL_SET, self.right, self.stream)
                nvshmem.quiet(self.stream)
                nvshmem.signal_wait(signal, round_, ComparisonType.CMP_GE, self.stream)
                self.stream.sync()
                self.assertArray(numpy.full(1000, round_), dst)
                self.meet()

    def test_zero_bytes_still_signal(self):
        dst, src = self.array(8), self.array(8)
        dst[:] = -1
        _, signal = self.signal()
        nvshmem.put_signal(dst[:0], src[:0], signal, 5, SignalOp.SIGNAL_SET, self.right, self.stream)
        nvshmem.quiet(self.stream)
        nvshmem.put_signal(dst[:0], src[:0], signal, 3, SignalOp.SIGNAL_ADD, self.right, self.stream)
        nvshmem.signal_wait(signal, 8, ComparisonType.CMP_EQ, self.stream)
        self.stream.sync()
        self.assertEqual(8, nvshmem.signal_fetch(signal))
        self.assertArray(numpy.full(8, -1), dst)

    def test_every_comparison_is_unsigned(self):
        word, signal = self.signal()
        big = 2**63 + 5
        nvshmem.signal_op(signal, big, SignalOp.SIGNAL_SET, self.me, self.stream)
        nvshmem.quiet(self.stream)
        for comparison, value in (("EQ", big), ("NE", 1), ("GT", 7), ("GE", big), ("LT", 2**64 - 1), ("LE", big)):
            nvshmem.signal_wait(signal, value, ComparisonType[f"CMP_{comparison}"], self.stream)
        self.stream.sync()
        self.assertEqual(big, nvshmem.signal_fetch(signal))

    def test_additions_of_all_pes_are_exact(self):
        word, signal = self.signal()
        dst, src = self.array(1), self.array(1)
        for i in range(100):
            nvshmem.signal_op(signal, 1, SignalOp.SIGNAL_ADD, 0, self.stream)
            nvshmem.put_signal(dst, src, signal, 1, SignalOp.SIGNAL_ADD, 0, self.stream)
        self.meet()
        self.assertEqual(200 * self.n if self.me == 0 else 0, nvshmem.signal_fetch(signal))

    def test_a_signal_operator_as_comparison_is_taken_with_a_warning(self):
        word, signal = self.signal()
        nvshmem.signal_op(signal, 4, SignalOp.SIGNAL_SET, self.me, self.stream)
        nvshmem.quiet(self.stream)
        for operator in (SignalOp.SIGNAL_SET, SignalOp.SIGNAL_ADD, 9):
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                nvshmem.signal_wait(signal, 4, operator, remote_pe=self.right, stream=self.stream)
            self.assertEqual([nvshmem.nvshmem_types.NvshmemWarning], [warning.category for warning in said])
            self.assertEqual(__file__, said[0].filename)

    def test_misuse(self):
        word, signal = self.signal()
        small = nvshmem.buffer(4)
        self.held.append(small)
        signed = self.array(1, "int64")
        for wrong in (signed, small, None, 5):
            with self.subTest(signal=type(wrong).__name__), self.assertRaises(ValueError) as caught:
                nvshmem.signal_op(wrong, 1, SignalOp.SIGNAL_SET, 0, self.stream)
            self.assertIsInstance(caught.exception, nvshmem.NvshmemInvalid)
        with self.assertRaises(TypeError):
            nvshmem.signal_wait(signed, 1, ComparisonType.CMP_EQ, self.stream)
        for comparison in (-1, 6, 32767, "EQ"):
            with self.subTest(comparison=comparison), self.assertRaises(nvshmem.NvshmemInvalid):
                nvshmem.signal_wait(signal, 1, comparison, self.stream)
        with self.assertRaises(nvshmem.NvshmemInvalid):
            nvshmem.signal_wait(signal, 1, ComparisonType.CMP_EQ, remote_pe=self.n, stream=self.stream)
        for value, error in ((-1, (OverflowError, TypeError)), (2**64, (OverflowError, TypeError)), ("1", TypeError)):
            with self.subTest(value=value), self.assertRaises(error):
                nvshmem.signal_op(signal, value, SignalOp.SIGNAL_SET, 0, self.stream)
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, "SIGNAL_SET or SIGNAL_ADD"):
            nvshmem.signal_op(signal, 1, 3, 0, self.stream)


if __name__ == "__main__":
    unittest.main()
