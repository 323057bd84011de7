# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from topology_factory import fault, graph, node, pub, written

from nav2_composition_bench.topology.entities import AS_FAST_AS_POSSIBLE, BY_CALLBACKS
from nav2_composition_bench.topology.pace import NEVER


@pytest.mark.parametrize(
    "said, period_ns",
    [
        ({"freq_hz": 64}, 15_625_000),
        ({"freq_hz": 15}, 66_666_667),
        ({"period_ms": 2.5}, 2_500_000),
        ({"period_ms": 10, "freq_hz": 50}, 20_000_000),
        ({"as_fast_as_possible": True}, AS_FAST_AS_POSSIBLE),
        ({"as_fast_as_possible": False, "freq_hz": 1}, 1_000_000_000),
    ],
)
def test_periods_are_in_nanoseconds_and_frequencies_go_before_them(
    said: dict[str, Any], period_ns: int
) -> None:
    (found,) = graph(node("a", pub("x", None, **said))).nodes[0].publishers
    assert found.period_ns == period_ns


def test_a_publisher_without_a_rate_waits_for_callbacks() -> None:
    timer = {"freq_hz": 5, "publishes": ["x"]}
    (found,) = graph(node("a", pub("x", None), timers=[timer])).nodes[0].publishers
    assert found.period_ns == BY_CALLBACKS and found.rate_hz == 5


@pytest.mark.parametrize(
    "said, expected",
    [
        ({"freq_hz": 0}, "freq_hz is 0, must be at least 0.001"),
        ({"freq_hz": -5}, "freq_hz is -5, must be at least 0.001"),
        ({"freq_hz": 10_000_000}, "freq_hz is 10000000, must be at most 100000"),
        ({"period_ms": 0}, "period_ms is 0, must be at least 0.01"),
        ({"period_ms": "fast"}, "period_ms is 'fast', must be of type number"),
        ({"freq_hz": True}, "freq_hz is True, must be of type number"),
    ],
)
def test_rates_that_no_timer_has_are_refused(
    tmp_path: Path, said: dict[str, Any], expected: str
) -> None:
    path = written(tmp_path, node("a"), node("b", pub("x", None, **said)))
    assert fault(path) == f"test.json:4: nodes[1].publishers[0].{expected}"


@pytest.mark.parametrize("kind", ["clients", "action_clients"])
def test_a_client_that_never_calls_has_no_period(tmp_path: Path, kind: str) -> None:
    servers = {
        "servers": [{"service_name": "s", "srv_type": "stamped10b"}],
        "action_servers": [{"action_name": "s"}],
    }
    own = {
        "clients": {"service_name": "s", "srv_type": "stamped10b"},
        "action_clients": {"action_name": "s"},
    }[kind]
    topology = graph(node("a", **servers), node("b", **{kind: [{**own, "freq_hz": 0}]}))
    (client,) = getattr(topology.nodes[1], kind)
    assert client.period_ns == NEVER
    assert topology.nodes[0].servers[0].rate_hz == 0
    path = written(tmp_path, node("a", **servers), node("b", **{kind: [{**own, "freq_hz": 1e-5}]}))
    assert "freq_hz is 1e-05, must be 0 or at least 0.001" in fault(path)


@pytest.mark.parametrize("kind", ["clients", "action_clients", "timers"])
def test_what_has_no_other_cause_needs_a_rate(tmp_path: Path, kind: str) -> None:
    own = {
        "clients": {"service_name": "s", "srv_type": "stamped10b"},
        "action_clients": {"action_name": "s"},
        "timers": {},
    }
    path = written(tmp_path, node("a", **{kind: [own[kind]]}))
    assert fault(path) == f"test.json:3: nodes[0].{kind}[0] lacks freq_hz and period_ms; add one"


def test_as_fast_as_possible_is_no_rate_beside_another(tmp_path: Path) -> None:
    path = written(tmp_path, node("a", pub("x", 5, as_fast_as_possible=True)))
    assert "as_fast_as_possible stands beside a rate; leave one of the two out" in fault(path)
