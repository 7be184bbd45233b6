# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
#
# Reads the machine code of the small operations: what runs for a valid access to a mapped peer makes no call, no system call and
# takes no lock. Errors, unmapped peers and large copies leave through `<name>.cold` or the functions named in EXITS.
import os
import re
import subprocess
import unittest

LIBRARY = os.environ["OMNISHMEM_LIBRARY"]

# One of each shape; the others are made by the same templates.
PLAIN = ["nvshmem_long_p", "nvshmem_long_g", "nvshmem_int_p", "nvshmem_double_g", "nvshmem_long_put", "nvshmem_long_get",
         "nvshmem_long_put_nbi", "nvshmem_putmem", "nvshmem_put64"]
ATOMIC = ["nvshmem_long_atomic_inc", "nvshmem_uint64_atomic_fetch_add", "nvshmem_int_atomic_compare_swap", "nvshmem_long_atomic_set",
          "nvshmemx_signal_op", "nvshmem_long_put_signal", "nvshmem_putmem_signal_nbi"]
SATISFIED = ["nvshmem_long_wait_until", "nvshmem_signal_wait_until", "nvshmem_int_test", "nvshmem_signal_fetch"]
EXITS = ("copy_large", "wait_slowly")


def disassemble(name):
    listing = subprocess.run(["objdump", "-d", "-C", "--no-show-raw-insn", f"--disassemble={name}", LIBRARY],
                             capture_output=True, text=True, check=True).stdout
    lines = re.findall(r"^\s+[0-9a-f]+:\s+(.+?)\s*$", listing, re.M)
    if not lines:
        raise AssertionError(f"{name} is not in {LIBRARY}")
    return lines


def leaves(instruction, name):
    """The function that a call or jump leads to, when it is another one than `name` or its cold part."""
    match = re.match(r"(?:bnd |notrack )?(call|jmp|j[a-z]+)\s+\S+\s+<(.+)>", instruction)
    if not match:
        return None
    target = re.sub(r"\+0x[0-9a-f]+$", "", match.group(2))
    return None if target in (name, f"{name}.cold") or target.startswith(f"{name}@") else target


@unittest.skipUnless(os.uname().machine == "x86_64", "reads x86-64 code")
class HotPath(unittest.TestCase):
    def check(self, name, locked_instructions):
        code = disassemble(name)
        self.assertFalse([i for i in code if re.match(r"(syscall|int\s|sysenter)", i)], f"{name}: system call")
        exits = {leaves(i, name) for i in code} - {None}
        self.assertFalse([e for e in exits if not any(allowed in e for allowed in EXITS)], f"{name} calls {exits}")
        self.assertFalse([i for i in code if i.startswith("call") and "<" not in i], f"{name}: indirect call")
        locked = [i for i in code if i.startswith("lock") or re.match(r"xchg\s+%\w+,\S*\(", i)]
        self.assertLessEqual(len(locked), locked_instructions, f"{name}: {locked}")

    def test_put_and_get_are_loads_and_stores(self):
        for name in PLAIN:
            with self.subTest(name):
                self.check(name, 0)

    def test_atomics_are_one_locked_instruction(self):
        for name in ATOMIC:
            with self.subTest(name):
                self.check(name, 1)

    def test_satisfied_waits_are_loads(self):
        for name in SATISFIED:
            with self.subTest(name):
                self.check(name, 0)

    def test_quiet_is_one_locked_instruction(self):
        code = disassemble("nvshmem_quiet")
        self.assertTrue(any(i.startswith("lock") for i in code))
        self.assertFalse(any(i.startswith("syscall") for i in code))


if __name__ == "__main__":
    unittest.main()
