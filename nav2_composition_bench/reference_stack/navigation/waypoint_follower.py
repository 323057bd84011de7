# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that visits waypoints one after the other."""

from __future__ import annotations

from typing import Any

from nav2_msgs.action import FollowWaypoints, NavigateToPose
from nav2_msgs.msg import MissedWaypoint

from nav2_composition_bench.reference_stack.navigation.waypoints import WaypointOrder
from nav2_composition_bench.reference_stack.runtime.action_caller import ActionOutcome
from nav2_composition_bench.reference_stack.runtime.action_node import ActionNode
from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal

POLL_S = 0.2
CANCEL_TIMEOUT_S = 2.0
SERVER_TIMEOUT_S = 10.0
"""How long to wait for navigate_to_pose before a waypoint counts as missed."""


class WaypointFollower(ActionNode):
    """Serves follow_waypoints by calling navigate_to_pose."""

    def __init__(self, node_name: str = "waypoint_follower", **options: Any) -> None:
        super().__init__(node_name, **options)

    def configure(self) -> None:
        """Read parameters, open the action."""
        self._stop_on_failure = self.parameter("stop_on_failure", False)
        self._navigator = self.action_caller(NavigateToPose, "navigate_to_pose")
        self.serve_action(FollowWaypoints, "follow_waypoints", self._execute)

    # The action's thread

    def _execute(self, running: RunningGoal) -> None:
        request, result = running.request, FollowWaypoints.Result()
        try:
            order = WaypointOrder(len(request.poses), request.goal_index, request.number_of_loops)
        except ValueError as error:
            running.fail(result, GoalError(FollowWaypoints.Result.UNKNOWN, str(error)))
            return
        for index in order:
            running.publish_feedback(FollowWaypoints.Feedback(current_waypoint=index))
            outcome = self._visit(running, request.poses[index])
            if outcome is None:
                running.end_as_asked(result)
                return
            if outcome.succeeded:
                continue
            result.missed_waypoints = [
                *result.missed_waypoints,
                _missed(index, request.poses[index], outcome),
            ]
            if self._stop_on_failure:
                code, reason = result.TASK_EXECUTOR_FAILED, f"waypoint {index} was not reached"
                running.fail(result, GoalError(code, reason))
                return
        running.succeed(result)

    def _visit(self, running: RunningGoal, pose: Any) -> ActionOutcome | None:
        """Drive to a waypoint; None when asked to stop."""

        def is_asked_to_stop() -> bool:
            return running.should_stop or running.preempt_requested

        is_served = self._navigator.wait_for_server(SERVER_TIMEOUT_S, is_asked_to_stop)
        if is_asked_to_stop():
            return None
        if not is_served:
            return ActionOutcome(0, None, "navigate_to_pose is not served")
        call = self._navigator.start(NavigateToPose.Goal(pose=pose))
        while not call.wait(POLL_S):
            if is_asked_to_stop():
                call.cancel()
                call.wait(CANCEL_TIMEOUT_S, self.stopping)
                return None
        return call.outcome


def _missed(index: int, pose: Any, outcome: ActionOutcome) -> MissedWaypoint:
    missed = MissedWaypoint()
    missed.index, missed.goal = index, pose
    missed.error_code = 0 if outcome.result is None else outcome.result.error_code
    return missed
