# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Stream order over PEs: calls return before the work, work is done in order, events order two streams, all kinds of streams."""
import time
import unittest

import numpy

import nvshmem.core as nvshmem
from nvshmem.core import ComparisonType, Device, SignalOp, Teams
from pes import PeCase


class Order(PeCase):
    def test_a_wait_returns_before_its_signal(self):
        word, signal = self.signal()
        array = self.array(4)
        array[:] = 0
        self.meet()
        nvshmem.signal_wait(signal, 1, ComparisonType.CMP_EQ, stream=self.stream)
        nvshmem.put(array, array, self.me, stream=self.stream)
        event = self.stream.record()
        time.sleep(0.01)
        self.assertFalse(event.is_done)
        other = Device().create_stream()
        nvshmem.signal_op(signal, 1, SignalOp.SIGNAL_SET, self.me, stream=other)
        event.sync()
        self.assertTrue(event.is_done)
        self.stream.sync()

    def test_work_of_a_stream_is_done_in_order(self):
        dst, src = self.array(1000), self.array(1000)
        _, signal = self.signal()
        for round_ in range(1, 101):
            src[:] = round_
            nvshmem.put(dst, src, self.right, stream=self.stream)
            nvshmem.signal_op(signal, round_, SignalOp.SIGNAL_SET, self.right, stream=self.stream)
            nvshmem.signal_wait(signal, round_, ComparisonType.CMP_GE, stream=self.stream)
            self.stream.sync()
            self.assertArray(numpy.full(1000, round_), dst)
            self.meet()

    def test_a_collective_waits_for_the_reader_of_its_destination(self):
        """That a destination may be written is the callers' affair: a sync in the stream that reads it says so."""
        total, copy, src = self.array(500), self.array(500), self.array(500)
        for round_ in range(20):
            src[:] = round_ + self.me
            nvshmem.reduce(Teams.TEAM_WORLD, total, src, "sum", stream=self.stream)
            nvshmem.put(copy, total, self.me, stream=self.stream)  # the slow reader
            nvshmem.sync(Teams.TEAM_WORLD, stream=self.stream)
            nvshmem.reduce(Teams.TEAM_WORLD, total, src, "max", stream=self.stream)
            self.stream.sync()
            self.assertArray(numpy.full(500, self.n * round_ + self.n * (self.n - 1) // 2), copy)
            self.assertArray(numpy.full(500, round_ + self.n - 1), total)

    def test_an_event_orders_two_streams(self):
        first, second = Device().create_stream(), Device().create_stream()
        middle, end, src = self.array(100), self.array(100), self.array(100)
        word, signal = self.signal()
        src[:] = self.me + 5
        nvshmem.signal_wait(signal, 1, ComparisonType.CMP_EQ, stream=first)
        nvshmem.put(middle, src, self.me, stream=first)
        second.wait(first)
        nvshmem.put(end, middle, self.me, stream=second)
        nvshmem.signal_op(signal, 1, SignalOp.SIGNAL_SET, self.me, stream=self.stream)
        second.sync()
        self.assertArray(numpy.full(100, self.me + 5), end)

    def test_a_barrier_on_a_stream_is_no_barrier_of_the_host(self):
        """PE 0 gives its stream the barrier first and goes on; the others come later."""
        if self.me != 0:
            time.sleep(0.05)
        nvshmem.barrier_all(stream=self.stream)
        event = self.stream.record()
        if self.n > 1 and self.me == 0:
            self.assertFalse(event.is_done)
        self.stream.sync()
        self.assertTrue(event.is_done)


class Kinds(PeCase):
    def moved(self, stream, sync) -> bool:
        dst, src = self.array(4), self.array(4)
        dst[:], src[:] = -1, self.me
        self.meet()
        nvshmem.put(dst, src, self.right, stream=stream)
        sync()
        self.meet()
        return bool((dst == self.left).all())

    def test_whatever_is_a_stream(self):
        handle, sync = self.stream.handle, self.stream.sync

        class Torch:
            cuda_stream = handle

        class Protocol:
            def __cuda_stream__(self):
                return (0, handle)

        class Older:
            __cuda_stream__ = (0, handle)

        self.assertTrue(self.moved(nvshmem.NvshmemStream(Torch()), sync))
        for kind in (Torch, Protocol, Older):
            with self.subTest(kind=kind.__name__):
                self.assertTrue(self.moved(kind(), sync))
        self.assertTrue(self.moved(handle, sync))

    def test_default_streams_by_number(self):
        for handle in (0, 1, 2):
            with self.subTest(handle=handle):
                self.assertTrue(self.moved(handle, Device().sync))
        self.assertTrue(self.moved(Device().default_stream, Device().default_stream.sync))

    def test_closing(self):
        stream = Device().create_stream()
        dst = self.array(4)
        nvshmem.put(dst, dst, self.me, stream=stream)
        stream.close()
        stream.close()
        Device().sync()


if __name__ == "__main__":
    unittest.main()
