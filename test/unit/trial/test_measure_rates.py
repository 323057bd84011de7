# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from message_lines import head, histogram, period, sent, write

from nav2_composition_bench.message_statistics.statistics_file import read_statistics
from nav2_composition_bench.topology.entities import AS_FAST_AS_POSSIBLE, BY_CALLBACKS
from nav2_composition_bench.topology.pace import NEVER
from nav2_composition_bench.trial.counted import NodeMessages
from nav2_composition_bench.trial.measure_rates import Rate, measure_rates

HELD = 0.95
WINDOW = (10.0, 20.0)
BEFORE = period(9.0, 10.0, timers={"cycle": histogram([10_000_000])})


def rates(tmp_path: Path, settings: dict[str, Any], *periods: dict[str, Any]) -> list[Rate]:
    """The rates of a node that was given some parameters and wrote some periods."""
    statistics = read_statistics(write(tmp_path / "node", head("/robot"), *periods))
    assert statistics is not None
    return list(measure_rates([NodeMessages(statistics, settings)], [WINDOW]))


def window(**entities: Any) -> dict[str, Any]:
    """The whole window, as a node counted it."""
    return period(*WINDOW, **entities)


TIMER = {"timer.cycle.period_ns": 10_000_000}
CLIENT = {"client.plan.period_ns": 500_000, "client.plan.service": "/plan"}
ACTION = {"action_client.go.period_ns": 2_000_000_000, "action_client.go.action": "/go"}
PUBLISHER = {"publisher.out.period_ns": 20_000_000, "publisher.out.topic": "/data"}


def calls(times: int) -> dict[str, Any]:
    return {"sent": times, "answered": times, "latency": histogram()}


def goals(times: int) -> dict[str, Any]:
    return {"goals": times, "succeeded": times, "latency": histogram()}


@pytest.mark.parametrize(
    ("settings", "too_few", "enough", "said"),
    [
        (
            TIMER,
            {"timers": {"cycle": histogram([25_000_000] * 400)}},
            {"timers": {"cycle": histogram([10_000_000] * 950)}},
            "/robot ran timer cycle at 40 of 100 Hz",
        ),
        (
            CLIENT,
            {"clients": {"plan": calls(3_150)}},
            {"clients": {"plan": calls(19_999)}},
            "/robot called /plan at 315 of 2000 Hz",
        ),
        (
            ACTION,
            {"action_clients": {"go": goals(3)}},
            {"action_clients": {"go": goals(4)}},
            "/robot sent goals to /go at 0.3 of 0.5 Hz",
        ),
        (
            PUBLISHER,
            {"publishers": {"out": sent(300)}},
            {"publishers": {"out": sent(499)}},
            "/robot published /data at 30 of 50 Hz",
        ),
    ],
    ids=["timer", "client", "action client", "publisher"],
)
def test_all_that_has_a_period_has_to_keep_to_it(
    tmp_path: Path,
    settings: dict[str, Any],
    too_few: dict[str, Any],
    enough: dict[str, Any],
    said: str,
) -> None:
    (behind,) = rates(tmp_path, settings, BEFORE, window(**too_few))
    assert behind.falls_behind(HELD) and str(behind) == said
    (held,) = rates(tmp_path, settings, BEFORE, window(**enough))
    assert not held.falls_behind(HELD)


@pytest.mark.parametrize("before", [0, 1])
def test_the_first_call_of_a_timer_ends_no_interval_and_may_lie_in_the_window(
    tmp_path: Path, before: int
) -> None:
    slow = {"timer.cycle.period_ns": 3_000_000_000}
    earlier = period(9.0, 10.0, timers={"cycle": histogram([3_000_000_000] * before)})
    # Three and a third are due, of which one may lie beyond the window's edge.
    its = {"timers": {"cycle": histogram([3_000_000_000] * 2)}}
    (rate,) = rates(tmp_path, slow, earlier, window(**its))
    assert rate.times == 3 - before
    assert rate.falls_behind(HELD) == bool(before)


@pytest.mark.parametrize(
    ("settings", "entities"),
    [
        ({"client.plan.period_ns": NEVER}, {"clients": {"plan": calls(0)}}),
        ({"publisher.out.period_ns": AS_FAST_AS_POSSIBLE}, {"publishers": {"out": sent(7)}}),
        ({**PUBLISHER, "publisher.out.count": 3}, {"publishers": {"out": sent(0)}}),
        ({"publisher.out.period_ns": BY_CALLBACKS}, {"publishers": {"out": sent(7)}}),
    ],
    ids=["never calls", "as fast as possible", "ends", "by callbacks"],
)
def test_what_no_clock_drives_has_no_rate_to_keep(
    tmp_path: Path, settings: dict[str, Any], entities: dict[str, Any]
) -> None:
    assert rates(tmp_path, settings, window(**entities)) == []


@pytest.mark.parametrize("period_ns", [BY_CALLBACKS, 20_000_000])
def test_a_publisher_has_to_get_its_messages_past_the_middleware_whatever_makes_it_publish(
    tmp_path: Path, period_ns: int
) -> None:
    settings = {**PUBLISHER, "publisher.out.period_ns": period_ns}
    refused = window(publishers={"out": {**sent(300), "failed": 200}})
    (rate,) = rates(tmp_path, settings, refused)
    assert rate.falls_behind(HELD)
    assert (rate.nominal_hz, rate.times, rate.refused) == (50.0, 300, 200)
