# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from message_lines import discovered, head, histogram, period, received, sent, write

from nav2_composition_bench.message_statistics.statistics_file import read_statistics
from nav2_composition_bench.trial.counted import NodeMessages
from nav2_composition_bench.trial.measure_messages import Messages, measure_messages

WINDOW = (10.0, 12.0)
SETTINGS: dict[str, Any] = {
    "publisher.out.topic": "/chatter",
    "publisher.out.period_ns": 10_000_000,
    "subscription.in.topic": "/chatter",
    "subscription.in.too_late_ns": 50_000,
    "timer.cycle.period_ns": 100_000_000,
}


@pytest.fixture
def nodes(tmp_path: Path) -> list[NodeMessages]:
    """A publisher and a subscription; the first and last periods reach beyond the window."""
    talker = write(
        tmp_path / "talker",
        head("/talker"),
        discovered(8.0, participants=2),
        period(9.5, 10.5, publishers={"out": sent(1_000)}),
        period(10.5, 11.5, publishers={"out": sent(90, missed=10)}, callbacks=90, wake_ups=95),
    )
    listener = write(
        tmp_path / "listener",
        head("/listener"),
        discovered(8.25, participants=3),
        period(
            10.0,
            11.0,
            subscriptions={"in": received([10_000] * 50, late=3, lost=2)},
            paths={"path": histogram([100_000])},
            callbacks=50,
        ),
        period(
            11.0,
            12.0,
            subscriptions={"in": received([30_000] * 49 + [90_000], too_late=1, reordered=1)},
            paths={"path": histogram([300_000])},
            timers={"cycle": histogram([90_000_000, 110_000_000])},
            callbacks=50,
        ),
        period(12.0, 13.0, subscriptions={"in": received([1] * 1_000)}),
    )
    found = []
    for path in (talker, listener):
        statistics = read_statistics(path)
        assert statistics is not None
        found.append(NodeMessages(statistics, SETTINGS))
    return found


@pytest.fixture
def measured(nodes: list[NodeMessages]) -> Messages:
    found = measure_messages(nodes, [WINDOW], began_s=7.0)
    assert found is not None
    return found


def test_only_whole_periods_inside_the_window_count(measured: Messages) -> None:
    figures, entities = measured.metrics, measured.entities
    assert (figures["messages_sent"], figures["messages_received"]) == (90, 100)
    (publisher,) = entities.publishers
    assert (publisher.rate_hz, publisher.nominal_hz, publisher.missed) == (90.0, 100.0, 10)
    (subscription,) = entities.subscriptions
    assert (subscription.rate_hz, subscription.bytes_per_s) == (50.0, 5_000.0)


def test_a_subscription_whose_messages_nothing_takes_is_not_among_those_that_receive(
    nodes: list[NodeMessages],
) -> None:
    untaken = [
        replace(node, settings={**node.settings, "subscription.in.taken": False}) for node in nodes
    ]
    found = measure_messages(untaken, [WINDOW], began_s=7.0)
    assert found is not None
    figures, entities = found.metrics, found.entities
    assert entities.subscriptions == () and figures["messages_received"] == 0
    assert figures["messages_sent"] > 0


def test_late_too_late_and_lost_are_shares_of_what_they_are_shares_of(measured: Messages) -> None:
    figures = measured.metrics
    counted = {"late": 3, "too_late": 1, "lost": 2, "reordered": 1}
    assert {name: figures[f"messages_{name}"] for name in counted} == counted
    assert figures["late_percent"] == pytest.approx(4.0)
    assert figures["too_late_percent"] == pytest.approx(1.0)
    assert figures["lost_percent"] == pytest.approx(100 * 2 / 102)


def test_latency_is_of_all_messages_and_of_the_punctual_ones_as_well(measured: Messages) -> None:
    figures, entities = measured.metrics, measured.entities
    (subscription,) = entities.subscriptions
    assert subscription.latency is not None and subscription.punctual is not None
    assert subscription.latency.count == 100 and subscription.punctual.count == 99
    assert subscription.latency.mean_us == pytest.approx((50 * 10 + 49 * 30 + 90) / 100)
    assert subscription.punctual.mean_us == pytest.approx((50 * 10 + 49 * 30) / 99, rel=0.01)
    assert figures["latency_p50_us"] == pytest.approx(10.0, rel=0.01)
    assert figures["latency_p99_us"] == pytest.approx(30.0, rel=0.01)
    assert figures["latency_max_us"] == 90.0


