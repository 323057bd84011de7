# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that plans paths over the global costmap."""

from __future__ import annotations

import time
from typing import Any

from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import ComputePathToPose
from nav_msgs.msg import Path
from rclpy.duration import Duration
from rclpy.qos import QoSProfile

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.control.geometry import Pose
from nav2_composition_bench.reference_stack.costmap.costmap_server import CostmapServer
from nav2_composition_bench.reference_stack.planning.grid_planner import PlannerLimits, plan
from nav2_composition_bench.reference_stack.planning.path_message import to_path_message
from nav2_composition_bench.reference_stack.planning.planning_error import PlanningError
from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError
from nav2_composition_bench.reference_stack.runtime.read_parameters import (
    read_above_zero,
    read_into,
)
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal
from nav2_composition_bench.reference_stack.runtime.transform import Transform
from nav2_composition_bench.reference_stack.runtime.transform_buffer import TransformError

PLANNER_KIND = "MinimumCostPlanner"
COSTMAP_WAIT_S = 5.0
"""How long a goal waits for the first costmap."""
TRANSFORM_WAIT_S = 0.5

Codes = ComputePathToPose.Result


class PlannerServer(CostmapServer):
    """Serves compute_path_to_pose, publishes plan, and holds the global costmap."""

    def __init__(self, node_name: str = "planner_server", **options: Any) -> None:
        super().__init__(node_name, "global_costmap", **options)

    def configure(self) -> None:
        """Configure the costmap, read the planners' parameters, open the action.

        :raises UserError: for an unknown kind of planner, or a rate that is not above 0.
        """
        super().configure()
        self._expected_period_s = 1.0 / read_above_zero(
            self.parameter, "planner_server", "expected_planner_frequency", 1.0
        )
        self._planners: dict[str, PlannerLimits] = {}
        for name in self.parameter("planner_plugins", ["GridBased"]):
            kind = self.parameter(f"{name}.plugin", PLANNER_KIND)
            if kind != PLANNER_KIND:
                raise UserError(
                    f"parameter '{name}.plugin' of planner_server is {kind!r}, "
                    f"but must be {PLANNER_KIND}"
                )
            self._planners[name] = read_into(PlannerLimits, f"{name}.", self.parameter)
        self._publisher = self.create_publisher(Path, "plan", QoSProfile(depth=1))
        self.serve_action(ComputePathToPose, "compute_path_to_pose", self._execute)

    # The action's thread

    def _execute(self, running: RunningGoal) -> None:
        begun_s = time.monotonic()
        request = running.request
        if running.preempt_requested:
            request = running.accept_pending() or request
        if running.cancel_requested:
            running.cancel()
            return
        result = ComputePathToPose.Result()
        try:
            result.path = self._plan(request)
        except GoalError as refusal:
            running.fail(result, refusal)
            return
        self._publisher.publish(result.path)
        taken_s = time.monotonic() - begun_s
        result.planning_time = Duration(seconds=taken_s).to_msg()
        if taken_s > self._expected_period_s:
            self.get_logger().warning(
                f"planning took {taken_s:.2f} s, more than {self._expected_period_s:.2f} s"
            )
        running.succeed(result)

    def _plan(self, request: ComputePathToPose.Goal) -> Path:
        limits = self._limits(request.planner_id)
        grid = self._costmap.wait_for_grid(COSTMAP_WAIT_S)
        if grid is None:
            raise GoalError(Codes.TIMEOUT, "the global costmap has no map yet")
        start = self._start(request)
        goal = self._in_costmap_frame(request.goal)
        try:
            poses = plan(grid, start[:2], goal, limits)
        except PlanningError as error:
            raise GoalError(getattr(Codes, error.failure.value), str(error)) from error
        return to_path_message(poses, grid.frame_id, self.get_clock().now().to_msg())

    def _limits(self, planner_id: str) -> PlannerLimits:
        if not planner_id and len(self._planners) == 1:
            return next(iter(self._planners.values()))
        if planner_id not in self._planners:
            known = ", ".join(self._planners)
            raise GoalError(
                Codes.INVALID_PLANNER, f"unknown planner '{planner_id}'; known: {known}"
            )
        return self._planners[planner_id]

    def _start(self, request: ComputePathToPose.Goal) -> Pose:
        if request.use_start:
            return self._in_costmap_frame(request.start)
        try:
            return self._costmap.robot_pose()
        except TransformError as error:
            raise GoalError(Codes.TF_ERROR, f"the robot's pose is not known: {error}") from error

    def _in_costmap_frame(self, stamped: PoseStamped) -> Pose:
        position, turn = stamped.pose.position, stamped.pose.orientation
        pose = Transform(position.x, position.y, position.z, turn.x, turn.y, turn.z, turn.w)
        frame = stamped.header.frame_id
        global_frame = self._costmap.settings.global_frame
        if frame == global_frame:
            return pose.pose_2d()
        try:
            placed = self._costmap.transforms.lookup(
                global_frame, frame, timeout_s=TRANSFORM_WAIT_S, stop=self.stopping
            )
        except TransformError as error:
            raise GoalError(Codes.TF_ERROR, str(error)) from error
        return placed.compose(pose).pose_2d()
