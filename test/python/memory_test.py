# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The life of symmetric objects over PEs: allocation, views, free, collection, peers, registration."""
import contextlib
import gc
import io
import logging
import mmap
import os
import random
import sys
import unittest
import weakref

import numpy

import nvshmem.core as nvshmem
from nvshmem import bindings
from nvshmem.core import Buffer, BufferTypes
from nvshmem.core._internal_tracking import _mr_references
from pes import PeCase

IS_MAPPED = os.environ.get("NVSHMEM_DISABLE_P2P", "0") == "0"


def table() -> dict:
    return _mr_references[0]._mem_references


@contextlib.contextmanager
def unraisable():
    """The exceptions that destructors raise meanwhile."""
    found, before = [], sys.unraisablehook
    sys.unraisablehook = lambda what: found.append(what.exc_value)
    try:
        yield found
    finally:
        sys.unraisablehook = before


class Allocation(PeCase):
    def test_a_buffer_and_what_it_lends(self):
        buffer = nvshmem.buffer(1000)
        self.held.append(buffer)
        self.assertEqual((1000, True, False), (buffer.size, buffer.handle != 0, buffer.is_closed))
        self.assertEqual((1, 0), buffer.__dlpack_device__())
        numpy.asarray(buffer)[:] = 3
        numpy.from_dlpack(buffer)[5] = 4
        self.assertEqual(bytes([3] * 5 + [4] + [3] * 4), bytes(memoryview(buffer)[:10]))
        copy = buffer.copy_to()
        buffer.fill(0)
        buffer.copy_from(copy)
        self.assertEqual(4, numpy.asarray(buffer)[5])
        self.assertIn("1000 bytes", repr(buffer))

    def test_shapes_types_and_orders(self):
        for shape, dtype, order in (((2, 3), "int16", "C"), ((2, 3), "float64", "F"), (7, numpy.complex64, "C"), ((), "int8", "C"),
                                    ((1, 2, 3, 4), bool, "F")):
            with self.subTest(shape=shape, dtype=dtype, order=order):
                array = self.array(shape, dtype, morder=order)
                self.assertEqual(numpy.empty(shape).shape, array.shape)
                self.assertEqual(numpy.dtype(dtype), array.dtype)
                self.assertTrue(array.flags[f"{order}_CONTIGUOUS"])
        small = nvshmem.bytearray((3, 4), "float64")
        self.held.append(small)
        self.assertEqual((numpy.int8, (3, 4)), (small.dtype, small.shape))
        for wrong, error in (({"morder": "A"}, nvshmem.NvshmemInvalid), ({"dtype": "nonsense"}, TypeError)):
            with self.assertRaises(error):
                nvshmem.array(4, **wrong)
        with self.assertRaises(nvshmem.NvshmemInvalid):
            nvshmem.array((-1, 2))

    def test_a_heap_that_is_full_is_out_of_memory(self):
        with self.assertRaisesRegex(MemoryError, "NVSHMEM_SYMMETRIC_SIZE") as caught:
            nvshmem.buffer(1 << 46)
        self.assertIsInstance(caught.exception, nvshmem.NvshmemError)
        self.assertNotIsInstance(caught.exception, nvshmem.NvshmemInvalid)
        self.array(10)

    def test_nothing_is_an_error_and_waits_for_nobody(self):
        if self.me == 0:
            for call in (lambda: nvshmem.buffer(0), lambda: nvshmem.array((0, 3))):
                with self.assertRaises(nvshmem.NvshmemError):
                    call()


