# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.localization.amcl import Amcl
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


def test_a_zone_whose_time_step_is_longer_than_the_time_ahead_is_refused() -> None:
    def read(name: str, default: Any) -> Any:
        return 1.5 if name == "ahead.simulation_time_step" else default

    monitor: Any = SimpleNamespace(parameter=read, _shape=lambda _: None)
    with pytest.raises(
        UserError, match=r"'ahead.simulation_time_step' .* is 1.5, .* at most .*1.2"
    ):
        CollisionMonitor._zone(monitor, "ahead")


@pytest.mark.parametrize(
    "key", ["max_particles", "resample_interval", "max_beams", "sigma_hit", "laser_max_range"]
)
def test_amcl_refuses_a_figure_of_zero_that_its_first_scan_would_divide_by(key: str) -> None:
    def read(name: str, default: Any) -> Any:
        return type(default)(0) if name == key else default

    amcl: Any = SimpleNamespace(parameter=read)
    amcl._above_zero = lambda name, default: Amcl._above_zero(amcl, name, default)

    def configure() -> None:
        Amcl._read_parameters(amcl)
        Amcl._make_localizer(amcl)

    with pytest.raises(UserError, match=f"'{key}' of amcl must be above 0, not 0"):
        configure()
