# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The library that times timers and goals of a program of rclcpp, in executors of every kind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_containers import CONTAINERS, loaded
from topology_engine import Engine, Node, ms

from nav2_composition_bench.installation.own_program import find_library
from nav2_composition_bench.message_statistics.delays import (
    DELAY_PROBE,
    DELAYS_VARIABLE,
    read_delays,
)

HELD_MS = 100
IN_ONE_THREAD = ("component_container", "rclcpp_events", "events", "ring_buffer")


@pytest.fixture
def engine(domain_id: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    before = os.environ.get("LD_PRELOAD")
    libraries = filter(None, (before, str(find_library(DELAY_PROBE))))
    monkeypatch.setenv("LD_PRELOAD", " ".join(libraries))
    monkeypatch.setenv(DELAYS_VARIABLE, str(tmp_path))
    engine = Engine(tmp_path)
    yield engine
    engine.kill()


def graph() -> list[Node]:
    """A callback that holds its thread, a timer and a server beside it, and who asks that server.

    The client has a thread of its own, as Nav2's behaviour tree has: else it would send no goal
    while its thread is held.
    """
    holder = Node("holder").timer("hold", ms(400), sleep_us=1000 * HELD_MS).action_server("move")
    asker = Node("asker").action_client("move", period_ns=ms(37)).having(own_executor=True)
    return [holder, Node("beater").timer("beat", ms(20)), asker]


@pytest.mark.parametrize("name", IN_ONE_THREAD)
def test_timers_and_goals_wait_for_a_callback_that_holds_their_thread(
    engine: Engine, domain_id: int, tmp_path: Path, name: str
) -> None:
    with loaded(engine, domain_id, CONTAINERS[name], graph()):
        engine.wait_for_periods("beater", 8)
        engine.end()
    delays = read_delays(tmp_path)
    for found in (delays.timers, delays.acknowledgements):
        longest_ms = max(each.delay_ns for each in found) / 1e6
        assert len(found) > 10 and HELD_MS / 3 < longest_ms < 2000


def test_a_timer_with_a_thread_of_its_own_is_called_in_time_most_of_the_time(
    engine: Engine, domain_id: int, tmp_path: Path
) -> None:
    alone = [Node("beater").timer("beat", ms(20)), Node("holder").timer("hold", ms(400))]
    with loaded(engine, domain_id, CONTAINERS["component_container_isolated"], alone):
        engine.wait_for_periods("beater", 8)
        engine.end()
    delays = sorted(each.delay_ns for each in read_delays(tmp_path).timers)
    assert len(delays) > 50
    assert 0 <= delays[len(delays) // 2] < 10e6
