# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import random
import tracemalloc

import pytest

from nav2_composition_bench.capturing.flow import Flow, FlowMeter

S = 1_000_000_000


def heard(times_s: list[float], listened_s: float, numbers: list[int] | None = None) -> Flow:
    meter = FlowMeter()
    for at, time_s in enumerate(times_s):
        number = at + 1 if numbers is None else numbers[at]
        meter.add(100, round(time_s * S), number)
    return meter.flow(listened_s)


def test_a_regular_publisher_has_its_rate_and_no_bursts() -> None:
    flow = heard([0.033 + 0.1 * n for n in range(100)], 10.0)
    assert flow.rate_hz == pytest.approx(10.0, rel=1e-6)
    assert flow.burstiness == pytest.approx(-1.0, abs=1e-3)
    assert (flow.messages, flow.mean_bytes, flow.largest_bytes) == (100, 100.0, 100)


def test_random_messages_are_told_from_bursts() -> None:
    chance = random.Random(1)
    times, now = [], 0.0
    for _ in range(5000):
        now += chance.expovariate(10.0)
        times.append(now)
    assert heard(times, now).burstiness == pytest.approx(0.0, abs=0.05)
    bursts = [burst + 0.001 * n for burst in range(50) for n in range(20)]
    flow = heard(bursts, 50.0)
    assert flow.burstiness is not None and flow.burstiness > 0.5
    assert flow.rate_hz == pytest.approx(20.0, rel=0.03)


def test_one_burst_is_a_rate_of_the_whole_time() -> None:
    assert heard([3.0, 3.001, 3.002, 3.003], 10.0).rate_hz == pytest.approx(0.4)


def test_messages_that_did_not_arrive_count_and_make_no_interval() -> None:
    times = [0.1 * n for n in range(100) if n % 10]
    numbers = [n + 1 for n in range(100) if n % 10]
    flow = heard(times, 10.0, numbers)
    assert flow.messages == 90
    assert flow.rate_hz == pytest.approx(10.0, rel=0.01)
    assert flow.burstiness == pytest.approx(-1.0, abs=1e-3)


def test_without_numbers_what_came_is_counted() -> None:
    flow = heard([0.1 * n for n in range(100)], 10.0, [0] * 100)
    assert flow.rate_hz == pytest.approx(10.0, rel=0.01)
    assert flow.burstiness == pytest.approx(-1.0, abs=1e-3)


def test_silence_is_no_rate() -> None:
    assert FlowMeter().flow(10.0) == Flow(0, 0.0, 0.0, 0, None)


def test_nothing_grows_however_long_it_listens() -> None:
    meter = FlowMeter()

    def listen(first: int) -> None:
        for number in range(first, first + 20_000):
            meter.add(100, 20_000_000 * number, number)

    listen(1)
    tracemalloc.start()
    try:
        listen(20_001)
        before, _ = tracemalloc.get_traced_memory()
        listen(40_001)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 500  # a list of the messages would take 160 000
    assert meter.flow(1200.0).rate_hz == pytest.approx(50.0, rel=1e-4)


def test_messages_that_have_stopped_have_the_rate_of_all_the_time() -> None:
    meter = FlowMeter()
    for number in range(91):
        meter.add(100, round(0.1 * number * S), number + 1)
    assert meter.flow(15.0, silent_s=6.0).rate_hz == pytest.approx(91 / 15)
    assert meter.flow(9.05, silent_s=0.05).rate_hz == pytest.approx(10.0)