def test_paths_rates_and_discovery_are_told(measured: Messages) -> None:
    figures, entities = measured.metrics, measured.entities
    (path,) = entities.paths
    assert path.latency is not None and path.latency.count == 2
    assert figures["path_p99_us"] == pytest.approx(300.0)
    assert figures["path_mean_us"] == pytest.approx(200.0)
    assert figures["rate_held_percent"] == pytest.approx(90.0)
    assert figures["goodput_bytes_hz"] == 5_000.0
    assert figures["callbacks_hz"] == pytest.approx(90.0 + 50.0)
    assert figures["wake_ups_hz"] == pytest.approx(95.0)
    assert (figures["discovery_s"], figures["participants"]) == (1.25, 3)
    assert figures["endpoints"] == 2


def test_the_period_of_a_timer_is_told_with_its_jitter(measured: Messages) -> None:
    figures, entities = measured.metrics, measured.entities
    (timer,) = entities.timers
    assert (timer.node, timer.name, timer.nominal_hz) == ("/listener", "cycle", 10.0)
    assert timer.interval is not None and timer.interval.mean_us == pytest.approx(100_000.0)
    assert (timer.interval.min_us, timer.interval.max_us) == (90_000.0, 110_000.0)
    assert figures["timer_jitter_us"] == timer.interval.sd_us == pytest.approx(14142.1, abs=0.1)


def test_an_executor_that_does_not_tell_its_wake_ups_leaves_them_unknown(tmp_path: Path) -> None:
    path = write(tmp_path / "a", head(), period(10.0, 11.0, callbacks=5, wake_ups=None))
    statistics = read_statistics(path)
    assert statistics is not None
    found = measure_messages([NodeMessages(statistics, {})], [WINDOW], began_s=None)
    assert found is not None and "wake_ups_hz" not in found.metrics
    assert found.metrics["callbacks_hz"] == 5.0


def test_what_was_lost_before_the_window_and_came_inside_it_is_no_gain(tmp_path: Path) -> None:
    late_comer = received([1_000] * 10, lost=-1, reordered=1)
    path = write(tmp_path / "a", head(), period(10.0, 11.0, subscriptions={"in": late_comer}))
    statistics = read_statistics(path)
    assert statistics is not None
    found = measure_messages([NodeMessages(statistics, {})], [WINDOW], began_s=None)
    assert found is not None
    assert (found.metrics["messages_lost"], found.metrics["lost_percent"]) == (0, 0.0)


def test_without_a_period_in_a_window_nothing_is_measured(nodes: list[NodeMessages]) -> None:
    assert measure_messages(nodes, [(20.0, 30.0)], began_s=7.0) is None
    assert measure_messages(nodes, [], began_s=7.0) is None
    assert measure_messages([], [WINDOW], began_s=7.0) is None


def test_several_windows_are_pooled(nodes: list[NodeMessages]) -> None:
    found = measure_messages(nodes, [(10.0, 11.0), (11.0, 12.0)], began_s=None)
    assert found is not None
    assert found.metrics["messages_received"] == 100 and "discovery_s" not in found.metrics


@pytest.mark.parametrize(
    ("settings", "nominal_hz"),
    [
        ({"publisher.out.skip_every": 10}, 90.0),
        ({"publisher.out.count": 500}, None),
        ({"publisher.out.period_ns": 0, "publisher.out.skip_every": 10}, None),
    ],
    ids=str,
)
def test_a_publisher_has_to_send_what_it_does_not_leave_out_and_none_that_ends_has_a_rate(
    nodes: list[NodeMessages], settings: dict[str, Any], nominal_hz: float | None
) -> None:
    told = [NodeMessages(each.statistics, {**SETTINGS, **settings}) for each in nodes]
    found = measure_messages(told, [WINDOW], began_s=None)
    assert found is not None
    figures, entities = found.metrics, found.entities
    (publisher,) = entities.publishers
    assert publisher.nominal_hz == pytest.approx(nominal_hz)
    held = figures.get("rate_held_percent")
    assert held == (None if nominal_hz is None else pytest.approx(100.0))
