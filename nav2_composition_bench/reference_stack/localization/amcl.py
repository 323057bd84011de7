# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that localises the robot on the map."""

from __future__ import annotations

from typing import Any

import numpy as np
from geometry_msgs.msg import PoseWithCovarianceStamped
from nav2_msgs.msg import ParticleCloud
from nav_msgs.msg import OccupancyGrid
from numpy.typing import NDArray
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import LaserScan
from std_srvs.srv import Empty

from nav2_composition_bench.errors import Number
from nav2_composition_bench.reference_stack.localization.amcl_messages import (
    from_pose_message,
    to_particle_cloud,
    to_pose_message,
)
from nav2_composition_bench.reference_stack.localization.likelihood_field import (
    BeamModel,
    LikelihoodField,
    thin_scan,
)
from nav2_composition_bench.reference_stack.localization.odometry_motion import OdometryNoise
from nav2_composition_bench.reference_stack.localization.particle_filter import (
    ParticleFilter,
    PoseEstimate,
)
from nav2_composition_bench.reference_stack.localization.scan_localizer import (
    ScanLocalizer,
    UpdateThresholds,
)
from nav2_composition_bench.reference_stack.mapping.map_message import from_message
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription
from nav2_composition_bench.reference_stack.runtime.read_parameters import read_above_zero
from nav2_composition_bench.reference_stack.runtime.transform import (
    pose_2d_to_transform,
    stamp_ns_of,
)
from nav2_composition_bench.reference_stack.runtime.transform_broadcaster import (
    TransformBroadcaster,
)
from nav2_composition_bench.reference_stack.runtime.transform_buffer import (
    LATEST_NS,
    TransformBuffer,
    TransformError,
)

START_COVARIANCE = np.diag([0.25**2, 0.25**2, (np.pi / 12) ** 2])
"""A robot put down by hand, or stopped within a goal's tolerance, stands about this well."""

ODOMETRY_WAIT_S = 0.1
"""Odometry at 30 Hz comes up to 33 ms after the scan that it belongs to."""


