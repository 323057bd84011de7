# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which maps a costmap takes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from builtin_interfaces.msg import Time

from nav2_composition_bench.reference_stack.costmap.layer_settings import build, read_settings
from nav2_composition_bench.reference_stack.costmap.observation_reader import ObservationReader
from nav2_composition_bench.reference_stack.mapping.map_message import to_message
from nav2_composition_bench.reference_stack.mapping.occupancy_map import OccupancyMap


def reader_of_a_map(map_resolution_m: float, **given: Any) -> tuple[Any, list[str]]:
    """A reader whose costmap has a static layer, and what the reader logs."""
    parameters = {"plugins": ["s"], "s.plugin": "StaticLayer", **given}

    def read(name: str, default: Any) -> Any:
        return parameters.get(name, default)

    free = OccupancyMap(map_resolution_m, 0.0, 0.0, np.zeros((20, 20), dtype=np.int8))
    message = to_message(free, "map", Time())
    parts = build(read_settings(read), read)
    errors: list[str] = []
    logger = SimpleNamespace(error=errors.append)
    ((_, layer),) = parts.static_layers
    reader = SimpleNamespace(
        _global_frame="map",
        _parts=parts,
        _node=SimpleNamespace(get_logger=lambda: logger),
        _maps=[(SimpleNamespace(take_all=lambda: [message]), layer)],
    )
    return reader, errors


def test_a_rolling_costmap_refuses_a_map_of_another_resolution() -> None:
    reader, errors = reader_of_a_map(0.1, rolling_window=True, resolution=0.05)
    assert not ObservationReader.read_maps(reader)
    (said,) = errors
    assert "its resolution is 0.1 m, but 0.05 m in this rolling costmap" in said
    assert "set parameter 'resolution'" in said


@pytest.mark.parametrize("resolution_m", [0.05, 1.0 / 30.0])
def test_a_rolling_costmap_takes_a_map_of_its_resolution(resolution_m: float) -> None:
    reader, errors = reader_of_a_map(resolution_m, rolling_window=True, resolution=resolution_m)
    assert ObservationReader.read_maps(reader)
    assert not errors


def test_a_map_in_another_frame_than_the_costmap_is_refused() -> None:
    reader, errors = reader_of_a_map(0.05)
    reader._global_frame = "odom"
    assert not ObservationReader.read_maps(reader)
    (said,) = errors
    assert "it is in frame 'map', and this costmap in 'odom'" in said


def test_a_costmap_that_does_not_roll_takes_a_map_of_any_resolution() -> None:
    reader, errors = reader_of_a_map(0.1, resolution=0.05)
    assert ObservationReader.read_maps(reader)
    assert reader._parts.costmap.window.resolution_m == 0.1
    assert not errors
