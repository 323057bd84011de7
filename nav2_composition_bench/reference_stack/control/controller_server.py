# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that follows paths: FollowPath, with the local costmap inside."""

from __future__ import annotations

import time
from typing import Any

from geometry_msgs.msg import Twist
from nav2_msgs.action import FollowPath
from nav_msgs.msg import Odometry
from rclpy.qos import QoSProfile

from nav2_composition_bench.reference_stack.control.critics import (
    BaseObstacleCritic,
    CriticScales,
    PathCritic,
)
from nav2_composition_bench.reference_stack.control.dynamic_window import (
    DynamicWindowController,
    Sampling,
)
from nav2_composition_bench.reference_stack.control.geometry import Velocity
from nav2_composition_bench.reference_stack.control.goal_checker import GoalChecker
from nav2_composition_bench.reference_stack.control.motion import MotionLimits
from nav2_composition_bench.reference_stack.control.path_follower import (
    STOP,
    FollowError,
    PathFollower,
    Step,
)
from nav2_composition_bench.reference_stack.control.planar_messages import (
    poses_of,
    to_twist,
    velocity_of,
)
from nav2_composition_bench.reference_stack.control.progress_checker import ProgressChecker
from nav2_composition_bench.reference_stack.control.stateful_critics import (
    OscillationCritic,
    RotateToGoalCritic,
)
from nav2_composition_bench.reference_stack.costmap.costmap_server import CostmapServer
from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError
from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription
from nav2_composition_bench.reference_stack.runtime.read_parameters import (
    read_above_zero,
    read_into,
)
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal
from nav2_composition_bench.reference_stack.runtime.transform_buffer import TransformError
from nav2_composition_bench.reference_stack.runtime.wall_rate import WallRate

CONTROLLER = "FollowPath"
COSTMAP_WAIT_S = 5.0
"""How long a goal waits for the first costmap."""
CYCLES_PER_FEEDBACK = 4
"""Nav2 sends feedback in every control cycle; each message wakes the navigator's executor."""


class ControllerServer(CostmapServer):
    """Serves follow_path and publishes one cmd_vel per control cycle while a goal is active."""

    def __init__(self, node_name: str = "controller_server", **options: Any) -> None:
        super().__init__(node_name, "local_costmap", **options)

    def configure(self) -> None:
        """Configure the costmap, build the controller, open the action.

        :raises UserError: for a control rate that is not above 0.
        """
        super().configure()
        self._frequency_hz = read_above_zero(
            self.parameter, "controller_server", "controller_frequency", 20.0
        )
        self._costmap_timeout_s = self.parameter("costmap_update_timeout", 2.0)
        self._follower = self._build_follower()
        self._publisher = self.create_publisher(Twist, "cmd_vel", QoSProfile(depth=1))
        self._odometry = PolledSubscription(
            self, Odometry, self.parameter("odom_topic", "odom"), QoSProfile(depth=1)
        )
        self.serve_action(FollowPath, "follow_path", self._execute)

    def _build_follower(self) -> PathFollower:
        def read(kind: type[Any], prefix: str = f"{CONTROLLER}.") -> Any:
            return read_into(kind, prefix, self.parameter)

        goal_checker = GoalChecker(
            self.parameter("goal_checker.xy_goal_tolerance", 0.25),
            self.parameter("goal_checker.yaw_goal_tolerance", 0.25),
        )
        progress_checker = ProgressChecker(
            self.parameter("progress_checker.required_movement_radius", 0.5),
            self.parameter("progress_checker.required_movement_angle", 0.5),
            self.parameter("progress_checker.movement_time_allowance", 10.0),
        )
        scales = read(CriticScales, f"{CONTROLLER}.critics.")
        xy_tolerance_m = goal_checker.xy_goal_tolerance
        critics = (
            RotateToGoalCritic(xy_goal_tolerance=xy_tolerance_m),
            OscillationCritic(),
            BaseObstacleCritic(scales.base_obstacle),
            PathCritic(scales, xy_tolerance_m),
        )
        controller = DynamicWindowController(read(MotionLimits), read(Sampling), critics)
        return PathFollower(
            controller,
            goal_checker,
            progress_checker,
            self.parameter("failure_tolerance", 0.3),
        )

    # The action's thread

    def _execute(self, running: RunningGoal) -> None:
        result = FollowPath.Result()
        try:
            self._begin(running)
            reached = self._follow(running)
        except GoalError as error:
            running.fail(result, error)
        else:
            if reached:
                running.succeed(result)
            else:
                running.end_as_asked(result)
        finally:
            self._publisher.publish(to_twist(STOP))

    def _begin(self, running: RunningGoal) -> None:
        self._follower.begin(self._path_of(running.request))
        if self._costmap.wait_for_grid(COSTMAP_WAIT_S) is None:
            reason = "the local costmap has no data yet"
            raise GoalError(FollowError.CONTROLLER_TIMED_OUT, reason)

    def _path_of(self, request: FollowPath.Goal) -> Any:
        if request.controller_id not in ("", CONTROLLER):
            raise GoalError(
                FollowError.INVALID_CONTROLLER,
                f"unknown controller '{request.controller_id}'; known: {CONTROLLER}",
            )
        self._path_frame = request.path.header.frame_id or "map"
        return poses_of(request.path)

    def _follow(self, running: RunningGoal) -> bool:
        """Control until the goal is reached; False when asked to stop."""
        rate, cycles, late = WallRate(self._frequency_hz), 0, 0
        while not running.should_stop:
            if running.preempt_requested:
                request = running.accept_pending()
                if request is not None:
                    self._follower.replace_path(self._path_of(request))
            velocity = self._velocity()
            step = self._control(velocity)
            self._publisher.publish(to_twist(step.command))
            if step.reached:
                self._log_rate(cycles, late)
                return True
            # A cycle that only bridges a failure does not know the distance.
            if cycles % CYCLES_PER_FEEDBACK == 0 and step.distance_to_goal_m > 0.0:
                feedback = FollowPath.Feedback()
                feedback.distance_to_goal = step.distance_to_goal_m
                feedback.speed = abs(velocity[0])
                running.publish_feedback(feedback)
            cycles += 1
            if not rate.sleep(self.stopping):
                late += 1
                self.get_logger().warning(
                    f"control loop missed its rate of {self._frequency_hz:.1f} Hz",
                    throttle_duration_sec=5.0,
                )
        return False

    def _control(self, velocity: Velocity) -> Step:
        now_s = time.monotonic()
        grid = self._costmap.grid()
        try:
            pose = self._costmap.robot_pose()
            path_frame = self._costmap.transforms.lookup(
                self._costmap.settings.global_frame, self._path_frame
            ).pose_2d()
        except TransformError as error:
            return Step(self._follower.bridge(FollowError.TF_ERROR, str(error), now_s), False, 0.0)
        age_s = 0.0 if grid is None else self.get_clock().now().nanoseconds * 1e-9 - grid.stamp_s
        if grid is None or age_s > self._costmap_timeout_s:
            reason = f"the local costmap is {age_s:.1f} s old"
            command = self._follower.bridge(FollowError.CONTROLLER_TIMED_OUT, reason, now_s)
            return Step(command, False, 0.0)
        return self._follower.step(pose, velocity, path_frame, grid, now_s)

    def _velocity(self) -> Velocity:
        odometry = self._odometry.latest()
        return STOP if odometry is None else velocity_of(odometry.twist.twist)

    def _log_rate(self, cycles: int, late: int) -> None:
        self.get_logger().info(f"goal reached; {late} of {cycles} control cycles were late")
