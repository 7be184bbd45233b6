# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Teams: ordered sets of PEs. A team is an integer handle; Teams knows the names of all."""
from typing import Optional

import numpy

from nvshmem import bindings
from nvshmem.core import _internal_tracking as tracking
from nvshmem.core.nvshmem_types import Teams
from nvshmem.core.utils import require_init
from nvshmem.errors import NvshmemError

TeamConfig = bindings.TeamConfig
TeamUniqueId = bindings.team_uniqueid
INVALID = -1
_made: list = []  # names that this session added to Teams


def get_team_unique_id() -> TeamUniqueId:
    """An identifier for team_init: made by one PE, sent to the other members by the program."""
    require_init()
    identifier = TeamUniqueId()
    bindings.team_get_uniqueid(identifier.ptr)
    return identifier


def team_get_config(team: int) -> TeamConfig:
    """The configuration that a team was made with."""
    require_init()
    config = TeamConfig()
    bindings.team_get_config(int(team), config.ptr)
    return config


def _register(team: int, name: str) -> int:
    Teams.add(name, team)
    _made.append(name)
    return team


def _require_free(*names) -> None:
    for name in names:
        if name is not None and name in Teams:
            raise ValueError(f"the team name {name!r} is taken")


def _refuse_below(least: int, **values) -> None:
    for name, value in values.items():
        if value < least:
            raise NvshmemError(f"{name} is {value}; it must be at least {least}")


def _refuse_above(most: int, **values) -> None:
    for name, value in values.items():
        if value > most:
            raise NvshmemError(f"{name} is {value}; in this team it must be at most {most}")


def _parent(parent_team: int) -> int:
    require_init()
    parent = int(parent_team)
    members = bindings.team_n_pes(parent) if parent >= 0 else -1
    if members < 1:
        raise NvshmemError(f"the parent team is {parent}, which is no team that this PE is in")
    return members


def _address(config) -> int:
    return 0 if config is None else config.ptr


def team_split_strided(parent_team: int, start: int, stride: int, size: int, config: Optional[TeamConfig] = None, config_mask: int = 0,
                       new_team_name: Optional[str] = None):
    """A team of `size` members of the parent: those with ranks start, start + stride, ... Collective over the parent.

    Returns its handle, None on PEs that are not in it. Teams gets its name, by default TEAM_<handle>. Raises NvshmemError for arguments
    out of range, on all members alike; ValueError for a name that is taken.
    """
    members = _parent(parent_team)
    _refuse_below(0, start=start)
    _refuse_below(1, size=size)
    _refuse_above(members - 1, start=start)
    _refuse_above(members, size=size)
    _require_free(new_team_name)
    team = numpy.full(1, INVALID, numpy.int32)
    bindings.team_split_strided(int(parent_team), start, stride, size, _address(config), config_mask, team.ctypes.data)
    handle = int(team[0])
    return None if handle == INVALID else _register(handle, new_team_name or f"TEAM_{handle}")


def team_split_2d(parent_team: int, xrange: int, xaxis_config: Optional[TeamConfig] = None, xaxis_mask: int = 0,
                  yaxis_config: Optional[TeamConfig] = None, yaxis_mask: int = 0, new_team_name: Optional[str] = None):
    """Lays the parent out in rows of `xrange` and gives (the team of this PE's row, that of its column). Collective over the parent.

    Their names are TEAM_X_<handle> and TEAM_Y_<handle>, or <new_team_name>_X and _Y. Raises like team_split_strided.
    """
    _parent(parent_team)
    _refuse_below(1, xrange=xrange)
    names = [None, None] if new_team_name is None else [f"{new_team_name}_X", f"{new_team_name}_Y"]
    _require_free(*names)
    teams = numpy.full(2, INVALID, numpy.int32)
    bindings.team_split_2d(int(parent_team), xrange, _address(xaxis_config), xaxis_mask, teams.ctypes.data, _address(yaxis_config),
                           yaxis_mask, teams.ctypes.data + 4)
    handles = [int(team) for team in teams]
    return tuple(None if handle == INVALID else _register(handle, name or f"TEAM_{axis}_{handle}")
                 for handle, name, axis in zip(handles, names, "XY"))


def team_init(team_config: TeamConfig, config_mask: int, npes: int, pe_idx_in_team: int, new_team_name: Optional[str] = None) -> int:
    """A team of `npes` PEs that share the identifier `team_config.uniqueid`; this one has the rank `pe_idx_in_team`.

    Collective over the members alone. Raises NvshmemError where it cannot be made, ValueError for a name that is taken.
    """
    require_init()
    _refuse_below(1, npes=npes)
    _require_free(new_team_name)
    team = numpy.full(1, INVALID, numpy.int32)
    bindings.team_init(team.ctypes.data, team_config.ptr, config_mask, npes, pe_idx_in_team)
    handle = int(team[0])
    if handle == INVALID:
        raise NvshmemError("nvshmemx_team_init gave no team")
    return _register(handle, new_team_name or f"TEAM_{handle}")


def team_destroy(team) -> None:
    """Ends a team, given by handle or name, and takes its name out of Teams. Collective over its members.

    Raises KeyError for an unknown name, NvshmemError for a handle that is no team made by a split.
    """
    require_init()
    handle = Teams[team] if isinstance(team, str) else int(team)
    name = team if isinstance(team, str) else _name_of(handle)
    if name not in _made:
        raise NvshmemError(f"{team!r} is not a team that was made here and not destroyed")
    bindings.team_destroy(handle)
    _made.remove(name)
    Teams.remove(name)


def _name_of(handle: int):
    return next((name for name in reversed(_made) if Teams[name] == handle), None)


def team_translate_pe(src_team: int, src_pe: int, dest_team: int) -> int:
    """The rank in dest_team of the PE with rank `src_pe` in src_team; -1 when it is no member there.

    Raises NvshmemError for teams that are none and ranks out of range.
    """
    members = _parent(src_team)
    _refuse_below(0, src_pe=src_pe, dest_team=int(dest_team))
    _refuse_above(members - 1, src_pe=src_pe)
    return bindings.team_translate_pe(int(src_team), src_pe, int(dest_team))


def forget_teams() -> None:
    """finalize ended all teams."""
    for name in _made:
        Teams.remove(name)
    _made.clear()


tracking._at_end.append(forget_teams)


__all__ = ["TeamConfig", "TeamUniqueId", "get_team_unique_id", "team_destroy", "team_get_config", "team_init", "team_split_2d",
           "team_split_strided", "team_translate_pe"]
