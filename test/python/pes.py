# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests over PEs share: a case class with this PE's place in the ring, a stream, and arrays that are freed at the end."""
import unittest

import numpy

import nvshmem.core as nvshmem

POISON = 0xA5


class PeCase(unittest.TestCase):
    def setUp(self):
        self.me, self.n = nvshmem.my_pe(), nvshmem.n_pes()
        self.right, self.left = (self.me + 1) % self.n, (self.me - 1) % self.n
        self.stream = nvshmem.Device().create_stream()
        self.held = []
        self.meet()

    def tearDown(self):
        self.meet()
        for array in self.held:
            nvshmem.free(array)
        self.stream.close()

    def array(self, shape, dtype="int64", **options) -> numpy.ndarray:
        """A symmetric array full of poison."""
        array = nvshmem.array(shape, dtype, **options)
        nvshmem.array_get_buffer(array)[0].fill(POISON)
        self.held.append(array)
        return array

    def signal(self):
        """(the array, its Buffer) of a signal that is 0 on every PE."""
        word = self.array(1, "uint64")
        word[:] = 0
        self.meet()
        return word, nvshmem.array_get_buffer(word)[0]

    def meet(self):
        """A barrier of all PEs, with all earlier work of the stream done."""
        nvshmem.barrier_all(stream=self.stream)
        self.stream.sync()

    def assertArray(self, expected, found):
        numpy.testing.assert_array_equal(found, expected)
