# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""NvshmemResource: who owns symmetric memory. One table, address -> entry, says what lives, what was freed, and who was made from whom.

An entry is found by the identity of its Buffer wherever a Buffer is at hand: a freed address is soon somebody else's, and the end of
the Buffer that had it before must not touch the new one.
"""
import logging
import weakref
from enum import IntEnum
from typing import Optional

from nvshmem import _native, bindings
from nvshmem.core import _internal_tracking as tracking
from nvshmem.core.buffers import Buffer
from nvshmem.errors import NvshmemError, NvshmemInvalid, NvshmemOutOfMemory

logger = logging.getLogger("nvshmem")


class BufferTypes(IntEnum):
    """The kind of a tracked Buffer."""

    NORMAL = 0
    PEER = 1
    MULTIMEM = 2
    EXTERNAL = 3


def implicit_free_text(buffer: Buffer) -> str:
    return (f"Buffer of {buffer._size} bytes at {buffer._address:#x} was freed implicitly: symmetric memory is freed by all PEs "
            "together, so call nvshmem.core.free(); the memory stays allocated until nvshmem.core.finalize()")


class NvshmemResource:
    """The allocator behind every symmetric Buffer of a device."""

    is_device_accessible = True
    is_host_accessible = True
    is_managed = False

    def __init__(self, device):
        self.device = device
        self._mem_references = {}

    @property
    def device_id(self) -> int:
        return getattr(self.device, "device_id", 0)

    # --- making

    def allocate(self, size: int, stream=None, release: bool = False, except_on_del: bool = True,
                 auto_release: bool = False) -> Buffer:
        """Allocates `size` bytes on every PE. Collective. Raises NvshmemError (NvshmemOutOfMemory where that is the reason)."""
        address = self._malloc(size)
        self._drop_stale(address)
        buffer = Buffer(address, size, self)
        held = buffer if not (release or auto_release) else Buffer(address, size)
        self._mem_references[address] = {
            "ref_count": 1, "resource": self, "buffer": held, "type": BufferTypes.NORMAL, "freed": False,
            "released": bool(release or auto_release), "except_on_del": except_on_del, "child": set(),
            "auto_release": auto_release, "owner": weakref.ref(buffer)}
        _native.track(address, size, BufferTypes.NORMAL)
        return buffer

    def _malloc(self, size: int) -> int:
        if size < 0:
            raise NvshmemInvalid(f"size is {size}; it must be positive")
        address = bindings.malloc(size)
        if address == 0:
            raise NvshmemError(f"symmetric allocation of {size} bytes gave nothing; a size must be positive")
        return address

    def _drop_stale(self, address: int) -> None:
        old = self._mem_references.pop(address, None)
        if old is not None and old["buffer"] is not None:
            old["buffer"]._closed = True

    # --- finding

    def entry_of(self, buffer: Buffer):
        """The entry whose Buffer this is; None for a Buffer that was freed, or is none of ours."""
        entry = self._mem_references.get(buffer._address)
        if entry is None or not (entry["buffer"] is buffer or entry["owner"]() is buffer):
            return None
        return entry

    def entry_at(self, address: int):
        """The live entry whose memory holds `address`; None where none does."""
        found = _native.find(address)
        entry = self._mem_references.get(found[0]) if found else None
        return None if entry is None or entry["freed"] else entry

    def buffer_at(self, address: int) -> Optional[Buffer]:
        entry = self.entry_at(address)
        if entry is None:
            return None
        return entry["owner"]() or entry["buffer"]

    def kind_of(self, buffer: Buffer) -> str:
        entry = self.entry_of(buffer)
        if entry is None:
            return "not tracked"
        if entry["type"] == BufferTypes.PEER:
            return f"view of PE {entry['pe']}"
        return {BufferTypes.NORMAL: "symmetric", BufferTypes.MULTIMEM: "multicast", BufferTypes.EXTERNAL: "registered"}[entry["type"]]

    # --- ending

    def set_freed(self, buffer: Buffer) -> None:
        """Marks a NORMAL Buffer as freed on purpose. Raises NvshmemError for an address that is not tracked."""
        entry = self._mem_references.get(buffer._address)
        if entry is None:
            raise NvshmemError(f"{buffer!r} is not tracked")
        if entry["type"] == BufferTypes.NORMAL:
            entry["freed"] = True

    def deallocate(self, ptr: int, size: int, stream=None) -> None:
        """What the end of a Buffer at `ptr` means. Raises NvshmemError for an unfreed NORMAL one, unless it asked for a log line."""
        if not tracking.is_up():
            logger.warning("deallocate of %#x: NVSHMEM is not initialized", ptr)
            return
        entry = self._mem_references.get(ptr)
        if entry is None:
            logger.debug("deallocate of %#x, which is not tracked", ptr)
        elif entry["type"] != BufferTypes.NORMAL:
            self._forget(entry)
        elif entry["freed"]:
            self._count_down(entry)
        elif not entry.get("told"):
            entry["told"] = True
            self._tell(entry["buffer"], entry["except_on_del"])

    def end_of(self, buffer: Buffer) -> None:
        """buffer.close() was called."""
        if self.entry_of(buffer) is not None:
            self.deallocate(buffer._address, buffer._size)

    def collected(self, buffer: Buffer) -> None:
        """The last reference to an open Buffer went. Never collective; raises only what the interpreter prints."""
        if tracking._at_exit["ending"]:
            return
        entry = self.entry_of(buffer)
        if entry is None or entry["freed"] or entry["type"] != BufferTypes.NORMAL:
            return
        if not tracking.is_up():
            logger.warning("a Buffer of an earlier start ended without free")
        elif entry["auto_release"]:
            self.release(buffer)
        elif not entry.get("told"):
            entry["told"] = True
            self._tell(buffer, entry["except_on_del"])

    @staticmethod
    def _tell(buffer: Buffer, raises: bool) -> None:
        if raises:
            raise NvshmemError(implicit_free_text(buffer))
        logger.error("%s", implicit_free_text(buffer))

    def _count_down(self, entry: dict) -> None:
        entry["ref_count"] -= 1
        if entry["ref_count"] > 0:
            return
        self._forget_children(entry)
        _native.untrack(entry["buffer"]._address)
        bindings.free(entry["buffer"]._address)

    def _forget_children(self, entry: dict) -> None:
        for address in entry["child"]:
            child = self._mem_references.pop(address, None)
            if child is not None:
                child["freed"] = True
                child["buffer"]._closed = True
                _native.untrack(address)
        entry["child"].clear()

    def _forget(self, entry: dict) -> None:
        address = entry["buffer"]._address
        entry["freed"] = True
        parent = self._mem_references.get(entry.get("parent"))
        if parent is not None:
            parent["child"].discard(address)
        if self._mem_references.get(address) is entry:
            del self._mem_references[address]
            _native.untrack(address)

    def free(self, buffer: Buffer) -> None:
        """Gives the memory back. Collective for NORMAL Buffers; a view of a peer is only forgotten."""
        entry = self.entry_of(buffer)
        if entry is None or entry["freed"] or buffer._closed:
            raise NvshmemError(f"{buffer!r} at {buffer._address:#x} was freed before, or is not NVSHMEM's")
        if entry["type"] == BufferTypes.NORMAL:
            self.set_freed(buffer)
            owner = entry["owner"]()
            try:
                self._count_down(entry)
            finally:
                for closed in (buffer, owner, entry["buffer"]):
                    if closed is not None:
                        closed._closed = True
        else:
            buffer.close()

    def release(self, buffer: Buffer) -> None:
        """Gives the memory back without the other PEs: local, re-used once all have released it."""
        entry = self.entry_of(buffer)
        if entry is None or entry["freed"] or entry["type"] != BufferTypes.NORMAL:
            raise NvshmemError(f"{buffer!r} at {buffer._address:#x} is no live symmetric Buffer")
        entry["freed"] = True
        self._forget_children(entry)
        _native.untrack(buffer._address)
        self._mem_references.pop(buffer._address)
        buffer._closed = entry["buffer"]._closed = True
        bindings.release(buffer._address)

    def end_session(self) -> list:
        """finalize: marks what still lives as freed and returns it, by address; the heap goes as a whole."""
        left = []
        for address in sorted(self._mem_references):
            entry = self._mem_references[address]
            if entry["type"] == BufferTypes.NORMAL and not entry["freed"] and not entry["auto_release"]:
                left.append(entry["buffer"])
            entry["freed"] = True
            entry["buffer"]._closed = True
        self._mem_references.clear()
        return left

    # --- views and registrations

    def get_peer_buffer(self, buffer: Buffer, pe: int) -> Buffer:
        """`buffer` on another PE, as memory of this process. Raises NvshmemError where that PE's memory is not mapped."""
        parent = self._parent(buffer)
        if pe == bindings.my_pe():
            return buffer
        return self._child(parent, BufferTypes.PEER, bindings.ptr(buffer._address, pe), pe,
                           f"the memory of PE {pe} is not mapped here; use put and get")

    def get_mc_buffer(self, team: int, buffer: Buffer) -> Buffer:
        """The multicast address of `buffer` over a team. Raises NvshmemError where there is no multicast memory."""
        parent = self._parent(buffer)
        return self._child(parent, BufferTypes.MULTIMEM, bindings.mc_ptr(int(team), buffer._address), -1,
                           "there is no multicast memory for this team")

    def _parent(self, buffer: Buffer) -> dict:
        entry = self.entry_of(buffer)
        if entry is None or entry["freed"]:
            raise NvshmemError(f"{buffer!r} at {buffer._address:#x} is no live symmetric Buffer")
        if entry["type"] not in (BufferTypes.NORMAL, BufferTypes.EXTERNAL):
            raise NvshmemError(f"{buffer!r} is a view itself; ask for views of the Buffer it was made from")
        return entry

    def _child(self, parent: dict, kind: BufferTypes, address: int, pe: int, refusal: str) -> Buffer:
        if address == 0:
            raise NvshmemError(refusal)
        known = self._mem_references.get(address)
        if known is not None and not known["freed"] and not known["buffer"]._closed and known["type"] == kind:
            known["ref_count"] += 1
            return known["buffer"]
        size, start = parent["buffer"]._size, parent["buffer"]._address
        view = Buffer(address, size, self)
        self._mem_references[address] = {
            "ref_count": 1, "resource": self, "buffer": view, "type": kind, "freed": False, "released": False,
            "except_on_del": False, "parent": start, "pe": pe, "owner": weakref.ref(view)}
        parent["child"].add(address)
        _native.track(address, size, kind, pe)
        return view

    def register_external_buffer(self, buffer: Buffer, call_register: bool = True, preferred_address=None) -> Buffer:
        """Makes memory of the program's own symmetric. Collective; the Buffer returned is the symmetric one."""
        wish = _wished_address(preferred_address, call_register)
        known = self._mem_references.get(buffer._address)
        if known is not None and known["type"] == BufferTypes.EXTERNAL and not known["freed"]:
            logger.warning("%r is registered already", buffer)
            known["ref_count"] += 1
            return known["buffer"]
        if known is not None and not known["freed"]:
            raise NvshmemError(f"{buffer!r} is symmetric memory already")
        address = buffer._address if not call_register else self._register(buffer, wish)
        symmetric = Buffer(address, buffer._size, self, owner=buffer)
        self._mem_references[address] = {
            "ref_count": 1, "resource": self, "buffer": symmetric, "type": BufferTypes.EXTERNAL, "freed": False, "released": False,
            "except_on_del": False, "child": set(), "native": call_register, "owner": weakref.ref(symmetric)}
        _native.track(address, buffer._size, BufferTypes.EXTERNAL)
        return symmetric

    @staticmethod
    def _register(buffer: Buffer, wish) -> int:
        if wish is None:
            address = bindings.buffer_register_symmetric(buffer._address, buffer._size, 0)
        else:
            address = bindings.buffer_register_symmetric_at_preferred_address(buffer._address, buffer._size, wish, 0)
        if address == 0:
            raise NvshmemError(f"{buffer!r} cannot be made symmetric")
        return address

    def unregister_external_buffer(self, buffer: Buffer) -> None:
        """Undoes register_external_buffer; `buffer` is what that returned. Collective."""
        entry = self.entry_of(buffer)
        if entry is None or entry["freed"] or entry["type"] != BufferTypes.EXTERNAL:
            raise NvshmemError(f"{buffer!r} at {buffer._address:#x} is not a registered Buffer")
        entry["ref_count"] -= 1
        if entry["ref_count"] > 0:
            return
        self._forget_children(entry)
        self._forget(entry)
        buffer._closed = True
        if entry["native"]:
            bindings.check_status(bindings.buffer_unregister_symmetric(buffer._address, buffer._size))


def _wished_address(wish, call_register: bool):
    if wish is None:
        return None
    if not call_register:
        raise NvshmemInvalid("preferred_address has no meaning with call_register=False")
    if isinstance(wish, Buffer):
        return wish.handle
    if isinstance(wish, int) and not isinstance(wish, bool):
        return wish
    raise NvshmemInvalid(f"preferred_address is a {type(wish).__name__}; it must be an address or a Buffer")


def resource() -> NvshmemResource:
    """The resource of this PE's device."""
    from nvshmem.core.utils import _get_device

    device, _ = _get_device()
    number = getattr(device, "device_id", 0)
    if number not in tracking._mr_references:
        tracking._mr_references[number] = NvshmemResource(device)
    return tracking._mr_references[number]


__all__ = ["BufferTypes", "NvshmemResource", "NvshmemOutOfMemory"]
