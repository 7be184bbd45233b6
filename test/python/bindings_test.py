# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The raw layer: every C function by name, enumerations equal to the headers, structures of the right size, stubs."""
import ast
import pickle
import re
import sys
import unittest
from pathlib import Path

import numpy

import nvshmem
from nvshmem import _native, bindings
from nvshmem.bindings import enums

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(nvshmem.__file__).absolute().parent
sys.path.insert(0, str(ROOT / "tools"))
import generate_api  # noqa: E402

ENUMERATIONS = ("Signal_op", "Cmp_type", "Thread_support", "Init_status", "Team_id", "Status", "Flags", "Smem_amount", "Tma_policy")
RANGE_ENDS = re.compile("SENTINEL|_MAX$|^MAX$|STATUS_INVALID")  # differ by interface level


def header_values() -> dict:
    """Every constant of the public headers that is written as a number, less its prefix."""
    text = "".join(file.read_text() for file in (ROOT / "include/nvshmem").glob("*.h"))
    return {name: int(value) for name, value in re.findall(r"\bNVSHMEM[XI]?_(\w+) = (-?\d+)\b", text)}


class Functions(unittest.TestCase):
    def test_every_function_with_plain_parameters_is_there(self):
        names = set(dir(bindings))
        plain = [symbol for symbol in generate_api.load_symbols()
                 if "(" in symbol.prototype and not re.search(r"dim3|version_t|interrupt_t|_cb\b|const char \*", symbol.prototype)]
        self.assertGreater(len(plain), 1500)
        self.assertEqual([], [symbol.name for symbol in plain if re.sub("^nvshmemx?_", "", symbol.name) not in names
                              and not symbol.name.startswith("nvshmemid_")])

    def test_every_name_is_found_in_the_library(self):
        for name in _native.raw_names():
            self.assertTrue(callable(bindings.raw(name)), name)

    def test_a_name_that_is_none(self):
        with self.assertRaisesRegex(AttributeError, "no_such_thing"):
            bindings.no_such_thing

    def test_a_status_is_an_exception(self):
        bindings.check_status(0)
        with self.assertRaisesRegex(bindings.NVSHMEMError, "Status code 4 .*SYMMETRY") as caught:
            bindings.check_status(4)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((4, str(caught.exception)), (again.status, str(again)))
        self.assertIsInstance(bindings.from_status(2, "", ""), MemoryError)


class Stubs(unittest.TestCase):
    """The files that type checkers read say what the compiled module has."""

    def functions(self, file: Path) -> dict:
        return {node.name: [argument.arg for argument in node.args.args] for node in ast.parse(file.read_text()).body
                if isinstance(node, ast.FunctionDef)}

    def test_the_native_module(self):
        stub = self.functions(PACKAGE / "_native.pyi")
        found = {name: getattr(_native, name) for name in dir(_native) if not name.startswith("_") and name[0].islower()}
        self.assertEqual(set(found), set(stub))
        for name, function in found.items():
            for signature, *_ in getattr(function, "__nb_signature__", ()):
                self.assertEqual(re.findall(r"(\w+): ", signature.partition("->")[0]), stub[name], name)

    def test_the_bindings(self):
        stub = self.functions(PACKAGE.parents[1] / "nvshmem4py/bindings.pyi")
        self.assertEqual({*_native.raw_names(), "check_status", "raw"}, set(stub))


class Enumerations(unittest.TestCase):
    def test_values_are_those_of_the_headers(self):
        known, compared = header_values(), 0
        for enum in ENUMERATIONS:
            for name, member in getattr(enums, enum).__members__.items():
                if not RANGE_ENDS.search(name) and name in known:
                    compared += 1
                    self.assertEqual(known[name], int(member), name)
        self.assertGreater(compared, 30)


class Structures(unittest.TestCase):
    def test_sizes_and_versions(self):
        for dtype, size in ((bindings.uniqueid_dtype, 128), (bindings.team_config_dtype, 64), (bindings.init_attr_dtype, 144)):
            self.assertEqual(size, dtype.itemsize)
        config = bindings.TeamConfig()
        self.assertEqual(((2 << 16) + 64, -1, 2**64 - 1), (config.version, config.num_contexts, config.uniqueid))
        config.num_contexts = 3
        self.assertEqual(3, bindings.TeamConfig.from_ptr(config.ptr).num_contexts)

    def test_records_are_copied_as_bytes(self):
        one, other = bindings.uniqueid(), bindings.uniqueid()
        one._data.view(numpy.int8)[:] = 7
        other._data.view(numpy.int8)[:] = one._data.view(numpy.int8)
        self.assertEqual(one, other)
        self.assertEqual(int(one), one.ptr)
        self.assertEqual(128, len(one._data.view(numpy.int8)))
        pair = bindings.uniqueid(2)
        self.assertEqual((2, pair.ptr + 128), (len(pair), pair[1].ptr))
        for call, error in ((lambda: int(pair), TypeError), (lambda: pair[2], IndexError), (lambda: bindings.uniqueid.from_ptr(0), ValueError),
                            (lambda: bindings.uniqueid.from_data([1]), TypeError), (lambda: bindings.uniqueid.from_data(numpy.zeros(3)), ValueError)):
            with self.assertRaises(error):
                call()


if __name__ == "__main__":
    unittest.main()
