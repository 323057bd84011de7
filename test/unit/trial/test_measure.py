# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from nav2_composition_bench.sampling.sample import (
    CpuSample,
    MemorySample,
    ProcessCpu,
    ProcessMemory,
    SamplerCost,
    ThreadCpu,
)
from nav2_composition_bench.trial.goal_legs import Leg
from nav2_composition_bench.trial.measure import Measurements, SystemLayout, measure
from nav2_composition_bench.trial.measure_cpu import interval_series, load_series
from nav2_composition_bench.trial.measure_memory import memory_series

LEGS = (
    Leg("A", "a", 10.0, 30.0, "SUCCEEDED"),
    Leg("B", "b", 31.0, 51.0, "SUCCEEDED"),
)
LAYOUT = SystemLayout(
    labels={7: "amcl", 8: "planner_server"},
    nodes={"amcl": ("amcl",), "planner_server": ("planner_server",)},
    thread_nodes={"amcl": "amcl"},
    exit_statuses={"amcl": 0},
)


def process(pid: int, cpu_time_s: float, **changes: Any) -> ProcessCpu:
    threads = (
        ThreadCpu(pid, "amcl", 0.5 * cpu_time_s),
        ThreadCpu(pid + 100, "dds.udp", 0.25 * cpu_time_s),
        ThreadCpu(pid + 101, "dds.udp", 0.25 * cpu_time_s),
    )
    switches = round(100 * cpu_time_s)
    made = ProcessCpu(
        pid, 5, "python3", cpu_time_s, 0.0, 3, switches, switches, threads, 0.25 * cpu_time_s
    )
    return replace(made, **changes)


def reading(at_s: float, *processes: ProcessCpu, **changes: Any) -> CpuSample:
    total = sum(one.cpu_time_s for one in processes)
    made = CpuSample(
        at_s, 1e9 + at_s, total, total, processes, SamplerCost(0.001 * at_s, 1_000_000)
    )
    return replace(made, **changes)


def readings(load: Callable[[float], float] = lambda at_s: 0.3) -> list[CpuSample]:
    """Half-second readings over 60 s: process 7 at the load, process 8 at 0.1 core."""
    made, burnt = [], 0.0
    for i in range(121):
        made.append(reading(0.5 * i, process(7, burnt), process(8, 0.05 * i)))
        burnt += 0.5 * load(0.5 * i)
    return made


def memory(pid: int, **changes: Any) -> ProcessMemory:
    made = ProcessMemory(10, 6, 20, 5, 4, 1, 0, 15, pid=pid, start_time_ticks=5, name="python3")
    return replace(made, **changes)


def walk(at_s: float, pss_bytes: int = 10, **changes: Any) -> MemorySample:
    processes = tuple(memory(pid, pss_bytes=pss_bytes) for pid in (7, 8))
    made = MemorySample(at_s, at_s + 0.1, 1e9 + at_s, 25, processes, SamplerCost(0.1, 1_200_000))
    return replace(made, **changes)


def measured(**changes: Any) -> Measurements:
    inputs: dict[str, Any] = {
        "cpu": readings(),
        "walks": [walk(18.0), walk(26.0), walk(39.0, 16)],
        "legs": LEGS,
        "layout": LAYOUT,
        "is_driven": True,
    }
    return measure(**{**inputs, **changes})


def test_cpu_of_the_system_is_that_of_all_its_processes() -> None:
    assert measured().metrics["cpu_percent"] == pytest.approx(40.0)
    assert [leg.cpu_percent for leg in measured().legs] == pytest.approx([40.0, 40.0])


def test_what_nodes_take_while_they_start_does_not_enter_the_cpu() -> None:
    cpu = readings(lambda at_s: 1.5 if 10.0 <= at_s < 14.0 else 0.3)
    result = measured(cpu=cpu, is_driven=False)
    assert result.metrics["cpu_percent"] == pytest.approx(40.0)
    assert result.legs[0].steady_start_monotonic_s == 14.0


