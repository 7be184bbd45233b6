# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The Rust bindings say what the tables and headers say."""
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from rust import BINDINGS, BUILD, GENERATOR, ROOT, run

EXPECTED = Path(__file__).parent / "expected"
HOST_FILES = ["nvshmem_host.rs", "nvshmem_host_api.rs"]
ALL_FILES = HOST_FILES + ["elements.rs", "nvshmem_device_cuda_oxide.rs"]
STRUCT = re.compile(r"pub struct (nvshmem\w+) \{\n((?:    pub .*\n)+)\}")


def scratch(case) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="rust-bindings-"))
    case.addCleanup(shutil.rmtree, folder)
    return folder


def files_below(folder: Path) -> list:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


class Rows(unittest.TestCase):
    def test_small_tables_give_the_expected_text(self):
        """A source tree of a few rows; ROWS_ACCEPT=1 writes the expected files anew."""
        out = scratch(self)
        run("python3", "-B", GENERATOR, "--source", self.small_source(), out, *ALL_FILES)
        for file in ALL_FILES:
            if os.environ.get("ROWS_ACCEPT"):
                shutil.copy(out / file, EXPECTED / file)
            with self.subTest(file=file):
                self.assertEqual((EXPECTED / file).read_text(), (out / file).read_text())

    def small_source(self) -> Path:
        source = scratch(self)
        shutil.copytree(EXPECTED / "source", source, dirs_exist_ok=True)
        (source / "tools").mkdir()
        shutil.copy(ROOT / "tools/generate_api.py", source / "tools")
        return source


class Bindings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.out = Path(tempfile.mkdtemp(prefix="rust-bindings-"))
        cls.addClassCleanup(shutil.rmtree, cls.out)
        run("python3", "-B", GENERATOR, cls.out, *ALL_FILES)
        cls.host = (cls.out / "nvshmem_host.rs").read_text()

    def test_every_exported_name_is_declared(self):
        declared = re.findall(r"^    pub (?:fn|static) (\w+)", self.host, re.M)
        self.assertEqual((ROOT / "api/symbols.txt").read_text().split(), sorted(declared))

    def test_every_public_function_has_a_short_name(self):
        api = (self.out / "nvshmem_host_api.rs").read_text()
        named = re.findall(r"super::sys::(\w+)", api)
        self.assertEqual(sorted(set(re.findall(r"pub fn (nvshmemx?_\w+)", self.host))), sorted(named))

    def test_constants_are_those_of_the_headers(self):
        rows = re.findall(r"^pub const (\w+): i32 = (.*);", self.host, re.M)
        self.assertGreater(len(rows), 80)
        asserts = [f'_Static_assert({name} == {value}, "{name}");' for name, value in rows]
        self.compile("#include <nvshmem.h>\n#include <nvshmemx.h>\n" + "\n".join(asserts) + "\nint main(void) { return 0; }\n")

    @unittest.skipUnless(shutil.which("rustc"), "rustc is not installed")
    def test_structures_lie_in_memory_as_in_c(self):
        structs = [(name, re.findall(r"pub (\w+):", body)) for name, body in STRUCT.findall(self.host)]
        self.assertGreater(len(structs), 8)
        self.assertEqual(self.layout_in_c(structs), self.layout_in_rust(structs))

    def layout_in_c(self, structs) -> str:
        lines = [f'printf("{name} %zu' + " %zu" * len(fields) + f'\\n", sizeof({name})'
                 + "".join(f", offsetof({name}, {field})" for field in fields) + ");" for name, fields in structs]
        return run(self.compile("#include <nvshmem.h>\n#include <nvshmemx.h>\n#include <stddef.h>\n#include <stdio.h>\n"
                                "int main(void) {\n" + "\n".join(lines) + "\n}\n"))

    def layout_in_rust(self, structs) -> str:
        lines = [f'println!("{name} {{}}' + " {}" * len(fields) + f'", size_of::<{name}>()'
                 + "".join(f", std::mem::offset_of!({name}, {field})" for field in fields) + ");" for name, fields in structs]
        source = self.out / "layout.rs"
        source.write_text("#![allow(warnings)]\ninclude!(\"nvshmem_host.rs\");\nfn main() {\n" + "\n".join(lines) + "\n}\n")
        run("rustc", "--edition=2024", source, "-o", self.out / "layout_rust", f"-L{BUILD}/lib", "-lnvshmem_host")
        return run(self.out / "layout_rust")

    def compile(self, text: str) -> Path:
        source, program = self.out / "layout.c", self.out / "layout_c"
        source.write_text(text)
        run(os.environ.get("CC", "cc"), "-std=c11", "-w", f"-I{ROOT}/include", "-DNVSHMEM_NO_CUDA_HEADERS", source, "-o", program)
        return program


class Cmake(unittest.TestCase):
    def configure(self, *options) -> tuple:
        build = scratch(self)
        said = run("cmake", "-S", "contrib/nvshmem4rust", "-B", build, f"-DNVSHMEM_SOURCE_DIR={ROOT}", f"-DNVSHMEM_HOME={ROOT}/install",
                   *options, cwd=ROOT)
        run("cmake", "--build", build, "--target", "build_bindings_rust")
        return said, build / "generated"

    def test_host_only_makes_two_files(self):
        said, generated = self.configure("-DNVSHMEM_CUDA_HOME=/path/to/cuda", "-DNVSHMEM_BUILD_RUST_HOST_ONLY=ON")
        self.assertIn("the virtual CUDA device", said)
        self.assertEqual(HOST_FILES, files_below(generated))

    def test_without_it_crate_and_device_declarations_are_made(self):
        _, generated = self.configure()
        made = files_below(generated)
        for file in ["nvshmem_device_cuda_oxide.rs", "nvshmem_host_runtime/Cargo.toml", "nvshmem_host_runtime/src/lib.rs",
                     "nvshmem_host_runtime/bindings/nvshmem_host.rs", *HOST_FILES]:
            self.assertIn(file, made)

    def test_a_cuda_toolkit_and_cuda_oxide_are_used(self):
        places = scratch(self)
        for file in ["include/cuda.h", "crates/cuda-core/Cargo.toml"]:
            (places / file).parent.mkdir(parents=True)
            (places / file).touch()
        said, generated = self.configure(f"-DNVSHMEM_CUDA_HOME={places}", f"-DNVSHMEM_CUDA_OXIDE_ROOT={places}")
        self.assertIn(f"those of the toolkit in {places}", said)
        self.assertIn(f'path = "{places}/crates/cuda-core"', (generated / "nvshmem_host_runtime/Cargo.toml").read_text())

    def test_a_wrong_cuda_oxide_is_refused_by_name(self):
        said = run("cmake", "-S", BINDINGS, "-B", scratch(self), "-DNVSHMEM_CUDA_OXIDE_ROOT=/nowhere", status=1)
        self.assertIn("NVSHMEM_CUDA_OXIDE_ROOT is '/nowhere'", said)


if __name__ == "__main__":
    unittest.main()
