# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The installed tree: its files, and programs built from it with CMake, pkg-config and plain flags, in C11 and C++17.

The tree is installed once, looked at and used, then moved to another folder and used again.
OMNI_BUILD_DIR names the build folder to install from.
"""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
ROOT = SOURCES.parents[1]
BUILD = Path(os.environ["OMNI_BUILD_DIR"])
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
LANGUAGES = {"c": (os.environ.get("CC", "gcc"), "-std=c11"), "cpp": (os.environ.get("CXX", "g++"), "-std=c++17")}


def run(*command, **keywords) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=120, check=False, **keywords)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


class Tree:
    """An installed tree in a scratch folder, and the ways to build a consumer from it."""

    def __init__(self):
        self.scratch = Path(tempfile.mkdtemp(prefix="install-"))
        self.prefix = self.scratch / "first"
        run("cmake", "--install", BUILD, "--prefix", self.prefix)

    def move(self):
        self.prefix = self.prefix.rename(self.scratch / "another place")

    def remove(self):
        shutil.rmtree(self.scratch)

    def fresh(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self.scratch))

    def with_cmake(self, wanted: str = "3.5") -> tuple:
        """The folder with consumer_c and consumer_cpp, and what CMake said."""
        folder = self.fresh()
        said = run("cmake", "-S", SOURCES / "cmake_consumer", "-B", folder, "-G", "Ninja", f"-DWANTED={wanted}",
                   f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_BUILD_TYPE=Release")
        run("cmake", "--build", folder)
        return folder, said

    def with_flags(self, language: str, flags: list) -> Path:
        compiler, standard = LANGUAGES[language]
        program = self.fresh() / f"consumer_{language}"
        run(compiler, standard, *STRICT, SOURCES / f"consumer.{language}", "-o", program, *flags)
        return program

    def pkg_config(self, *options: str) -> str:
        return run("pkg-config", *options, "nvshmem", env={**os.environ, "PKG_CONFIG_PATH": f"{self.prefix}/lib/pkgconfig"})


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tree = Tree()

    @classmethod
    def tearDownClass(cls):
        cls.tree.remove()

    def check_runs(self, program: Path):
        """Alone the program is one PE; under the installed launcher it is two."""
        self.assertEqual("PE 0 of 1: good\n", run(program))
        lines = run(self.tree.prefix / "bin" / "nvshmrun", "-n", "2", program).splitlines()
        self.assertEqual(["PE 0 of 2: good", "PE 1 of 2: good"], sorted(lines))

    def check_all_ways(self):
        folder, _ = self.tree.with_cmake()
        for language in LANGUAGES:
            with self.subTest(way="CMake", language=language):
                self.check_runs(folder / f"consumer_{language}")
            with self.subTest(way="plain flags", language=language):
                self.check_runs(self.tree.with_flags(language, [f"-I{self.tree.prefix}/include", f"-L{self.tree.prefix}/lib",
                                                                "-lnvshmem_host", f"-Wl,-rpath,{self.tree.prefix}/lib"]))
            with self.subTest(way="pkg-config", language=language):
                flags = self.tree.pkg_config("--cflags", "--libs").replace("\\ ", "\0").split()
                self.check_runs(self.tree.with_flags(language, [flag.replace("\0", " ") for flag in flags]))


class Files(Installed):
    def test_library_and_links(self):
        library = self.tree.prefix / "lib"
        self.assertEqual("libnvshmem_host.so.3", os.readlink(library / "libnvshmem_host.so"))
        self.assertEqual("libnvshmem_host.so.3.8.0", os.readlink(library / "libnvshmem_host.so.3"))
        dynamic = run("readelf", "-d", library / "libnvshmem_host.so")
        self.assertIn("soname: [libnvshmem_host.so.3]", dynamic)
        self.assertRegex(dynamic, r"R(UN)?PATH.*\[\$ORIGIN\]")

    def test_its_own_functions_bind_inside_the_library(self):
        relocations = run("readelf", "-rW", self.tree.prefix / "lib/libnvshmem_host.so")
        self.assertIn("JUMP_SLO", relocations)
        self.assertNotRegex(relocations, r"JUMP_SLO.*\bnvshmem")

    def test_only_interface_names_are_exported_under_the_version_node(self):
        names = [line.split()[-1] for line in
                 run("nm", "-D", "--defined-only", "--with-symbol-versions", self.tree.prefix / "lib/libnvshmem_host.so").splitlines()
                 if " A " not in line]
        self.assertGreater(len(names), 500)
        self.assertEqual([], [n for n in names if not re.fullmatch(r"nvshmem(x|id)?_\w+@@NVSHMEM", n)])

    def test_texts(self):
        self.assertEqual((ROOT / "LICENSE").read_text(), (self.tree.prefix / "License.txt").read_text())
        self.assertEqual((ROOT / "CHANGELOG.md").read_text(), (self.tree.prefix / "changelog").read_text())
        self.assertEqual("3.8.0\n", (self.tree.prefix / "version.txt").read_text())
        self.assertRegex((self.tree.prefix / "git_commit.txt").read_text(), r"^([0-9a-f]{40}|unknown)\n$")

    def test_no_file_names_the_build_or_its_own_place(self):
        places = [str(ROOT).encode() + b"/", str(BUILD).encode() + b"/", str(self.tree.prefix).encode()]
        named = [str(file.relative_to(self.tree.prefix)) for file in self.tree.prefix.rglob("*")
                 if file.is_file() and not file.is_symlink() and any(place in file.read_bytes() for place in places)]
        self.assertEqual([], named)

    def test_every_installed_header_for_hosts_compiles_alone(self):
        include = self.tree.prefix / "include"
        headers = [header.relative_to(include) for header in sorted(include.rglob("*"))
                   if header.is_file() and "detail" not in header.parts and header.suffix in {".h", ".cuh"}]
        headers = [header for header in headers if header.parts[:2] != ("nvshmem", "device") and header.parts[0] != "vgpu"]
        self.assertGreater(len(headers), 10)
        for compiler, standard, language in [("gcc", "-std=c11", "c"), ("g++", "-std=c++17", "c++")]:
            for header in headers:
                with self.subTest(header=str(header), standard=standard):
                    run(compiler, standard, *STRICT, "-fsyntax-only", "-x", language, "-include", header, "/dev/null",
                        f"-I{include}")


class Consumers(Installed):
    def test_cmake_variables_name_the_tree(self):
        self.tree.with_cmake("")
        _, said = self.tree.with_cmake("3.8")
        for variable, value in [("VERSION", "3.8.0.0"), ("INCLUDE_DIR", f"{self.tree.prefix}/include"),
                                ("BIN_DIR", f"{self.tree.prefix}/bin"), ("LIB_DIR", f"{self.tree.prefix}/lib")]:
            self.assertIn(f"NVSHMEM_{variable}={value}\n", said)
        for program in ["nvshmrun", "nvshmem-info", "nvshmem-doctor"]:
            self.assertIn(f"{program}={self.tree.prefix}/bin/{program}\n", said)

    def test_cmake_refuses_another_version(self):
        for wanted in ["3.9", "4.0", "2.0"]:
            with self.subTest(wanted=wanted), self.assertRaisesRegex(AssertionError, "version: 3.8.0.0"):
                self.tree.with_cmake(wanted)

    def test_pkg_config_version(self):
        self.assertEqual("3.8.0\n", self.tree.pkg_config("--modversion"))

    def test_every_way_to_build(self):
        self.check_all_ways()

    def test_the_examples_build_from_their_installed_sources(self):
        sources, folder = self.tree.prefix / "share/src/examples", self.tree.fresh()
        run("cmake", "-S", sources, "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.tree.prefix}")
        run("cmake", "--build", folder)


class Moved(Installed):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.tree.move()

    def test_every_way_to_build_from_the_moved_tree(self):
        self.check_all_ways()

    def test_installed_tools_run(self):
        self.assertIn("NVSHMEM v3.8.0", run(self.tree.prefix / "bin/nvshmem-info", "-n"))
        said = run(self.tree.prefix / "bin/nvshmem-doctor")
        self.assertRegex(said, rf"ok +library +{self.tree.prefix}/lib/libnvshmem_host")
        self.assertRegex(said, r"ok +job ")

    def test_installed_examples_run(self):
        self.assertIn("PE", run(self.tree.prefix / "bin/nvshmrun", "-n", "2", self.tree.prefix / "bin/examples/hello"))


if __name__ == "__main__":
    unittest.main()
