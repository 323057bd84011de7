# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from dataclasses import replace

import numpy as np
import pytest
from fleet_factory import SIZES, fleet_records, fleet_stamp, fleet_table

from nav2_composition_bench.aggregate.axis import Line, axis_of
from nav2_composition_bench.aggregate.describe import Estimate
from nav2_composition_bench.aggregate.growth import Fit, growth
from nav2_composition_bench.aggregate.samples import FigureTable


def line(name: str, table: FigureTable) -> Line:
    axis = axis_of(table, fleet_stamp())
    assert axis is not None
    return next(each for each in axis.lines if each.name == name)


def test_the_exponent_of_a_power_is_found_with_an_interval_around_it() -> None:
    table = fleet_table()
    found = growth(table, line("multicast", table), "discovery_packets")
    assert found is not None and found.fit.slope.interval is not None
    assert found.fit.slope.value == pytest.approx(2.0, abs=0.01)
    assert found.fit.slope.interval.contains(2.0)


def test_the_largest_sizes_are_foretold_by_the_others() -> None:
    table = fleet_table()
    found = growth(table, line("server", table), "discovery_packets")
    assert found is not None and found.without is not None and found.left_out == 2
    assert found.without.slope.value == pytest.approx(1.0, abs=0.02)
    assert found.foretold == pytest.approx(1.0, abs=0.05)


def test_growth_that_changes_shows_in_what_is_foretold() -> None:
    def bent(way: str, size: int, block: int) -> dict[str, int]:
        return {"discovery_packets": 100 * size if size <= 10 else 10 * size**2}

    table = FigureTable(fleet_records(bent), fleet_stamp())
    found = growth(table, line("server", table), "discovery_packets")
    assert found is not None and found.foretold is not None and found.foretold < 0.4


def test_multicast_is_carried_to_five_subnets_and_a_server_to_all_robots() -> None:
    table = fleet_table()
    by_multicast = growth(table, line("multicast", table), "discovery_packets")
    by_server = growth(table, line("server", table), "discovery_packets")
    assert by_multicast is not None and by_multicast.carried is not None
    assert by_server is not None and by_server.carried is not None
    assert by_multicast.carried.value == pytest.approx(5 * 100 * 200**2, rel=0.05)
    assert by_server.carried.value == pytest.approx(100 * 1000, rel=0.05)
    assert by_server.carried.interval is not None
    assert by_server.carried.interval.contains(100 * 1000)


def test_a_fleet_that_was_in_five_subnets_is_carried_as_one() -> None:
    table = fleet_table()
    whole = line("multicast", table)
    apart = replace(whole, levels={**whole.levels, "network": "five_subnets"})
    found = growth(table, apart, "discovery_packets")
    assert found is not None and found.carried is not None
    assert found.carried.value == pytest.approx(100 * 1000**2, rel=0.05)


def test_what_one_robot_has_is_carried_by_a_straight_line() -> None:
    table = fleet_table()
    found = growth(table, line("server", table), "robot_uss_bytes")
    assert found is not None and found.carried is not None
    assert found.fit.slope.value == pytest.approx(100_000, rel=0.1)
    assert found.carried.value == pytest.approx(108_000_000, rel=0.1)
    in_subnet = growth(table, line("multicast", table), "robot_uss_bytes")
    assert in_subnet is not None and in_subnet.carried is not None
    assert in_subnet.carried.value == pytest.approx(28_000_000, rel=0.1)


def test_a_line_that_falls_below_zero_carries_nothing_to_there() -> None:
    def falling(way: str, size: int, block: int) -> dict[str, float]:
        return {"robot_cpu_percent": 1.0 - 0.002 * size + 0.001 * block}

    table = FigureTable(fleet_records(falling), fleet_stamp())
    by_server = growth(table, line("server", table), "robot_cpu_percent")
    in_subnet = growth(table, line("multicast", table), "robot_cpu_percent")
    assert by_server is not None and by_server.fit.slope.value < 0 and by_server.carried is None
    assert in_subnet is not None and in_subnet.carried is not None
    assert in_subnet.carried.value == pytest.approx(0.6, abs=0.01)


def test_what_is_foretold_of_the_largest_size_is_not_below_zero_either() -> None:
    def level(way: str, size: int, block: int) -> dict[str, float]:
        return {"robot_cpu_percent": {2: 6.0, 5: 1.0}.get(size, 0.5)}

    table = FigureTable(fleet_records(level), fleet_stamp())
    found = growth(table, line("server", table), "robot_cpu_percent")
    assert found is not None and found.without is not None and found.foretold is None


def test_two_sizes_and_zeros_have_no_growth() -> None:
    few = FigureTable(fleet_records(lambda *_: {}, sizes=SIZES[:2]), fleet_stamp())
    assert growth(few, line("server", few), "discovery_packets") is None
    silent = FigureTable(fleet_records(lambda *_: {"idle_bytes_hz": 0.0}), fleet_stamp())
    assert growth(silent, line("server", silent), "idle_bytes_hz") is None


def test_intervals_of_the_exponent_cover_as_they_claim() -> None:
    random = np.random.default_rng(1)
    covered = 0
    for _ in range(200):
        noise = random.normal(0.0, 0.1, (len(SIZES), 2))

        def noisy(way: str, size: int, block: int, noise: object = noise) -> dict[str, float]:
            wobble = np.exp(noise[SIZES.index(size), block])  # type: ignore[index]
            return {"idle_bytes_hz": float(100 * size**1.5 * wobble)}

        table = FigureTable(fleet_records(noisy, ways=("server",), blocks=2), fleet_stamp())
        found = growth(table, line("server", table), "idle_bytes_hz")
        assert found is not None and found.fit.slope.interval is not None
        covered += found.fit.slope.interval.contains(1.5)
    assert 180 <= covered <= 199


def test_an_interval_that_no_number_holds_is_none() -> None:
    places = np.log([98.0, 99.0, 100.0])
    steep = Fit(Estimate(60.0, None), -100.0, True, places, 1.0)
    found = steep.at(1000.0)
    assert found is not None and found.value > 0 and found.interval is None
    assert dataclasses.replace(steep, slope=Estimate(200.0, None)).at(1000.0) is None
