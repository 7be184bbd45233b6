# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Start and end, as whole jobs: each way to start, nested starts, ends of all kinds, Ctrl-C, a PE that dies."""
import os
import shutil
import signal
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import jobs  # noqa: E402

RING = """
stream = nvshmem.Device().create_stream()
a, b = nvshmem.array(4, "int64"), nvshmem.array(4, "int64")
me, n = nvshmem.my_pe(), nvshmem.n_pes()
b[:] = me
nvshmem.barrier_all(stream=stream)
nvshmem.put(a, b, (me + 1) % n, stream=stream)
nvshmem.barrier_all(stream=stream)
stream.sync()
assert (a == (me - 1) % n).all(), a
nvshmem.free(a), nvshmem.free(b)
"""


class JobCase(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="python-life-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def assertQuiet(self, outcome, output: str = ""):
        """Ended well, and said nothing but this."""
        self.assertEqual((0, "", output), (outcome.status, outcome.errors, outcome.output))


class Starts(JobCase):
    def test_alone(self):
        self.assertQuiet(jobs.run("nvshmem.init()\n" + RING + "assert n == 1\nnvshmem.finalize()", 0))

    def test_by_launcher(self):
        self.assertQuiet(jobs.run("nvshmem.init()\n" + RING + "assert n == 3\nnvshmem.finalize()", 3))

    def by_hand(self, text: str, pes: int, changes) -> None:
        processes = [jobs.start(jobs.program(text), **changes(rank)) for rank in range(pes)]
        for process in processes:
            self.assertQuiet(jobs.finish(process))

    def test_by_unique_id(self):
        text = """
            import time
            rank, file = int(os.environ["TEST_RANK"]), os.environ["TEST_FILE"]
            uid = nvshmem.get_unique_id(empty=rank != 0)
            if rank == 0:
                with open(file + ".part", "wb") as out: out.write(uid._data.view(numpy.int8).tobytes())
                os.rename(file + ".part", file)
            else:
                while not os.path.exists(file): time.sleep(0.01)
                uid._data.view(numpy.int8)[:] = numpy.fromfile(file, numpy.int8)
            nvshmem.init(uid=uid, rank=rank, nranks=3, initializer_method="uid")
            """
        self.by_hand(text_with(text, RING + "nvshmem.finalize()"), 3,
                     lambda rank: {"TEST_RANK": str(rank), "TEST_FILE": str(self.folder / "id")})

    def test_worlds_of_other_sizes_later(self):
        """Four processes are one world, then two of two."""
        text = """
            import time
            def meet(name, rank, size):
                file = os.environ["TEST_FOLDER"] + "/" + name
                uid = nvshmem.get_unique_id(empty=rank != 0)
                if rank == 0:
                    uid._data.view(numpy.int8).tofile(file + ".part")
                    os.rename(file + ".part", file)
                while not os.path.exists(file): time.sleep(0.01)
                uid._data.view(numpy.int8)[:] = numpy.fromfile(file, numpy.int8)
                nvshmem.init(uid=uid, rank=rank, nranks=size, initializer_method="uid")
                assert (nvshmem.my_pe(), nvshmem.n_pes()) == (rank, size)
                stream, total, mine = nvshmem.Device().create_stream(), nvshmem.array(1, "int64"), nvshmem.array(1, "int64")
                mine[:] = int(os.environ["TEST_RANK"])
                nvshmem.reduce(nvshmem.Teams.TEAM_WORLD, total, mine, "sum", stream=stream)
                stream.sync()
                answer = int(total[0])
                nvshmem.free(total)
                nvshmem.free(mine)
                nvshmem.finalize()
                return answer
            me = int(os.environ["TEST_RANK"])
            assert meet("all", me, 4) == 0 + 1 + 2 + 3
            assert meet(f"half{me // 2}", me % 2, 2) == (0 + 1, 2 + 3)[me // 2]
            """
        self.by_hand(text, 4, lambda rank: {"TEST_RANK": str(rank), "TEST_FOLDER": str(self.folder)})

    def test_by_the_variables_of_torchrun(self):
        port = free_port()
        self.by_hand("nvshmem.init()\n" + RING + "nvshmem.finalize()", 2,
                     lambda rank: {"RANK": str(rank), "WORLD_SIZE": "2", "LOCAL_RANK": str(rank), "LOCAL_WORLD_SIZE": "2",
                                   "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "TORCHELASTIC_RUN_ID": "job"})

    def by_mpirun(self, text: str):
        mpirun = shutil.which("mpirun.openmpi") or shutil.which("mpirun")
        if mpirun is None or jobs.run("from mpi4py import MPI", 0).status:
            self.skipTest("no MPI that mpi4py can use")
        options = ["--allow-run-as-root", "--oversubscribe", "-n", 2]
        outcome = jobs.finish(jobs.start([mpirun, *options, *jobs.program(text)]))
        # It forwards what it reads, which may be a part of a line.
        self.assertEqual((0, "donedone"), (outcome.status, outcome.output.replace("\n", "")), outcome.errors)

    def test_by_mpi(self):
        self.by_mpirun("from mpi4py import MPI\nnvshmem.init(mpi_comm=MPI.COMM_WORLD, initializer_method='mpi')\n" + RING +
                       "nvshmem.finalize()\nprint('done')")

    def test_by_emulated_mpi(self):
        self.by_mpirun("nvshmem.init(initializer_method='emulated_mpi')\n" + RING + "nvshmem.finalize()\nprint('done')")

    def test_by_mpirun_without_mpi(self):
        self.by_mpirun("nvshmem.init()\n" + RING + "assert n == 2\nnvshmem.finalize()\nprint('done')")

    def test_arguments_that_do_not_fit(self):
        self.assertQuiet(jobs.run("""
            for wrong in ({"initializer_method": "tcp"}, {"initializer_method": "uid"}, {"rank": 0}, {"uid": nvshmem.get_unique_id()},
                          {"initializer_method": "uid", "uid": nvshmem.get_unique_id(empty=True), "rank": 0},
                          {"initializer_method": "uid", "uid": nvshmem.get_unique_id(), "rank": 0, "nranks": 1, "mpi_comm": 1}):
                try:
                    nvshmem.init(**wrong)
                except nvshmem.NvshmemInvalid as error:
                    assert "initializer_method" in str(error), error
                else:
                    raise AssertionError(wrong)
            assert nvshmem.init_status() == nvshmem.InitStatus.STATUS_NOT_INITIALIZED
            """, 0))


def text_with(indented: str, rest: str) -> str:
    import textwrap

    return textwrap.dedent(indented) + rest


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nesting(JobCase):
    def test_starts_are_counted(self):
        for pes in (1, 2):
            self.assertQuiet(jobs.run("""
                status = nvshmem.init_status
                assert status() == nvshmem.InitStatus.STATUS_NOT_INITIALIZED
                for round_ in range(2):
                    nvshmem.init()
                    nvshmem.init()
                    a = nvshmem.array(4)
                    nvshmem.finalize()
                    assert status() >= nvshmem.InitStatus.STATUS_IS_INITIALIZED
                    stream = nvshmem.Device().create_stream()
                    nvshmem.put(a, a, nvshmem.my_pe(), stream=stream)
                    nvshmem.barrier_all(stream=stream)
                    stream.sync()
                    nvshmem.free(a)
                    nvshmem.finalize()
                    assert status() == nvshmem.InitStatus.STATUS_NOT_INITIALIZED
                """, pes))

    def test_another_start_while_up_is_refused(self):
        self.assertQuiet(jobs.run("""
            nvshmem.init()
            try:
                nvshmem.init(uid=nvshmem.get_unique_id(), rank=0, nranks=5, initializer_method="uid")
            except nvshmem.NvshmemError as error:
                assert "other arguments" in str(error), error
            else:
                raise AssertionError("accepted")
            a = nvshmem.array(4)
            nvshmem.free(a)
            nvshmem.finalize()
            """, 2))

    def test_many_cycles_leave_nothing(self):
        self.assertQuiet(jobs.run("""
            import threading
            def counts():
                return len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task")), len(open("/proc/self/maps").readlines())
            for cycle in range(30):
                nvshmem.init()
                nvshmem.free(nvshmem.array(1000))
                nvshmem.finalize()
                if cycle == 2:
                    first = counts()
            last = counts()
            assert first[:2] == last[:2], (first, last)
            assert last[2] <= first[2] + 4, (first, last)
            """, 2))

    def test_not_initialised(self):
        self.assertQuiet(jobs.run("""
            calls = [lambda: nvshmem.array(4), lambda: nvshmem.buffer(4), nvshmem.my_pe, nvshmem.n_pes, lambda: nvshmem.put(1, 2, 0),
                     lambda: nvshmem.quiet(1), lambda: nvshmem.barrier_all(1), lambda: nvshmem.team_split_strided(0, 0, 1, 1),
                     lambda: nvshmem.atomic_inc(1, 0), lambda: nvshmem.reduce(0, 1, 2, "sum"), lambda: nvshmem.signal_fetch(1)]
            for round_ in range(2):
                for call in calls:
                    try:
                        call()
                    except nvshmem.NvshmemInvalid as error:
                        assert "init" in str(error), error
                    else:
                        raise AssertionError(call)
                nvshmem.free(numpy.zeros(3))
                nvshmem.init()
                nvshmem.finalize()
            nvshmem.finalize()
            """, 0))


class Ends(JobCase):
    def test_exit_without_finalize_and_with_live_arrays(self):
        for pes in (1, 2):
            self.assertQuiet(jobs.run("""
                nvshmem.init()
                a, b = nvshmem.array(10), nvshmem.array(10, release=True)
                c = nvshmem.array(10, auto_release=True)
                team = nvshmem.team_split_strided(0, 0, 1, nvshmem.n_pes())
                """, pes))

    def test_finalize_at_exit(self):
        self.assertQuiet(jobs.run("import atexit\nnvshmem.init()\natexit.register(nvshmem.finalize)\n" + RING, 2))

    def test_finalize_reports_what_lives(self):
        outcome = jobs.run("""
            nvshmem.init()
            a, b = nvshmem.array(10), nvshmem.array(20)
            nvshmem.finalize()
            try:
                nvshmem.put(a, b, 0, stream=1)
            except nvshmem.NvshmemInvalid:
                pass
            nvshmem.free(a)
            """, 1, NVSHMEM_DEBUG="INFO")
        self.assertEqual((0, 2, 1), (outcome.status, outcome.output.count("was not freed"), outcome.output.count("2 symmetric Buffers")),
                         outcome.output + outcome.errors)

    def test_own_exit_status(self):
        self.assertEqual(7, jobs.run("nvshmem.init()\na = nvshmem.array(3)\nsys.exit(7)", 1).status)

    def test_global_exit(self):
        outcome = jobs.run("from nvshmem import bindings\nnvshmem.init()\nif nvshmem.my_pe() == 0: bindings.global_exit(5)\n"
                           "nvshmem.barrier_all(stream=1)", 2)
        self.assertEqual(5, outcome.status)


class Interrupts(JobCase):
    WAITS = {"signal_wait": "nvshmem.signal_wait(signal, 1, nvshmem.ComparisonType.CMP_EQ, stream=stream); stream.sync()",
             "barrier": "nvshmem.barrier_all(stream=stream) if nvshmem.my_pe() == 0 else time.sleep(60); stream.sync()",
             "array": "nvshmem.array(100) if nvshmem.my_pe() == 0 else time.sleep(60)",
             "signal pad": "_native.pad_wait(0, signal.handle, 0, 0, 0) if nvshmem.my_pe() == 0 else time.sleep(60)",
             "full signal pad": "[_native.pad_put(0, signal.handle, 0, 0, 0) for _ in 'ab'] if nvshmem.my_pe() == 0 else time.sleep(60)"}

    def test_ctrl_c_ends_every_wait(self):
        for name, wait in self.WAITS.items():
            with self.subTest(wait=name):
                ready, caught = self.folder / f"{name}.ready", self.folder / f"{name}.caught"
                process = jobs.start([jobs.NVSHMRUN, "-n", 2, *jobs.program(f"""
                    import time
                    from nvshmem import _native
                    nvshmem.init()
                    stream = nvshmem.Device().create_stream()
                    word = nvshmem.array(1, "uint64")
                    word[:] = 0
                    signal = nvshmem.array_get_buffer(word)[0]
                    nvshmem.barrier_all(stream=stream)
                    stream.sync()
                    if nvshmem.my_pe() == 0:
                        with open({str(ready)!r} + ".part", "w") as out: out.write(str(os.getpid()))
                        os.rename({str(ready)!r} + ".part", {str(ready)!r})
                    try:
                        {wait}
                    except KeyboardInterrupt:
                        open({str(caught)!r}, "w").close()
                        os._exit(3)
                    """)], NVSHMEM_WAIT_TIMEOUT="0")
                jobs.wait_for(ready)
                time.sleep(0.3)
                os.kill(int(ready.read_text()), signal.SIGINT)
                outcome = jobs.finish(process)
                self.assertTrue(caught.exists(), outcome.errors)
                self.assertEqual(3, outcome.status)

    def test_other_threads_run_while_one_waits(self):
        self.assertQuiet(jobs.run("""
            import threading, time
            nvshmem.init()
            stream = nvshmem.Device().create_stream()
            word = nvshmem.array(1, "uint64")
            word[:] = 0
            signal = nvshmem.array_get_buffer(word)[0]
            def later():
                time.sleep(0.2)
                nvshmem.signal_op(signal, 1, nvshmem.SignalOp.SIGNAL_SET, 0, nvshmem.Device().create_stream())
            helper = threading.Thread(target=later)
            helper.start()
            nvshmem.signal_wait(signal, 1, nvshmem.ComparisonType.CMP_EQ, stream=stream)
            stream.sync()
            helper.join()
            nvshmem.free(word)
            nvshmem.finalize()
            """))


class Deaths(JobCase):
    def test_a_pe_that_dies_is_named_to_those_who_wait(self):
        outcome = jobs.run("""
            import signal
            nvshmem.init()
            stream = nvshmem.Device().create_stream()
            nvshmem.barrier_all(stream=stream)
            if nvshmem.my_pe() == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                nvshmem.barrier_all(stream=stream)
                stream.sync()
            except nvshmem.NvshmemError as error:
                print("PE 1" in str(error), flush=True)
                raise
            """, 2)
        self.assertNotEqual(0, outcome.status)
        self.assertIn("PE 1", outcome.errors)

    def test_a_pe_that_dies_among_puts(self):
        outcome = jobs.run("""
            import signal
            nvshmem.init()
            stream, dst, src = nvshmem.Device().create_stream(), nvshmem.array(1000), nvshmem.array(1000)
            nvshmem.barrier_all(stream=stream)
            stream.sync()
            if nvshmem.my_pe() == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                while True:
                    nvshmem.put_nbi(dst, src, 1, stream=stream)
                    nvshmem.quiet(stream)
                    nvshmem.barrier_all(stream=stream)
                    stream.sync()
            except nvshmem.NvshmemError as error:
                assert "PE 1" in str(error) and "dead" in str(error), error
                print("told", flush=True)
                raise
            """, 2)
        self.assertNotEqual(0, outcome.status)
        self.assertIn("told", outcome.output, outcome.errors)

    def test_a_pe_that_is_stopped_for_a_while_is_waited_for(self):
        self.assertQuiet(jobs.run("""
            import signal, subprocess
            nvshmem.init()
            stream = nvshmem.Device().create_stream()
            nvshmem.barrier_all(stream=stream)
            stream.sync()
            if nvshmem.my_pe() == 1:
                waker = subprocess.Popen(["sh", "-c", f"sleep 1.5; kill -CONT {os.getpid()}"])
                os.kill(os.getpid(), signal.SIGSTOP)
                waker.wait()
            nvshmem.barrier_all(stream=stream)
            stream.sync()
            nvshmem.finalize()
            """, 2))

    def test_pes_that_allocate_differently_all_get_the_table(self):
        outcome = jobs.run("""
            nvshmem.init()
            try:
                nvshmem.buffer(100 + 100 * nvshmem.my_pe())
            except nvshmem.NvshmemError as error:
                assert "100" in str(error) and "200" in str(error), error
                print("told")
            nvshmem.free(nvshmem.buffer(64))
            nvshmem.finalize()
            """, 2)
        self.assertEqual((0, "told\ntold\n"), (outcome.status, outcome.output), outcome.errors)


class Imports(JobCase):
    def test_importing_brings_in_no_other_package(self):
        self.assertQuiet(jobs.run("assert not {'torch', 'cupy', 'mpi4py', 'cuda'} & set(sys.modules), set(sys.modules)\n"
                                  "from nvshmem import _native\nassert not _native.library_is_open()\n"
                                  "assert nvshmem.core is nvshmem and nvshmem.rma.put is nvshmem.put\n"
                                  "assert nvshmem.query_thread() == 3 and nvshmem.get_version().libnvshmem_version == '3.8.0'\n"
                                  "assert 'NVSHMEM' in nvshmem.get_name() and nvshmem.ask_smem() >= 0", 0))

    def test_device_parts_that_are_not_there_say_so(self):
        for module in ("nvshmem.core.device.numba", "nvshmem.core.interop.cute"):
            outcome = jobs.run(f"""
                try:
                    import {module}
                except ImportError as error:
                    assert "cute" in str(error) or "numba" in str(error), error
                else:
                    raise AssertionError("imported")
                """, 0)
            self.assertQuiet(outcome)

    def test_the_library_must_be_there(self):
        outcome = jobs.run("nvshmem.init()", 0, NVSHMEM_HOST_LIBRARY="/nowhere/libnvshmem_host.so.3")
        self.assertIn("LibraryNotFound", outcome.errors)
        self.assertIn("/nowhere", outcome.errors)


if __name__ == "__main__":
    unittest.main()
