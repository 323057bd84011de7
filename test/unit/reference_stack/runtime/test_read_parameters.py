# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.runtime.read_parameters import read_above_zero
from nav2_composition_bench.reference_stack.safety.collision_monitor import CollisionMonitor


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan")])
def test_a_parameter_that_is_divided_by_is_above_zero(value: float) -> None:
    def read(name: str, default: Any) -> Any:
        return value if name == "rate" else default

    assert read_above_zero(read, "planner_server", "other", 2.0) == 2.0
    with pytest.raises(UserError, match="'rate' of planner_server must be above 0, not"):
        read_above_zero(read, "planner_server", "rate", 2.0)


@pytest.mark.parametrize("key", ["time_before_collision", "simulation_time_step"])
def test_a_zone_that_looks_no_time_ahead_is_refused(key: str) -> None:
    def read(name: str, default: Any) -> Any:
        return 0.0 if name == f"ahead.{key}" else default

    monitor: Any = SimpleNamespace(parameter=read, _shape=lambda _: None)
    with pytest.raises(UserError, match=f"'ahead.{key}' of collision_monitor must be above 0"):
        CollisionMonitor._zone(monitor, "ahead")
