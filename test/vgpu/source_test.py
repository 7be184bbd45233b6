# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The source step: what it makes of programs, that errors keep their lines, and what it refuses. And nvshmcc's options.

CXX names the compiler.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEP = ROOT / "tools/vgpu_source"
sys.path.insert(0, str(STEP))
from translate import translate  # noqa: E402

COMPILER = os.environ.get("CXX", "g++")


def rewritten(text: str) -> str:
    """The program after the source step, blanks made one."""
    return re.sub(r"\s+", " ", translate('# 1 "a.cu"\n' + text, [])).replace('# 1 "a.cu" ', "")


class Scratch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="source-step-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compile(self, text: str, *options) -> str:
        """What the compiler says of the program; empty when it takes it."""
        (self.folder / "a.cu").write_text(text)
        done = subprocess.run([sys.executable, "-S", "-B", STEP / "compile.py", COMPILER, "-std=c++17", "-Wall", "-Wextra", *options,
                               f"-I{ROOT}/include/vgpu", "-c", "a.cu", "-o", "a.o"], cwd=self.folder, capture_output=True, text=True,
                              check=False, timeout=100, env={**os.environ, "VGPU_INCLUDE": f"{ROOT}/include/vgpu"})
        self.assertEqual(done.returncode == 0, (self.folder / "a.o").exists(), done.stderr)
        return done.stderr


class Rewriting(unittest.TestCase):
    def test_a_launch_becomes_a_call(self):
        self.assertIn("(::vgpu::Configuration(1, 2), k(3))", rewritten("void f() { k<<<1, 2>>>(3); }"))
        self.assertIn("(::vgpu::Configuration(g, dim3(2, 2), n << 2, s), a::k<b<int>>(x))",
                      rewritten("void f() { a::k<b<int>><<<g, dim3(2, 2), n << 2, s>>>(x); }"))
        self.assertIn("if (x) (::vgpu::Configuration(1, 1), p->q[0]())", rewritten("void f() { if (x) p->q[0]<<<1, 1>>>(); }"))
        self.assertIn("(::vgpu::Configuration(1, 1), (*p)(y))", rewritten("void f() { (*p)<< <1, 1>> >(y); }"))

    def test_shifts_and_comparisons_stay(self):
        for text in ("int a = 1 << 2 << 3; bool b = 8 >> 2 > 1;", "vector<vector<int>> v;"):
            self.assertEqual(text, rewritten(text).strip())

    def test_shared_memory(self):
        self.assertIn("static thread_local int x[4];", rewritten("__device__ void f() { __shared__ int x[4]; }"))
        self.assertIn("static thread_local int x;", rewritten("__device__ void f() { static __shared__ int x; }"))
        self.assertIn("alignas(16) static thread_local T x;", rewritten("__device__ void f() { __shared__ alignas(16) T x; }"))
        self.assertIn("float (&x)[][2] = *static_cast<float (*)[][2]>(::vgpuDynamicShared());",
                      rewritten("__device__ void f() { extern __shared__ float x[][2]; }"))

    def test_loops_that_may_wait_get_a_hook(self):
        hooked = ["while (*p == 0);", "while (*p == 0) { }", "do { v = *p; } while (v == 0);", "for (;;) if (*p) break;",
                  "while (atomicCAS(p, 0, 1) != 0);", "while (*p < n) n = g();"]
        plain = ["for (int i = 0; i < n; i++) s += a[i];", "while (i < n) { s += a[i]; i += 2; }", "while (n--) s *= 2;"]
        for loop in hooked:
            self.assertIn("spin()", rewritten(f"__device__ void f() {{ {loop} }}"), loop)
            self.assertNotIn("spin()", rewritten(f"void f() {{ {loop} }}"), loop)
        for loop in plain:
            self.assertNotIn("spin()", rewritten(f"__device__ void f() {{ {loop} }}"), loop)

    def test_variables_are_registered(self):
        text = rewritten("namespace n { __device__ int x, y[3]; } __constant__ float z = 1; extern __device__ int e;"
                         " struct S { static __device__ int member(int); };")
        for name, kind in (("x", "Device"), ("y", "Device"), ("z", "Constant")):
            self.assertIn(f'sizeof {name}, "{name}", vgpuVariable{kind})', text)
        self.assertNotIn('"e"', text)
        self.assertNotIn('"member"', text)

    def test_headers_of_the_system_stay(self):
        text = '# 1 "a.cu"\n# 1 "/usr/include/s.h" 1 3\nvoid f() { k<<<1, 1>>>(); }\n# 2 "a.cu" 2\n'
        self.assertEqual(text, translate(text, []))


class Errors(Scratch):
    def test_a_good_program_is_silent(self):
        self.assertEqual("", self.compile("__global__ void k(int* p) { *p = 1; }\nvoid f(int* p) { k<<<1, 1>>>(p); }\n"))

    def test_errors_keep_their_line(self):
        said = self.compile("__global__ void k(int* p) { *p = 1; }\n\nvoid f() {\n    k<<<1,\n        2>>>(1.5);\n}\n")
        self.assertRegex(said, r"a\.cu:5:\d+: error")
        said = self.compile("__global__ void k(int* p) {\n    __syncthreads();\n    *p = nothing;\n}\n")
        self.assertRegex(said, r"a\.cu:3:\d+: error: .*nothing")

    def test_inline_ptx_is_refused_with_its_line(self):
        said = self.compile('__global__ void k() {\n\n    asm volatile("membar.sys;");\n}\n')
        self.assertTrue(said.startswith("a.cu:3: error: inline PTX"), said)
        self.assertEqual("", self.compile('#include <cstdio>\nvoid host() { asm volatile("nop"); }\n'))

    def test_shared_variables_with_constructors_are_refused(self):
        said = self.compile("struct S { S() {} int x; };\n__global__ void k() {\n    __shared__ S s;\n    s.x = 1;\n}\n")
        self.assertRegex(said, r"a\.cu:3:\d+: error: .*s: a __shared__ variable cannot have a constructor")

    def test_half_a_launch_is_an_error(self):
        self.assertIn("a.cu:2: error: <<< without >>>", self.compile("__global__ void k() {}\nvoid f() { k<<<1, 2; }\n"))


class Driver(Scratch):
    def commands(self, *words) -> list:
        (self.folder / "a.cu").write_text("int x;\n")
        done = subprocess.run([ROOT / "tools/nvshmcc", "--show", *words], cwd=self.folder, capture_output=True, text=True, check=False,
                              timeout=100, env={**os.environ, "CXX": COMPILER})
        return done.stderr.splitlines()

    def test_options_of_nvcc(self):
        command = self.commands("-arch=sm_90", "-gencode", "arch=compute_80,code=sm_80", "-rdc=true", "-O1", "-Xcompiler", "-Wall,-g",
                                "-DA=1", "--expt-relaxed-constexpr", "-c", "a.cu", "-o", "b.o", "-std", "c++20")[0].split()
        for word in ("-O1", "-Wall", "-g", "-DA=1", "-std=c++20"):
            self.assertIn(word, command)
        self.assertFalse([word for word in command if "arch" in word or "rdc" in word or "expt" in word])

    def test_what_makes_gpu_code_is_refused(self):
        self.assertIn("-ptx makes code for a GPU", self.commands("-ptx", "a.cu")[0])
        self.assertIn("it can be cpu or cuda", self.commands("--device=tpu", "a.cu")[0])


if __name__ == "__main__":
    unittest.main()
