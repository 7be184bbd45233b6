#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The public headers: each compiles alone in every language, the whole stays small, tables and headers agree."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
WARNINGS = ["-Wall", "-Wextra", "-Wstrict-prototypes", "-pedantic", "-Werror"]
LINE_BUDGET = {"nvshmem.h": 1500, "nvshmemx.h": 5000}

COMPILERS = [[os.environ.get("CC", "gcc"), "-x", "c", "-std=c11"],
             [os.environ.get("CXX", "g++"), "-x", "c++", "-std=c++17"],
             [os.environ.get("CXX", "g++"), "-x", "c++", "-std=c++20"],
             ["clang-19", "-x", "c", "-std=c11"],
             ["clang++-19", "-x", "c++", "-std=c++17"],
             ["clang++-19", "-x", "c++", "-std=c++20"]]
AVAILABLE = [compiler for compiler in COMPILERS if shutil.which(compiler[0])]

NAMES = sorted(str(path.relative_to(INCLUDE)) for path in INCLUDE.rglob("*.h"))
DEVICE = [name for name in NAMES if name.startswith("nvshmem/device/") and name != "nvshmem/device/impl/state.h"
          or name == "nvshmem/detail/vector_types.h"]  # for kernels: C++, beside a CUDA
HEADERS = [name for name in NAMES if name not in DEVICE and not name.startswith("vgpu/")]

# Headers of the virtual CUDA device have an include folder of their own, and are C++ but for these.
VIRTUAL = INCLUDE / "vgpu"
VIRTUAL_C_HEADERS = {"vgpu/hooks.h", "vgpu/kernel.h", "vgpu/runtime_extras.h", "vgpu/handles.h", "cuda.h", "cuda_runtime_api.h", "cuda_runtime.h",
                     "driver_types.h", "vector_types.h", "vector_functions.h", "library_types.h", "cuda_profiler_api.h"}
VIRTUAL_HEADERS = sorted(str(path.relative_to(VIRTUAL)) for path in VIRTUAL.rglob("*.h"))


