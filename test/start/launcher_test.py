# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Starting under launchers that this project did not make, and which of several counts."""
import socket
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from launchers import (Outcome, StartTest, hydra, hydra_by_port, nvshmrun, openmpi, plain, run, run_all,  # noqa: E402
                       slurm_variables, torch_script_variables, torchrun_variables)


def by_launcher(launcher):
    return lambda size, command, **environment: run(launcher(size, *command), **environment)


def by_variables(variables):
    return lambda size, command, **environment: run_all(command, [{**each, **environment} for each in variables(size)])


WAYS = {"nvshmrun": by_launcher(nvshmrun), "PMI-1, inherited": by_launcher(hydra), "PMI-1, called": by_launcher(hydra_by_port),
        "PMIx": by_launcher(openmpi), "torchrun": by_variables(torchrun_variables),
        "torch-variables": by_variables(torch_script_variables), "slurm": by_variables(slurm_variables)}


def in_each_way(test):
    """Runs the test with each way: a function of size, command and environment that gives the outcome."""
    def run_in_each(self):
        for name, way in WAYS.items():
            with self.subTest(way=name):
                test(self, way)
    return run_in_each


class Launchers(StartTest):
    @in_each_way
    def test_sizes(self, way):
        for size in [1, 2, 3, 8]:
            self.check(way(size, [plain(), "init", "lives"]), size)

    @in_each_way
    def test_without_finalize(self, way):
        outcome = way(2, [plain(), "init", "leaves"])
        self.check(outcome, 2)
        self.assertEqual("", outcome.errors)

    @in_each_way
    def test_closed_standard_descriptors(self, way):
        self.check(way(2, [plain(), "init", "closed"]), 2)

    @in_each_way
    def test_a_global_exit_ends_the_job(self, way):
        self.assertEqual(5, way(3, [plain(), "init", "exits"]).status)

    @in_each_way
    def test_a_program_that_a_pe_starts_is_none(self, way):
        outcome = way(3, [plain(), "init", "starts"])
        self.check(outcome, 3)
        self.assertRegex(outcome.output, "this process was started by a PE|the place of PE 1 is taken")

    def test_a_pe_that_does_not_come_is_waited_for_no_longer_than_the_limit(self):
        for name, words in [("PMI-1, inherited", "not all PEs have come in time"), ("PMIx", "not all PEs have come in time"),
                            ("torchrun", "PE 0 is not there"), ("slurm", "PE 0 is not there")]:
            with self.subTest(way=name):
                script = ("case ${PMI_RANK}${PMIX_RANK}${RANK}${SLURM_PROCID} in 0) exec sleep 2;; esac; "
                          f"exec {plain()} init fails")
                self.assertIn(words, WAYS[name](2, ["sh", "-c", script], NVSHMEM_WAIT_TIMEOUT="0.5").text)

    def test_each_way_by_its_name(self):
        for name, value in [("nvshmrun", "nvshmrun"), ("nvshmrun", "PMI"), ("PMI-1, inherited", "PMI"), ("PMI-1, inherited", "pmi-1"),
                            ("PMIx", "pmix"), ("torchrun", "torchrun"), ("slurm", "Slurm")]:
            with self.subTest(way=name, value=value):
                self.check(WAYS[name](2, [plain()], NVSHMEM_BOOTSTRAP=value), 2)
        self.check(run(openmpi(2, plain()), NVSHMEM_BOOTSTRAP="PMI", NVSHMEM_BOOTSTRAP_PMI="PMIX"), 2)
        self.check(run(hydra(2, plain()), NVSHMEM_BOOTSTRAP_PMI="PMI"), 2)

    def test_a_way_that_is_not_there_is_refused(self):
        for value, words in [("pmi-1", "neither PMI_FD nor PMI_PORT"), ("pmix", "PMIX_NAMESPACE and PMIX_RANK are not set"),
                             ("torchrun", "start with torchrun"), ("slurm", "start with srun"), ("nvshmrun", "start the program with"),
                             ("UID", "nvshmemx_init_attr with NVSHMEMX_INIT_WITH_UNIQUEID"), ("plugin", "There are no plugins here")]:
            with self.subTest(value=value):
                self.check_failure(run([plain(), "init", "fails"], NVSHMEM_BOOTSTRAP=value), words)
        self.check_failure(run([plain(), "init", "fails"], NVSHMEM_BOOTSTRAP_PMI="PMI-2"), "speak PMI as well")

    def test_pmi_without_a_launcher_is_one_pe(self):
        self.check(run([plain()], NVSHMEM_BOOTSTRAP="PMI"), 1)


