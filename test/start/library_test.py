# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Starting from a library that runs already: MPI, from both families, and OpenSHMEM."""
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from launchers import BUILD, SOURCES, StartTest, hydra, openmpi, oshrun, run, with_mpi, with_openshmem  # noqa: E402

MPIS = {"openmpi": openmpi, "mpich": hydra}


def in_each_mpi(test):
    """Runs the test with the launcher and the program of each family of MPI."""
    def run_in_each(self):
        for kind, launcher in MPIS.items():
            with self.subTest(mpi=kind):
                test(self, launcher, with_mpi(kind))
    return run_in_each


class Library(StartTest):
    @in_each_mpi
    def test_the_world_communicator(self, launcher, program):
        for size in [1, 2, 3, 8]:
            self.check(run(launcher(size, program, "world", "lives")), size)

    @in_each_mpi
    def test_communicators_that_are_parts(self, launcher, program):
        self.check(run(launcher(5, program, "split", "lives")), 3, 2)

    @in_each_mpi
    def test_by_variable_with_mpi_running(self, launcher, program):
        self.check(run(launcher(2, program, "both", "lives"), NVSHMEM_BOOTSTRAP="MPI"), 2)

    @in_each_mpi
    def test_by_variable_mpi_is_started_and_ended(self, launcher, program):
        self.check(run(launcher(2, program, "init", "lives"), NVSHMEM_BOOTSTRAP="mpi"), 2)

    @in_each_mpi
    def test_a_life_around_that_of_mpi(self, launcher, program):
        """The launcher introduces; it is the same connection that MPI uses in between."""
        self.check(run(launcher(2, program, "init", "wraps")), 2)

    @in_each_mpi
    def test_a_plain_start_with_mpi_running(self, launcher, program):
        self.check(run(launcher(2, program, "both", "lives")), 2)

    @in_each_mpi
    def test_calls_that_cannot_be(self, launcher, program):
        for how, words in [("early", "MPI is not initialised: call MPI_Init first"), ("late", "MPI is finalised"),
                           ("null", "the communicator is MPI_COMM_NULL")]:
            self.check_failure(run(launcher(1, program, how, "fails")), words)

    @in_each_mpi
    def test_a_global_exit_ends_the_job(self, launcher, program):
        self.assertEqual(5, run(launcher(3, program, "world", "exits")).status)

    @in_each_mpi
    def test_a_rank_that_does_not_come_is_said(self, launcher, program):
        command = f"if [ ${{PMI_RANK:-$OMPI_COMM_WORLD_RANK}} = 0 ]; then exec {program} away; fi; exec {program} world fails"
        outcome = run(launcher(2, "sh", "-c", command), NVSHMEM_WAIT_TIMEOUT="0.5")
        self.assertIn("not all ranks of the communicator have made this call in time", outcome.text)

    @in_each_mpi
    def test_two_libraries_are_refused_by_name(self, launcher, program):
        other = "libmpich.so.12" if launcher is openmpi else "libmpi.so.40"
        outcome = run(launcher(1, program, f"{other}", "fails"))
        self.assertIn("two MPI libraries are loaded in this process", outcome.text)
        self.assertIn("libmpich.so.12", outcome.text)
        self.assertIn("libmpi.so.40", outcome.text)

    def test_python_with_local_symbols(self):
        python = "/usr/bin/python3"
        if not os.path.exists("/usr/lib/python3/dist-packages/mpi4py"):
            self.skipTest("python3-mpi4py is not installed")
        library = str(BUILD / "lib/libnvshmem_host.so")
        for size in [1, 2, 3]:
            self.check(run(openmpi(size, python, str(SOURCES / "pe.py"), library)), size)

    def test_openshmem(self):
        for size in [1, 2, 3, 8]:
            self.check(run(oshrun(size, with_openshmem(), "shmem", "lives")), size)

    def test_openshmem_that_does_not_run(self):
        outcome = run([with_openshmem(), "early", "fails"])
        self.assertIn("OpenSHMEM is not initialised: call shmem_init first", outcome.text)


if __name__ == "__main__":
    unittest.main()
