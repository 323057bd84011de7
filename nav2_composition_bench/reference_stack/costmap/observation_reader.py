# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Bring the newest scans, clouds and maps into a costmap's layers."""

from __future__ import annotations

from typing import Any

import numpy as np
from nav_msgs.msg import OccupancyGrid
from rclpy.node import Node
from rclpy.qos import (
    DurabilityPolicy,
    HistoryPolicy,
    QoSProfile,
    ReliabilityPolicy,
)
from sensor_msgs.msg import LaserScan, PointCloud2

from nav2_composition_bench.reference_stack.costmap.layer_settings import (
    CloudSource,
    CostmapParts,
    ScanSource,
)
from nav2_composition_bench.reference_stack.costmap.obstacle_layer import Scan, observe
from nav2_composition_bench.reference_stack.costmap.point_cloud import points_of
from nav2_composition_bench.reference_stack.mapping.map_message import from_message
from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription
from nav2_composition_bench.reference_stack.runtime.transform import Transform, stamp_ns_of
from nav2_composition_bench.reference_stack.runtime.transform_buffer import (
    TransformBuffer,
    TransformError,
)

NEWEST_SENSOR_DATA = QoSProfile(
    depth=1, history=HistoryPolicy.KEEP_LAST, reliability=ReliabilityPolicy.BEST_EFFORT
)
"""An update looks at the newest observation only (observation_persistence 0 in Nav2)."""

TOLERATED_DROPS = 3
"""The first observations may be older than the first transform; that is no fault."""

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
"""Reliable and transient local: late joiners get the last message."""


class ObservationReader:
    """Polls the topics of a costmap's layers; nothing wakes up when a message arrives."""

    def __init__(
        self,
        node: Node,
        parts: CostmapParts,
        transforms: TransformBuffer,
        global_frame: str,
        transform_tolerance_s: float,
    ) -> None:
        self._node = node
        self._parts = parts
        self._transforms = transforms
        self._global_frame = global_frame
        self._tolerance_s = transform_tolerance_s
        self._dropped_in_a_row = 0
        self._maps = [
            (PolledSubscription(node, OccupancyGrid, topic, LATCHED), layer)
            for topic, layer in parts.static_layers
        ]
        self._scans = [
            (PolledSubscription(node, LaserScan, source.topic, NEWEST_SENSOR_DATA), source)
            for source in parts.scan_sources
        ]
        self._clouds = [
            (PolledSubscription(node, PointCloud2, source.topic, NEWEST_SENSOR_DATA), source)
            for source in parts.cloud_sources
        ]

    def read_maps(self) -> bool:
        """Take in new maps; a costmap that does not roll gets the size of its map.

        A map in another frame than the costmap's, or of another resolution than a rolling one's, is
        refused with a log line.

        :returns: whether every static layer has a map.
        """
        for subscription, layer in self._maps:
            for message in subscription.take_all()[-1:]:
                frame = message.header.frame_id
                if frame and frame != self._global_frame:
                    self._node.get_logger().error(
                        f"map refused: it is in frame '{frame}', and this costmap in"
                        f" '{self._global_frame}'; set parameter 'global_frame' to the map's"
                    )
                    continue
                occupancy_map = from_message(message)
                if not self._parts.costmap.takes(occupancy_map.resolution_m):
                    self._node.get_logger().error(
                        f"map refused: its resolution is {occupancy_map.resolution_m:g} m, but "
                        f"{self._parts.costmap.window.resolution_m:g} m in this rolling costmap; "
                        "set parameter 'resolution' to the map's"
                    )
                    continue
                layer.set_map(occupancy_map)
                if layer.window is not None:
                    self._parts.costmap.fit(layer.window)
        return all(layer.window is not None for _, layer in self._maps)

    def read_sensors(self, now_s: float) -> None:
        """Take in the newest scan and cloud of each source, and let voxels decay.

        :param now_s: of a clock that only serves the age of voxels.
        """
        for subscription, scan_source in self._scans:
            for message in subscription.take_all()[-1:]:
                placed = self._place(message)
                if placed is not None:
                    self._add_scan(message, scan_source, placed)
        for subscription, cloud_source in self._clouds:
            for message in subscription.take_all()[-1:]:
                placed = self._place(message)
                if placed is not None:
                    self._add_cloud(message, cloud_source, placed, now_s)
            cloud_source.layer.decay(now_s)

    def _place(self, message: Any) -> Transform | None:
        try:
            placed = self._transforms.lookup(
                self._global_frame,
                message.header.frame_id,
                stamp_ns_of(message.header.stamp),
                timeout_s=self._tolerance_s,
            )
        except TransformError as error:
            self._dropped_in_a_row += 1
            if self._dropped_in_a_row >= TOLERATED_DROPS:
                self._node.get_logger().warning(
                    f"observation dropped: {error}", throttle_duration_sec=5.0
                )
            return None
        self._dropped_in_a_row = 0
        return placed

    def _add_scan(self, message: LaserScan, source: ScanSource, placed: Transform) -> None:
        scan = Scan(
            np.asarray(message.ranges, dtype=np.float64),
            message.angle_min,
            message.angle_increment,
            message.range_min,
            message.range_max,
        )
        source.layer.move_to(self._parts.costmap.window)
        source.layer.add(observe(scan, placed.pose_2d(), source.limits))

    def _add_cloud(
        self, message: PointCloud2, source: CloudSource, placed: Transform, now_s: float
    ) -> None:
        try:
            points = points_of(message)
        except ValueError as error:
            self._node.get_logger().error(f"cloud dropped: {error}", throttle_duration_sec=5.0)
            return
        matrix = placed.matrix()
        source.layer.add(points, matrix[:3, :3], matrix[:3, 3], now_s)
