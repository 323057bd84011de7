# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that keeps commanded velocities within the robot's accelerations."""

from __future__ import annotations

import threading
import time
from typing import Any

from geometry_msgs.msg import Twist
from rclpy.qos import QoSProfile

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.control.geometry import Velocity
from nav2_composition_bench.reference_stack.control.planar_messages import to_twist, velocity_of
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.named_thread import NamedThread
from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription
from nav2_composition_bench.reference_stack.runtime.read_parameters import read_above_zero
from nav2_composition_bench.reference_stack.runtime.wall_rate import WallRate
from nav2_composition_bench.reference_stack.safety.velocity_profile import (
    ProfileLimits,
    VelocityProfile,
)


class VelocitySmoother(ManagedNode):
    """Reads cmd_vel, publishes cmd_vel_smoothed at smoothing_frequency."""

    def __init__(self, node_name: str = "velocity_smoother", **options: Any) -> None:
        super().__init__(node_name, **options)
        self._thread: NamedThread | None = None

    def configure(self) -> None:
        """Read the limits, create publisher and subscription.

        :raises UserError: for a limit that does not fit its meaning.
        """
        self._frequency_hz = read_above_zero(
            self.parameter, "velocity_smoother", "smoothing_frequency", 20.0
        )
        limits = ProfileLimits(
            max_velocity=self._planar("max_velocity", [0.5, 0.0, 1.2]),
            min_velocity=self._planar("min_velocity", [-0.5, 0.0, -1.2]),
            max_accel=self._planar("max_accel", [1.5, 0.0, 3.2]),
            max_decel=self._planar("max_decel", [-1.5, 0.0, -3.2]),
            deadband_velocity=self._planar("deadband_velocity", [0.0, 0.0, 0.0]),
        )
        if min(limits.max_accel) <= 0.0 or max(limits.max_decel) >= 0.0:
            raise UserError(
                "velocity_smoother needs max_accel above 0 and max_decel below 0 on x and theta"
            )
        self._profile = VelocityProfile(limits, self.parameter("velocity_timeout", 1.0))
        self._publisher = self.create_publisher(Twist, "cmd_vel_smoothed", QoSProfile(depth=1))
        self._commands = PolledSubscription(self, Twist, "cmd_vel", QoSProfile(depth=1))

    def activate(self) -> None:
        """Begin to smooth."""
        self._profile.reset()
        self._commands.take_all()
        self._thread = self.start_thread(self._loop)

    def deactivate(self) -> None:
        """Stop smoothing."""
        if self._thread is not None:
            self._thread.stop()
            self._thread = None

    def _planar(self, name: str, default: list[float]) -> Velocity:
        """The x and theta of a parameter that, as Nav2's, lists x, y and theta."""
        values = self.parameter(name, default)
        if len(values) != 3:
            raise UserError(
                f"parameter '{name}' of velocity_smoother needs 3 numbers (x, y, theta), "
                f"not {len(values)}"
            )
        return float(values[0]), float(values[2])

    def _loop(self, stop: threading.Event) -> None:
        rate = WallRate(self._frequency_hz)
        while not stop.is_set():
            now_s = time.monotonic()
            received = self._commands.take_all()
            if received:
                self._profile.command(velocity_of(received[-1]), now_s)
            velocity = self._profile.step(now_s, rate.period_s)
            if velocity is not None:
                self._publisher.publish(to_twist(velocity))
            rate.sleep(stop)
