# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses

import pytest
from loop_graphs import chain, loops, one_each
from record_factory import make_record

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.calibration import Measured, calibrate, measured_of
from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.load import Load, Outlet, Sink, Source
from nav2_composition_bench.placing.simulation import predict
from nav2_composition_bench.study.placement import Loop
from nav2_composition_bench.topology.entities import NO_WORK, Work

LOAD = Load(
    ("talker", "relay", "busy", "end", "prime"),
    (
        Source(0, 10_000, NO_WORK, (0,)),
        Source(0, 25_000, NO_WORK, (1, 2)),
        Source(2, 40_000, Work(work_us=300), ()),
    ),
    (
        Sink(1, 10, Work(work_us=100), (3,)),
        Sink(3, 10, NO_WORK),
        Sink(3, 10, Work(work_us=50)),
        Sink(3, 10, NO_WORK, (), (0,)),
        Sink(2, 10, NO_WORK),
        Sink(4, 10, Work(work_primes=512)),
        Sink(0, 10, NO_WORK),
    ),
    tuple(map(Outlet, ((0, 6), (1, 4), (2, 5), (3,)))),
    ("hot",),
)
TRUE = Costs(
    publish_us=12,
    near_us=8,
    far_us=21,
    wake_us=6,
    wake_delay_us=40,
    primes_us={512: 170.0},
    other_cpu_percent=2.5,
)


def as_measured(load: Load, costs: Costs, told: tuple[Loop, ...]) -> Measured:
    found = predict(load, costs, told, 4)
    each = tuple(loop.cpu_us / 1e4 for loop in found.loops)
    return Measured(told, each, found.cpu_percent, found.latency_p50_us)


def test_known_costs_are_recovered_from_what_a_trial_would_record() -> None:
    found = calibrate(LOAD, as_measured(LOAD, TRUE, one_each(LOAD)), 4)
    for name in ("publish_us", "near_us", "far_us", "wake_us", "wake_delay_us"):
        assert getattr(found, name) == pytest.approx(getattr(TRUE, name), rel=0.05, abs=0.5), name
    assert found.primes_us[512] == pytest.approx(170, rel=0.02)
    assert found.other_cpu_percent == pytest.approx(2.5)


def test_loops_that_were_not_calibrated_on_are_predicted() -> None:
    found = calibrate(LOAD, as_measured(LOAD, TRUE, one_each(LOAD)), 4)
    other = loops(LOAD, 0, 1, 1, 0, 2, cores=(0, 1, 1))
    now, then = predict(LOAD, found, other, 2), predict(LOAD, TRUE, other, 2)
    assert now.cpu_percent == pytest.approx(then.cpu_percent, rel=0.03)
    assert now.latency_mean_us == pytest.approx(then.latency_mean_us, rel=0.05)


def test_what_a_graph_does_not_tell_apart_is_shared_out_and_its_sum_kept() -> None:
    load = chain(100, 100)
    true = Costs(publish_us=10, far_us=20, near_us=20, wake_us=5)
    measured = as_measured(load, true, one_each(load))
    again = predict(load, calibrate(load, measured, 4), measured.loops, 4)
    assert again.cpu_percent == pytest.approx(measured.cpu_percent, rel=0.01)


def test_a_trial_tells_of_each_loop_by_its_thread() -> None:
    record = make_record("one_per_node", 0)
    with pytest.raises(UserError, match="tells nothing of thread loop_0"):
        measured_of(record, (Loop(("a",)), Loop(("b",))))
    process = record.processes[0]
    thread = process.threads[0]
    threads = tuple(
        dataclasses.replace(thread, name=f"loop_{number}", node=None, cpu_percent=1.0 + number)
        for number in (1, 0)
    )
    told = dataclasses.replace(record, processes=(dataclasses.replace(process, threads=threads),))
    found = measured_of(told, (Loop(("a",)), Loop(("b",))))
    assert found.loop_cpu_percent == (1.0, 2.0) and found.cpu_percent == record.value("cpu_percent")
