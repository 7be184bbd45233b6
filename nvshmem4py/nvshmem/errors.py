# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The exceptions of the package. One class a case, on all functions; each says which argument, its value and the cure."""


class NvshmemError(Exception):
    """The library failed. `msg` is the text."""

    def __init__(self, msg=""):
        super().__init__(msg)
        self.msg = msg

    def __repr__(self):
        return f"<{type(self).__name__}: {self}>"


class NvshmemInvalid(ValueError):
    """Wrong use: an argument or the state does not allow the call. `msg` is the text."""

    def __init__(self, msg=""):
        super().__init__(msg)
        self.msg = msg

    def __repr__(self):
        return f"<{type(self).__name__}: {self}>"


class NvshmemWarning(UserWarning):
    """Something that works and should be written differently."""

    def __init__(self, msg=""):
        super().__init__(msg)
        self.msg = msg


class WrongType(NvshmemInvalid, TypeError):
    """An argument of the wrong type where a value of that type could never be right."""


class StreamRequired(NvshmemInvalid, NotImplementedError):
    """stream=None: every call of this interface that is ordered by a stream needs one."""


class OutOfBuffer(NvshmemInvalid, RuntimeError):
    """A view that its buffer or signal pad has no room for, or of a rank that the group does not have."""


class WaitExpired(NvshmemError, RuntimeError):
    """A wait with a time limit was not over in time."""


class LibraryNotFound(NvshmemError, RuntimeError):
    """The host library is not where it should be, or cannot be opened."""


class FunctionNotFound(NvshmemError, RuntimeError):
    """The host library has no function of that name."""


STATUS_NAMES = ("SUCCESS", "ERROR_INVALID_VALUE", "ERROR_OUT_OF_MEMORY", "ERROR_NOT_SUPPORTED", "ERROR_SYMMETRY",
                "ERROR_GPU_NOT_SELECTED", "ERROR_COLLECTIVE_LAUNCH_FAILED", "ERROR_INTERNAL")


class NVSHMEMError(NvshmemError):
    """A C function answered with a status. `status` is its number, `text` what the library says."""

    def __init__(self, status, text=""):
        name = STATUS_NAMES[status] if 0 <= status < len(STATUS_NAMES) else "unknown"
        super().__init__(f"Status code {status} ({name})" + (f": {text}" if text else ""))
        self.status = status
        self.text = text

    def __reduce__(self):
        return type(self), (self.status, self.text)


class NvshmemOutOfMemory(NVSHMEMError, MemoryError):
    """The symmetric heap, or the machine, has no room for the allocation."""


OUT_OF_MEMORY = 2


def from_status(status: int, text: str, function: str) -> NVSHMEMError:
    """The exception for a C function that failed."""
    kind = NvshmemOutOfMemory if status == OUT_OF_MEMORY else NVSHMEMError
    return kind(status, text if function in text else f"{function}: {text}" if text else function)
