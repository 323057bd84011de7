# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that smooths paths."""

from __future__ import annotations

import time
from typing import Any

from nav2_msgs.action import SmoothPath
from nav2_msgs.msg import Costmap
from nav_msgs.msg import Path
from rclpy.duration import Duration
from rclpy.qos import DurabilityPolicy, QoSProfile

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.costmap.costmap_message import from_costmap
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid
from nav2_composition_bench.reference_stack.planning.path_geometry import with_headings
from nav2_composition_bench.reference_stack.planning.path_message import (
    positions_of,
    to_path_message,
)
from nav2_composition_bench.reference_stack.planning.path_smoother import (
    SmoothingWeights,
    first_collision,
    smooth_within,
)
from nav2_composition_bench.reference_stack.runtime.action_node import ActionNode
from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError
from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription
from nav2_composition_bench.reference_stack.runtime.read_parameters import read_into
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal
from nav2_composition_bench.reference_stack.runtime.transform import yaw_of_quaternion

SMOOTHER_KIND = "GradientSmoother"
COSTMAP_WAIT_S = 5.0
COSTMAP_POLL_S = 0.05
MIN_POSES = 3

Codes = SmoothPath.Result


class SmootherServer(ActionNode):
    """Serves smooth_path against the global costmap, and publishes plan_smoothed."""

    def __init__(self, node_name: str = "smoother_server", **options: Any) -> None:
        super().__init__(node_name, **options)

    def configure(self) -> None:
        """Read the smoothers' parameters, subscribe to the costmap, open the action.

        :raises UserError: for an unknown kind of smoother.
        """
        self._smoothers: dict[str, SmoothingWeights] = {}
        for name in self.parameter("smoother_plugins", ["simple_smoother"]):
            kind = self.parameter(f"{name}.plugin", SMOOTHER_KIND)
            if kind != SMOOTHER_KIND:
                raise UserError(
                    f"parameter '{name}.plugin' of smoother_server is {kind!r}, "
                    f"but must be {SMOOTHER_KIND}"
                )
            self._smoothers[name] = read_into(SmoothingWeights, f"{name}.", self.parameter)
        self._costmaps = PolledSubscription(
            self,
            Costmap,
            self.parameter("costmap_topic", "global_costmap/costmap_raw"),
            QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL),
        )
        self._publisher = self.create_publisher(Path, "plan_smoothed", QoSProfile(depth=1))
        self.serve_action(SmoothPath, "smooth_path", self._execute)

    # The action's thread

    def _execute(self, running: RunningGoal) -> None:
        begun_s = time.monotonic()
        result = SmoothPath.Result()
        try:
            self._smooth(running.request, result, begun_s)
        except GoalError as refusal:
            running.fail(result, refusal)
            return
        result.smoothing_duration = Duration(seconds=time.monotonic() - begun_s).to_msg()
        if running.cancel_requested:
            running.cancel(result)
            return
        self._publisher.publish(result.path)
        running.succeed(result)

    def _smooth(self, request: SmoothPath.Goal, result: SmoothPath.Result, begun_s: float) -> None:
        weights = self._weights(request.smoother_id)
        poses = request.path.poses
        if len(poses) < MIN_POSES:
            raise GoalError(Codes.INVALID_PATH, f"a path of {len(poses)} poses cannot be smoothed")
        grid = self._costmap(request.path.header.frame_id)
        allowed = request.max_smoothing_duration
        deadline_s = begun_s + allowed.sec + allowed.nanosec * 1e-9
        smoothed = smooth_within(
            positions_of(request.path), grid, weights, lambda: time.monotonic() < deadline_s
        )
        turn = poses[-1].pose.orientation
        final_yaw_rad = yaw_of_quaternion(turn.x, turn.y, turn.z, turn.w)
        result.path = to_path_message(
            with_headings(smoothed.points, final_yaw_rad),
            grid.frame_id,
            self.get_clock().now().to_msg(),
        )
        result.was_completed = smoothed.completed
        if request.check_for_collisions:
            collision = first_collision(smoothed.points, grid)
            if collision is not None:
                x_m, y_m = smoothed.points[collision]
                raise GoalError(
                    Codes.SMOOTHED_PATH_IN_COLLISION,
                    f"the smoothed path is in collision at ({x_m:.2f}, {y_m:.2f})",
                )

    def _weights(self, smoother_id: str) -> SmoothingWeights:
        if not smoother_id and len(self._smoothers) == 1:
            return next(iter(self._smoothers.values()))
        if smoother_id not in self._smoothers:
            known = ", ".join(self._smoothers)
            raise GoalError(
                Codes.INVALID_SMOOTHER, f"unknown smoother '{smoother_id}'; known: {known}"
            )
        return self._smoothers[smoother_id]

    def _costmap(self, path_frame: str) -> CostGrid:
        deadline_s = time.monotonic() + COSTMAP_WAIT_S
        while True:
            message = self._costmaps.latest()
            if message is not None:
                break
            if time.monotonic() >= deadline_s or self.stopping.wait(COSTMAP_POLL_S):
                raise GoalError(Codes.TIMEOUT, "no global costmap has arrived")
        grid = from_costmap(message)
        if path_frame != grid.frame_id:
            raise GoalError(
                Codes.INVALID_PATH,
                f"the path is in frame '{path_frame}', but must be in '{grid.frame_id}'",
            )
        return grid
