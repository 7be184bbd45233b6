# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The crate nvshmem: its tests, documentation examples and programs, on PEs."""
import json
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from rust import BINDINGS, BUILD, ENVIRONMENT, PRELOAD, cargo, launch, run, why_no_cargo

WHY_NOT = why_no_cargo()
NOT_HERE = "the same as with the plain library"
CRATE = BINDINGS / "nvshmem"
PE_TESTS = sorted({path.stem for path in (CRATE / "tests").glob("*.rs")} - {"ends"})
CUDA_CORE = """
pub struct CudaModule(*mut core::ffi::c_void);
impl CudaModule {
    pub fn cu_module(&self) -> *mut core::ffi::c_void { self.0 }
}
"""
NEIGHBOURS = {pes: [f"PE {pe} of {pes}: my left neighbour is {(pe + pes - 1) % pes}" for pe in range(pes)] for pes in (2, 3)}


def build() -> dict:
    """Name -> program of every test and example."""
    said = cargo("test", "--no-run", "--message-format=json")
    rows = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return {row["target"]["name"]: row["executable"] for row in rows if row.get("executable")}


@unittest.skipIf(WHY_NOT, WHY_NOT)
class CrateTest(unittest.TestCase):
    programs = {}

    @classmethod
    def setUpClass(cls):
        CrateTest.programs = CrateTest.programs or build()

    def check_on_pes(self, name: str, pes: int, **variables):
        said = launch(pes, self.programs[name], "--test-threads=1", env={**ENVIRONMENT, **variables})
        self.assertEqual(pes, said.count("test result: ok."), said)


class OnPes(CrateTest):
    """Test methods are added below: one for each file of tests and number of PEs."""


def add_test(name: str, pes: int, mode: str, **variables):
    setattr(OnPes, f"test_{name}_on_{pes}_{mode}", lambda self: self.check_on_pes(name, pes, **variables))


for _name in PE_TESTS:
    for _pes in (1, 3) if PRELOAD else (1, 2, 3, 4):
        add_test(_name, _pes, "mapped")
    add_test(_name, 2, "unmapped", NVSHMEM_DISABLE_P2P="1")


class Ends(CrateTest):
    """Ways to end; each is a job of its own."""

    def end(self, name: str, status, pes: int = 3) -> str:
        return launch(pes, self.programs["ends"], "--ignored", "--exact", name, status=status)

    def test_a_panic_in_one_pe_is_told_to_the_others(self):
        said = self.end("panic_in_one_pe", None)
        self.assertIn("on purpose", said)
        self.assertRegex(said, r"PE 1 \(process \d+\) (has left the job|ended with exit status 101)")

    def test_an_exit_with_live_objects_is_none_of_an_error(self):
        said = self.end("exit_without_an_end", 0)
        self.assertNotRegex(said, "(?i)error|leak|warning")

    def test_a_forgotten_buffer_keeps_the_library_up(self):
        self.end("forgotten_buffer", 0)

    def test_a_global_exit_ends_all_with_its_status(self):
        self.end("the_whole_job_exits", 7)

    @unittest.skipIf(PRELOAD, "the sanitizer maps memory of its own")
    def test_many_lives_leave_nothing_behind(self):
        self.end("many_lives_leave_nothing_behind", 0)


@unittest.skipIf(PRELOAD, NOT_HERE)
class Programs(CrateTest):
    def test_hello(self):
        self.assertEqual(NEIGHBOURS[3], sorted(launch(3, self.programs["hello"]).splitlines()))

    def test_the_file_of_the_host_library_can_be_named(self):
        right = {**ENVIRONMENT, "NVSHMEM_HOST_LIB_PATH": f"{BUILD}/lib/libnvshmem_host.so.3"}
        self.assertEqual(NEIGHBOURS[2], sorted(launch(2, self.programs["hello"], env=right).splitlines()))
        said = launch(1, self.programs["hello"], env={**right, "NVSHMEM_HOST_LIB_PATH": "/no/such.so"}, status=1)
        self.assertIn("set NVSHMEM_HOST_LIB_PATH to the file", said)

    def test_ring(self):
        self.assertEqual("3 rounds over 3 PEs: the token is 9\n", launch(3, self.programs["ring"]))

    def test_heat_is_the_same_on_any_number_of_pes(self):
        alone = launch(1, self.programs["heat"])
        self.assertIn("the plate holds", alone)
        for pes in (2, 3):
            self.assertEqual(alone, launch(pes, self.programs["heat"]))

    def test_pipeline(self):
        self.assertIn("went through 3 PEs; every value is 6", launch(3, self.programs["pipeline"]))

    def test_a_communicator_of_mpi(self):
        for launcher, library in [("mpirun.openmpi --allow-run-as-root --oversubscribe", "libmpi.so.40"),
                                  ("mpiexec.hydra", "libmpich.so.12")]:
            with self.subTest(library=library):
                self.under(launcher, "mpi", library)

    def test_the_launchers_of_mpi(self):
        for launcher in ["mpirun.openmpi --allow-run-as-root --oversubscribe", "mpiexec.hydra"]:
            with self.subTest(launcher=launcher):
                self.under(launcher, "hello")

    def under(self, launcher: str, name: str, *words: str):
        command = launcher.split()
        if not shutil.which(command[0]):
            self.skipTest(f"{command[0]} is not installed")
        said = run(*command, "-n", 2, self.programs[name], *words)
        self.assertEqual(NEIGHBOURS[2], sorted(re.findall("PE .*", said)), said)


@unittest.skipIf(PRELOAD, NOT_HERE)
class Source(CrateTest):
    def test_documentation_examples_on_two_pes(self):
        host = re.search(r"host: (.*)", run("rustc", "-vV"))[1].upper().replace("-", "_")
        runner = {f"CARGO_TARGET_{host}_RUNNER": f"{BUILD}/bin/nvshmrun -n 2"}
        said = cargo("test", "--doc", "--", "--test-threads=1", env={**ENVIRONMENT, **runner})
        self.assertEqual(2, said.count("test result: ok."), said)

    @unittest.skipUnless(shutil.which("rustfmt"), "rustfmt is not installed")
    def test_format(self):
        run("cargo", "fmt", "--check", "--manifest-path", CRATE / "Cargo.toml")

    @unittest.skipUnless(shutil.which("clippy-driver"), "clippy is not installed")
    def test_clippy(self):
        cargo("clippy", "--all-targets", "--", "--deny", "warnings")

    def test_the_crate_that_cmake_makes_stands_alone(self):
        """With a stand-in for CUDA-Oxide's cuda-core, whose feature is on."""
        folder = Path(tempfile.mkdtemp(prefix="rust-crate-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "crates/cuda-core/src").mkdir(parents=True)
        (folder / "crates/cuda-core/Cargo.toml").write_text('[package]\nname = "cuda-core"\nversion = "0.1.0"\nedition = "2021"\n')
        (folder / "crates/cuda-core/src/lib.rs").write_text(CUDA_CORE)
        run("cmake", "-S", BINDINGS, "-B", folder / "build", f"-DNVSHMEM_CUDA_OXIDE_ROOT={folder}")
        run("cmake", "--build", folder / "build", "--target", "build_bindings_rust")
        run("cargo", "check", "--offline", "--quiet", "--features", "cuda-oxide", cwd=folder / "build/generated/nvshmem_host_runtime")

    def test_documentation_is_whole(self):
        cargo("doc", "--no-deps", env={**ENVIRONMENT, "RUSTDOCFLAGS": "--deny warnings"})


if __name__ == "__main__":
    unittest.main()
