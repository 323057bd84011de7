# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Maps as messages."""

import numpy as np
from builtin_interfaces.msg import Time

from nav2_composition_bench.reference_stack.mapping.map_message import from_message, to_message
from nav2_composition_bench.reference_stack.mapping.occupancy_map import OccupancyMap


def test_a_map_survives_its_message() -> None:
    cells = np.array([[0, 100, -1], [50, 0, 0]], dtype=np.int8)
    message = to_message(OccupancyMap(0.05, -3.0, 1.5, cells), "map", Time(sec=4))
    assert (message.info.width, message.info.height, message.header.frame_id) == (3, 2, "map")
    assert list(message.data) == [0, 100, -1, 50, 0, 0]
    back = from_message(message)
    assert (back.resolution_m, back.origin_x_m, back.origin_y_m) == (0.05, -3.0, 1.5)
    assert np.array_equal(back.occupancy, cells)
