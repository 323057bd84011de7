# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""ROS nodes that behave as told, of one process: ``fake_ros_node.py NAME,... BEHAVIOUR,...``.

It ends on SIGINT and SIGTERM.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
import threading
from typing import Any

import rclpy
from composition_interfaces.srv import ListNodes, LoadNode
from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState
from nav2_msgs.srv import ManageLifecycleNodes
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from std_srvs.srv import Trigger

STOP = threading.Event()
DIES_AT_LOAD = 2


def plain(_node: Any) -> None:
    """Be on the domain, no more."""


def undiscovered(_node: Any) -> None:
    """Have a participant of one's own that no other discovers; see main()."""


def announcing(_node: Any) -> None:
    """Say on standard output that it is on the domain."""
    print("on the domain", flush=True)


def active_manager(node: Any) -> None:
    """Say that all is active, and obey."""
    _serve_manager(node, active=True)


def waiting_manager(node: Any) -> None:
    """Never say that all is active."""
    _serve_manager(node, active=False)


def quitting_manager(node: Any) -> None:
    """Say that one has given up."""
    _serve_manager(node, active=False)
    node.get_logger().error("Failed to bring up all requested nodes. Aborting bringup.")


def active_node(node: Any) -> None:
    """Say that one is active."""
    _serve_state(node, State.PRIMARY_STATE_ACTIVE, "active")


def inactive_node(node: Any) -> None:
    """Say that one is configured, no more."""
    _serve_state(node, State.PRIMARY_STATE_INACTIVE, "inactive")


def unheard_node(node: Any) -> None:
    """Say that one is configured, and that nobody got to know of it."""
    _serve_state(node, State.PRIMARY_STATE_INACTIVE, "inactive")
    node.get_logger().warning(
        f"failed to send response to /{node.get_name()}/change_state (timeout): client will not"
        " receive response"
    )


def stuck_node(node: Any) -> None:
    """Hang in configure."""
    _serve_state(node, State.TRANSITION_STATE_CONFIGURING, "configuring")


def dying_node(_node: Any) -> None:
    """Crash once on the domain."""
    print("terminate called without an active map", flush=True)
    os.abort()


def container(node: Any) -> None:
    """Accept every node."""
    _serve_list(node, _serve_load(node, _accept))


def refusing_container(node: Any) -> None:
    """Accept none."""

    def refuse(response: Any) -> None:
        response.error_message = "class nowhere.Amcl not found"

    _serve_load(node, refuse)
    _serve_list(node, [])


def dying_container(node: Any) -> None:
    """Die in the middle of loading."""
    loads: list[int] = []

    def answer(response: Any) -> None:
        loads.append(1)
        if len(loads) == DIES_AT_LOAD:
            os.kill(os.getpid(), signal.SIGKILL)
        response.success = True

    _serve_list(node, _serve_load(node, answer))


def silent_container(node: Any) -> None:
    """Never answer a load request."""
    _serve_load(node, lambda _response: STOP.wait())


def deaf_container(node: Any) -> None:
    """Accept every node, but for the first request, which is lost."""
    _serve_list(node, _serve_load(node, _accept, lost_requests=1))


def unheard_container(node: Any) -> None:
    """Accept every node, but the first answer is lost."""
    _serve_list(node, _serve_load(node, _accept, lost_answers=1))


def _accept(response: Any) -> None:
    response.success = True


def _serve_manager(node: Any, *, active: bool) -> None:
    def is_active(_request: Any, response: Any) -> Any:
        response.success = active
        return response

    def manage(request: Any, response: Any) -> Any:
        print(f"{node.get_name()} got command {request.command}", flush=True)
        response.success = True
        return response

    node.create_service(Trigger, "~/is_active", is_active)
    node.create_service(ManageLifecycleNodes, "~/manage_nodes", manage)


def _serve_state(node: Any, identifier: int, label: str) -> None:
    def get_state(_request: Any, response: Any) -> Any:
        response.current_state = State(id=identifier, label=label)
        return response

    node.create_service(GetState, "~/get_state", get_state)


def _serve_load(node: Any, answer: Any, lost_requests: int = 0, lost_answers: int = 0) -> list[str]:
    """Serve load_node.

    :returns: names of the nodes that are loaded, which grows.
    """
    loaded: list[str] = []
    requests = itertools.count()

    def load(request: Any, response: Any) -> Any:
        number = next(requests)
        values = {item.name: item.value for item in request.parameters}
        print(f"load {request.node_name} {sorted(values)} {list(request.remap_rules)}", flush=True)
        if number >= lost_requests:
            loaded.append(f"/{request.node_name}")
        answer(response)
        service.send_response = send if number >= lost_requests + lost_answers else _drop
        return response

    service = node.create_service(LoadNode, "~/_container/load_node", load)
    send = service.send_response
    return loaded


def _drop(_response: Any, _header: Any) -> None:
    """In the place of what sends the response."""


def _serve_list(node: Any, loaded: list[str]) -> None:
    """Serve list_nodes, which is asked when an answer is lost or comes late."""

    def list_nodes(_request: Any, response: Any) -> Any:
        response.full_node_names = loaded
        response.unique_ids = list(range(len(loaded)))
        return response

    node.create_service(ListNodes, "~/_container/list_nodes", list_nodes)


def main() -> int:
    """Serve until told to stop."""
    names, behaviours = (words.split(",") for words in sys.argv[1:3])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: STOP.set())
    if undiscovered.__name__ in behaviours:
        os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "OFF"
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    executor = SingleThreadedExecutor()
    # Nobody asks for their parameters or listens to their log, and hundreds of them are started.
    nodes = [Node(name, start_parameter_services=False, enable_rosout=False) for name in names]
    for node, behaviour in zip(nodes, behaviours, strict=True):
        globals()[behaviour](node)
        executor.add_node(node)
    while not STOP.is_set():
        executor.spin_once(timeout_sec=0.1)
    executor.shutdown()
    for node in nodes:
        node.destroy_node()
    rclpy.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
