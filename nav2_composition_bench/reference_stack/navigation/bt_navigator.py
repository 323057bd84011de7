# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that navigates to poses with a behaviour tree."""

from __future__ import annotations

import time
from typing import Any

from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import FollowPath, NavigateToPose
from py_trees.common import Status
from rclpy.duration import Duration
from rclpy.qos import QoSProfile

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.navigation.approach_watch import ApproachWatch
from nav2_composition_bench.reference_stack.navigation.navigate_tree import (
    TreeSettings,
    build_tree,
)
from nav2_composition_bench.reference_stack.navigation.recovery_settings import RecoverySettings
from nav2_composition_bench.reference_stack.navigation.server_calls import ServerCalls
from nav2_composition_bench.reference_stack.navigation.task import NavigationTask
from nav2_composition_bench.reference_stack.runtime.action_node import ActionNode
from nav2_composition_bench.reference_stack.runtime.read_parameters import read_into
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal
from nav2_composition_bench.reference_stack.runtime.transform_buffer import (
    TransformBuffer,
    TransformError,
)
from nav2_composition_bench.reference_stack.runtime.wall_rate import WallRate

STANDING_M_S = 0.01
"""Slower than this, no time of arrival can be told."""


class BtNavigator(ActionNode):
    """Serves navigate_to_pose, and takes poses of the topic goal_pose as goals."""

    def __init__(self, node_name: str = "bt_navigator", **options: Any) -> None:
        super().__init__(node_name, **options)

    def configure(self) -> None:
        """Read parameters, open the action, look for the servers.

        :raises UserError: for a loop rate or a replanning rate that is not above 0.
        """
        self._frequency_hz = self.parameter("bt_loop_frequency", 10.0)
        self._settings: TreeSettings = read_into(TreeSettings, "", self.parameter)
        if min(self._frequency_hz, self._settings.replanning_rate) <= 0.0:
            raise UserError("bt_navigator needs bt_loop_frequency and replanning_rate above 0")
        self._patience_s = self.parameter("approach_patience", 40.0)
        self._global_frame = self.parameter("global_frame", "map")
        self._base_frame = self.parameter("robot_base_frame", "base_footprint")
        self._recovery: RecoverySettings = read_into(RecoverySettings, "", self.parameter)
        self._calls = ServerCalls(self, self._recovery)
        self._transforms = TransformBuffer(self)
        self.serve_action(NavigateToPose, "navigate_to_pose", self._execute)
        self._self_caller = self.action_caller(NavigateToPose, "navigate_to_pose")
        self.create_subscription(PoseStamped, "goal_pose", self._on_goal_pose, QoSProfile(depth=10))

    def _on_goal_pose(self, pose: PoseStamped) -> None:
        self._self_caller.start(NavigateToPose.Goal(pose=pose))

    # The action's thread

    def _execute(self, running: RunningGoal) -> None:
        result = NavigateToPose.Result()
        task = NavigationTask(running.request.pose, self._calls)
        status = self._navigate(running, task) if self._accept_goal(task) else Status.FAILURE
        if status == Status.SUCCESS:
            self.get_logger().info("goal reached")
            running.succeed(result)
        elif status == Status.FAILURE:
            result.error_code, result.error_msg = task.error_code, task.error_msg
            running.abort(result, f"{task.error_msg} (after {task.recoveries} recoveries)")
        else:
            running.end_as_asked(result)

    def _navigate(self, running: RunningGoal, task: NavigationTask) -> Status:
        """Tick the tree until it ends; INVALID when asked to stop."""
        tree = build_tree(task, self._settings, self._recovery)
        begun_s, rate = time.monotonic(), WallRate(self._frequency_hz)
        watch = ApproachWatch(self._patience_s, begun_s)
        try:
            while not running.should_stop:
                if running.preempt_requested:
                    request = running.accept_pending()
                    if request is not None:
                        task.replace_goal(request.pose)
                        if not self._accept_goal(task):
                            return Status.FAILURE
                        begun_s = time.monotonic()
                        watch = ApproachWatch(self._patience_s, begun_s)
                tree.tick_once()
                if tree.status != Status.RUNNING:
                    return tree.status
                remaining_m = None if task.followed is None else task.followed.distance_to_goal
                if not watch.update(remaining_m, time.monotonic()):
                    reason = f"the goal came no nearer in {self._patience_s:.0f} s"
                    task.fail(FollowPath.Result.FAILED_TO_MAKE_PROGRESS, reason)
                    return Status.FAILURE
                self._report(running, task, time.monotonic() - begun_s)
                rate.sleep(self.stopping)
            return Status.INVALID
        finally:
            tree.stop(Status.INVALID)

    def _report(self, running: RunningGoal, task: NavigationTask, elapsed_s: float) -> None:
        feedback = NavigateToPose.Feedback()
        try:
            place = self._transforms.lookup(self._global_frame, self._base_frame)
        except TransformError as error:
            self.get_logger().warning(str(error), throttle_duration_sec=5.0)
            return
        pose = feedback.current_pose
        pose.header.frame_id = self._global_frame
        pose.header.stamp.sec, pose.header.stamp.nanosec = divmod(place.stamp_ns, 1_000_000_000)
        position, turn = pose.pose.position, pose.pose.orientation
        position.x, position.y, position.z = place.x, place.y, place.z
        turn.x, turn.y, turn.z, turn.w = place.qx, place.qy, place.qz, place.qw
        feedback.navigation_time = Duration(seconds=elapsed_s).to_msg()
        feedback.number_of_recoveries = task.recoveries
        followed = task.followed
        if followed is not None:
            feedback.distance_remaining = followed.distance_to_goal
            if followed.speed > STANDING_M_S:
                seconds = followed.distance_to_goal / followed.speed
                feedback.estimated_time_remaining = Duration(seconds=seconds).to_msg()
        running.publish_feedback(feedback)

    def _accept_goal(self, task: NavigationTask) -> bool:
        """Log a task's goal; False for one that names no frame, which the task then tells."""
        if not task.goal.header.frame_id:
            task.fail(NavigateToPose.Result.NONE, "the goal pose names no frame")
            return False
        position = task.goal.pose.position
        self.get_logger().info(f"navigating to ({position.x:.2f}, {position.y:.2f})")
        return True
