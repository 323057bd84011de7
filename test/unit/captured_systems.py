# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Systems as a capture sees them, for tests."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nav2_composition_bench.capturing.document import document_of
from nav2_composition_bench.capturing.flow import Flow
from nav2_composition_bench.capturing.homes import Home
from nav2_composition_bench.capturing.node_costs import RCL
from nav2_composition_bench.capturing.seen import SeenEndpoint, SeenGraph, SeenName, Topic
from nav2_composition_bench.capturing.sighting import CaptureCost, SeenProcess, Sighting
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.qos import DEFAULT_QOS, Qos
from nav2_composition_bench.topology.topology_file import topology_of

IMAGE = "sensor_msgs/msg/Image"
_ENTITIES = itertools.count(1)


def prefix(pid: int, host: bytes = b"\x78\xfd") -> bytes:
    """What GIDs of a process's endpoints begin with, by Fast DDS."""
    return b"\x01\x0f" + host + (pid & 0xFFFF).to_bytes(2, "little") + bytes(6)


@dataclass
class System:
    """A system that is put together node by node.

    :ivar processes: by pid.
    """

    nodes: list[str] = field(default_factory=list)
    publishers: list[SeenEndpoint] = field(default_factory=list)
    subscriptions: list[SeenEndpoint] = field(default_factory=list)
    servers: list[SeenName] = field(default_factory=list)
    clients: list[SeenName] = field(default_factory=list)
    action_servers: list[SeenName] = field(default_factory=list)
    action_clients: list[SeenName] = field(default_factory=list)
    homes: dict[bytes, Home] = field(default_factory=dict)
    processes: dict[int, SeenProcess] = field(default_factory=dict)
    flows: dict[Topic, dict[bytes, Flow]] = field(default_factory=dict)

    def node(
        self, name: str, pid: int, *, cpu_percent: float | None = 1.0, is_elsewhere: bool = False
    ) -> NodeOf:
        """Add a node, in a process that may be there."""
        self.nodes.append(name)
        own = prefix(pid, b"\x00\x01") if is_elsewhere else prefix(pid)
        self.homes[own] = Home(None, True) if is_elsewhere else Home(pid)
        if not is_elsewhere:
            self.processes.setdefault(pid, SeenProcess(f"/bin/{pid}", cpu_percent, pss_bytes=9000))
        self.publishers.append(_endpoint(name, "/rosout", "rcl_interfaces/msg/Log", own))
        return NodeOf(self, name, own)

    def sighting(self, **changes: Any) -> Sighting:
        """What a capture has seen."""
        graph = SeenGraph(
            tuple(self.nodes),
            tuple(self.publishers),
            tuple(self.subscriptions),
            tuple(self.servers),
            tuple(self.clients),
            tuple(self.action_servers),
            tuple(self.action_clients),
        )
        seen = Sighting(
            graph=graph,
            homes=self.homes,
            processes=self.processes,
            flows=self.flows,
            rmw="rmw_fastrtps_cpp",
            began="2026-11-25T01:00:00+00:00",
            machine={"architecture": "x86_64", "cpu_model": "A CPU"},
            cost=CaptureCost(15.0, 0.4, 15.0, 2.0, 100, 10_000),
        )
        return replace(seen, **changes)

    def document(self, outside: Sequence[str] = (), **changes: Any) -> dict[str, Any]:
        """The content of the file."""
        return document_of(self.sighting(**changes), "robot", RCL, outside)

    def topology(self, outside: Sequence[str] = (), **changes: Any) -> Topology:
        """The same as its readers see it."""
        return topology_of(self.document(outside, **changes), "robot")


@dataclass
class NodeOf:
    """A node of a system, and what it has."""

    system: System
    name: str
    prefix: bytes

    def pub(
        self,
        topic: str,
        rate_hz: float | None = 10.0,
        size: int = 1000,
        kind: str = IMAGE,
        qos: Qos = DEFAULT_QOS,
    ) -> NodeOf:
        """Add a publisher; without a rate for one that nobody could listen to."""
        endpoint = _endpoint(self.name, topic, kind, self.prefix, qos)
        self.system.publishers.append(endpoint)
        if rate_hz is not None:
            number = round(15 * rate_hz)
            flow = Flow(number, rate_hz, float(size) if number else 0.0, size, -0.9)
            self.system.flows.setdefault((topic, kind), {})[endpoint.gid] = flow
        return self

    def sub(self, topic: str, kind: str = IMAGE, qos: Qos = DEFAULT_QOS) -> NodeOf:
        """Add a subscription."""
        endpoint = _endpoint(self.name, topic, kind, self.prefix, qos)
        self.system.subscriptions.append(endpoint)
        return self

    def has(self, kind: str, name: str, type_name: str = "std_srvs/srv/Empty") -> NodeOf:
        """Add a service or action to the list of that name."""
        getattr(self.system, kind).append(SeenName(self.name, name, type_name))
        return self


def _endpoint(node: str, topic: str, kind: str, own: bytes, qos: Qos = DEFAULT_QOS) -> SeenEndpoint:
    return SeenEndpoint(node, topic, kind, own + next(_ENTITIES).to_bytes(4, "big"), qos)


def robot() -> System:
    """A camera, a detector that hears it and serves, a controller; a process each."""
    system = System()
    system.node("/camera", 101).pub("/image", 20.0, 10_000)
    system.node("/detector", 102, cpu_percent=6.0).sub("/image").pub("/obstacles", 20.0, 500).has(
        "servers", "/detector/reset"
    )
    system.node("/controller", 103, cpu_percent=3.0).sub("/obstacles").pub("/cmd_vel", 50.0, 60)
    return system


def node_of(content: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a node of a file's content."""
    (found,) = (each for each in content["nodes"] if each["node_name"] == name)
    return dict(found)


def two_robots() -> System:
    """Two robots; each has a controller that makes its costmap inside its own process."""
    system = System()
    for number in (1, 2):
        name = f"/robot_{number}"
        system.node(f"{name}/controller", 10 * number).sub(f"{name}/scan").pub(f"{name}/cmd", 20.0)
        system.node(f"{name}/costmap", 10 * number).sub(f"{name}/scan")
        system.node(f"{name}/lidar", 10 * number + 1).pub(f"{name}/scan", 10.0)
    return system
