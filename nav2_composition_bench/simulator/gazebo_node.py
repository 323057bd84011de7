# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ROS side of a world in Gazebo Classic that gazebo_ros has no plugin for.

Gazebo's plugins publish ``clock``, ``scan``, ``points``, ``odom`` and its transform. This node adds
the fixed frames, hands velocity commands on while they come, moves the world's movers, and tells
the state as the MuJoCo simulator does. No executor runs here, as in ``ros_bridge``.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray
from gazebo_msgs.msg import ModelStates
from gazebo_msgs.srv import SetEntityState
from geometry_msgs.msg import Twist
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rosgraph_msgs.msg import Clock
from tf2_msgs.msg import TFMessage

from nav2_composition_bench.bringup.host_commands import STARTING_NODE
from nav2_composition_bench.ros_domain.quiet_node import ContextOwner, quiet_node
from nav2_composition_bench.simulator import messages
from nav2_composition_bench.simulator.gazebo_process import GazeboProcess, NotLoadedError
from nav2_composition_bench.simulator.mover_path import Tour
from nav2_composition_bench.simulator.pose import Pose2D, yaw_of
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_sdf import DRIVE_TOPIC, MODEL_NAME
from nav2_composition_bench.simulator.ros_bridge import LATCHED
from nav2_composition_bench.simulator.velocity_input import VelocityInput, take

_LATEST = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
_LOOK_EVERY_S = 0.05


class GazeboNode(ContextOwner):
    """A node ``simulator``; a context manager that ends its context.

    It has that name only from the moment when the robot is in the world.

    :param stamped: whether velocity commands are TwistStamped.
    :param stop: ends the wait for Gazebo when it is set.
    :param timeout_s: for Gazebo to load the world.
    """

    def __init__(
        self,
        robot: Robot,
        stamped: bool,
        gazebo: GazeboProcess,
        stop: threading.Event,
        timeout_s: float,
    ) -> None:
        super().__init__()
        self._pose: Pose2D | None = None
        self._sim_time_s = 0.0
        try:
            self._await_robot(gazebo, stop, timeout_s)
            node = self._create_node("simulator")
            self._listen(node)
            self._velocity = VelocityInput(node, stamped)
            self._drive = node.create_publisher(Twist, DRIVE_TOPIC, 1)
            self._entities = node.create_client(SetEntityState, "set_entity_state")
            self._status = node.create_publisher(DiagnosticArray, "simulator/status", 10)
            self._tf_static = node.create_publisher(TFMessage, "tf_static", LATCHED)
            self._tf_static.publish(messages.static_transforms(robot, Time()))
        except BaseException:
            self.close()
            raise

    @property
    def sim_time_s(self) -> float:
        """Seconds of simulated time; follows ``look``."""
        return self._sim_time_s

    @property
    def pose(self) -> Pose2D | None:
        """Where the robot really is in the world; None before the first ``look``."""
        return self._pose

    def look(self) -> None:
        """Take in the newest clock and state of the models."""
        clock = take(self._clock)
        if clock is not None:
            self._sim_time_s = clock.clock.sec + clock.clock.nanosec * 1e-9
        states = take(self._models)
        if states is not None and MODEL_NAME in states.name:
            pose = states.pose[list(states.name).index(MODEL_NAME)]
            turn = pose.orientation
            yaw = yaw_of((turn.w, turn.x, turn.y, turn.z))
            self._pose = Pose2D(pose.position.x, pose.position.y, yaw)

    def drive(self) -> None:
        """Hand the velocity command on to the wheels."""
        command = Twist()
        command.linear.x, command.angular.z = self._velocity.command(time.monotonic())
        self._drive.publish(command)

    def place(self, tour: Tour) -> None:
        """Put a mover where its tour is, without waiting for the answer."""
        request = SetEntityState.Request()
        request.state.name = tour.name
        request.state.reference_frame = "world"
        place = request.state.pose.position
        place.x, place.y, place.z = tour.x_m, tour.y_m, tour.height_m
        turn = request.state.pose.orientation
        turn.w, turn.x, turn.y, turn.z = tour.quaternion
        with self._entities.handle:
            self._entities.handle.send_request(request)

    def publish_status(self, values: dict[str, str]) -> None:
        """Publish the simulator's state."""
        seconds, fraction = divmod(self._sim_time_s, 1.0)
        stamp = Time(sec=int(seconds), nanosec=int(fraction * 1e9))
        self._status.publish(messages.status(values, stamp, "gazebo"))

    def _await_robot(self, gazebo: GazeboProcess, stop: threading.Event, timeout_s: float) -> None:
        node = quiet_node(STARTING_NODE, self._context)
        self._listen(node)
        deadline = time.monotonic() + timeout_s
        try:
            while not stop.wait(_LOOK_EVERY_S) and not self._is_there():
                gazebo.check()
                if time.monotonic() >= deadline:
                    missing = "state of the robot" if self._sim_time_s else "clock"
                    raise NotLoadedError(
                        f"Gazebo did not have the robot in its world within {timeout_s:g} s: no"
                        f" {missing} came; are gazebo_ros and gazebo_plugins installed? Its log"
                        f" ends: {gazebo.end_of_log()}"
                    )
        finally:
            node.destroy_node()

    def _is_there(self) -> bool:
        """Look whether the world has begun with the robot in it."""
        self.look()
        return self._pose is not None and self._sim_time_s > 0.0

    def _listen(self, node: Any) -> None:
        self._clock = node.create_subscription(Clock, "clock", _ignore, _LATEST)
        self._models = node.create_subscription(ModelStates, "model_states", _ignore, _LATEST)


def _ignore(_: Any) -> None:
    """Never called: messages are taken without an executor."""
