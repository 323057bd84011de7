# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Load nodes into running containers through composition_interfaces.

A request to a container that was discovered a moment ago may be lost, or its answer: Fast DDS
drops an answer whose writer has not matched the client's reader within 100 ms
(https://github.com/ros2/rmw_fastrtps/issues/842). So what is not answered is asked again, but only
after the container has said that it does not hold the node: a container of rclcpp would load it a
second time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from composition_interfaces.srv import ListNodes, LoadNode
from rclpy.parameter import Parameter

from nav2_composition_bench.bringup.readiness import deadline_of, raise_for
from nav2_composition_bench.processes.outcomes import BringUpError, ProcessDeath
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.settling.commands import ComponentPlan

ASK_AGAIN_S = 5.0
"""Patience with one request; constructing a node rarely takes a fifth of it."""


def load_components(
    client: RosClient,
    components: Sequence[ComponentPlan],
    deaths: Callable[[], Sequence[ProcessDeath]],
    timeout_s: float,
    since_s: float | None = None,
) -> None:
    """Load the components one after the other, in order.

    :param since_s: CLOCK_MONOTONIC from which the time-out counts; None for now.
    :raises BringUpError: when a process dies, a container refuses a component, loads it twice or
        takes too long.
    """
    loader = _Loader(client, lambda: not deaths(), deadline_of(timeout_s, since_s))
    for component in components:
        response = loader.load(component)
        raise_for(deaths())
        if response is None:
            raise BringUpError(
                f"{component.container} did not load {component.name} within {timeout_s:g} s of its"
                f" start: {loader.state_of(component.container)}"
            )
        if not response.success:
            raise BringUpError(
                f"{component.container} refused {component.name}:"
                f" {response.error_message or 'no reason'}"
            )
    loader.refuse_duplicates()


def load_request(component: ComponentPlan) -> Any:
    """The LoadNode request that launch_ros would send for this component."""
    namespace, _, name = component.name.rpartition("/")
    return LoadNode.Request(
        package_name=component.package,
        plugin_name=component.plugin,
        node_name=name,
        node_namespace=f"/{namespace}" if namespace else "",
        remap_rules=list(component.remappings),
        parameters=[
            Parameter(name, value=value).to_parameter_msg() for name, value in component.parameters
        ],
        extra_arguments=[
            Parameter(name, value=value).to_parameter_msg()
            for name, value in component.extra_arguments
        ],
    )


class _Loader:
    """Asks until there is an answer.

    :param deadline_s: CLOCK_MONOTONIC at which it gives up.
    """

    def __init__(
        self, client: RosClient, keep_waiting: Callable[[], bool], deadline_s: float
    ) -> None:
        self._client = client
        self._keep_waiting = keep_waiting
        self._deadline_s = deadline_s
        self._asked_again: list[ComponentPlan] = []

    def load(self, component: ComponentPlan) -> Any | None:
        """Load one component; None if time runs out or a process dies.

        A node that is there although its request was not answered counts as loaded, also when
        the container refuses a second one of its name.
        """
        request = load_request(component)
        response = self._call(component.container, LoadNode, "load_node", request)
        while response is None and self._goes_on():
            if self._holds(component):
                return LoadNode.Response(success=True)
            if self._goes_on():
                self._asked_again.append(component)
                response = self._call(component.container, LoadNode, "load_node", request)
        was_asked_again = component in self._asked_again
        if was_asked_again and response and not response.success and self._holds(component):
            return LoadNode.Response(success=True)
        return response

    def refuse_duplicates(self) -> None:
        """:raises BringUpError: if a request that came late after all has loaded a second node."""
        for component in self._asked_again:
            if self._nodes(component.container)[f"/{component.name}"] > 1:
                raise BringUpError(f"{component.container} loaded {component.name} twice")

    def state_of(self, container: str) -> str:
        """Say what is known of a container that does not answer."""
        service = self._client.prepare(LoadNode, _service(container, "load_node"))
        silent = "it does not answer" if service.service_is_ready() else "it was not discovered"
        return f"{silent}; requests were repeated" if self._asked_again else silent

    def _holds(self, component: ComponentPlan) -> bool:
        return f"/{component.name}" in self._nodes(component.container)

    def _nodes(self, container: str) -> Counter[str]:
        """Node → how often the container holds it; a container that is busy answers later."""
        response = None
        while response is None and self._goes_on():
            response = self._call(container, ListNodes, "list_nodes", ListNodes.Request())
        return Counter(response.full_node_names if response else ())

    def _call(self, container: str, kind: Any, name: str, request: Any) -> Any | None:
        left_s = max(0.0, self._deadline_s - time.monotonic())
        return self._client.call(
            kind,
            _service(container, name),
            request,
            min(ASK_AGAIN_S, left_s),
            keep_waiting=self._keep_waiting,
        )

    def _goes_on(self) -> bool:
        return time.monotonic() < self._deadline_s and self._keep_waiting()


def _service(container: str, name: str) -> str:
    return f"/{container}/_container/{name}"