def test_a_drive_is_measured_as_a_whole() -> None:
    leg = measured(cpu=readings(lambda at_s: 1.5 if 10.0 <= at_s < 14.0 else 0.3)).legs[0]
    assert leg.cpu_percent == pytest.approx(64.0)
    assert leg.steady_start_monotonic_s == leg.accepted_monotonic_s


def test_what_happens_between_the_legs_does_not_enter_the_cpu() -> None:
    result = measured(cpu=readings(lambda at_s: 1.5 if 30.0 <= at_s < 31.0 else 0.3))
    assert result.metrics["cpu_percent"] == pytest.approx(40.0)


def test_the_windows_of_both_legs_are_pooled_by_time() -> None:
    legs = (LEGS[0], replace(LEGS[1], finished_monotonic_s=41.0))
    result = measured(cpu=readings(lambda at_s: 0.3 if at_s < 30.5 else 0.6), legs=legs)
    assert result.metrics["cpu_percent"] == pytest.approx((20 * 40.0 + 10 * 70.0) / 30)


def test_the_witness_is_over_the_same_windows() -> None:
    assert measured().metrics["cgroup_cpu_percent"] == pytest.approx(40.0)


def test_a_witness_that_was_silent_once_is_none() -> None:
    cpu = readings()
    cpu[50] = replace(cpu[50], cgroup_cpu_time_s=None)
    assert "cgroup_cpu_percent" not in measured(cpu=cpu).metrics


def test_cpu_of_a_process_and_of_its_threads_by_name() -> None:
    amcl = measured().processes[0]
    assert (amcl.label, amcl.pid, amcl.nodes, amcl.exit_status) == ("amcl", 7, ("amcl",), 0)
    assert amcl.metrics["cpu_percent"] == pytest.approx(30.0)
    assert [(t.name, t.node, t.count) for t in amcl.threads] == [
        ("amcl", "amcl", 1),
        ("dds.udp", None, 2),
    ]
    assert [t.cpu_percent for t in amcl.threads] == pytest.approx([15.0, 15.0])


def test_a_reused_pid_is_another_process() -> None:
    cpu = [
        sample if sample.monotonic_s < 40.0 else replace(
            sample,
            processes=tuple(replace(one, start_time_ticks=6) for one in sample.processes),
        )
        for sample in readings()
    ]  # fmt: skip
    keys = [(record.pid, record.start_time_ticks) for record in measured(cpu=cpu).processes]
    assert keys == [(7, 5), (8, 5)]


def test_context_switches_per_second_of_the_system() -> None:
    assert measured().metrics["voluntary_context_switches_hz"] == pytest.approx(40.0, abs=0.5)


def test_unreadable_context_switches_are_none_not_zero() -> None:
    cpu = [
        replace(
            sample,
            processes=(
                replace(sample.processes[0], voluntary_context_switches=None),
                sample.processes[1],
            ),
        )
        for sample in readings()
    ]
    result = measured(cpu=cpu)
    assert "voluntary_context_switches_hz" not in result.metrics
    assert "involuntary_context_switches_hz" in result.metrics
    assert "voluntary_context_switches_hz" not in result.processes[0].metrics


def test_memory_is_the_mean_of_the_walks_in_the_windows() -> None:
    walks = [walk(5.0, 900), walk(18.0, 10), walk(39.0, 20), walk(55.0, 900)]
    result = measured(walks=walks)
    assert result.metrics["pss_bytes"] == 30
    assert result.metrics["footprint_bytes"] == 25
    assert result.processes[0].metrics["pss_bytes"] == 15
    assert len(memory_series(walks)) == 4


def test_a_walk_that_reaches_beyond_its_window_does_not_count() -> None:
    assert "pss_bytes" not in measured(walks=[walk(29.95)]).metrics


def test_memory_without_a_walk_is_none_not_zero() -> None:
    result = measured(walks=[])
    assert "pss_bytes" not in result.metrics
    assert result.processes == ()
    assert result.observer is not None and result.observer.memory_walk_s is None