def compile_text(compiler, text, *options):
    """The compiler's complaints about `text`; empty when it is content."""
    warnings = [option for option in WARNINGS if "c++" not in compiler or option != "-Wstrict-prototypes"]
    done = subprocess.run([*compiler, *warnings, f"-I{INCLUDE}", *options, "-fsyntax-only", "-"],
                          input=text, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def complaints(jobs):
    """Runs (name, compiler, text, options...) jobs side by side and joins what went wrong."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: compile_text(*job[1:]), jobs)
        return "".join(f"{job[0]}: {' '.join(job[1])}\n{text}" for job, text in zip(jobs, results) if text)


class Headers(unittest.TestCase):
    def test_each_header_compiles_alone(self):
        jobs = [(header, compiler, f'#include "{header}"\nint only_this(void);\n')
                for header in HEADERS for compiler in AVAILABLE]
        self.assertEqual("", complaints(jobs))

    def test_each_header_of_the_virtual_device_compiles_alone(self):
        jobs = [(header, compiler, f'#include "{header}"\nint only_this(void);\n', f"-I{VIRTUAL}")
                for header in VIRTUAL_HEADERS for compiler in AVAILABLE if "c++" in compiler or header in VIRTUAL_C_HEADERS]
        self.assertEqual("", complaints(jobs))

    def test_plain_init_functions_compile(self):
        jobs = [("NVSHMEM_NO_INLINE_INIT", compiler, '#include "nvshmemx.h"\n', "-DNVSHMEM_NO_INLINE_INIT")
                for compiler in AVAILABLE]
        self.assertEqual("", complaints(jobs))

    def test_initializers_compile_in_every_language(self):
        text = """#include "nvshmemx.h"
            nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
            nvshmemx_init_args_v1 args_v1 = NVSHMEMX_INIT_ARGS_INITIALIZER;
            nvshmemx_init_attr_v1 attr_v1 = NVSHMEMX_INIT_ATTR_V1_INITIALIZER;
            nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
            nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
            nvshmemx_region_attrs_t region = NVSHMEMX_REGION_ATTRS_INITIALIZER;\n"""
        self.assertEqual("", complaints([("initializers", compiler, text) for compiler in AVAILABLE]))

    def test_the_root_holds_three_headers(self):
        self.assertEqual({"nvshmem.h", "nvshmemx.h", "nvshmem_host.h"}, {name for name in HEADERS if "/" not in name})

    def test_all_headers_stay_within_the_line_budget(self):
        for header, budget in LINE_BUDGET.items():
            done = subprocess.run([*AVAILABLE[0], f"-I{INCLUDE}", "-MM", str(INCLUDE / header)],
                                  capture_output=True, text=True, check=True)
            files = [pathlib.Path(name) for name in done.stdout.replace("\\\n", " ").split()[1:]]
            self.assertGreater(len(files), 10)
            self.assertLessEqual(sum(len(file.read_text().splitlines()) for file in files), budget, header)

    def test_generated_files_are_fresh(self):
        done = subprocess.run([sys.executable, "-B", ROOT / "tools/generate_api.py", "--check"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)

    def test_the_header_states_the_version_of_the_release(self):
        text = (INCLUDE / "nvshmem/version.h").read_text()
        stated = dict(re.findall(r"#define OMNISHMEM_VERSION_(MAJOR|MINOR|PATCH|STRING) \"?([0-9.]+)", text))
        release = (ROOT / "VERSION").read_text().strip()
        self.assertEqual(release, stated["STRING"])
        self.assertEqual(release, "{MAJOR}.{MINOR}.{PATCH}".format(**stated))


FAKE_CUDA = {
    "cuda_fp16.h": "#pragma once\nstruct __half { unsigned short from_cuda; };\ntypedef __half half;\n",
    "cuda_bf16.h": "#pragma once\nstruct __nv_bfloat16 { unsigned short from_cuda; };\n",
    "cuda_runtime_api.h": "#pragma once\n"
                          "typedef struct CUstream_st *cudaStream_t;\n"
                          "typedef struct dim3 { unsigned x, y, z; } dim3;\n"
                          "typedef struct { char bytes[56]; } cudaLaunchConfig_t;\n",
}


class CudaHeaders(unittest.TestCase):
    """With CUDA's headers on the path, their types are used; here small ones stand in for them."""

    def compile_with_cuda(self, text, *options):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in FAKE_CUDA.items():
                pathlib.Path(folder, name).write_text(content)
            return complaints([("cuda", compiler, text, f"-isystem{folder}", *options)
                               for compiler in AVAILABLE if "c++" in compiler])

    def test_their_types_are_used_when_found(self):
        self.assertEqual("", self.compile_with_cuda(
            '#include "nvshmemx.h"\n#include <cuda_fp16.h>\n#include <cuda_runtime_api.h>\n'
            "static_assert(sizeof(half::from_cuda) == 2 && sizeof(__nv_bfloat16::from_cuda) == 2, \"\");\n"
            "static_assert(sizeof(nvshmemx_collective_launch_attr_t) == 56, \"\");\n"))

    def test_they_are_left_alone_on_request(self):
        self.assertEqual("", self.compile_with_cuda(
            '#include "nvshmemx.h"\nstatic_assert(sizeof(half::x) == 2 && sizeof(__nv_bfloat16::x) == 2, "");\n',
            "-DNVSHMEM_NO_CUDA_HEADERS"))

    def test_a_later_include_agrees(self):
        self.assertEqual("", self.compile_with_cuda(
            '#define NVSHMEM_NO_CUDA_HEADERS\n#include "nvshmemx.h"\n#include <cuda_runtime_api.h>\n'
            "int launch(dim3 grid) {\n"
            "    return nvshmemx_collective_launch(nullptr, grid, grid, nullptr, 0, nullptr);\n}\n"))


if __name__ == "__main__":
    unittest.main()
