# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Kernels that call nvshmem.triton, compiled and linked with libnvshmem_device.bc for GPUs, where Triton is installed; not run.

Also what happens at a launch, with kernels that are stand-ins.
"""
import importlib.util
import os
import re
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

HAS_TRITON = importlib.util.find_spec("triton") is not None
if HAS_TRITON:
    _cache = tempfile.TemporaryDirectory()
    os.environ.update(TRITON_CACHE_DIR=_cache.name, TRITON_INTERPRET="0", TRITON_DEFAULT_FP_FUSION="1")
    sys.path.insert(0, str(Path(__file__).resolve().parent / "programs"))

    import triton
    import triton_every_function as kernels
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    import nvshmem.triton as nvshmem
    from nvshmem.core import _internal_tracking as tracking
    from nvshmem.triton import launch, versions

    HAS_LIBRARY = (Path(nvshmem.launch._library.find()).parent / launch.FILE).exists()
    LIBRARY = nvshmem.enable_triton() if HAS_LIBRARY else {}
else:
    HAS_LIBRARY = False
EXAMPLES = Path(__file__).resolve().parents[2] / "examples/python/kernels"
NUMBERS = {"n": "i32", "pe": "i32"}
TYPES = "i8 i16 i32 i64 u8 u16 u32 u64 fp16 bf16 fp32 fp64".split()
NEEDED = unittest.skipUnless(HAS_LIBRARY, "triton is not installed, or libnvshmem_device.bc, which takes clang++-19, not built")
THREAD_SCOPE = r'symbol = "(nvshmem_barrier_all|nvshmem_sync_all|nvshmem_\w+_reduce|nvshmemx_signal_op|nvshmem_\w*wait_until)"'


def compiled(kernel, architecture=90, constants=None, warps=4, **types_of):
    constants = constants or {}
    signature = {name: "constexpr" if name in constants else types_of.get(name) or NUMBERS[name] for name in kernel.arg_names}
    source = ASTSource(fn=kernel, signature=signature, constexprs={(kernel.arg_names.index(name),): v for name, v in constants.items()})
    return triton.compile(source, target=GPUTarget("cuda", architecture, 32), options={"extern_libs": LIBRARY, "num_warps": warps})


@NEEDED
class Compiled(unittest.TestCase):
    def check(self, kernel, *required: str, **options) -> str:
        """The text of what Triton made, after the checks that hold for every kernel."""
        made = compiled(kernel, **options)
        ptx = made.asm["ptx"]
        self.assertEqual(1, len(re.findall(r"\.visible \.entry", ptx)))
        self.assertNotRegex(ptx, r"\.extern \.func")
        self.assertRegex(ptx, r"\.visible \.const .*nvshmemi_device_state_d")
        self.assertTrue(made.asm["cubin"].startswith(b"\x7fELF"))
        self.assertIn(b"nvshmemi_device_state_d", made.asm["cubin"])
        self.assertNotRegex(made.asm["ttir"], THREAD_SCOPE)
        for pattern in required:
            self.assertRegex(ptx, pattern)
        return made.asm["ttir"]

    def test_every_function(self):
        f32 = {"dst": "*fp32", "src": "*fp32"}
        text = self.check(kernels.transfers, r"st\.release\.sys", r"bar(rier)?\.sync", word="*u64", **f32)
        text += self.check(kernels.signals, r"ld\.acquire\.sys", r"atom\.\w+\.sys|atom\.sys", r"fence\.\w+\.sys", dst="*i32", word="*u64",
                           real="*fp32", out="*i64")
        text += self.check(kernels.collectives, r"st\.release\.sys|red\.release\.sys|atom", **f32)
        for name in TYPES:
            text += self.check(kernels.reductions, dst=f"*{name}", src=f"*{name}", constants={"first": name == "i64"})
        source = Path(kernels.__file__).read_text()
        aliases = {getattr(nvshmem, name).__name__ for name in nvshmem._functions.__all__}
        self.assertEqual([], [name for name in sorted(aliases) if f"nvshmem.{name}(" not in source])
        self.assertEqual(48, len(set(re.findall(r"nvshmemx_\w+_reduce_block", text))))

    def test_ten_functions_for_other_architectures_and_warps(self):
        types_of = {"dst": "*i32", "src": "*i32", "word": "*u64"}
        for architecture, warps in ((80, 1), (100, 8), (90, 32)):
            with self.subTest(architecture=architecture, warps=warps):
                self.check(kernels.ten_functions, r"bar(rier)?\.sync", architecture=architecture, warps=warps, **types_of)

    def test_the_examples(self):
        sys.path.insert(0, str(EXAMPLES))
        self.addCleanup(sys.path.remove, str(EXAMPLES))
        import all_gather_matmul
        import all_reduce
        import experts
        import put

        tokens = {"inbox": "*fp32", "origin": "*i32"}
        self.check(put.put_kernel, dst_ptr="*fp32", src_ptr="*fp32", peer="i32", constants={"numel": 8})
        self.check(all_reduce.push_all_reduce, vector="*fp32", slots="*fp32", signals="*u64", out="*fp32", total_signals="i32",
                   constants={"CHUNK": 256})
        self.check(all_gather_matmul.gather_and_multiply, a="*fp32", b="*fp32", c="*fp32", signals="*u64", columns="i32", turn="i32",
                   constants={"ROWS": 32, "INNER": 64, "TILE": 32, "STEP": 32})
        self.check(experts.dispatch, tokens="*fp32", choice="*i32", arrived="*i32", constants={"PER_PE": 2, "WIDTH": 64}, **tokens)
        self.check(experts.work_and_combine, home="*fp32", constants={"WIDTH": 64}, **tokens)

    def test_results_and_numbers_have_the_types_of_c(self):
        """A PE that is given as 64 bits is passed as 32; what a function without result gives is used nowhere."""
        text = compiled(kernels.ten_functions, dst="*i32", src="*i32", word="*u64", pe="i64", n="i64").asm["ttir"]
        calls = re.findall(r"(%\w+ = )?tt\.extern_elementwise ([^{]*)\{.*symbol = \"nvshmemx_(get|put)mem_block\"\} : \((.*?)\)", text)
        self.assertEqual(["i64, i64, i64, i32"] * 2, [call[3] for call in calls])
        for result in re.findall(r'(%\w+) = tt\.extern_elementwise [^\n]*"(?:nvshmemx_putmem\w*|nvshmem_fence|nvshmem_quiet)"', text):
            self.assertEqual(1, len(re.findall(re.escape(result) + r"\b", text)), result)

    def test_what_is_refused_while_compiling(self):
        for types_of, words in (({"dst": "*i1", "src": "*i1"}, "reduce knows int8"), ({"dst": "i64", "src": "i64"}, "no known type")):
            with self.assertRaises(triton.CompilationError) as caught:
                compiled(kernels.reductions, constants={"first": False}, **types_of)
            self.assertRegex(f"{caught.exception} {caught.exception.__cause__}", words)

    def test_outside_of_a_kernel(self):
        with self.assertRaisesRegex(ValueError, "TRITON_INTERPRET=1"):
            nvshmem.my_pe()


@NEEDED
class Launch(unittest.TestCase):
    """The hook and the decorator, by stand-ins of kernels: nothing here needs a driver."""

    def fire(self, kernel, name="kernel"):
        function = types.SimpleNamespace(fn=types.SimpleNamespace(__name__=name), device_caches={0: ({"key": kernel}, None, None, None)})
        return launch._nvshmem_init_hook(key="key", fn=types.SimpleNamespace(jit_function=function), compile={"device": 0})

    def test_the_hook_loads_a_kernel_and_tells_its_module(self):
        loaded = []
        kernel = types.SimpleNamespace(module=77)
        kind = type("Kernel", (types.SimpleNamespace,), {"run": property(lambda self: loaded.append(self.module))})
        with mock.patch.object(launch, "module_init") as told, mock.patch.object(tracking, "is_up", lambda: True):
            self.fire(kind(module=77))
            self.assertEqual([77], loaded)
            self.assertEqual(77, told.call_args[0][0].handle)
            self.fire(None)
            self.assertEqual(1, told.call_count)
        with self.assertRaisesRegex(ValueError, "before the library was started"):
            self.fire(kernel)

    def test_an_earlier_hook_goes_on(self):
        with mock.patch.object(launch, "_earlier", [lambda **kwargs: kwargs["key"]]):
            self.assertEqual("key", self.fire(None))
        self.assertIs(launch._nvshmem_init_hook, triton.knobs.runtime.jit_post_compile_hook)

    def test_other_kernels_are_left_alone(self):
        with mock.patch.object(launch.NvshmemKernelRegistry, "_all", False):
            self.assertIsNone(self.fire(object()))
            nvshmem.NvshmemKernelRegistry.register("kernel")
            self.assertTrue(nvshmem.NvshmemKernelRegistry.has("kernel"))
            nvshmem.NvshmemKernelRegistry.deregister("kernel")
            self.assertFalse(nvshmem.NvshmemKernelRegistry.has("kernel"))

    def test_requires_nvshmem(self):
        kernel = nvshmem.requires_nvshmem(kernels.collectives)
        self.assertIsInstance(kernel, nvshmem.GridCallableWithExtern)
        self.assertEqual(kernels.collectives.arg_names, kernel.arg_names)
        with mock.patch.object(kernels.collectives, "run") as run:
            kernel[(2,)](1, 2, n=3, extern_libs={"mine": "mine.bc"}, num_warps=8)
        self.assertEqual((1, 2), run.call_args[0])
        self.assertEqual({"grid": (2,), "warmup": False, "n": 3, "num_warps": 8, "extern_libs": {"mine": "mine.bc", **LIBRARY}},
                         run.call_args[1])
        with self.assertRaisesRegex(TypeError, "directly above @triton.jit"):
            nvshmem.requires_nvshmem(print)

    def test_the_library_finder(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, NVSHMEM_LIB_DIR=folder):
            for look in (nvshmem.enable_triton, nvshmem.NvshmemLibFinder.find_device_library, lambda: nvshmem.enable_triton(folder)):
                with self.assertRaisesRegex(RuntimeError, "libnvshmem_device.bc; set NVSHMEM_LIB_DIR"):
                    look()
            file = Path(folder) / "libnvshmem_device.bc"
            file.write_bytes(b"")
            self.assertEqual({"libnvshmem_device": str(file)}, nvshmem.enable_triton())
        self.assertEqual(LIBRARY, nvshmem.enable_triton())

    def test_versions(self):
        with self.assertRaisesRegex(ImportError, "needs 3.4 or newer: `pip install"):
            versions.check("3.3.1")
        with self.assertWarnsRegex(UserWarning, "newer than 3.9.*pip install"):
            versions.check("3.10.0+git1")
        versions.check("3.4.0")


if __name__ == "__main__":
    unittest.main()
