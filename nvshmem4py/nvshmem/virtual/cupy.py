# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""NumPy behind the names of CuPy: creation, indexing, shapes, ufuncs, reductions, sorting, linear algebra, random numbers.

What CuPy has beyond NumPy and a CPU can do is here: asnumpy, ndarray.get, cuda.Stream, cuda.Device, cuda.Event. Kernels in source text
are refused. Any other name is an AttributeError that says so.
"""
import sys

import numpy

NAMES = """
    zeros ones empty full zeros_like ones_like empty_like full_like arange linspace logspace eye identity diag tri tril triu meshgrid
    array asarray asanyarray ascontiguousarray asfortranarray copy frombuffer fromfunction indices
    reshape ravel transpose swapaxes moveaxis rollaxis expand_dims squeeze broadcast_to broadcast_arrays concatenate stack vstack
    hstack dstack column_stack split array_split hsplit vsplit tile repeat flip fliplr flipud roll rot90 pad unique atleast_1d atleast_2d
    sum prod mean std var min max amin amax argmin argmax all any cumsum cumprod diff median percentile quantile average count_nonzero
    nansum nanmean nanmin nanmax ptp bincount histogram cov corrcoef
    where nonzero flatnonzero take take_along_axis put choose compress searchsorted sort argsort partition argpartition lexsort
    dot vdot inner outer matmul tensordot einsum kron cross trace clip round around fix nan_to_num interp convolve
    allclose isclose array_equal isscalar result_type promote_types can_cast may_share_memory shares_memory
    dtype finfo iinfo ndim shape size broadcast newaxis pi e inf nan
    float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 complex64 complex128 bool_
    integer floating number generic intp
""".split()
SUBMODULES = ("linalg", "random", "fft", "testing")


class ndarray(numpy.ndarray):
    """A NumPy array with what CuPy's has besides."""

    def get(self, stream=None, order="C", out=None) -> numpy.ndarray:
        """The values as a plain NumPy array."""
        return asnumpy(self, stream, order, out)

    @property
    def device(self):
        from nvshmem.core.streams import Device

        return Device()


def asnumpy(array, stream=None, order="C", out=None) -> numpy.ndarray:
    """A copy of the values as a plain NumPy array."""
    values = numpy.array(array, order=order, copy=True, subok=False)
    if out is None:
        return values
    out[...] = values
    return out


def as_own(value):
    """Arrays as `ndarray`, everything else as it is."""
    if type(value) is numpy.ndarray:
        return value.view(ndarray)
    if isinstance(value, (tuple, list)) and any(type(part) is numpy.ndarray for part in value):
        return type(value)(map(as_own, value))
    return value


def wrapped(function):
    def call(*arguments, **options):
        return as_own(function(*arguments, **options))

    call.__name__, call.__doc__ = function.__name__, function.__doc__
    return call


class RawKernel:
    """Kernels in source text need a CUDA compiler and a GPU."""

    def __init__(self, *arguments, **options):
        raise NotImplementedError(f"{type(self).__name__} is not available on the virtual device: it compiles CUDA source for a GPU")


class RawModule(RawKernel):
    pass


class ElementwiseKernel(RawKernel):
    pass


class ReductionKernel(RawKernel):
    pass


def is_plain(value) -> bool:
    """A constant or a type: taken as it is."""
    return isinstance(value, type) or not callable(value)


def fill(module) -> None:
    """Gives the module its names."""
    module.__doc__ = __doc__
    module.__version__ = numpy.__version__
    ufuncs = [name for name in dir(numpy) if isinstance(getattr(numpy, name), numpy.ufunc)]
    for name in [*NAMES, *ufuncs]:
        if hasattr(numpy, name):
            value = getattr(numpy, name)
            setattr(module, name, value if is_plain(value) or isinstance(value, numpy.ufunc) else wrapped(value))
    for name in SUBMODULES:
        setattr(module, name, getattr(numpy, name))
    module.bool = numpy.bool_
    for own in (ndarray, asnumpy, RawKernel, RawModule, ElementwiseKernel, ReductionKernel):
        setattr(module, own.__name__, own)
    module.from_dlpack = wrapped(numpy.from_dlpack)
    module.get_array_module = lambda *arrays: module
    module.__getattr__ = lambda name: _missing(module, name)
    use_own_arrays()


def _missing(module, name: str):
    if name == "cuda":
        import importlib

        return importlib.import_module("cupy.cuda")
    raise AttributeError(f"module 'cupy' of the virtual device has no '{name}'; it is NumPy behind the usual names of CuPy")


def use_own_arrays() -> None:
    """nvshmem.core.array gives this module's arrays from here on."""
    from nvshmem.core.interop import cupy

    cupy.ARRAY["type"] = ndarray


def fill_cuda(module) -> None:
    from nvshmem.core import streams

    class Stream(streams.Stream):
        """CuPy's stream: `null`, `non_blocking`, use(), `ptr`."""

        def __init__(self, null=False, non_blocking=False, ptds=False):
            super().__init__(handle=streams.DEFAULT_STREAM if null else None)

        @property
        def ptr(self) -> int:
            return self.handle

        def use(self):
            return self

    Stream.null = Stream(null=True)

    class Device(streams.Device):
        """CuPy's device: `id`, use(), a context manager."""

        @property
        def id(self) -> int:
            return self.device_id

        def use(self):
            self.set_current()
            return self

        def __enter__(self):
            return self.use()

        def __exit__(self, *error):
            pass

    class Event(streams.Event):
        """CuPy's event: record(stream) sets it."""

        def __init__(self, *options, **more):
            super().__init__()

        def record(self, stream=None) -> None:
            (stream or Stream.null).record(self)

        @property
        def done(self) -> bool:
            return self.is_done

    module.Stream, module.Device, module.Event = Stream, Device, Event
    module.get_current_stream = lambda: Stream.null
    module.get_elapsed_time = lambda start, end: end - start
    module.is_available = lambda: True

    def missing(name: str):
        raise AttributeError(f"module 'cupy.cuda' of the virtual device has no '{name}'")

    module.__getattr__ = missing
    sys.modules["cupy"].cuda = module
