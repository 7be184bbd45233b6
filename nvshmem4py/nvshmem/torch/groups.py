# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Groups of ranks: those of torch.distributed, those that the program describes, all PEs; each becomes a team.

Ranks and PEs need not have the same numbers: who is in a group says which PE it is, once, and the team has the group's order.
"""
import pickle
from dataclasses import dataclass, field

import torch.distributed as dist

from nvshmem import bindings
from nvshmem.core import init_fini, teams
from nvshmem.core import _internal_tracking as tracking
from nvshmem.errors import NvshmemInvalid, WrongType

WORLD = "world"
UNIQUEID_MASK = 2  # of a team's configuration: `uniqueid` counts


@dataclass(frozen=True)
class Group:
    """Ranks 0 to world_size - 1 as the members of `team`."""

    name: str
    rank: int
    world_size: int
    team: int
    pes: tuple = field(repr=False)  # by rank


class Described:
    """A group that the program describes, whose ranks meet in a store of torch.distributed (or anything with set and get)."""

    def __init__(self, name: str, rank: int, world_size: int, store):
        if not 0 <= rank < world_size:
            raise NvshmemInvalid(f"rank is {rank}; the ranks of a group of {world_size} are 0 to {world_size - 1}")
        self.name, self.rank, self.world_size, self.store = name, rank, world_size, store

    def gather(self, value) -> list:
        self.store.set(f"nvshmem/{self.name}/{self.rank}", pickle.dumps(value))
        return [pickle.loads(self.store.get(f"nvshmem/{self.name}/{rank}")) for rank in range(self.world_size)]


class Process:
    """A process group of torch.distributed."""

    def __init__(self, group):
        self.group, self.name = group, group.group_name
        self.rank, self.world_size = dist.get_rank(group), dist.get_world_size(group)

    def gather(self, value) -> list:
        values: list = [None] * self.world_size
        dist.all_gather_object(values, value, group=self.group)
        return values


_described: dict[str, Described] = {}
_made: dict[str, Group] = {}


def has_distributed() -> bool:
    return dist.is_available() and dist.is_initialized()


def start() -> None:
    """Starts the library where nobody has: over the default group of torch.distributed if that is initialized, with its ranks as PE
    numbers, else by what the launcher (nvshmrun, torchrun, mpirun, srun) left in the environment; alone, as one PE. Collective.
    """
    if tracking.is_up():
        return
    if not has_distributed():
        init_fini.init()
        return
    rank, identifier = dist.get_rank(), [b""]
    if rank == 0:
        identifier[0] = bytes(init_fini.get_unique_id()._data)
    dist.broadcast_object_list(identifier, src=0)
    uid = init_fini.get_unique_id(empty=True)
    uid._data.view("uint8")[:] = list(identifier[0])
    init_fini.init(uid=uid, rank=rank, nranks=dist.get_world_size(), initializer_method="uid")


tracking._at_end.append(_made.clear)  # their teams are gone


def set_group_info(group_name: str, rank: int, world_size: int, store) -> None:
    """Says who is in a group and where its ranks meet: `store` is one of torch.distributed. Local.

    Raises NvshmemInvalid for a rank out of range, or a name that stands for another group.
    """
    known = _described.get(group_name)
    if known is not None and (known.rank, known.world_size) != (rank, world_size):
        raise NvshmemInvalid(f"group_name {group_name!r} stands for a group of {known.world_size} in which this is rank {known.rank}")
    _described[group_name] = known or Described(group_name, rank, world_size, store)


def enable_symm_mem_for_group(group_name: str) -> None:
    """Prepares a group; the same as its first rendezvous. Collective over the group."""
    group_of(group_name)


def is_symm_mem_enabled_for_group(group_name: str) -> bool:
    """Has the group been prepared, or used?"""
    return group_name in _made


def group_of(group) -> Group:
    """The Group for what users give: None (all ranks), a ProcessGroup, a name. Collective over the group the first time.

    Raises NvshmemInvalid for a name that is none and a group that this process is not in, WrongType (a TypeError) for anything else.
    """
    start()
    meeting = _meeting_of(group)
    name = WORLD if meeting is None else meeting.name
    if name not in _made:
        _made[name] = _all_pes() if meeting is None else _make(meeting)
    return _made[name]


def _meeting_of(group):
    if group is None:
        return Process(dist.group.WORLD) if has_distributed() else None
    if isinstance(group, str):
        return _named(group)
    if dist.is_available() and isinstance(group, dist.ProcessGroup):
        return Process(group)
    if dist.is_available() and group is dist.GroupMember.NON_GROUP_MEMBER:
        raise NvshmemInvalid("group is what new_group gives to processes that are no members of the group that it made")
    raise WrongType(f"group is a {type(group).__name__}; it must be a ProcessGroup, the name of a group, or None for all ranks")


def _named(name: str):
    if name in _described:
        return _described[name]
    if has_distributed():
        try:
            return Process(dist.distributed_c10d._resolve_process_group(name))  # type: ignore[arg-type]  # newer torch: a GroupName, which is a str
        except (RuntimeError, ValueError, KeyError):
            pass
    elif name == WORLD:
        return None
    raise NvshmemInvalid(f"group is {name!r}, which is no group of torch.distributed and none that set_group_info described")


def _all_pes() -> Group:
    pes = tuple(range(bindings.n_pes()))
    return Group(WORLD, bindings.my_pe(), len(pes), bindings.Team_id.TEAM_WORLD, pes)


def _make(meeting) -> Group:
    """The first rank's identifier makes the team, so that the members alone take part and in the group's order."""
    own = teams.get_team_unique_id().value if meeting.rank == 0 else None
    answers = meeting.gather((bindings.my_pe(), own))
    pes = tuple(pe for pe, _ in answers)
    if len(set(pes)) != len(pes):
        raise NvshmemInvalid(f"group {meeting.name!r} has the PEs {pes}, one of them twice: each rank must be a PE of its own; was the "
                             "library started by a launcher, or by nvshmem.torch.start()?")
    if pes == tuple(range(bindings.n_pes())):
        team = int(bindings.Team_id.TEAM_WORLD)
    else:
        config = teams.TeamConfig()
        config.uniqueid = answers[0][1]
        team = teams.team_init(config, UNIQUEID_MASK, meeting.world_size, meeting.rank)
    return Group(meeting.name, meeting.rank, meeting.world_size, team, pes)
