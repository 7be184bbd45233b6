# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""GPU scripts on the virtual device, as whole jobs: the names cupy and cuda.core, and what is refused."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import jobs  # noqa: E402

PROGRAMS = Path(__file__).resolve().parent / "programs"


class Scripts(unittest.TestCase):
    def run_script(self, name: str, pes: int):
        return jobs.finish(jobs.start([jobs.NVSHMRUN, "-n", pes, jobs.PYTHON, "-W", "ignore", "-m", "nvshmem.virtual", PROGRAMS / name]))

    def test_they_run_unchanged(self):
        for name, pes in (("put.py", 1), ("put.py", 3), ("get.py", 2), ("put_signal.py", 2), ("put_signal.py", 3)):
            with self.subTest(script=name, pes=pes):
                outcome = self.run_script(name, pes)
                self.assertEqual((0, ""), (outcome.status, outcome.errors))

    def test_arguments_and_status_are_the_scripts(self):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "script.py"
            script.write_text("import sys, neighbour\nassert __name__ == '__main__'\nprint(sys.argv[1:], neighbour.x)\nsys.exit(3)\n")
            (Path(folder) / "neighbour.py").write_text("x = 5\n")
            outcome = jobs.finish(jobs.start([jobs.PYTHON, "-m", "nvshmem.virtual", script, "a", "-b"]))
        self.assertEqual((3, "['a', '-b'] 5\n"), (outcome.status, outcome.output), outcome.errors)


class Names(unittest.TestCase):
    def check(self, text: str, **changes):
        outcome = jobs.run(text, 0, **changes)
        self.assertEqual((0, ""), (outcome.status, outcome.errors))

    def test_cupy_is_numpy_behind_its_names(self):
        self.check("""
            from nvshmem import virtual
            virtual.install()
            import cupy as cp
            import cupy.cuda
            x = cp.arange(6, dtype=cp.float32).reshape(2, 3)
            assert isinstance(x, cp.ndarray) and isinstance(x + 1, cp.ndarray) and isinstance(x[0], cp.ndarray)
            assert float(cp.sum(x * 2)) == 30 and cp.asnumpy(x).__class__ is numpy.ndarray and x.get().tolist() == x.tolist()
            assert cp.sqrt(cp.asarray([4.0]))[0] == 2 and cp.linalg.norm(cp.ones(4)) == 2
            assert cp.get_array_module(x) is cp and cp.concatenate([x, x]).shape == (4, 3)
            with cp.cuda.Device(0), cp.cuda.Stream(non_blocking=True) as stream:
                start, end = cp.cuda.Event(), cp.cuda.Event()
                start.record(stream)
                end.record(stream)
                end.synchronize()
            assert cp.cuda.get_elapsed_time(start, end) >= 0 and cp.cuda.Stream.null.ptr == 1
            for name in ("RawKernel", "RawModule", "ElementwiseKernel", "ReductionKernel"):
                try:
                    getattr(cp, name)("code", "name")
                except NotImplementedError as error:
                    assert name in str(error)
                else:
                    raise AssertionError(name)
            for module, name in ((cp, "cudnn"), (cp.cuda, "nccl")):
                try:
                    getattr(module, name)
                except AttributeError as error:
                    assert name in str(error)
                else:
                    raise AssertionError(name)
            """)

    def test_cuda_core_is_there_where_none_is_installed(self):
        self.check("""
            from cuda.core.experimental import Device
            import cuda.core
            assert cuda.core.Device is Device is nvshmem.Device
            device = Device()
            device.set_current()
            assert device.device_id == 0 and device.compute_capability[0] >= 9 and device.arch.startswith("9")
            stream = device.create_stream()
            assert stream.__cuda_stream__() == (0, stream.handle)
            assert device.create_stream(stream).handle == stream.handle
            try:
                cuda.core.Program
            except AttributeError as error:
                assert "Program" in str(error)
            else:
                raise AssertionError()
            try:
                import cupy
            except ImportError:
                pass
            else:
                raise AssertionError("cupy without nvshmem.virtual")
            """)

    def test_a_module_that_is_installed_is_not_shadowed(self):
        with tempfile.TemporaryDirectory() as folder:
            real = Path(folder) / "cuda/core"
            real.mkdir(parents=True)
            (real / "__init__.py").write_text("name = 'real'\ndef Device(number=None):\n    raise RuntimeError('no driver')\n")
            self.check("""
                import cuda.core
                assert cuda.core.name == "real"
                from cuda.core.experimental import Device
                assert Device is nvshmem.Device
                """, PYTHONPATH=f"{jobs.BUILD / 'python'}:{folder}")
            (real / "experimental.py").write_text("name = 'real'\n")
            self.check("import cuda.core.experimental\nassert cuda.core.experimental.name == 'real'",
                       PYTHONPATH=f"{jobs.BUILD / 'python'}:{folder}")

    def test_streams_of_a_cuda_core_that_works_get_the_older_name(self):
        with tempfile.TemporaryDirectory() as folder:
            real = Path(folder) / "cuda/core"
            real.mkdir(parents=True)
            (real / "__init__.py").write_text(
                "class Stream:\n    __slots__ = ()\n    def sync(self): return 'synced'\n    def __cuda_stream__(self): return (0, 1)\n"
                "class Device:\n    def __init__(self, number=None): self.device_id = 4\n    def create_stream(self): return Stream()\n")
            self.check("""
                from cuda.core.experimental import Device, Stream
                stream = Device().create_stream()
                assert Device().device_id == 4 and stream.synchronize() == "synced" and stream.__cuda_stream__() == (0, 1)
                """, PYTHONPATH=f"{jobs.BUILD / 'python'}:{folder}")


if __name__ == "__main__":
    unittest.main()
