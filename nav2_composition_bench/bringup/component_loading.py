# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Load nodes into running containers through composition_interfaces."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from composition_interfaces.srv import LoadNode
from rclpy.parameter import Parameter

from nav2_composition_bench.bringup.commands import ComponentPlan
from nav2_composition_bench.bringup.outcomes import BringUpError, ProcessDeath
from nav2_composition_bench.bringup.readiness import raise_for
from nav2_composition_bench.bringup.ros_client import RosClient


def load_components(
    client: RosClient,
    components: Sequence[ComponentPlan],
    deaths: Callable[[], Sequence[ProcessDeath]],
    timeout_s: float,
) -> None:
    """Load the components one after the other, in order.

    :raises BringUpError: when a process dies, a container refuses a component or takes too long.
    """
    deadline = time.monotonic() + timeout_s
    for component in components:
        response = client.call(
            LoadNode,
            f"/{component.container}/_container/load_node",
            load_request(component),
            max(0.0, deadline - time.monotonic()),
            keep_waiting=lambda: not deaths(),
        )
        raise_for(deaths())
        if response is None:
            raise BringUpError(
                f"{component.container} did not load {component.name} within {timeout_s:g} s of its"
                " start"
            )
        if not response.success:
            raise BringUpError(
                f"{component.container} refused {component.name}:"
                f" {response.error_message or 'no reason'}"
            )


def load_request(component: ComponentPlan) -> Any:
    """The LoadNode request that launch_ros would send for this component."""
    return LoadNode.Request(
        package_name=component.package,
        plugin_name=component.plugin,
        node_name=component.name,
        remap_rules=list(component.remappings),
        parameters=[
            Parameter(name, value=value).to_parameter_msg() for name, value in component.parameters
        ],
        extra_arguments=[
            Parameter(name, value=value).to_parameter_msg()
            for name, value in component.extra_arguments
        ],
    )
