# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The crate nvshmem: its tests, documentation examples and programs, on PEs."""
import json
import unittest

from rust import BINDINGS, cargo, launch, why_no_cargo

WHY_NOT = why_no_cargo()
CRATE = BINDINGS / "nvshmem"
PE_TESTS = sorted(path.stem for path in (CRATE / "tests").glob("*.rs"))
EXAMPLES = sorted(path.stem for path in (CRATE / "examples").glob("*.rs"))


def build() -> dict:
    """Name -> program of every test and example."""
    said = cargo("test", "--no-run", "--message-format=json")
    rows = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return {row["target"]["name"]: row["executable"] for row in rows if row.get("executable")}


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Crate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.programs = build()

    def test_hello(self):
        said = launch(3, self.programs["hello"]).splitlines()
        self.assertEqual([f"PE {pe} of 3: my left neighbour is {(pe + 2) % 3}" for pe in range(3)], sorted(said))


def pe_test(name: str, pes: int):
    def test(self):
        said = launch(pes, self.programs[name], "--test-threads=1")
        self.assertEqual(pes, said.count("test result: ok."), said)
    return test


for _name in PE_TESTS:
    for _pes in (1, 2, 3):
        setattr(Crate, f"test_{_name}_on_{_pes}", pe_test(_name, _pes))


if __name__ == "__main__":
    unittest.main()
