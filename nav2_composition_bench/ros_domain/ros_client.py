# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The one rclpy context of the runner."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Any

from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor

from nav2_composition_bench.ros_domain.foreign_nodes import SeenNode
from nav2_composition_bench.ros_domain.quiet_node import own_context, quiet_node
from nav2_composition_bench.ros_domain.spinning_thread import SpinningThread

_SLICE_S = 0.1
NAMELESS = "_NODE_NAME_UNKNOWN_"
"""What rmw_dds_common says of an endpoint until the participant has announced its nodes."""
_EVERY_NODE_PUBLISHES = ("/parameter_events", "/rosout")


class RosClient:
    """One context and node ``nav2_bench_<pid>``, spun in one background thread.

    Its callbacks run in that thread. It installs no signal handlers.

    :param context: an initialised context of that domain to join, which is left as it is; None
        makes one. A context is a participant, so one less is lighter.

    :ivar node: the rclpy node, for whoever in the runner wants to subscribe.
    """

    def __init__(self, domain_id: int, context: Context | None = None) -> None:
        self._owned_context = own_context(domain_id) if context is None else None
        self._context = context or self._owned_context
        self._closed = False
        self.node: Any = quiet_node(f"nav2_bench_{os.getpid()}", self._context)
        self._clients: dict[str, Any] = {}
        executor = SingleThreadedExecutor(context=self._context)
        executor.add_node(self.node)
        self._spinning = SpinningThread(executor, "nav2_bench_ros")

    @property
    def node_name(self) -> str:
        """Fully qualified name of the node."""
        return str(self.node.get_fully_qualified_name())

    def seen_nodes(self) -> tuple[SeenNode, ...]:
        """Every node on the domain that discovery has shown so far, this one left out.

        A node whose publishers are known before its name is left out until it has one.
        """
        names = {
            _qualified(namespace, name): set[bytes]()
            for name, namespace in self.node.get_node_names_and_namespaces()
        }
        for topic in _EVERY_NODE_PUBLISHES:
            for info in self.node.get_publishers_info_by_topic(topic):
                name = _qualified(info.node_namespace, info.node_name)
                if info.node_name != NAMELESS:
                    names.setdefault(name, set()).add(bytes(info.endpoint_gid))
        names.pop(self.node_name, None)
        return tuple(SeenNode(name, tuple(sorted(gids))) for name, gids in sorted(names.items()))

    def prepare(self, service_type: Any, service: str) -> Any:
        """Return the client of a service, made now if there is none.

        One made long before the first call has found its server by then.
        """
        if service not in self._clients:
            self._clients[service] = self.node.create_client(service_type, service)
        return self._clients[service]

    def call(
        self,
        service_type: Any,
        service: str,
        request: Any,
        timeout_s: float,
        keep_waiting: Callable[[], bool] = lambda: True,
    ) -> Any | None:
        """Call a service, waiting for it to appear first.

        :param keep_waiting: asked ten times a second; the wait ends when it says False.
        :returns: the response, or None if time ran out first.
        """
        deadline = time.monotonic() + timeout_s
        client = self.prepare(service_type, service)
        while not client.service_is_ready():
            left_s = deadline - time.monotonic()
            if left_s <= 0 or not keep_waiting():
                return None
            client.wait_for_service(timeout_sec=min(left_s, _SLICE_S))
        answered = threading.Event()
        future = client.call_async(request)
        future.add_done_callback(lambda _future: answered.set())
        while not answered.wait(max(0.0, min(deadline - time.monotonic(), _SLICE_S))):
            if time.monotonic() >= deadline or not keep_waiting():
                client.remove_pending_request(future)
                return None
        return future.result()

    def forget_service(self, service: str) -> None:
        """Drop the client of a service, if there is one; a later call makes a new one."""
        if service in self._clients:
            self.node.destroy_client(self._clients.pop(service))

    def forget_services(self) -> None:
        """Drop the clients of all services."""
        for service in tuple(self._clients):
            self.forget_service(service)

    def close(self) -> None:
        """Take the node off the domain; may be called twice."""
        if self._closed:
            return
        self._closed = True
        self._spinning.close()
        self.node.destroy_node()
        if self._owned_context is not None:
            self._owned_context.try_shutdown()


def _qualified(namespace: str, name: str) -> str:
    return f"{namespace.rstrip('/')}/{name}"
