# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Everything that was seen of a running system; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from nav2_composition_bench.capturing.flow import Flow
from nav2_composition_bench.capturing.homes import Home
from nav2_composition_bench.capturing.seen import SeenGraph, Topic
from nav2_composition_bench.study.node_entry import COMM_LENGTH
from nav2_composition_bench.topology.captured import YardstickReading


@dataclass(frozen=True)
class SeenProcess:
    """A process of the system; figures are None where they could not be read.

    :param threads: name → CPU of the threads of that name, of one core.
    :param name: the kernel's.
    """

    command: str
    cpu_percent: float | None = None
    threads: Mapping[str, float] = field(default_factory=dict)
    thread_count: int | None = None
    voluntary_switches_hz: float | None = None
    pss_bytes: int | None = None
    uss_bytes: int | None = None
    rss_bytes: int | None = None
    name: str | None = None

    @property
    def unnamed_threads(self) -> str:
        """What those threads are called that nobody has given a name: as their program is."""
        program = PurePath(self.command.partition(" ")[0]).name
        return program[:COMM_LENGTH] if self.name is None else self.name


@dataclass(frozen=True)
class CaptureCost:
    """What capturing cost, and how long it took."""

    quiet_s: float
    quiet_cpu_percent: float
    listened_s: float
    listening_cpu_percent: float
    messages: int
    total_bytes: int


@dataclass(frozen=True)
class Sighting:
    """A running system as it was seen.

    :param graph: of all times.
    :param homes: beginning of GIDs → where that participant lives.
    :param processes: by pid.
    :param flows: topic → GID of a publisher → its messages.
    :param latched_bytes: topic → size of the message kept for latecomers, of those seldom sent.
    :param unknown_types: topics whose type is not installed, with it.
    :param heavy: topics that were heard alone.
    :param refused: topics that could not be listened to, and why.
    :param late: nodes that came while it was captured.
    :param gone: nodes that went while it was captured.
    :param ended: nodes of processes that had ended before; what these had is not in the graph.
    :param machine: as in machine.json.
    :param yardstick: what known work took beside it; None where that is not known.
    :param is_measured: nav2-bench measured the system meanwhile, so that there is none.
    :param loaded: manager of a container → the nodes that were loaded into it, by full names; of
        those that have said it.
    """

    graph: SeenGraph
    homes: Mapping[bytes, Home]
    processes: Mapping[int, SeenProcess]
    flows: Mapping[Topic, Mapping[bytes, Flow]]
    rmw: str
    began: str
    machine: Mapping[str, Any]
    cost: CaptureCost
    ros_distro: str | None = None
    latched_bytes: Mapping[Topic, int] = field(default_factory=dict)
    unknown_types: Sequence[Topic] = ()
    heavy: Sequence[str] = ()
    refused: Sequence[tuple[str, str]] = ()
    late: Sequence[str] = ()
    gone: Sequence[str] = ()
    ended: Sequence[str] = ()
    yardstick: YardstickReading | None = None
    is_measured: bool = False
    loaded: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def process_of(self, home: Home) -> SeenProcess | None:
        """Return the process of a participant; None where that is not known."""
        return None if home.pid is None else self.processes.get(home.pid)
