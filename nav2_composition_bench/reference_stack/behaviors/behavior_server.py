# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that serves the recovery behaviours spin, backup and wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from geometry_msgs.msg import Twist
from nav2_msgs.action import BackUp as BackUpAction
from nav2_msgs.action import Spin as SpinAction
from nav2_msgs.action import Wait as WaitAction
from nav2_msgs.msg import Costmap
from rclpy.duration import Duration
from rclpy.qos import DurabilityPolicy, QoSProfile

from nav2_composition_bench.reference_stack.behaviors.behavior import (
    STOP,
    BackUp,
    Behavior,
    Spin,
    SpinLimits,
)
from nav2_composition_bench.reference_stack.behaviors.collision_check import touches_obstacle
from nav2_composition_bench.reference_stack.control.geometry import Pose
from nav2_composition_bench.reference_stack.control.planar_messages import to_twist
from nav2_composition_bench.reference_stack.costmap.costmap_message import from_costmap
from nav2_composition_bench.reference_stack.runtime.action_node import ActionNode
from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError
from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription
from nav2_composition_bench.reference_stack.runtime.read_parameters import (
    read_above_zero,
    read_into,
)
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal
from nav2_composition_bench.reference_stack.runtime.transform_buffer import (
    TransformBuffer,
    TransformError,
)
from nav2_composition_bench.reference_stack.runtime.wall_rate import WallRate


class BehaviorServer(ActionNode):
    """Serves spin, backup and wait; commands go the controller's way, through the smoother."""

    def __init__(self, node_name: str = "behavior_server", **options: Any) -> None:
        super().__init__(node_name, **options)

    def configure(self) -> None:
        """Read parameters, open the actions.

        :raises UserError: for a cycle rate that is not above 0.
        """
        self._frequency_hz = read_above_zero(
            self.parameter, "behavior_server", "cycle_frequency", 10.0
        )
        self._local_frame = self.parameter("local_frame", "odom")
        self._base_frame = self.parameter("robot_base_frame", "base_footprint")
        self._robot_radius_m = self.parameter("robot_radius", 0.22)
        self._look_ahead_s = self.parameter("simulate_ahead_time", 2.0)
        self._spin_limits = read_into(SpinLimits, "", self.parameter)
        self._transforms = TransformBuffer(self)
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        topic = self.parameter("local_costmap_topic", "local_costmap/costmap_raw")
        self._costmap = PolledSubscription(self, Costmap, topic, latched)
        self._publisher = self.create_publisher(Twist, "cmd_vel", QoSProfile(depth=1))
        self.serve_action(SpinAction, "spin", self._spin)
        self.serve_action(BackUpAction, "backup", self._back_up)
        self.serve_action(WaitAction, "wait", self._wait)

    # The actions' threads

    def _spin(self, running: RunningGoal) -> None:
        def report(travelled: float) -> SpinAction.Feedback:
            feedback = SpinAction.Feedback()
            feedback.angular_distance_traveled = travelled
            return feedback

        behavior = Spin(running.request.target_yaw, self._spin_limits)
        self._drive(running, SpinAction.Result(), behavior, report)

    def _back_up(self, running: RunningGoal) -> None:
        def report(travelled: float) -> BackUpAction.Feedback:
            feedback = BackUpAction.Feedback()
            feedback.distance_traveled = travelled
            return feedback

        request, result = running.request, BackUpAction.Result()
        # As Nav2, take the magnitudes: both signs of target and speed are in use.
        distance_m, speed_m_s = abs(request.target.x), abs(request.speed)
        if request.target.y != 0.0 or request.target.z != 0.0 or speed_m_s == 0.0:
            reason = "backing up needs a speed, and a target along x alone"
            running.fail(result, GoalError(BackUpAction.Result.INVALID_INPUT, reason))
            return
        behavior = BackUp(distance_m, speed_m_s, self._look_ahead_s)
        self._drive(running, result, behavior, report)

    def _wait(self, running: RunningGoal) -> None:
        begun_s, result = time.monotonic(), WaitAction.Result()
        wanted_s = _seconds(running.request.time)
        rate = WallRate(self._frequency_hz)
        while (left_s := begun_s + wanted_s - time.monotonic()) > 0.0:
            if running.should_stop or running.preempt_requested:
                running.end_as_asked(result)
                return
            feedback = WaitAction.Feedback()
            feedback.time_left = Duration(seconds=left_s).to_msg()
            running.publish_feedback(feedback)
            rate.sleep(self.stopping)
        result.total_elapsed_time = Duration(seconds=time.monotonic() - begun_s).to_msg()
        running.succeed(result)

    def _drive(
        self,
        running: RunningGoal,
        result: Any,
        behavior: Behavior,
        report: Callable[[float], Any],
    ) -> None:
        """Run a behaviour that moves the robot, and end its goal."""
        begun_s = time.monotonic()
        try:
            finished = self._cycle(running, result, behavior, report)
        except GoalError as failure:
            running.fail(result, failure)
        else:
            result.total_elapsed_time = Duration(seconds=time.monotonic() - begun_s).to_msg()
            if finished:
                running.succeed(result)
            else:
                running.end_as_asked(result)
        finally:
            self._publisher.publish(to_twist(STOP))

    def _cycle(
        self, running: RunningGoal, codes: Any, behavior: Behavior, report: Callable[[float], Any]
    ) -> bool:
        allowance_s = _seconds(running.request.time_allowance)
        begun_s, rate = time.monotonic(), WallRate(self._frequency_hz)
        while not (running.should_stop or running.preempt_requested):
            if 0.0 < allowance_s < time.monotonic() - begun_s:
                raise GoalError(codes.TIMEOUT, f"not done within {allowance_s:.1f} s")
            progress = behavior.step(self._pose(codes))
            running.publish_feedback(report(progress.travelled))
            if progress.done:
                return True
            self._refuse_collision(progress.ahead, codes)
            self._publisher.publish(to_twist(progress.command))
            rate.sleep(self.stopping)
        return False

    def _pose(self, codes: Any) -> Pose:
        try:
            return self._transforms.lookup(self._local_frame, self._base_frame).pose_2d()
        except TransformError as error:
            raise GoalError(codes.TF_ERROR, str(error)) from error

    def _refuse_collision(self, ahead: tuple[Pose, ...], codes: Any) -> None:
        message = self._costmap.latest()
        if message is None:
            raise GoalError(codes.UNKNOWN, "there is no local costmap to check for collisions")
        grid = from_costmap(message)
        if any(touches_obstacle(grid, pose, self._robot_radius_m) for pose in ahead):
            raise GoalError(codes.COLLISION_AHEAD, "an obstacle is in the way")


def _seconds(duration: Any) -> float:
    return float(duration.sec) + float(duration.nanosec) * 1e-9
