# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The modules cuda.core and cuda.core.experimental where the process has none: scripts import Device and Stream from there.

A finder at the end of the search, so a module that is really installed is never shadowed. With a cuda.core that has no `experimental`
any more, that name is made from it: its streams then have `synchronize` beside `sync`. Without a driver the names give the virtual
device of nvshmem.core.streams.
"""
import importlib
import sys
import types
from importlib.abc import Loader
from importlib.machinery import ModuleSpec


class Finder(Loader):
    """Finds the names in `makers` (module name -> function that fills the module)."""

    def __init__(self, makers: dict):
        self.makers = makers

    def find_spec(self, name: str, path=None, target=None):
        if name not in self.makers:
            return None
        return ModuleSpec(name, self, is_package=any(other.startswith(name + ".") for other in self.makers))

    def create_module(self, spec: ModuleSpec):
        return types.ModuleType(spec.name)

    def exec_module(self, module) -> None:
        self.makers[module.__name__](module)


def fill_with_virtual_device(module) -> None:
    from nvshmem.core import streams
    from nvshmem.core.buffers import Buffer

    module.__doc__ = "The names of cuda.core, on the virtual device of nvshmem.core."
    module.Device, module.Stream, module.Event, module.Buffer = streams.Device, streams.Stream, streams.Event, Buffer
    module.__getattr__ = _refuse(module.__name__)


def _refuse(module: str):
    def missing(name: str):
        raise AttributeError(f"module '{module}' of the virtual device has no '{name}'")

    return missing


def fill_experimental(module) -> None:
    real = _working_cuda_core()
    if real is None:
        fill_with_virtual_device(module)
    else:
        module.__doc__ = "cuda.core under its former name."
        module.Device = _device_of(real)
        module.__getattr__ = lambda name: getattr(real, name)


def _working_cuda_core():
    """cuda.core where it is installed and finds a driver, else None."""
    try:
        core = importlib.import_module("cuda.core")
        core.Device()
    except Exception:
        return None
    return core if getattr(core, "__file__", None) else None


def _device_of(real):
    class Stream:
        """A stream of cuda.core that also has the older name of sync."""

        def __init__(self, stream):
            self._stream = stream
            self.synchronize = stream.sync

        def __getattr__(self, name):
            return getattr(self._stream, name)

    class Device:
        def __init__(self, device_id=None):
            self._device = real.Device(device_id)

        def create_stream(self, *arguments, **options):
            return Stream(self._device.create_stream(*arguments, **options))

        def __getattr__(self, name):
            return getattr(self._device, name)

    return Device


MAKERS = {"cuda": lambda module: None, "cuda.core": fill_with_virtual_device, "cuda.core.experimental": fill_experimental}


def install() -> None:
    """Once a process; at the end of the search."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.append(Finder(MAKERS))
