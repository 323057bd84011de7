# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The one table of what the arms of a study may differ in.

A further factor is a constant here, and its application: whatever has a system run at the level
that ``arm[FACTOR]`` returns.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.fleet import Discovery, Network
from nav2_composition_bench.study.placement import MULTI_PROCESS, Placement
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.study.workspace import SOURCED, Workspace, parse_workspace

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)

BASE = "base"
"""Level of ``params`` for the parameter file as it is, without an overlay."""
OFF, ON = "off", "on"
"""Levels of ``intra_process``."""
DEFAULT_RMW = "rmw_fastrtps_cpp"
KERNELS = "default"
"""Level of ``timer_slack_us`` that leaves the time to the kernel."""
MAX_SLACK_US = 1_000_000

_RMW = re.compile(r"rmw_[a-z0-9_]+")
_POSITIVE = re.compile(r"[1-9][0-9]*")


class Systems(enum.IntEnum):
    """Which systems have a factor."""

    EVERY = 0
    TOPOLOGIES = 1
    FLEETS = 2
    """Topologies whose robots are machines of their own."""


class Known(Protocol):
    """What a study names, which is a level of one of the factors."""

    @property
    def compositions(self) -> Mapping[str, Placement]: ...

    @property
    def topologies(self) -> Sequence[str]: ...

    @property
    def overlays(self) -> Sequence[str] | None: ...


@dataclass(frozen=True, eq=False)
class Factor(Generic[T]):
    """What arms may differ in.

    :param name: key in study files, levels and stamps.
    :param label: what tables call it.
    :param meaning: of its levels, a sentence for who writes a study file.
    :param schema: JSON schema of a level in a study file.
    :param read: place, level and what the study names → the level's value; raises UserError for
        what is no level there.
    :param usual: value of arms that name no level.
    :param write: value → level; None for the value of systems that do not have the factor.
    :param systems: those that have it.
    :param of_fleets: fleets apply it: each of their machines is one process of all its nodes.
    :param always_recorded: the default is recorded too, as in records that are older than those
        factors whose default is not.
    :param says_default: the default is in the names of arms, too.
    :param says_varied: its level is in the names of arms only where these differ in it.
    :param word: level → what the name of an arm says of it.
    :param subject: of a comparison in which studies may differ in it.
    :param stamped: fields of a stamp that have a value for each of its levels.
    """

    name: str
    label: str
    meaning: str
    schema: Mapping[str, Any]
    read: Callable[[str, str, Known], T]
    usual: T
    write: Callable[[T], str | None] = lambda value: None if value is None else str(value)
    systems: Systems = Systems.EVERY
    of_fleets: bool = True
    always_recorded: bool = False
    says_default: bool = False
    says_varied: bool = False
    word: Callable[[str], str] = str
    subject: str | None = None
    stamped: tuple[str, ...] = ()

    @property
    def default(self) -> str | None:
        """Level of arms that name none; None where such an arm's system does not have it."""
        return self.write(self.usual)

    def is_for(self, systems: Systems) -> bool:
        """Return whether arms of such systems may differ in it."""
        return self.systems <= systems and (self.of_fleets or systems is not Systems.FLEETS)

    def in_name(self, level: str) -> str | None:
        """Return what the name of an arm says of a level; None for nothing."""
        return self.word(level) if self.says_default or level != self.default else None


def known_level(where: str, value: str, known: Sequence[str]) -> str:
    """Return a value that is one of those known.

    :raises UserError: if it is not, with the nearest.
    """
    if value not in known:
        raise UserError(
            f"{where} '{value}' is unknown; {suggestion(value, known)}known: {', '.join(known)}"
        )
    return value


def _among(levels: Callable[[Known], Mapping[str, T]]) -> Callable[[str, str, Known], T]:
    def read(where: str, level: str, known: Known) -> T:
        found = levels(known)
        return found[known_level(where, level, list(found))]

    return read


def _one_of(kind: type[E]) -> Callable[[str, str, Known], E]:
    values = {str(each.value): each for each in kind}
    return _among(lambda _: values)


def _words(kind: type[enum.Enum]) -> dict[str, Any]:
    return {"enum": [each.value for each in kind]}


def _middleware(where: str, level: str, _: Known) -> str:
    if not _RMW.fullmatch(level):
        raise UserError(f"{where} is '{level}', must be a middleware's name like {DEFAULT_RMW}")
    return level


def _overlay(where: str, level: str, known: Known) -> str:
    if known.overlays is None:
        return level
    return known_level(where, level, [BASE, *known.overlays])


def _graph(where: str, level: str, known: Known) -> str:
    return known_level(where, level, known.topologies) if known.topologies else level


