# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that velocities pass last: it slows or stops the robot near obstacles."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from geometry_msgs.msg import Twist
from nav2_msgs.msg import CollisionMonitorState
from rclpy.qos import QoSProfile

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.control.geometry import FloatArray
from nav2_composition_bench.reference_stack.control.planar_messages import to_twist, velocity_of
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.read_parameters import (
    read_above_zero,
    read_into,
)
from nav2_composition_bench.reference_stack.runtime.transform_buffer import (
    TransformBuffer,
    TransformError,
)
from nav2_composition_bench.reference_stack.safety.obstacle_source import (
    ObstacleSource,
    SourceSettings,
)
from nav2_composition_bench.reference_stack.safety.zone import (
    Action,
    Circle,
    Decision,
    Polygon,
    Shape,
    Zone,
    decide,
)

ACTIONS = {"stop": Action.STOP, "slowdown": Action.SLOWDOWN, "approach": Action.APPROACH}
INVALID_SOURCE = "invalid source"


class CollisionMonitor(ManagedNode):
    """Passes cmd_vel_smoothed on to cmd_vel, slowed or stopped when obstacles are in a zone."""

    def __init__(self, node_name: str = "collision_monitor", **options: Any) -> None:
        super().__init__(node_name, **options)
        self._active = False

    def configure(self) -> None:
        """Read zones and sources, create publishers and subscriptions.

        :raises UserError: for a zone or source that makes no sense.
        """
        self._base_frame = self.parameter("base_frame_id", "base_footprint")
        self._source_timeout_s = self.parameter("source_timeout", 1.0)
        names = self.parameter("polygons", ["PolygonStop", "PolygonSlow", "FootprintApproach"])
        self._zones = tuple(self._zone(name) for name in names)
        self._transforms = TransformBuffer(self)
        self._sources: list[ObstacleSource] = [
            self._source(name) for name in self.parameter("observation_sources", ["scan"])
        ]
        self._state = (Action.DO_NOTHING, "")
        depth_one = QoSProfile(depth=1)
        self._publisher = self.create_publisher(
            Twist, self.parameter("cmd_vel_out_topic", "cmd_vel"), depth_one
        )
        self._state_publisher = self.create_publisher(
            CollisionMonitorState,
            self.parameter("state_topic", "collision_monitor_state"),
            depth_one,
        )
        self.create_subscription(
            Twist,
            self.parameter("cmd_vel_in_topic", "cmd_vel_smoothed"),
            self._on_command,
            depth_one,
        )

    def activate(self) -> None:
        """Begin to pass commands on."""
        self._active = True

    def deactivate(self) -> None:
        """Pass nothing on any more; the robot's base stops by itself without commands."""
        self._active = False

    def _zone(self, name: str) -> Zone:
        action = self.parameter(f"{name}.action_type", "stop")
        if action not in ACTIONS:
            raise UserError(
                f"parameter '{name}.action_type' of collision_monitor is '{action}', "
                f"but must be one of: {', '.join(ACTIONS)}"
            )
        above_zero = partial(read_above_zero, self.parameter, "collision_monitor")
        ahead_s = above_zero(f"{name}.time_before_collision", 1.2)
        step_s = above_zero(f"{name}.simulation_time_step", 0.1)
        if step_s > ahead_s:
            raise UserError(
                f"parameter '{name}.simulation_time_step' of collision_monitor is {step_s:g}, "
                f"but must be at most '{name}.time_before_collision', {ahead_s:g}"
            )
        return Zone(
            name,
            ACTIONS[action],
            self._shape(name),
            self.parameter(f"{name}.min_points", 4),
            self.parameter(f"{name}.slowdown_ratio", 0.5),
            ahead_s,
            step_s,
        )

    def _shape(self, name: str) -> Shape:
        kind = self.parameter(f"{name}.type", "circle")
        radius_m = self.parameter(f"{name}.radius", 0.22)
        points = self.parameter(f"{name}.points", [0.0])
        if kind == "circle":
            return Circle(radius_m)
        if kind != "polygon" or len(points) < 6 or len(points) % 2:
            raise UserError(
                f"zone '{name}' of collision_monitor must have type 'circle' with a radius, or "
                f"type 'polygon' with points [x1, y1, x2, y2, x3, y3, ...]"
            )
        return Polygon(tuple(zip(points[0::2], points[1::2])))

    def _source(self, name: str) -> ObstacleSource:
        settings = read_into(SourceSettings, f"{name}.", self.parameter)
        if settings.type not in ("scan", "pointcloud"):
            raise UserError(
                f"parameter '{name}.type' of collision_monitor is '{settings.type}', "
                f"but must be scan or pointcloud"
            )
        return ObstacleSource(self, settings, self._transforms, self._base_frame)

    def _on_command(self, message: Twist) -> None:
        if not self._active:
            return
        velocity = velocity_of(message)
        points = self._points()
        if points is None:
            decision = Decision((0.0, 0.0), Action.STOP, INVALID_SOURCE)
        else:
            decision = decide(self._zones, velocity, points)
        self._publisher.publish(to_twist(decision.velocity))
        self._report(decision)

    def _points(self) -> FloatArray | None:
        """What all sources see; None when one of them has nothing current."""
        seen = []
        for source in self._sources:
            try:
                points, age_s = source.points()
            except (TransformError, ValueError) as error:
                self.get_logger().warning(str(error), throttle_duration_sec=5.0)
                return None
            if age_s > self._source_timeout_s:
                self.get_logger().warning(
                    f"no sensor data for {self._source_timeout_s} s, the robot is stopped",
                    throttle_duration_sec=5.0,
                )
                return None
            seen.append(points)
        return seen[0] if len(seen) == 1 else np.vstack(seen)

    def _report(self, decision: Decision) -> None:
        """Publish the state when it changes."""
        state = (decision.action, decision.zone_name)
        if state == self._state:
            return
        self._state = state
        message = CollisionMonitorState()
        message.action_type, message.polygon_name = int(decision.action), decision.zone_name
        self._state_publisher.publish(message)
