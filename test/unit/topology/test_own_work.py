# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from pathlib import Path

import pytest
from topology_factory import fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.own_work import MAX_WORK_US

TIMER = {"freq_hz": 30}


def test_own_work_is_spread_evenly_over_messages_and_timers() -> None:
    hearer = node("b", subscribers=[sub("x")], timers=[TIMER], own_cpu_percent=4)
    topology = graph(node("a", pub("x", 10)), hearer)
    (_, found) = topology.nodes
    assert found.subscriptions[0].work.work_us == 1000
    assert found.timers[0].work.work_us == 1000


def test_timers_with_a_thread_of_their_own_do_all_of_it() -> None:
    apart = {"freq_hz": 20, "own_executor": True}
    hearer = node("b", subscribers=[sub("x")], timers=[TIMER, apart], own_cpu_percent=4)
    (_, found) = graph(node("a", pub("x", 10)), hearer).nodes
    assert found.subscriptions[0].work.work_us == 0
    assert [each.work.work_us for each in found.timers] == [0, 2000]


def test_timers_with_a_thread_of_their_own_that_seldom_go_do_no_more_than_others() -> None:
    apart = {"freq_hz": 0.5, "own_executor": True}
    hearer = node("b", subscribers=[sub("x")], timers=[{"freq_hz": 29.5}, apart], own_cpu_percent=4)
    (_, found) = graph(node("a", pub("x", 10)), hearer).nodes
    (heard,) = found.subscriptions
    assert [heard.work.work_us, *(each.work.work_us for each in found.timers)] == [1000] * 3


def test_fused_subscriptions_work_as_often_as_the_slowest_of_them_hears() -> None:
    hearer = node("b", subscribers=[sub("x", fused=True), sub("y", fused=True)], own_cpu_percent=4)
    topology = graph(node("a", pub("x", 10), pub("y", 20)), hearer)
    (_, found) = topology.nodes
    assert [each.work.work_us for each in found.subscriptions] == [4000, 4000]


def test_work_that_the_engine_cannot_do_in_one_callback_is_refused(tmp_path: Path) -> None:
    def path(percent: float) -> Path:
        return written(tmp_path, node("b", timers=[{"freq_hz": 0.001}], own_cpu_percent=percent))

    (found,) = graph(node("b", timers=[{"freq_hz": 0.001}], own_cpu_percent=60)).nodes
    assert found.timers[0].work.work_us == MAX_WORK_US
    said = fault(path(61))
    assert "own_cpu_percent is 61, and /b has 0.001 callbacks a second, so that each" in said
    assert said.endswith("would work 610 s, must be at most 600 s; add a timer")


def test_the_longest_work_is_the_engines() -> None:
    source = Path(__file__).parents[3] / "src" / "topology" / "entity_parameters.cpp"
    (limit,) = re.findall(r"kLongestWorkUs = ([\d']+);", source.read_text(encoding="utf-8"))
    assert int(limit.replace("'", "")) == MAX_WORK_US


@pytest.mark.parametrize(
    "more, mistake",
    [
        ({}, "has no callback; add a timer"),
        ({"timers": [{**TIMER, "work_us": 5}]}, "exclude each other"),
        ({"subscribers": [sub("fast")]}, "messages that come as fast as they can; add a timer"),
    ],
)
def test_own_work_that_nothing_can_do_is_refused(
    tmp_path: Path, more: dict[str, object], mistake: str
) -> None:
    fast = node("a", pub("fast", None, as_fast_as_possible=True))
    path = written(tmp_path, fast, node("b", own_cpu_percent=4, **more))
    assert mistake in fault(path)


def test_messages_that_nothing_takes_are_no_work() -> None:
    heard = [sub("x"), sub("y", taken=False)]
    topology = graph(
        node("a", pub("x", 10), pub("y", 90)), node("b", subscribers=heard, own_cpu_percent=4)
    )
    (_, found) = topology.nodes
    assert [each.rate_hz for each in found.subscriptions] == [10, 0]
    assert [each.work.work_us for each in found.subscriptions] == [4000, 0]