class Freeing(PeCase):
    def test_twice(self):
        array, buffer = nvshmem.array(4), nvshmem.buffer(16)
        nvshmem.free_array(array)
        nvshmem.free(buffer)
        for again in (array, buffer):
            with self.assertRaisesRegex(nvshmem.NvshmemError, "freed before"):
                nvshmem.free(again)
        for call in (lambda: nvshmem.array_get_buffer(array), lambda: nvshmem.get_peer_array(array, 0)):
            with self.assertRaises(nvshmem.NvshmemInvalid):
                call()
        self.assertEqual((0, 0, True), (buffer.handle, buffer.size, buffer.is_closed))

    def test_what_is_no_symmetric_memory(self):
        for wrong in (numpy.zeros(4), "text", 3, None):
            with self.subTest(wrong=wrong), self.assertRaises(nvshmem.NvshmemInvalid):
                nvshmem.free(wrong)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.free(Buffer.from_handle(4096, 16))

    def test_an_old_view_does_not_hit_the_new_owner_of_its_address(self):
        old = nvshmem.array(64, release=True)
        address = old.ctypes.data
        nvshmem.free(old)
        new = nvshmem.array(64)
        self.assertEqual(address, new.ctypes.data)
        with unraisable() as raised:
            with self.assertRaises(nvshmem.NvshmemError):
                nvshmem.free(old)
            del old
            gc.collect()
        self.assertEqual([], raised)
        nvshmem.put(new, new, self.right, self.stream)
        self.meet()
        nvshmem.free(new)

    def test_by_a_view_of_another_library(self):
        buffer = nvshmem.buffer(64, release=True)
        view = numpy.from_dlpack(buffer)
        nvshmem.free(view)
        self.assertTrue(buffer.is_closed)

    def test_parents_take_their_children_along(self):
        parent = nvshmem.buffer(64)
        try:
            child = nvshmem.get_peer_buffer(parent, self.right)
        except nvshmem.NvshmemError:
            nvshmem.free(parent)
            self.skipTest("peers are not mapped")
        nvshmem.free(parent)
        self.assertTrue(child.is_closed)

    def test_release_is_local_and_the_memory_comes_back(self):
        before = nvshmem.heap_use().used
        arrays = [nvshmem.array(1000) for _ in range(20)]
        random.Random(self.me).shuffle(arrays)
        for array in arrays:
            nvshmem.release(array)
        with self.assertRaises(nvshmem.NvshmemInvalid):
            nvshmem.put(arrays[0], arrays[0], self.me, self.stream)
        self.meet()
        nvshmem.free(nvshmem.array(1))
        nvshmem.free(nvshmem.array(1))
        self.assertEqual(before, nvshmem.heap_use().used)


class Collection(PeCase):
    def test_the_library_keeps_what_is_not_freed(self):
        buffer = nvshmem.buffer(64)
        address, seen = buffer.handle, weakref.ref(buffer)
        del buffer
        gc.collect()
        self.assertIsNotNone(seen())
        nvshmem.free(seen())
        self.assertNotIn(False, [entry["freed"] for at, entry in table().items() if at == address])

    def test_an_unfreed_buffer_that_is_collected_is_an_error_and_stays(self):
        buffer = nvshmem.buffer(64, release=True)
        address = buffer.handle
        with unraisable() as raised:
            del buffer
            gc.collect()
        self.assertEqual([nvshmem.NvshmemError], [type(error) for error in raised])
        self.assertIn("free", str(raised[0]))
        entry = table()[address]
        self.assertEqual((False, BufferTypes.NORMAL), (entry["freed"], entry["type"]))
        nvshmem.free(entry["buffer"])

    def test_or_a_line_in_the_log_once(self):
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        logging.getLogger("nvshmem").addHandler(handler)
        array = nvshmem.array(8, release=True, except_on_del=False)
        entry = table()[array.ctypes.data]
        with unraisable() as raised:
            del array
            gc.collect()
        logging.getLogger("nvshmem").removeHandler(handler)
        self.assertEqual([], raised)
        self.assertEqual(1, stream.getvalue().count("freed implicitly"))
        nvshmem.free(entry["buffer"])

    def test_the_resource_may_be_asked_directly(self):
        buffer = nvshmem.buffer(64)
        with self.assertRaises(nvshmem.NvshmemError):
            buffer.memory_resource.deallocate(buffer.handle, buffer.size)
        nvshmem.free(buffer)

    def test_views_of_peers_are_never_an_error(self):
        array = self.array(8)
        try:
            for _ in range(10):
                view = nvshmem.get_peer_array(array, self.right)
        except nvshmem.NvshmemError:
            self.skipTest("peers are not mapped")
        with unraisable() as raised:
            del view
            gc.collect()
        self.assertEqual([], raised)

    def test_collection_in_any_order_while_signals_go_round(self):
        """Each PE drops its arrays in its own order, in cycles, while a ring of signals runs; the memory comes back."""
        own = random.Random(self.me)
        before = nvshmem.heap_use().used
        word, signal = self.signal()
        dst, src = self.array(8), self.array(8)
        cycles = []
        for i in range(100):
            array = nvshmem.array(800, auto_release=True)
            cycle = [array]
            cycle.append(cycle)
            cycles.append(cycle)
        own.shuffle(cycles)
        for round_ in range(1, 101):
            cycles.pop()
            if own.random() < 0.1:
                gc.collect()
            src[:] = round_
            nvshmem.put_signal(dst, src, signal, round_, nvshmem.SignalOp.SIGNAL_SET, self.right, self.stream)
            nvshmem.signal_wait(signal, round_, nvshmem.ComparisonType.CMP_GE, self.stream)
        array = cycle = None
        gc.collect()
        self.meet()
        more = [nvshmem.array(800) for _ in range(100)]
        for array in more:
            nvshmem.free(array)
        for array in (word, dst, src):
            nvshmem.free(array)
        self.held.clear()
        nvshmem.free(nvshmem.buffer(8))
        nvshmem.free(nvshmem.buffer(8))
        self.assertEqual(before, nvshmem.heap_use().used)


