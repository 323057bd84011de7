# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Costmaps from parameters."""

from typing import Any

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.costmap.layer_settings import build, read_settings


def reader(given: dict[str, Any]) -> Any:
    return lambda name, default: given.get(name, default)


FOUR_LAYERS = {
    "plugins": ["s", "o", "v", "i"],
    "s.plugin": "StaticLayer",
    "o.plugin": "ObstacleLayer",
    "o.topic": "/front_scan",
    "o.obstacle_max_range": 1.5,
    "v.plugin": "VoxelLayer",
    "i.plugin": "InflationLayer",
    "i.inflation_radius": 0.7,
    "width": 3,
    "height": 4,
    "rolling_window": True,
}


def test_layers_are_made_in_the_order_of_the_list() -> None:
    read = reader(FOUR_LAYERS)
    parts = build(read_settings(read), read)
    assert [type(layer).__name__ for layer in parts.layers] == [
        "StaticLayer",
        "ObstacleLayer",
        "VoxelLayer",
        "InflationLayer",
    ]
    assert parts.scan_sources[0].topic == "/front_scan"
    assert parts.scan_sources[0].limits.obstacle_max_range == 1.5
    assert parts.cloud_sources[0].topic == "/points"
    assert parts.costmap.window.shape == (80, 60)


def test_an_unknown_layer_is_named_with_the_known_ones() -> None:
    read = reader({"plugins": ["a"], "a.plugin": "RangeLayer"})
    with pytest.raises(UserError, match="'a.plugin' is 'RangeLayer'.*StaticLayer"):
        build(read_settings(read), read)


@pytest.mark.parametrize("name", ["update_frequency", "resolution", "width"])
def test_a_size_or_rate_of_zero_is_refused(name: str) -> None:
    with pytest.raises(UserError, match=f"'{name}' must be above 0"):
        read_settings(reader({name: 0}))
