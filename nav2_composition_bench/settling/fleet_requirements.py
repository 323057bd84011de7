# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a fleet on one machine needs of it: permission for networks, programs, memory."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil

from nav2_composition_bench.installation import ament_index
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import DEFAULT_RMW, DISCOVERY, RMW
from nav2_composition_bench.study.fleet import Discovery, machine_of
from nav2_composition_bench.topology.generated_fleet import OPERATOR
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.limits import memory_bytes

SERVER_PROGRAM = "fast-discovery-server"
_CAPABILITIES = {"CAP_NET_ADMIN": 12, "CAP_SYS_ADMIN": 21}
"""Bits of linux/capability.h; namespaces are mounted to have a name, which takes the second."""
OTHERS_ENDPOINT_BYTES = 4_200
"""What a participant keeps of each endpoint of others."""
MAX_SHARE_OF_MEMORY = 0.8
"""Share of the available memory that a fleet may be estimated to take."""


def fleet_lacks(
    arm: Arm, graph: Topology, environment: Mapping[str, str], proc: Path = Path("/proc")
) -> Iterator[str]:
    """Yield a clause for each thing that an arm of a fleet needs and that is not there."""
    discovery, rmw = arm[DISCOVERY], arm[RMW]
    if discovery is None:
        return
    missing = [name for name in _CAPABILITIES if not _is_permitted(name, proc)]
    if missing:
        yield (
            f"a network namespace for each robot needs {' and '.join(missing)}; run it as root, or"
            " in a container with --privileged"
        )
    for program, package in (("ip", "iproute2"), ("tc", "iproute2"), ("mount", "mount")):
        if shutil.which(program) is None:
            yield f"there is no program {program}, of the package {package}; install it"
    if rmw != DEFAULT_RMW and discovery in (Discovery.SERVER, Discovery.IGNORE):
        yield f"discovery {discovery} is Fast DDS's, and the middleware is {rmw}"
    if discovery is Discovery.SERVER and _server(environment) is None:
        yield f"there is no program {SERVER_PROGRAM}, which comes with Fast DDS"
    needed, available = fleet_memory_bytes(arm, graph), psutil.virtual_memory().available
    if needed > MAX_SHARE_OF_MEMORY * available:
        machines = len({machine_of(node.full_name) for node in graph.nodes})
        yield (
            f"{machines} machines would take about {needed / 1e9:.1f} GB, and {available / 1e9:.1f}"
            f" GB of memory are available, of which a fleet may have {MAX_SHARE_OF_MEMORY:.0%};"
            " take fewer with --robots"
        )


def server_program(environment: Mapping[str, str]) -> str:
    """Return Fast DDS's discovery server, which ``fleet_lacks`` has found."""
    found = _server(environment)
    assert found is not None, "asked for first"
    return found


def fleet_memory_bytes(arm: Arm, graph: Topology) -> int:
    """Estimate the memory of a fleet.

    Robots that are to find one another know the endpoints of all others, those that are not know
    no other process.
    """
    machines: dict[str, int] = {}
    for node in graph.nodes:
        machine = machine_of(node.full_name)
        endpoints = len(node.publishers) + len(node.subscriptions)
        machines[machine] = machines.get(machine, 0) + endpoints
    robots = len(machines) - (OPERATOR in machines)
    discovery = arm[DISCOVERY]
    are_joined = discovery is not None and discovery.joins_robots
    known = sum(machines.values()) if are_joined else 0
    own = memory_bytes(graph.nodes, len(machines), are_joined)
    return own + robots * known * OTHERS_ENDPOINT_BYTES


def _is_permitted(capability: str, proc: Path) -> bool:
    match = re.search(
        r"^CapEff:\s+([0-9a-f]+)", (proc / "self/status").read_text(encoding="utf-8"), re.MULTILINE
    )
    return match is not None and bool(int(match[1], 16) >> _CAPABILITIES[capability] & 1)


def _server(environment: Mapping[str, str]) -> str | None:
    prefixes = ament_index.prefixes(environment)
    places = [*(str(prefix / "bin") for prefix in prefixes), environment.get("PATH", "")]
    return shutil.which(SERVER_PROGRAM, path=os.pathsep.join(places))
