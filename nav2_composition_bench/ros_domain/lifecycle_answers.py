# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Make up for what rclpy's managed nodes lack."""

from __future__ import annotations

from typing import Any

from rclpy.impl.implementation_singleton import rclpy_implementation


def answer_refused_requests(node: Any) -> None:
    """Answer False to a transition that a managed node's state does not allow.

    rclpy lets the exception escape, which would end the spinning thread and leave the caller
    without an answer (https://github.com/ros2/rclpy/issues/1209).

    :param node: a lifecycle node that no executor spins yet.
    """
    service = node._service_change_state
    change_state = service.callback

    def answered(request: Any, response: Any) -> Any:
        try:
            return change_state(request, response)
        except rclpy_implementation.RCLError:
            wanted = request.transition.label or request.transition.id
            state = node._state_machine.current_state[1]
            node.get_logger().warning(f"transition {wanted} is not possible from {state}")
            response.success = False
            return response

    service.callback = answered