class Peers(PeCase):
    def view(self, array, pe):
        try:
            return nvshmem.get_peer_array(array, pe)
        except nvshmem.NvshmemError as error:
            self.assertIn("not mapped", str(error))
            self.skipTest("peers are not mapped")

    def test_a_view_shows_the_other_pes_memory(self):
        array = self.array((3, 4), "int32", morder="F")
        array[:] = self.me
        self.meet()
        for pe in range(self.n):
            there = self.view(array, pe)
            self.assertEqual((array.shape, array.strides), (there.shape, there.strides))
            self.assertArray(numpy.full((3, 4), pe), there)
        self.meet()
        self.view(array, self.right)[1, 2] = 77
        self.meet()
        self.assertEqual(77, array[1, 2])

    def test_a_slice_keeps_its_place(self):
        array = self.array(10)
        array[:] = numpy.arange(10) + 100 * self.me
        self.meet()
        self.assertArray(numpy.arange(3, 6) + 100 * self.right, self.view(array[3:6], self.right))

    def test_asking_twice_and_after_reuse(self):
        buffer = nvshmem.buffer(100)
        self.view(numpy.asarray(buffer), self.right)
        self.assertIs(nvshmem.get_peer_buffer(buffer, self.right), nvshmem.get_peer_buffer(buffer, self.right))
        nvshmem.free(buffer)
        larger = nvshmem.buffer(200)
        self.assertEqual(200, nvshmem.get_peer_buffer(larger, self.right).size)
        self.assertIs(larger, nvshmem.get_peer_buffer(larger, self.me))
        nvshmem.free(larger)

    def test_what_is_refused(self):
        array = self.array(4)
        for pe, error in ((-1, nvshmem.NvshmemInvalid), (self.n, nvshmem.NvshmemInvalid), (None, TypeError)):
            with self.assertRaises(error):
                nvshmem.get_peer_array(array, pe)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.get_multicast_array(0, array)
        with self.assertRaises(nvshmem.NvshmemInvalid):
            nvshmem.get_peer_buffer(array, 0)
        with self.assertRaises(nvshmem.NvshmemInvalid):
            nvshmem.get_peer_array(numpy.zeros(4), 0)


