# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node of a container that answers LoadNode, UnloadNode and ListNodes."""

from __future__ import annotations

import itertools
import sys
import threading
from typing import Any

from composition_interfaces.srv import ListNodes, LoadNode, UnloadNode
from rclpy.node import Node
from rclpy.parameter import Parameter

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.runtime.deferred_service import ServiceWorker
from nav2_composition_bench.reference_stack.runtime.executor_thread import default_thread_count
from nav2_composition_bench.reference_stack.runtime.plugins import load_node_class
from nav2_composition_bench.reference_stack.runtime.stack_process import StackProcess
from nav2_composition_bench.study.reference_table import thread_name_of

FINISH_LOADING_S = 3.0
"""How long a shutdown waits for a constructor that is running."""
EXECUTOR_THREAD_NAME = "executor"


class ComponentManager(Node):  # type: ignore[misc]
    """Loads components in a thread of its own, so that ListNodes is answered meanwhile.

    As in rclcpp, a component sees the parameters and remappings of its request, not the
    arguments of the container; nodes hidden in a component do see the container's.

    :param isolated: an executor and thread per component; otherwise one executor for all.
    :param threads: of the one executor; None for rclcpp's default.
    """

    def __init__(self, process: StackProcess, *, isolated: bool, threads: int | None) -> None:
        super().__init__("component_container")
        self._process = process
        self._isolated = isolated
        self._lock = threading.Lock()
        self._components: dict[int, Any] = {}
        self._names: dict[int, str] = {}
        self._unique_ids = itertools.count(1)
        self._worker = ServiceWorker("nav2_container")
        self._worker.serve(self, LoadNode, "~/_container/load_node", self._load)
        self._worker.serve(self, UnloadNode, "~/_container/unload_node", self._unload)
        self.create_service(ListNodes, "~/_container/list_nodes", self._list)
        if isolated:
            self._executor = process.start_executor("nav2_container")
        else:
            self._executor = process.start_executor(
                EXECUTOR_THREAD_NAME, threads or default_thread_count()
            )
        process.add_node(self, self._executor)

    def finish_loading(self) -> None:
        """Take no more requests and wait for the one being worked on."""
        if not self._worker.stop(FINISH_LOADING_S):
            print("error: a component is still being constructed", file=sys.stderr)
            self._process.abandon()

    def _load(self, request: Any, response: Any) -> Any:
        try:
            unique_id, name = self._construct(request)
        except Exception as error:  # whatever a constructor raises is the answer
            text = str(error)
            if not isinstance(error, UserError):
                text = f"{request.plugin_name} raised {type(error).__name__}: {error}"
            self.get_logger().error(text)
            response.error_message = text
            return response
        self.get_logger().info(f"Loaded {name} as component {unique_id}")
        response.success, response.unique_id, response.full_node_name = True, unique_id, name
        return response

    def _construct(self, request: Any) -> tuple[int, str]:
        node_class = load_node_class(request.plugin_name)
        options: dict[str, Any] = {
            "cli_args": ["--ros-args"],
            "parameter_overrides": [Parameter.from_parameter_msg(p) for p in request.parameters],
            "use_global_arguments": False,
        }
        for rule in request.remap_rules:
            options["cli_args"] += ["-r", rule]
        if request.node_name:
            options["node_name"] = request.node_name
            options["thread_name"] = thread_name_of(request.node_name)
            self._refuse_duplicate(request.node_namespace, request.node_name)
        if request.node_namespace:
            options["namespace"] = request.node_namespace
        if request.extra_arguments:
            names = ", ".join(argument.name for argument in request.extra_arguments)
            self.get_logger().warning(f"extra arguments are not understood here: {names}")
        node: Any = node_class(**options)
        name = node.get_fully_qualified_name()
        executor = self._executor
        if self._isolated:
            executor = self._process.start_executor(thread_name_of(node.get_name()))
        self._process.add_node(node, executor)
        with self._lock:
            unique_id = next(self._unique_ids)
            self._components[unique_id], self._names[unique_id] = node, name
        return unique_id, name

    def _refuse_duplicate(self, namespace: str, node_name: str) -> None:
        full_name = f"/{namespace.strip('/')}/{node_name}".replace("//", "/")
        with self._lock:
            for unique_id, name in self._names.items():
                if name == full_name:
                    raise UserError(f"node {full_name} is loaded already, as component {unique_id}")

    def _unload(self, request: Any, response: Any) -> Any:
        with self._lock:
            node = self._components.pop(request.unique_id, None)
            name = self._names.pop(request.unique_id, "")
        if node is None:
            response.error_message = f"there is no component {request.unique_id}"
            self.get_logger().error(response.error_message)
            return response
        self._process.destroy_node(node, stop_executor=self._isolated)
        self.get_logger().info(f"Unloaded {name}, component {request.unique_id}")
        response.success = True
        return response

    def _list(self, _request: Any, response: Any) -> Any:
        with self._lock:
            response.full_node_names = list(self._names.values())
            response.unique_ids = list(self._names)
        return response
