# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from topology_factory import fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.entities import NO_WORK, Work


@pytest.mark.parametrize(
    "said, expected",
    [
        ({}, NO_WORK),
        ({"work_us": 500}, Work(work_us=500)),
        ({"work_primes": 4096}, Work(work_primes=4096)),
        ({"sleep_us": 1000, "work_us": 0}, Work(sleep_us=1000)),
    ],
)
def test_callbacks_work_or_sleep(said: dict[str, Any], expected: Work) -> None:
    said_of = graph(
        node("a", pub("x")),
        node(
            "b",
            subscribers=[sub("x", **said)],
            timers=[{"freq_hz": 1, **said}],
            servers=[{"service_name": "s", "srv_type": "stamped10b", **said}],
            action_servers=[{"action_name": "t", **said}],
        ),
    ).nodes[1]
    callbacks = (said_of.subscriptions, said_of.timers, said_of.servers, said_of.action_servers)
    assert [each[0].work for each in callbacks] == [expected] * 4


def test_work_is_of_one_kind(tmp_path: Path) -> None:
    path = written(tmp_path, node("b", subscribers=[sub("x", work_us=5, sleep_us=5)]))
    assert fault(path) == (
        "test.json:3: nodes[0].subscribers[0].sleep_us and work_us exclude each other; leave one"
        " out"
    )


def test_a_callback_publishes_topics_of_its_own_node(tmp_path: Path) -> None:
    path = written(tmp_path, node("a", pub("points", None), subscribers=[sub("x", "point")]))
    assert fault(path) == (
        "test.json:3: nodes[0].subscribers[0].publishes[0] 'point' is no topic that this node"
        " publishes; did you mean '/points'? known: /points"
    )


def test_a_callback_publishes_a_topic_once(tmp_path: Path) -> None:
    path = written(tmp_path, node("a", pub("y", None), subscribers=[sub("x", "y", "/y")]))
    assert "publishes[1] '/y' is named twice; name it once" in fault(path)