class Amcl(ManagedNode):
    """Publishes map -> odom with every scan, amcl_pose and particle_cloud with every update."""

    def __init__(self, node_name: str = "amcl", **options: Any) -> None:
        super().__init__(node_name, **options)
        self._started = False

    def configure(self) -> None:
        """Read parameters and subscribe.

        :raises UserError: for a count, range or deviation that is not above 0.
        """
        self._read_parameters()
        self._localizer = self._make_localizer()
        self._transforms = TransformBuffer(self)
        self._broadcaster = TransformBroadcaster(self)
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        sensor_data = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
        self._pose_publisher = self.create_publisher(
            PoseWithCovarianceStamped, "amcl_pose", latched
        )
        self._cloud_publisher = self.create_publisher(ParticleCloud, "particle_cloud", sensor_data)
        self._maps = PolledSubscription(
            self, OccupancyGrid, self.parameter("map_topic", "map"), latched
        )
        self.create_subscription(
            PoseWithCovarianceStamped,
            "initialpose",
            self._receive_initial_pose,
            QoSProfile(depth=1),
        )
        self.create_subscription(
            LaserScan, self.parameter("scan_topic", "scan"), self._receive_scan, sensor_data
        )
        self.create_service(Empty, "reinitialize_global_localization", self._serve_anywhere)
        self.create_service(Empty, "request_nomotion_update", self._serve_no_motion_update)

    def _read_parameters(self) -> None:
        self._base_frame = self.parameter("base_frame_id", "base_footprint")
        self._odom_frame = self.parameter("odom_frame_id", "odom")
        self._global_frame = self.parameter("global_frame_id", "map")
        self._tf_broadcast = self.parameter("tf_broadcast", True)
        self._transform_tolerance_s = self.parameter("transform_tolerance", 1.0)
        self._max_beams = self._above_zero("max_beams", 60)
        self._set_initial_pose = self.parameter("set_initial_pose", False)
        self._initial_pose = np.array(
            [self.parameter(f"initial_pose.{axis}", 0.0) for axis in ("x", "y", "yaw")]
        )
        self.parameter("initial_pose.z", 0.0)  # amcl has it too; the robot is on the ground
        self._beam_model = BeamModel(
            sigma_hit=self._above_zero("sigma_hit", 0.2),
            z_hit=self.parameter("z_hit", 0.5),
            z_rand=self.parameter("z_rand", 0.5),
            laser_max_range=self._above_zero("laser_max_range", 12.0),
            laser_likelihood_max_dist=self.parameter("laser_likelihood_max_dist", 2.0),
        )

    def _make_localizer(self) -> ScanLocalizer:
        noise = OdometryNoise(*(self.parameter(f"alpha{number}", 0.2) for number in range(1, 5)))
        particles = ParticleFilter(
            self._above_zero("max_particles", 2000), noise, self._above_zero("resample_interval", 1)
        )
        thresholds = UpdateThresholds(
            self.parameter("update_min_d", 0.25), self.parameter("update_min_a", 0.2)
        )
        return ScanLocalizer(particles, thresholds)

    def _above_zero(self, name: str, default: Number) -> Number:
        return read_above_zero(self.parameter, "amcl", name, default)

    def activate(self) -> None:
        """Begin at the initial pose, if parameters give one."""
        self._started = False
        if self._set_initial_pose:
            self._localizer.start_at(PoseEstimate(self._initial_pose, START_COVARIANCE))
            self._started = True
        else:
            self.get_logger().info("waiting for a start pose on initialpose")

    def deactivate(self) -> None:
        """Leave scans alone."""
        self._started = False

    # Callbacks

    def _receive_initial_pose(self, message: PoseWithCovarianceStamped) -> None:
        if self.state_label != "active":
            return
        if message.header.frame_id not in ("", self._global_frame):
            self.get_logger().error(
                f"initialpose is in frame '{message.header.frame_id}', "
                f"but must be in '{self._global_frame}'"
            )
            return
        self._localizer.start_at(from_pose_message(message))
        self._started = True

    def _receive_scan(self, message: LaserScan) -> None:
        if not self._started or not self._take_map():
            return
        stamp = message.header.stamp
        stamp_ns = stamp_ns_of(stamp)
        try:
            odometry = self._pose(self._odom_frame, self._base_frame, stamp_ns)
            sensor = self._pose(self._base_frame, message.header.frame_id, LATEST_NS)
        except TransformError as error:
            self.get_logger().warning(f"scan dropped: {error}", throttle_duration_sec=5.0)
            return
        ends = thin_scan(
            np.asarray(message.ranges),
            message.angle_min,
            message.angle_increment,
            message.range_min,
            min(message.range_max, self._beam_model.laser_max_range),
            self._max_beams,
        )
        estimate = self._localizer.use_scan(odometry, ends, sensor)
        if estimate is not None:
            self._publish_estimate(estimate, stamp)
        self._publish_transform(stamp_ns)

    def _serve_anywhere(self, _request: Empty.Request, response: Empty.Response) -> Empty.Response:
        if self.state_label == "active" and self._take_map():
            if self._localizer.start_anywhere():
                self._started = True
            else:
                self.get_logger().error(
                    "reinitialize_global_localization is refused: the map has no free cell; "
                    "load a map that has some"
                )
        return response

    def _serve_no_motion_update(
        self, _request: Empty.Request, response: Empty.Response
    ) -> Empty.Response:
        self._localizer.force_update()
        return response

    # Parts

    def _take_map(self) -> bool:
        """Take in a new map; return whether there is one."""
        for message in self._maps.take_all()[-1:]:
            self._localizer.field = LikelihoodField(from_message(message), self._beam_model)
        if self._localizer.field is None:
            self.get_logger().info("waiting for the map", throttle_duration_sec=5.0)
        return self._localizer.field is not None

    def _pose(self, target: str, source: str, stamp_ns: int) -> NDArray[np.float64]:
        found = self._transforms.lookup(
            target, source, stamp_ns, timeout_s=ODOMETRY_WAIT_S, stop=self.stopping
        )
        return np.array(found.pose_2d())

    def _publish_estimate(self, estimate: PoseEstimate, stamp: Any) -> None:
        self._pose_publisher.publish(to_pose_message(estimate, self._global_frame, stamp))
        if self._cloud_publisher.get_subscription_count() > 0:
            particles = self._localizer.filter
            self._cloud_publisher.publish(
                to_particle_cloud(particles.poses, particles.weights, self._global_frame, stamp)
            )

    def _publish_transform(self, stamp_ns: int) -> None:
        correction = self._localizer.map_to_odom
        if correction is None or not self._tf_broadcast:
            return
        # Dated ahead: it holds until the next one, and nobody shall have to wait for that.
        valid_until_ns = stamp_ns + int(self._transform_tolerance_s * 1e9)
        x_m, y_m, yaw_rad = (float(value) for value in correction)
        self._broadcaster.send(
            self._global_frame,
            self._odom_frame,
            pose_2d_to_transform(x_m, y_m, yaw_rad, valid_until_ns),
        )