def test_a_footprint_that_was_unreadable_once_is_none() -> None:
    result = measured(walks=[walk(18.0), walk(26.0, footprint_bytes=None)])
    assert "pss_bytes" in result.metrics and "footprint_bytes" not in result.metrics


def test_the_largest_swapped_share_counts() -> None:
    swapped = memory(7, swap_pss_bytes=4096)
    result = measured(walks=[walk(18.0), walk(26.0, processes=(swapped,)), walk(28.0)])
    assert result.metrics["swap_pss_bytes"] == 4096


def test_what_observing_cost_is_recorded() -> None:
    observer = measured().observer
    assert observer is not None
    assert observer.cpu_percent == pytest.approx(0.1)
    assert observer.rss_bytes == 1_200_000
    assert observer.memory_walks == 3
    assert observer.memory_walk_s == pytest.approx(0.1)


def test_a_leg_without_readings_has_a_reason_and_no_figures() -> None:
    cpu = [sample for sample in readings() if sample.monotonic_s < 15.0]
    result = measured(cpu=cpu)
    assert [leg.cpu_percent for leg in result.legs] == [None, None]
    assert result.legs[0].not_steady_reason == "no CPU figure for second 4 of the leg"
    assert "cpu_percent" not in result.metrics


def test_a_short_gap_between_readings_is_bridged_and_a_long_one_is_not() -> None:
    short = [sample for sample in readings() if not 20.0 < sample.monotonic_s < 22.5]
    long = [sample for sample in readings() if not 20.0 < sample.monotonic_s < 26.0]
    assert measured(cpu=short).legs[0].not_steady_reason is None
    assert measured(cpu=long).legs[0].not_steady_reason is not None


def test_nothing_measured_is_all_none() -> None:
    result = measured(cpu=[], walks=[], legs=())
    assert "cpu_percent" not in result.metrics
    assert result.observer is None
    assert interval_series([]) == ()


def test_the_series_has_one_point_per_reading_interval() -> None:
    series = interval_series(readings())
    assert len(series) == 120
    assert series[0] == pytest.approx((0.5, 40.0))


def test_the_kernel_s_part_is_told_over_the_windows_and_over_time() -> None:
    assert measured().metrics["kernel_cpu_percent"] == pytest.approx(10.0)
    series = load_series(readings())
    assert [point.monotonic_s for point in series] == [
        at_s for at_s, _ in interval_series(readings())
    ]
    first = series[0]
    assert first.kernel_cpu_percent == pytest.approx(10.0)
    assert first.context_switches_hz == pytest.approx(80.0, rel=0.2)


def test_where_one_process_does_not_tell_the_kernel_s_part_it_is_none() -> None:
    cpu = [
        replace(
            sample,
            processes=(replace(sample.processes[0], kernel_cpu_time_s=None), *sample.processes[1:]),
        )
        for sample in readings()
    ]
    assert "kernel_cpu_percent" not in measured(cpu=cpu).metrics
    series = load_series(cpu)
    assert {point.kernel_cpu_percent for point in series} == {None}
    assert None not in {point.context_switches_hz for point in series}


def test_a_process_that_began_or_ended_is_in_the_series_while_it_ran() -> None:
    cpu = []
    for at_s in range(7):
        later = (process(8, at_s),) if 2 <= at_s <= 4 else ()
        cpu.append(reading(at_s, process(7, at_s), *later))
    kernel = [point.kernel_cpu_percent for point in load_series(cpu)]
    assert kernel == [25.0, 75.0, 50.0, 50.0, 25.0, 25.0]  # what it has counted when it is found


def test_an_hour_put_on_the_wall_clock_changes_no_figure() -> None:
    stepped = [
        replace(sample, wall_s=sample.wall_s + (3600.0 if sample.monotonic_s > 20.0 else 0.0))
        for sample in readings()
    ]
    walks = [replace(walk(18.0), wall_s=0.0), walk(26.0), walk(39.0, 16)]
    assert measured(cpu=stepped, walks=walks) == measured()
