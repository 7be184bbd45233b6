# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What this installation is, and whether it works here: versions, places, the machine, a put to oneself."""
import os
import platform
import sys
from dataclasses import dataclass, field

from nvshmem import _native
from nvshmem.core import _internal_tracking as tracking

PACKAGES = ("numpy", "torch", "mpi4py", "cuda-core", "cupy", "ml_dtypes")


@dataclass
class Report:
    """Lines of (what, finding, is it good). Prints as a table."""

    lines: list = field(default_factory=list)

    def add(self, what: str, finding, good: bool = True) -> None:
        self.lines.append((what, str(finding), good))

    @property
    def healthy(self) -> bool:
        return all(good for _, _, good in self.lines)

    def __str__(self) -> str:
        width = max(len(what) for what, _, _ in self.lines)
        return "\n".join(f"{'ok  ' if good else 'FAIL'}  {what:<{width}}  {finding}" for what, finding, good in self.lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{'✓' if good else '✗'}</td><td>{what}</td><td><pre>{finding}</pre></td></tr>"
                       for what, finding, good in self.lines)
        return f"<table>{rows}</table>"


def version_of(package: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def doctor() -> Report:
    """Looks at the installation and tries it. Local; starts the library for itself where it is not up. Never raises."""
    report = Report()
    report.add("python", f"{sys.version.split()[0]} at {sys.executable}")
    report.add("machine", f"{platform.platform()}, {os.cpu_count()} CPUs")
    for package in PACKAGES:
        report.add(package, version_of(package))
    for what, check in (("library", check_library), ("device", check_device), ("launcher", check_launcher), ("transfer", check_transfer)):
        try:
            report.add(what, check())
        except Exception as error:
            report.add(what, f"{type(error).__name__}: {error}", False)
    return report


def check_library() -> str:
    from nvshmem.core.init_fini import get_name, get_version

    return f"{get_name()} ({get_version().libnvshmem_version}) at {_native.library_path()}"


def check_device() -> str:
    from nvshmem.core.streams import Device

    return f"{Device.name}, {_native.device_count()} devices"


def check_launcher() -> str:
    if tracking.is_up():
        from nvshmem.core.direct import my_pe, n_pes

        return f"PE {my_pe()} of {n_pes()}"
    names = [name for name in os.environ if name.startswith(("NVSHMRUN_", "OMPI_COMM_WORLD_", "PMI_", "PMIX_", "SLURM_PROCID", "WORLD_SIZE"))]
    return "none in the environment: a program is one PE" if not names else f"by {', '.join(sorted(names)[:4])}"


def check_transfer() -> str:
    """A put of a PE to itself; where the library is not up, in a process of its own, which leaves this one as it is."""
    if tracking.is_up():
        return "not tried: the library is up, and allocation is collective"
    import subprocess

    program = ("import nvshmem.core as n; n.init(); s = n.Device().create_stream(); a = n.array(4); b = n.array(4); b[:] = 7; "
               "n.put(a, b, 0, stream=s); s.sync(); assert (a == 7).all(); n.free(a); n.free(b); n.finalize()")
    launchers = ("NVSHMRUN_", "OMPI_", "PMI_", "PMIX_", "SLURM_", "RANK", "WORLD_SIZE", "LOCAL_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(launchers)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return "a PE reaches itself"


__all__ = ["doctor"]