class Registration(PeCase):
    SIZE = 1 << 20

    def shared(self) -> numpy.ndarray:
        return numpy.frombuffer(mmap.mmap(-1, self.SIZE), dtype=numpy.int64)

    def test_memory_of_the_program_becomes_symmetric(self):
        mine, source = self.shared(), self.array(4)
        source[:] = self.me
        symmetric = nvshmem.register_external_array(mine)
        self.assertEqual(mine.shape, symmetric.shape)
        mine[:] = -1
        self.meet()
        nvshmem.put(symmetric[8:12], source, self.right, self.stream)
        self.meet()
        self.assertArray([self.left] * 4, mine[8:12])
        nvshmem.unregister_external_array(symmetric)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.unregister_external_buffer(nvshmem.memory.owner_of(symmetric))

    def test_twice_is_the_same(self):
        mine = self.shared()
        given = Buffer.from_handle(mine.ctypes.data, self.SIZE, owner=mine)
        symmetric = nvshmem.register_external_buffer(given)
        self.assertIs(symmetric, nvshmem.register_external_buffer(symmetric))
        nvshmem.unregister_external_buffer(symmetric)
        nvshmem.unregister_external_buffer(symmetric)
        again = nvshmem.register_external_buffer(given)
        self.assertIsNotNone(again)
        nvshmem.unregister_external_buffer(again)

    def test_what_is_refused(self):
        held = numpy.zeros(1 << 16)
        private = Buffer.from_handle(held.ctypes.data, held.nbytes, owner=held)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.register_external_buffer(private)
        with self.assertRaises(nvshmem.NvshmemInvalid):
            nvshmem.register_external_buffer(private, preferred_address="here")
        for nothing in (Buffer.from_handle(0, 4096), Buffer.from_handle(held.ctypes.data, 0, owner=held)):
            with self.assertRaises(nvshmem.NvshmemError):
                nvshmem.register_external_buffer(nothing)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.unregister_external_buffer(private)
        own = nvshmem.array_get_buffer(self.array(4))[0]
        for call in (nvshmem.register_external_buffer, nvshmem.unregister_external_buffer):
            with self.assertRaises(nvshmem.NvshmemError):
                call(own)

    def test_overlap_is_refused_and_harms_nothing(self):
        mine = self.shared()
        whole = nvshmem.register_external_buffer(Buffer.from_handle(mine.ctypes.data, self.SIZE, owner=mine))
        part = Buffer.from_handle(mine.ctypes.data + self.SIZE // 2, self.SIZE // 2, owner=mine)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.register_external_buffer(part)
        target = self.array(4)
        mine[:4] = self.me
        self.meet()
        nvshmem.put(target, numpy.frombuffer(whole, numpy.int64)[:4], self.right, self.stream)
        self.meet()
        self.assertArray([self.left] * 4, target)
        nvshmem.unregister_external_buffer(whole)

    def test_sources_that_are_not_registered(self):
        """A Buffer on any memory will do as a source; what lies in registered memory in part is refused."""
        mine, target = self.shared(), self.array(4)
        half = Buffer.from_handle(mine.ctypes.data, self.SIZE // 2, owner=mine)
        symmetric = nvshmem.register_external_buffer(half)
        mine[-4:] = self.me
        self.meet()
        nvshmem.put(target, Buffer.from_handle(mine[-4:].ctypes.data, 32, owner=mine), self.right, self.stream)
        self.meet()
        self.assertArray([self.left] * 4, target)
        over = numpy.frombuffer((numpy.ctypeslib.ctypes.c_char * 32).from_address(symmetric.handle + half.size - 16), numpy.int64)
        with self.assertRaisesRegex(nvshmem.NvshmemInvalid, "src reaches 16 bytes past the end"):
            nvshmem.put(target, over, self.right, self.stream)
        nvshmem.unregister_external_buffer(symmetric)


class Raw(PeCase):
    def test_ptr(self):
        """Null wherever there is nothing to point at."""
        array, local = self.array(4), numpy.zeros(4, "int64")
        start = array.ctypes.data
        self.meet()
        self.assertEqual((start, start + 8), (bindings.ptr(start, self.me), bindings.ptr(start + 8, self.me)))
        there = bindings.ptr(start + 8, self.right)
        self.assertEqual(IS_MAPPED or self.n == 1, there != 0)
        if there:
            numpy.frombuffer((numpy.ctypeslib.ctypes.c_int64 * 1).from_address(there), "int64")[0] = 7 + self.me
            self.meet()
            found = self.array(4)
            nvshmem.get(found, array, self.right, self.stream)
            self.stream.sync()
            self.assertEqual(7 + self.me, found[1])
        for address, pe in ((0, self.me), (local.ctypes.data, self.me), (start, -1), (start, self.n)):
            try:
                self.assertEqual(0, bindings.ptr(address, pe))
            except bindings.NVSHMEMError as error:
                self.assertIn("nvshmem_ptr", str(error))
        self.meet()

    def test_the_c_functions(self):
        self.assertEqual((self.me, self.n), (bindings.my_pe(), bindings.n_pes()))
        address = bindings.malloc(64)
        self.assertEqual(address, bindings.ptr(address, self.me))
        bindings.int_p(address, 5, self.right)
        bindings.barrier_all()
        self.assertEqual(5, bindings.int_g(address, self.me))
        bindings.free(address)
        with self.assertRaises(bindings.NVSHMEMError) as caught:
            bindings.team_split_strided(-1, 0, 1, 1, 0, 0, numpy.zeros(1, "int32").ctypes.data)
        self.assertGreater(caught.exception.status, 0)
        self.assertIsInstance(caught.exception, nvshmem.NvshmemError)


if __name__ == "__main__":
    unittest.main()
