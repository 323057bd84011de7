# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The hidden costmap nodes of controller_server and planner_server."""

from __future__ import annotations

import threading
import time
from typing import Any

from geometry_msgs.msg import PolygonStamped
from nav2_msgs.msg import Costmap
from nav2_msgs.srv import ClearEntireCostmap, GetCostmap
from nav_msgs.msg import OccupancyGrid
from rclpy.context import Context
from rclpy.qos import QoSProfile

from nav2_composition_bench.reference_stack.costmap.costmap_message import (
    footprint_message,
    to_costmap,
    to_occupancy_grid,
)
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid
from nav2_composition_bench.reference_stack.costmap.layer_settings import (
    CostmapSettings,
    build,
    read_settings,
)
from nav2_composition_bench.reference_stack.costmap.observation_reader import (
    LATCHED,
    ObservationReader,
)
from nav2_composition_bench.reference_stack.costmap.obstacle_layer import ObstacleLayer
from nav2_composition_bench.reference_stack.costmap.voxel_layer import VoxelLayer
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.transform_buffer import (
    TransformBuffer,
    TransformError,
)
from nav2_composition_bench.reference_stack.runtime.wall_rate import WallRate

GRID_POLL_S = 0.02


class CostmapNode(ManagedNode):
    """A costmap as the node ``/NAME/NAME``, e.g. ``/local_costmap/local_costmap``.

    A server constructs it, hands it to :meth:`ManagedNode.host` and makes its transitions with
    :meth:`ManagedNode.transition` from its own hooks. While active, a thread updates the grid at
    ``update_frequency`` and publishes it at ``publish_frequency`` to whoever listens. Parameters
    come from the process's arguments, as for Nav2's costmaps.

    :param node_name: ``local_costmap`` or ``global_costmap``.
    :param thread_name: of its threads: the owner's, so that a server's CPU includes its costmap
        in every composition, as it does where the server is a process.
    """

    def __init__(self, node_name: str, *, context: Context, thread_name: str) -> None:
        super().__init__(
            node_name,
            namespace=f"/{node_name}",
            context=context,
            thread_name=thread_name,
            hidden=True,
        )
        self.settings = CostmapSettings()
        self._lock = threading.Lock()
        self._grid: CostGrid | None = None
        self._thread: Any = None
        self._transforms: TransformBuffer | None = None

    # For the owner and its algorithms; safe from any thread

    @property
    def transforms(self) -> TransformBuffer:
        """The frames of the robot, for the owner to share; there from configure to cleanup."""
        if self._transforms is None:
            raise RuntimeError(f"{self.get_fully_qualified_name()} is not configured")
        return self._transforms

    def grid(self) -> CostGrid | None:
        """The newest snapshot; None before the first update (and before there is a map)."""
        return self._grid

    def wait_for_grid(self, timeout_s: float) -> CostGrid | None:
        """The newest snapshot, waiting for the first one; None if it does not come in time."""
        deadline_s = time.monotonic() + timeout_s
        while self._grid is None and time.monotonic() < deadline_s and not self.stopping.is_set():
            self.stopping.wait(GRID_POLL_S)
        return self._grid

    def robot_pose(self) -> tuple[float, float, float]:
        """Where the robot is in the costmap's frame, newest figure: x [m], y [m], yaw [rad].

        :raises TransformError: if that is not known.
        """
        return self.transforms.lookup(
            self.settings.global_frame, self.settings.robot_base_frame
        ).pose_2d()

    def clear(self) -> None:
        """Forget every obstacle seen; the map stays."""
        with self._lock:
            for layer in self._parts.layers:
                if isinstance(layer, ObstacleLayer | VoxelLayer):
                    layer.clear()

    # Hooks

    def configure(self) -> None:
        """Build the layers and subscribe to what feeds them."""
        self.settings = read_settings(self.parameter)
        self._parts = build(self.settings, self.parameter)
        self._transforms = TransformBuffer(self)
        self._reader = ObservationReader(
            self,
            self._parts,
            self._transforms,
            self.settings.global_frame,
            self.settings.transform_tolerance,
        )
        self._costmap_publisher = self.create_publisher(OccupancyGrid, "costmap", LATCHED)
        self._raw_publisher = self.create_publisher(Costmap, "costmap_raw", LATCHED)
        self._footprint_publisher = self.create_publisher(
            PolygonStamped, "published_footprint", QoSProfile(depth=1)
        )
        name = self.get_name()
        self.create_service(ClearEntireCostmap, f"clear_entirely_{name}", self._serve_clear)
        self.create_service(GetCostmap, "get_costmap", self._serve_costmap)

    def activate(self) -> None:
        """Wait for the robot's pose, then begin to update."""
        self.transforms.lookup(
            self.settings.global_frame,
            self.settings.robot_base_frame,
            timeout_s=self.settings.initial_transform_timeout,
            stop=self.stopping,
        )
        self._thread = self.start_thread(self._update_loop)

    def deactivate(self) -> None:
        """Stop updating."""
        if self._thread is not None:
            self._thread.stop()
            self._thread = None

    def cleanup(self) -> None:
        """Drop the grid and the subscriptions."""
        self._grid = None
        self._transforms = None

    # The update thread

    def _update_loop(self, stop: threading.Event) -> None:
        rate = WallRate(self.settings.update_frequency)
        publish_period_s = 1.0 / self.settings.publish_frequency
        # Half an update early counts as due, or rounding would skip every other publication.
        early_s = 0.5 * rate.period_s
        next_publish_s = time.monotonic()
        while not stop.is_set():
            grid = self._update()
            now_s = time.monotonic()
            if grid is not None and now_s >= next_publish_s - early_s:
                next_publish_s = max(next_publish_s + publish_period_s, now_s)
                self._publish(grid)
            rate.sleep(stop)

    def _update(self) -> CostGrid | None:
        try:
            x_m, y_m, _ = self.robot_pose()
        except TransformError as error:
            self.get_logger().warning(f"no update: {error}", throttle_duration_sec=5.0)
            return None
        now_s = self.get_clock().now().nanoseconds * 1e-9
        with self._lock:
            if not self._reader.read_maps():
                self.get_logger().info("waiting for the map", throttle_duration_sec=5.0)
                return None
            self._parts.costmap.follow(x_m, y_m)
            self._reader.read_sensors(self._age_clock_s(now_s))
            self._grid = self._parts.costmap.update(now_s)
        self._footprint_publisher.publish(
            footprint_message(
                x_m, y_m, self.settings.robot_radius, self.settings.global_frame, now_s
            )
        )
        return self._grid

    def _age_clock_s(self, now_s: float) -> float:
        """A clock for the age of voxels: simulated time, else one that nobody can set back."""
        return now_s if self.get_parameter("use_sim_time").value else time.monotonic()

    def _publish(self, grid: CostGrid) -> None:
        if self._raw_publisher.get_subscription_count() > 0:
            self._raw_publisher.publish(to_costmap(grid))
        if self._costmap_publisher.get_subscription_count() > 0:
            self._costmap_publisher.publish(to_occupancy_grid(grid))

    # Services

    def _serve_clear(
        self, _request: ClearEntireCostmap.Request, response: ClearEntireCostmap.Response
    ) -> ClearEntireCostmap.Response:
        self.clear()
        return response

    def _serve_costmap(
        self, _request: GetCostmap.Request, response: GetCostmap.Response
    ) -> GetCostmap.Response:
        if self._grid is not None:
            response.map = to_costmap(self._grid)
        return response
