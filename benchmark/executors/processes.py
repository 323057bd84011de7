# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Graphs in one process of the engine, on each client library that there is, and what they cost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from benchmark.engine.programs import cpu_s
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation import ament_index
from nav2_composition_bench.installation.own_program import find_program
from nav2_composition_bench.message_statistics.statistics_file import read_statistics
from nav2_composition_bench.ros_domain.domain_id import lease_domain
from nav2_composition_bench.ros_domain.udp_ports import used_udp_ports
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.parameters import (
    DEFAULT_OPTIONS,
    EngineOptions,
    Value,
    parameter_sections,
)

PACKAGE, PROGRAM = "nav2_composition_bench", "topology_process"
REST_S = 3.0
"""Discovery, and the first messages."""
_OF_ROS = ("AMENT_", "CMAKE_PREFIX_PATH", "COLCON_", "LD_LIBRARY_PATH", "PYTHONPATH", "ROS_")
"""Variables that a ROS 2 installation sets; names that begin so."""


@dataclass(frozen=True)
class Binding:
    """The engine on one client library.

    :param environment: variables that its programs are started with.
    """

    name: str
    program: str
    environment: Mapping[str, str]


def bindings(environment: Mapping[str, str] = os.environ) -> list[Binding]:
    """Return the bindings that can be run: rcl's, and rclcpp's where ROS 2 is sourced.

    :raises UserError: if ROS 2 is sourced and the package is not, or if there is none at all.
    """
    found = []
    own = Path(sys.executable).parent / PROGRAM
    if own.is_file():
        # What is sourced has an rcl of its own, which must not get in the way of the wheels'.
        bare = {key: value for key, value in environment.items() if not key.startswith(_OF_ROS)}
        found.append(Binding("rcl", str(own), bare))
    if ament_index.sourced_distro(environment) is not None:
        sourced = _without_own_libraries(environment)
        found.append(Binding("rclcpp", find_program(PACKAGE, PROGRAM, sourced), sourced))
    if not found:
        raise UserError(f"{own} is not built: run make setup")
    return found


def _without_own_libraries(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out this Python's own libraries: the wheels have an rcl too, and put it first."""
    paths = environment.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    kept = [path for path in paths if path and not Path(path).is_relative_to(sys.prefix)]
    return {**environment, "LD_LIBRARY_PATH": os.pathsep.join(kept)}


def cpu_per_message_us(
    binding: Binding,
    topology: Topology,
    options: Sequence[str],
    window_s: float,
    engine: EngineOptions = DEFAULT_OPTIONS,
    thread: str | None = None,
) -> float:
    """Run a graph in a process for a while.

    :param options: of the program.
    :param engine: what its nodes are told besides the graph.
    :param thread: whose CPU time counts; None: the whole process.
    :returns: CPU time for each message received.
    :raises RuntimeError: if the process ends or the messages do not come.
    """
    with ExitStack() as running:
        directory = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="benchmark_")))
        lease = lease_domain(None, used_udp_ports())
        running.callback(lease.release)
        sections = parameter_sections(topology, replace(engine, statistics=directory))
        process = _start(binding, sections, options, directory, lease.domain_id, running)
        time.sleep(REST_S)
        began_s, before_s = time.monotonic(), cpu_s(process.pid, thread)
        time.sleep(window_s)
        ended_s, after_s = time.monotonic(), cpu_s(process.pid, thread)
        process.terminate()
        if process.wait() != 0:
            raise RuntimeError(f"{binding.program} ended with status {process.returncode}")
        received_hz = _received_hz(directory, began_s, ended_s)
    nominal_hz = sum(each.rate_hz or 0.0 for n in topology.nodes for each in n.subscriptions)
    if received_hz < 0.9 * nominal_hz:
        raise RuntimeError(
            f"{binding.name} {' '.join(options)}: {received_hz:.0f} messages/s of {nominal_hz:.0f}"
        )
    return 1e6 * (after_s - before_s) / (received_hz * (ended_s - began_s))


def _start(
    binding: Binding,
    sections: Mapping[str, Mapping[str, Value]],
    options: Sequence[str],
    directory: Path,
    domain_id: int,
    running: ExitStack,
) -> subprocess.Popen[bytes]:
    content = {f"/{node}": {"ros__parameters": each} for node, each in sections.items()}
    params = directory / "params.yaml"
    params.write_text(yaml.safe_dump(content), encoding="utf-8")
    command = [binding.program, *options, "--ros-args", "--params-file", str(params)]
    environment = {
        **binding.environment,
        "ROS_DOMAIN_ID": str(domain_id),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
    }
    process = subprocess.Popen(command, env=environment)
    running.enter_context(process)
    running.callback(process.kill)  # before it is waited for
    return process


def _received_hz(directory: Path, began_s: float, ended_s: float) -> float:
    """Messages per second of all nodes together, over their whole periods inside a window."""
    rate_hz = 0.0
    for path in directory.glob("*.jsonl"):
        found = read_statistics(path)
        periods = [] if found is None else found.periods
        inside = [each for each in periods if began_s <= each.from_s and each.to_s <= ended_s]
        received = sum(
            counts["received"]
            for period in inside
            for counts in period.counts.get("subscriptions", {}).values()
        )
        length_s = sum(each.to_s - each.from_s for each in inside)
        rate_hz += received / length_s if length_s else 0.0
    return rate_hz
