# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Drive along a route of straight legs, by the robot's pose alone. Knows no middleware."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.yaml_document import YAML_FAULTS, load_yaml
from nav2_composition_bench.simulator.pose import Pose, Pose2D, wrapped, yaw_of

SPEED_MPS, MAX_TURN_RADPS = 0.35, 0.6
TURN_GAIN_HZ = 2.0
"""Turn rate per error of heading."""
MAX_ERROR_RAD = 0.35
"""Above this error of heading the robot turns on the spot."""
REACHED_M = 0.08
"""A waypoint nearer than this is reached."""


@dataclass(frozen=True)
class Route:
    """A way through a world.

    :param start: where the robot has to be placed.
    :param waypoints: (x, y) in metres in the world, in order.
    """

    start: Pose2D
    waypoints: tuple[tuple[float, float], ...]


def read_route(file: Path) -> Route:
    """Read a YAML file with ``start: [x, y, yaw]`` and ``waypoints: [[x, y], ...]``.

    :raises UserError: naming the first thing in it that cannot be understood.
    """
    try:
        content = load_yaml(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror}") from error
    except YAML_FAULTS as error:
        raise UserError(f"{file}: not YAML: {' '.join(str(error).split())}") from error
    if not isinstance(content, dict) or set(content) != {"start", "waypoints"}:
        raise UserError(f"{file}: must hold start and waypoints, and nothing else")
    start = _numbers(file, "start", content["start"], 3)
    waypoints = content["waypoints"]
    if not isinstance(waypoints, list) or not waypoints:
        raise UserError(f"{file}: waypoints must be a list of [x, y]")
    places = [_numbers(file, f"waypoint {i}", place, 2) for i, place in enumerate(waypoints, 1)]
    return Route(Pose2D(*start), tuple((x, y) for x, y in places))


def in_world(start: Pose2D, pose: Pose) -> Pose2D:
    """Return where in the world a robot is that was started there.

    :param start: of the route, in the world.
    :param pose: in the frame odom or map, whose origin is where the robot was started.
    """
    place = Pose.from_rpy(start.x_m, start.y_m, 0.0, 0.0, 0.0, start.yaw_rad) @ pose
    return Pose2D(place.position[0], place.position[1], yaw_of(place.quaternion))


def _numbers(file: Path, what: str, value: object, count: int) -> list[float]:
    numbers = value if isinstance(value, list) else []
    if len(numbers) == count and all(
        isinstance(number, (int, float)) and math.isfinite(number) for number in numbers
    ):
        return [float(number) for number in numbers]
    raise UserError(f"{file}: {what} must be {count} numbers, not {value}")


class RouteFollower:
    """Turns towards each waypoint, then drives at it."""

    def __init__(self, route: Route) -> None:
        self._left = list(route.waypoints)

    @property
    def left(self) -> int:
        """Waypoints not reached yet."""
        return len(self._left)

    def command(self, pose: Pose2D) -> tuple[float, float]:
        """Return the velocity (m/s, rad/s) for a pose in the world; zero at the end."""
        while self._left and math.dist(self._left[0], (pose.x_m, pose.y_m)) < REACHED_M:
            self._left.pop(0)
        if not self._left:
            return 0.0, 0.0
        x, y = self._left[0]
        distance = math.dist(self._left[0], (pose.x_m, pose.y_m))
        error = wrapped(math.atan2(y - pose.y_m, x - pose.x_m) - pose.yaw_rad)
        turn = max(-MAX_TURN_RADPS, min(MAX_TURN_RADPS, TURN_GAIN_HZ * error))
        if abs(error) > MAX_ERROR_RAD:
            return 0.0, turn
        # Slower near the waypoint and off the course, or it would circle round a missed one.
        speed = SPEED_MPS * math.cos(error) * min(1.0, 0.25 + distance)
        return speed, turn
