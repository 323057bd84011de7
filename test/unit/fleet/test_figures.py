# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses

import pytest

from nav2_composition_bench.fleet.figures import Idle, Sight, figures, time_to_find
from nav2_composition_bench.fleet.network import Traffic

IDLE = Idle(6.0, Traffic(12, 1200, 2400), 0.3, 11_000_000, 8_000_000)
FIRST = Sight("robot_1", 10.0, ((10.0, 1), (11.0, 4)), 4)
LAST = Sight("robot_2", 10.4, ((10.4, 1), (12.5, 4)), 4)
LACKING = Sight("robot_2", 10.4, ((10.4, 1), (12.5, 3)), 4)
OPERATOR = Sight("operator", 20.0, ((20.0, 0), (20.3, 35)), 35)


def of(  # type: ignore[no-untyped-def]
    *robots: Sight,
    again: tuple[Sight, ...] = (FIRST, LAST),
    idle: Idle = IDLE,
    end_noticed: bool = True,
):
    return figures(
        robots,
        OPERATOR,
        19.9,
        again,
        ("robot_2",),
        (Traffic(100, 9000, 18000), 1.25),
        idle,
        Traffic(10, 900, 1800),
        end_noticed,
    )


def test_time_to_discover_is_from_when_the_last_robot_was_up_until_the_last_has_found_all() -> None:
    found = of(FIRST, LAST)
    assert found["discovered_s"] == pytest.approx(2.1)
    assert found["remote_seen_s"] == pytest.approx(0.4)
    assert found["unmatched_pairs"] == 0


def test_restart_counts_from_when_the_last_robot_started_again_was_up() -> None:
    staying = Sight("robot_1", 31.0, ((31.0, 1), (32.0, 4)), 4)
    restarted = Sight("robot_2", 30.0, ((30.0, 1), (33.5, 4)), 4)
    assert of(FIRST, LAST, again=(staying, restarted))["restart_s"] == pytest.approx(3.5)


def test_a_restart_whose_end_was_not_noticed_has_no_figures() -> None:
    found = of(FIRST, LAST, end_noticed=False)
    assert "discovered_s" in found
    assert found.get("restart_s") is None
    assert found.get("restart_packets") is None and found.get("restart_bytes") is None


def test_what_was_never_found_has_no_time_and_is_counted() -> None:
    found = of(FIRST, LACKING, again=(FIRST, LACKING))
    assert found.get("discovered_s") is None and found.get("restart_s") is None
    assert found["unmatched_pairs"] == 2


def test_traffic_and_cpu_until_all_is_found_are_unknown_where_it_never_was() -> None:
    found = of(FIRST, LAST)
    assert (found["discovery_packets"], found["discovery_bytes"]) == (100, 9000)
    assert (found["discovery_received_bytes"], found["discovery_cpu_s"]) == (18000, 1.25)
    assert (found["restart_packets"], found["restart_bytes"]) == (10, 900)
    never = of(FIRST, LACKING)
    assert never.get("discovery_packets") is None and never.get("discovery_bytes") is None
    assert never.get("discovery_received_bytes") is None and never.get("discovery_cpu_s") is None
    assert (never["restart_packets"], never["restart_bytes"]) == (10, 900)
    not_again = of(FIRST, LAST, again=(FIRST, LACKING))
    assert not_again["discovery_packets"] == 100
    assert not_again.get("restart_packets") is None and not_again.get("restart_bytes") is None


def test_idle_traffic_is_a_rate() -> None:
    found = of(FIRST, LAST)
    assert found["idle_packets_hz"] == 2.0 and found["idle_bytes_hz"] == 200.0


def test_a_fleet_that_still_changes_has_memory_and_no_idle_traffic_or_cpu() -> None:
    found = of(FIRST, LACKING, idle=dataclasses.replace(IDLE, has_changed=True))
    assert found.get("idle_packets_hz") is None and found.get("idle_bytes_hz") is None
    assert found.get("robot_cpu_percent") is None
    assert (found["robot_pss_bytes"], found["robot_uss_bytes"]) == (11_000_000, 8_000_000)


def test_a_machine_that_was_never_up_has_found_nothing() -> None:
    never = Sight("robot_3", None, (), 4)
    assert time_to_find([never], [never]) is None
    assert never.lacking == 4 and never.record() is None
