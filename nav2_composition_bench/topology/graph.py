# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A graph of nodes: what a topology file says once copies are made and rates are worked out."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

from nav2_composition_bench.files.document import Place
from nav2_composition_bench.topology.captured import Captured
from nav2_composition_bench.topology.entities import (
    NOWHERE,
    ActionClient,
    ActionServer,
    Client,
    Publisher,
    Server,
    Subscription,
    Timer,
)
from nav2_composition_bench.topology.lateness import DEFAULT_LATENESS, Lateness


@dataclass(frozen=True)
class TopologyNode:
    """A node.

    :param namespace: from ``/`` on.
    :param rmw: the middleware of its process; empty for the arm's.
    :param own_cpu_percent: CPU of its own work, of one core, spread over its callbacks, or over
        its timers with a thread of their own if it has any.
    :param own_executor: an executor and thread of its own spin it in every arm, as those nodes are
        spun that another one makes inside itself.
    :param outside: it is no part of what is compared, and has a process of its own in every arm.
    """

    name: str
    namespace: str = "/"
    publishers: tuple[Publisher, ...] = ()
    subscriptions: tuple[Subscription, ...] = ()
    timers: tuple[Timer, ...] = ()
    servers: tuple[Server, ...] = ()
    clients: tuple[Client, ...] = ()
    action_servers: tuple[ActionServer, ...] = ()
    action_clients: tuple[ActionClient, ...] = ()
    rmw: str = ""
    own_cpu_percent: float = 0.0
    own_executor: bool = False
    outside: bool = False
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    @property
    def full_name(self) -> str:
        """The name with its namespace."""
        return f"{self.namespace.rstrip('/')}/{self.name}"


@dataclass(frozen=True)
class Path:
    """A way through the graph whose end-to-end latency is measured.

    :param base_name: as in the file; ``name`` of a replica's path has its namespace before it.
    :param starts: nodes, by full name, and their topics, where its messages begin.
    :param end_node: full name of the node where they arrive, with ``end_topic``.
    """

    name: str
    base_name: str
    starts: tuple[tuple[str, str], ...]
    end_node: str
    end_topic: str
    place: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True)
class Requirements:
    """What a trial may take at most; None where nothing is required.

    Latencies and shares of messages are over all subscriptions; CPU and memory of all processes.

    :param path_p99_ms: base name of a path → 99th percentile of the latency of each replica's.
    """

    cpu_percent: float | None = None
    memory_mb: float | None = None
    latency_mean_ms: float | None = None
    latency_p50_ms: float | None = None
    latency_p90_ms: float | None = None
    latency_p99_ms: float | None = None
    latency_p99_9_ms: float | None = None
    latency_max_ms: float | None = None
    late_percent: float | None = None
    too_late_percent: float | None = None
    lost_percent: float | None = None
    path_p99_ms: tuple[tuple[str, float], ...] = ()


NO_REQUIREMENTS = Requirements()


@dataclass(frozen=True)
class Topology:
    """A graph of nodes that was checked.

    :param nodes: in the order of the file.
    :param captured: the running system that it was made of; None for a graph that was made up.
    """

    name: str
    nodes: tuple[TopologyNode, ...]
    paths: tuple[Path, ...] = ()
    requirements: Requirements = NO_REQUIREMENTS
    lateness: Lateness = DEFAULT_LATENESS
    description: str = ""
    captured: Captured | None = None

    @property
    def required(self) -> dict[str, Any]:
        """The requirements that are stated, by name; those of a path for each replica's."""
        stated = {
            name: limit
            for name, limit in dataclasses.asdict(self.requirements).items()
            if limit is not None and name != "path_p99_ms"
        }
        limits = dict(self.requirements.path_p99_ms)
        of_paths = {
            path.name: limits[path.base_name] for path in self.paths if path.base_name in limits
        }
        return stated | ({"path_p99_ms": of_paths} if of_paths else {})
