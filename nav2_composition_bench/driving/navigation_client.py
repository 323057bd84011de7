# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""NavigateToPose over plain service clients.

An action client would also subscribe to the feedback, which Nav2 sends at 100 Hz: load on the
host, and traffic for the system being measured. The services of an action (design.ros2.org,
"Actions") are all that is needed here. A server is known by the identity of its status publisher,
which tells a new bring-up from an old one even while discovery still remembers a killed process.
"""

from __future__ import annotations

import math
import time
import uuid
from typing import Any

from action_msgs.msg import GoalStatus
from action_msgs.srv import CancelGoal
from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState
from nav2_msgs.action import NavigateToPose
from rclpy.executors import SingleThreadedExecutor
from rclpy.task import Future
from std_srvs.srv import Trigger
from unique_identifier_msgs.msg import UUID

from nav2_composition_bench.driving.goal_script import GoalOutcome
from nav2_composition_bench.ros_domain.quiet_node import ContextOwner
from nav2_composition_bench.study.goal import Goal

ACTION = "navigate_to_pose"
NAVIGATOR = "bt_navigator"
RETURN_SERVICE = "simulator/return_to_start"
CLOSE_S = 1.0
"""How long the executor's last callback may take."""
_OUTCOMES = {
    GoalStatus.STATUS_SUCCEEDED: GoalOutcome.SUCCEEDED,
    GoalStatus.STATUS_ABORTED: GoalOutcome.ABORTED,
    GoalStatus.STATUS_CANCELED: GoalOutcome.CANCELED,
}


class NavigationClient(ContextOwner):
    """A node ``goal_script`` that implements ``goal_script.Navigation``; a context manager."""

    def __init__(self) -> None:
        super().__init__()
        self._node = self._create_node("goal_script")
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        self._clients: list[Any] = []
        self._goal_id = UUID()
        self._return = self._node.create_client(Trigger, RETURN_SERVICE)

    def close(self) -> None:
        """End the executor too."""
        self._executor.shutdown(timeout_sec=CLOSE_S)
        super().close()

    def servers(self) -> frozenset[str]:
        """Return the identities of the status publishers of the action."""
        topic = f"/{ACTION}/_action/status"
        found = self._node.get_publishers_info_by_topic(topic)
        return frozenset(bytes(info.endpoint_gid).hex() for info in found)

    def connect(self) -> None:
        """Make new clients; requests pending with the old ones are never answered."""
        for client in self._clients:
            self._node.destroy_client(client)
        implementation = NavigateToPose.Impl
        self._state = self._node.create_client(GetState, f"{NAVIGATOR}/get_state")
        self._send = self._node.create_client(
            implementation.SendGoalService, f"{ACTION}/_action/send_goal"
        )
        self._result = self._node.create_client(
            implementation.GetResultService, f"{ACTION}/_action/get_result"
        )
        self._cancel = self._node.create_client(CancelGoal, f"{ACTION}/_action/cancel_goal")
        self._clients = [self._state, self._send, self._result, self._cancel]

    def request_activity(self) -> Future:
        """Ask the navigator for its lifecycle state."""
        if not all(client.service_is_ready() for client in self._clients):
            answer = Future()
            answer.set_result(False)
            return answer
        return _mapped(
            self._state.call_async(GetState.Request()),
            lambda response: response.current_state.id == State.PRIMARY_STATE_ACTIVE,
        )

    def send(self, goal: Goal) -> Future:
        """Send a goal in the map frame."""
        request = NavigateToPose.Impl.SendGoalService.Request()
        self._goal_id = UUID(uuid=list(uuid.uuid4().bytes))
        request.goal_id = self._goal_id
        pose = request.goal.pose
        pose.header.frame_id = "map"
        pose.header.stamp = self._node.get_clock().now().to_msg()
        pose.pose.position.x, pose.pose.position.y = goal.x_m, goal.y_m
        pose.pose.orientation.z = math.sin(goal.yaw_rad / 2)
        pose.pose.orientation.w = math.cos(goal.yaw_rad / 2)
        return _mapped(self._send.call_async(request), lambda response: response.accepted)

    def request_outcome(self) -> Future:
        """Ask for the goal's result; the answer comes when the goal has ended."""
        request = NavigateToPose.Impl.GetResultService.Request(goal_id=self._goal_id)
        return _mapped(
            self._result.call_async(request),
            lambda response: _OUTCOMES.get(response.status, GoalOutcome.LOST),
        )

    def cancel(self) -> Future:
        """Ask to cancel the goal; the answer to ``request_outcome`` tells when it has ended."""
        request = CancelGoal.Request()
        request.goal_info.goal_id = self._goal_id
        return self._cancel.call_async(request)

    def return_to_start(self) -> Future | None:
        """Ask the project's simulator; another one offers no such service."""
        if not self._return.service_is_ready():
            return None
        return self._return.call_async(Trigger.Request())

    def wait(self, future: Future | None, timeout_s: float) -> None:
        """Let answers come in until the future is done or the time is over."""
        pending = Future() if future is None else future
        # rclpy takes a negative time for one without an end.
        self._executor.spin_until_future_complete(pending, timeout_sec=max(0.0, timeout_s))

    def now_s(self) -> float:
        """Return seconds on a monotonic clock."""
        return time.monotonic()


def _mapped(future: Any, function: Any) -> Future:
    """Return a future of the function's value of another future's result."""
    mapped = Future()
    future.add_done_callback(lambda done: mapped.set_result(function(done.result())))
    return mapped
