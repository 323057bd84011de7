# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node that owns the map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nav2_msgs.srv import LoadMap
from nav_msgs.msg import OccupancyGrid
from nav_msgs.srv import GetMap
from rclpy.qos import DurabilityPolicy, QoSProfile

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.mapping.map_message import to_message
from nav2_composition_bench.reference_stack.mapping.occupancy_map import OccupancyMap, load_map
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode

FILE_URL = "file://"


class MapServer(ManagedNode):
    """Loads a map file and publishes it once, latched; services ~/map and ~/load_map.

    An empty ``yaml_filename`` means that the map comes by ~/load_map.
    """

    def __init__(self, node_name: str = "map_server", **options: Any) -> None:
        super().__init__(node_name, **options)
        self._map: OccupancyMap | None = None

    def configure(self) -> None:
        """Load the map.

        :raises UserError: naming the file that is missing or malformed.
        """
        topic = self.parameter("topic_name", "map")
        self._frame_id = self.parameter("frame_id", "map")
        yaml_filename = self.parameter("yaml_filename", "")
        self._map = load_map(Path(yaml_filename)) if yaml_filename else None
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self._publisher = self.create_publisher(OccupancyGrid, topic, latched)
        self.create_service(GetMap, f"{self.get_name()}/map", self._serve_map)
        self.create_service(LoadMap, f"{self.get_name()}/load_map", self._serve_load)

    def activate(self) -> None:
        """Publish the map."""
        self._publish()

    def cleanup(self) -> None:
        """Drop the map."""
        self._map = None

    def _message(self, occupancy_map: OccupancyMap) -> OccupancyGrid:
        return to_message(occupancy_map, self._frame_id, self.get_clock().now().to_msg())

    def _publish(self) -> None:
        if self._map is not None:
            self._publisher.publish(self._message(self._map))

    def _serve_map(self, _request: GetMap.Request, response: GetMap.Response) -> GetMap.Response:
        if self._map is not None and self.state_label == "active":
            response.map = self._message(self._map)
        return response

    def _serve_load(self, request: LoadMap.Request, response: LoadMap.Response) -> LoadMap.Response:
        if self.state_label != "active":
            response.result = LoadMap.Response.RESULT_UNDEFINED_FAILURE
            return response
        path = Path(request.map_url.removeprefix(FILE_URL))
        if not path.is_file():
            self.get_logger().error(f"cannot read map {path}: no such file")
            response.result = LoadMap.Response.RESULT_MAP_DOES_NOT_EXIST
            return response
        try:
            self._map = load_map(path)
        except UserError as error:
            self.get_logger().error(str(error))
            response.result = LoadMap.Response.RESULT_INVALID_MAP_DATA
            return response
        self._publish()
        response.map = self._message(self._map)
        response.result = LoadMap.Response.RESULT_SUCCESS
        return response
