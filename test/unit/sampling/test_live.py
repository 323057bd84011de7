# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from live_readings import FakeReadings, cpu, memory

from nav2_composition_bench.sampling.live import LiveWatch, live_figures

LABELS = {10: "amcl", 11: "planner_server"}


def test_cpu_is_the_mean_since_the_reading_before() -> None:
    figures = live_figures(
        cpu(100.0, {10: 1.0, 11: 2.0}), cpu(102.0, {10: 1.5, 11: 2.1}), None, LABELS
    )
    shares = {one.label: one.cpu_percent for one in figures.processes}
    assert shares == {"amcl": pytest.approx(25.0), "planner_server": pytest.approx(5.0)}
    assert figures.cpu_percent == pytest.approx(30.0)


def test_what_was_not_read_yet_is_not_zero() -> None:
    figures = live_figures(None, cpu(100.0, {10: 1.0}), None, LABELS)
    assert figures.cpu_percent is None
    assert figures.pss_bytes is None
    assert figures.memory_monotonic_s is None
    assert figures.processes[0].cpu_percent is None
    assert figures.processes[0].pss_bytes is None


def test_memory_is_that_of_the_last_walk_with_its_time() -> None:
    figures = live_figures(
        None, cpu(100.0, {10: 1.0, 11: 1.0}), memory(97.0, {10: 4_000_000}), LABELS
    )
    assert {one.label: one.pss_bytes for one in figures.processes} == {
        "amcl": 4_000_000,
        "planner_server": None,
    }
    assert figures.pss_bytes == 4_000_000
    assert figures.memory_monotonic_s == 97.0


def test_a_walk_that_missed_a_process_has_no_sum() -> None:
    walk = memory(97.0, {10: 4_000_000}, unreadable=(11,))
    assert live_figures(None, cpu(100.0, {10: 1.0}), walk, LABELS).pss_bytes is None


def test_a_process_that_took_over_a_pid_counts_from_zero() -> None:
    before = cpu(100.0, {10: 9.0}, start_time_ticks=1)
    figures = live_figures(before, cpu(101.0, {10: 0.5}, start_time_ticks=2), None, LABELS)
    assert figures.processes[0].cpu_percent == pytest.approx(50.0)


def test_what_the_system_started_itself_goes_by_its_kernel_name() -> None:
    assert live_figures(None, cpu(100.0, {77: 1.0}), None, LABELS).processes[0].label == "comm77"


def test_a_watch_keeps_the_interval_until_there_is_a_new_reading() -> None:
    readings = FakeReadings()
    watch = LiveWatch(readings, LABELS)
    assert watch.figures() is None
    readings.cpu = cpu(100.0, {10: 1.0})
    watch.figures()
    readings.cpu = cpu(101.0, {10: 1.5})
    for _ in range(2):
        figures = watch.figures()
        assert figures is not None
        assert figures.cpu_percent == pytest.approx(50.0)