def _slack_us(where: str, level: str, _: Known) -> int | None:
    if level == KERNELS:
        return None
    if _POSITIVE.fullmatch(level) and int(level) <= MAX_SLACK_US:
        return int(level)
    raise UserError(
        f"{where} is '{level}', must be {KERNELS} or a whole number of µs from 1 to {MAX_SLACK_US}"
    )


COMPOSITION: Factor[Placement] = Factor(
    "composition",
    "composition",
    "How nodes share processes and executors: one of the five, or a placement by its name.",
    {"type": "string"},
    _among(lambda known: known.compositions),
    MULTI_PROCESS,
    of_fleets=False,
    always_recorded=True,
    says_default=True,
)
DISCOVERY: Factor[Discovery | None] = Factor(
    "discovery",
    "discovery",
    "Of fleets: how robots find one another.",
    _words(Discovery),
    _one_of(Discovery),
    None,
    systems=Systems.FLEETS,
)
NETWORK: Factor[Network] = Factor(
    "network",
    "network",
    "Of fleets: what they are connected by.",
    _words(Network),
    _one_of(Network),
    Network.ONE_SUBNET,
    systems=Systems.FLEETS,
    always_recorded=True,
)
EXECUTOR: Factor[Executor] = Factor(
    "executor",
    "executor",
    "What spins the nodes; stock is the composition's own.",
    _words(Executor),
    _one_of(Executor),
    Executor.STOCK,
    always_recorded=True,
    subject="executor",
)
RMW: Factor[str] = Factor(
    "rmw",
    "middleware",
    "Middleware of the system and of everything around it.",
    {"type": "string", "pattern": f"^{_RMW.pattern}$"},
    _middleware,
    DEFAULT_RMW,
    always_recorded=True,
    says_default=True,
    says_varied=True,
    subject="rmw",
)
INTRA_PROCESS: Factor[bool] = Factor(
    "intra_process",
    "intra-process communication",
    "Whether nodes of one process pass messages by pointer.",
    {"enum": [OFF, ON, True, False]},
    _among(lambda _: {OFF: False, ON: True}),
    False,
    write=lambda is_on: ON if is_on else OFF,
    of_fleets=False,
    always_recorded=True,
    word=lambda _: "intra_process",
    subject="intra-process",
)
PARAMS: Factor[str] = Factor(
    "params",
    "parameters",
    "base, or an overlay by its name.",
    {"type": "string"},
    _overlay,
    BASE,
    of_fleets=False,
    always_recorded=True,
    subject="parameters",
    stamped=("files.overlays",),
)
TOPOLOGY: Factor[str | None] = Factor(
    "topology",
    "topology",
    "Of topologies: which of the study's graphs runs.",
    {"type": "string"},
    _graph,
    None,
    systems=Systems.TOPOLOGIES,
    says_varied=True,
    stamped=("files.topologies", "study.topologies", "study.axis_values"),
)
TRANSPORT: Factor[Transport] = Factor(
    "transport",
    "transport",
    "Of topologies: how their messages go.",
    _words(Transport),
    _one_of(Transport),
    Transport.DEFAULT,
    systems=Systems.TOPOLOGIES,
    of_fleets=False,
    always_recorded=True,
)
TIMER_SLACK: Factor[int | None] = Factor(
    "timer_slack_us",
    "timer slack, µs",
    "default (50), or how many µs late the kernel may wake threads, up to 1000000.",
    {"type": ["integer", "string"]},
    _slack_us,
    None,
    write=lambda us: KERNELS if us is None else str(us),
    of_fleets=False,
    says_varied=True,
    word=lambda level: f"timer_slack_us-{level}",
    subject="timer-slack",
)
WORKSPACE: Factor[Workspace | None] = Factor(
    "workspace",
    "workspace",
    "sourced, or NAME=PREFIX: the install prefix of the system's processes.",
    {"type": "string"},
    lambda where, level, _: parse_workspace(where, level),
    None,
    write=lambda workspace: SOURCED if workspace is None else workspace.name,
    of_fleets=False,
    says_varied=True,
    word=lambda level: level.partition("=")[0],
    subject="distribution",
)

FACTORS: Mapping[str, Factor[Any]] = {
    each.name: each for each in tuple(globals().values()) if isinstance(each, Factor)
}
"""Every factor above by its name, in the order of an arm's name and of every table."""


def differing(levels: Collection[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the factors in which arms differ, in the order of the table.

    :param levels: of each arm, by factor.
    """
    return tuple(name for name in FACTORS if len({each.get(name) for each in levels}) > 1)
