# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Containers of rclcpp with nodes of the topology engine in them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from topology_engine import Engine, Node
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.component_loading import load_components
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.ament_index import executable
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.settling.commands import ComponentPlan

STOCK = "rclcpp_components"
CONTAINERS = {
    "component_container": (STOCK, "component_container"),
    "component_container_isolated": (STOCK, "component_container_isolated"),
    "component_container_mt": (STOCK, "component_container_mt"),
    "isolated_multi_threaded": (
        *(STOCK, "component_container_isolated", "--use_multi_threaded_executor"),
    ),
    "rclcpp_events": (PACKAGE, "rclcpp_events_container"),
    "events_cbg": (PACKAGE, "events_cbg_container"),
    "isolated_events_cbg": (PACKAGE, "events_cbg_container", "--isolated"),
    "static": (PACKAGE, "static_single_threaded_container"),
    "isolated_static": (PACKAGE, "static_single_threaded_container", "--isolated"),
    "events": (PACKAGE, "event_container"),
    "isolated_events": (PACKAGE, "event_container", "--isolated"),
    "ring_buffer": (PACKAGE, "ring_buffer_container"),
    "isolated_ring_buffer": (PACKAGE, "ring_buffer_container", "--isolated"),
    "inside_events": (PACKAGE, "intra_process_event_container"),
    "isolated_inside_events": (PACKAGE, "intra_process_event_container", "--isolated"),
    "events_in_loops": (PACKAGE, "event_container", "--loop", "source", "--loop", "*@0"),
}
"""Package, program and options, by a name."""


def built(package: str, program: str) -> str:
    """Path of a program; the test is skipped where rclcpp has no such executor."""
    try:
        return executable(package, program)
    except UserError as error:
        if package == PACKAGE:
            pytest.skip(str(error))
        raise


@contextmanager
def loaded(
    engine: Engine,
    domain_id: int,
    container: tuple[str, ...],
    nodes: Sequence[Node],
    intra_process: bool = False,
) -> Iterator[subprocess.Popen[bytes]]:
    """A container with these nodes."""
    engine.file_of(nodes)
    package, name, *options = container
    program = built(package, name)
    process = engine.run([program, *options, "--ros-args", "-r", "__node:=box"])
    plans = [
        ComponentPlan(
            container="box",
            package=PACKAGE,
            plugin="nav2_composition_bench::TopologyNode",
            name=node.name,
            remappings=(),
            parameters=tuple(node.flat().items()),
            extra_arguments=(("use_intra_process_comms", intra_process),),
        )
        for node in nodes
    ]
    client = RosClient(domain_id)
    try:
        load_components(client, plans, list, TIMEOUT_S)
        yield process
    finally:
        client.close()