class Nested(StartTest):
    """Launchers below launchers: the nearest counts."""

    def test_launchers_that_start_each_other(self):
        for outer in [nvshmrun, openmpi, hydra]:
            for inner in [nvshmrun, openmpi, hydra]:
                if outer is not inner or outer is nvshmrun:
                    with self.subTest(outer=outer.__name__, inner=inner.__name__):
                        self.check(run(outer(2, *inner(2, plain()))), 2, 2)

    def test_torchrun_below_others(self):
        for launcher in [openmpi, hydra]:
            script = "RANK={rank} " + plain()
            with self.subTest(outer=launcher.__name__):
                together = " & ".join(script.format(rank=rank) for rank in range(3)) + " & wait"
                self.check(run(launcher(1, "sh", "-c", together), **torchrun_variables(3)[0]), 3)
        self.check(run_all([plain()], [{**slurm_variables(1)[0], **each} for each in torchrun_variables(2)]), 2)

    def test_variables_that_scripts_set_count_last(self):
        """RANK and its kin may describe another library's job."""
        self.check(run_all([plain()], [{**each, **torch_script_variables(8)[7]} for each in slurm_variables(2)]), 2)
        self.check(run(nvshmrun(2, plain()), **torch_script_variables(8)[7]), 2)

    def test_a_number_that_names_no_connection_any_more(self):
        self.check(run([plain()], PMI_FD="77", PMI_RANK="1", PMI_SIZE="4"), 1)
        self.check(run([plain()], PMI_FD="seven", PMI_RANK="1", PMI_SIZE="4"), 1)

    def test_the_variable_wins(self):
        self.check(run(openmpi(2, plain()), NVSHMEM_BOOTSTRAP="alone"), 1, 1)
        self.check(run(hydra(2, plain()), NVSHMEM_BOOTSTRAP="alone"), 1, 1)


class Variables(StartTest):
    """What variables alone cannot tell."""

    def fails(self, environments: list, **more) -> Outcome:
        return run_all([plain(), "init", "fails"], [{**each, **more} for each in environments])

    def test_a_rank_given_twice(self):
        variables = torchrun_variables(3)
        variables[2]["RANK"] = "1"
        self.assertIn("two processes say that they are PE 1", self.fails(variables, NVSHMEM_WAIT_TIMEOUT="2").output)

    def test_two_jobs_with_the_same_variables(self):
        variables = torchrun_variables(2)
        outcome = self.fails([variables[0], variables[0]], NVSHMEM_WAIT_TIMEOUT="1")
        self.assertIn("does another job have the same variables, or is this process PE 0 twice?", outcome.output)

    def test_ranks_that_cannot_be(self):
        self.check_failure(self.fails([{**torchrun_variables(2)[0], "RANK": "2"}]), "this is process 2 of 2")

    def test_several_machines(self):
        outcome = self.fails(torchrun_variables(2, GROUP_WORLD_SIZE="2"))
        self.check_failure(outcome, "variables alone carry no secret. Set NVSHMEM_BOOTSTRAP_UID_SESSION_ID")
        self.check_failure(self.fails(slurm_variables(2, SLURM_STEP_NUM_NODES="4")), "PEs are on 4 machines")

    def test_a_session_names_the_place(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            place = f"127.0.0.1:{server.getsockname()[1]}"
        variables = [{**each, "NVSHMEM_BOOTSTRAP_UID_SESSION_ID": place} for each in torchrun_variables(2, GROUP_WORLD_SIZE="2")]
        self.check(run_all([plain(), "init", "lives"], variables), 2)


if __name__ == "__main__":
    unittest.main()
