# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses

import pytest
from loop_graphs import chain, fan, loops

from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.load import Load, Outlet, Sink, Source
from nav2_composition_bench.placing.simulation import predict
from nav2_composition_bench.topology.entities import NO_WORK, Work

FREE = Costs()
ALL = Costs(publish_us=3, near_us=5, far_us=7, wake_us=11, wake_delay_us=13)


def near(value: float) -> object:
    return pytest.approx(value, rel=1e-6)


def test_a_lone_loop_serves_one_after_the_other() -> None:
    load = fan(1000, 2000, 4000)
    found = predict(load, FREE, loops(load, 0, 0, 0, 0), 1)
    means = [latency.mean_us for latency in found.paths.values()]
    assert means == [near(0), near(1000), near(3000)]
    assert found.cpu_percent == near(70.0) and found.lost == 0
    assert found.latency_mean_us == near(4000 / 3) and found.latency_p99_us == near(3000)


def test_loops_on_cores_of_their_own_do_not_wait_for_each_other() -> None:
    load = fan(1000, 4000)
    found = predict(load, FREE, loops(load, 0, 1, 2, cores=(0, 1, 2)), 3)
    assert [latency.mean_us for latency in found.paths.values()] == [near(0), near(0)]


def test_what_has_a_thread_of_its_own_holds_nobody_up_and_is_in_no_loop() -> None:
    load = fan(4000, 1000, 0)
    apart = dataclasses.replace(load.sinks[0], thread=0)
    load = dataclasses.replace(load, sinks=(apart, *load.sinks[1:]), threads=1)
    found = predict(load, FREE, loops(load, 0, 0, 0, 0), 2)
    means = [latency.mean_us for latency in found.paths.values()]
    assert means == [near(0), near(0), near(1000)]
    (loop,) = found.loops
    assert loop.cpu_us == near(100 * 1000) and found.cpu_percent == near(10.0)


def test_every_cost_is_where_it_arises() -> None:
    load = fan(100, 100)
    found = predict(load, ALL, loops(load, 0, 0, 1, cores=(0, 1)), 2)
    # Published (3), then taken in the same loop (5); or the other wakes (13 + 11) and takes (7).
    assert found.paths["path_0"].mean_us == near(3 + 5)
    assert found.paths["path_1"].mean_us == near(3 + 13 + 11 + 7)
    first, second = found.loops
    assert first.cpu_us == near(100 * (11 + 3 + 5 + 100))
    assert second.cpu_us == near(100 * (11 + 7 + 100))
    assert (first.wakes, first.published, first.near, first.far) == (100, 100, 100, 0)
    assert (second.wakes, second.near, second.far) == (100, 0, 100)


def test_two_loops_on_a_core_share_it_evenly() -> None:
    # Both begin together. The short job has had its 1000 us after 2000; the long one, then alone,
    # is over at 4000. Each tells of its end by a message to a loop on another core.
    load = Load(
        ("talker", "short", "long", "end_short", "end_long"),
        (Source(0, 10_000, NO_WORK, (0,)),),
        (
            Sink(1, 10, Work(work_us=1000), (1,)),
            Sink(2, 10, Work(work_us=3000), (2,)),
            Sink(3, 10, NO_WORK, (), (0,)),
            Sink(4, 10, NO_WORK, (), (1,)),
        ),
        (Outlet((0, 1)), Outlet((2,)), Outlet((3,))),
        ("short", "long"),
    )
    apart = predict(load, FREE, loops(load, 0, 1, 2, 3, 3, cores=(0, 1, 2, 3)), 4)
    assert [apart.paths[name].mean_us for name in load.paths] == [near(1000), near(3000)]
    shared = predict(load, FREE, loops(load, 0, 1, 2, 3, 3, cores=(0, 1, 1, 2)), 3)
    assert [shared.paths[name].mean_us for name in load.paths] == [near(2000), near(4000)]
    unbound = predict(load, FREE, loops(load, 0, 1, 2, 3, 3), 4)
    assert [unbound.paths[name].mean_us for name in load.paths] == [near(1000), near(3000)]


def test_a_queue_waits_as_theory_says_where_arrivals_are_in_any_order() -> None:
    # Many periodic sources with random phases and slightly other periods are nearly Poisson: in an
    # M/D/1 queue the wait is rho / (2 (1 - rho)) services.
    sources, service_us, rate = 200, 1000, 600.0
    load = Load(
        ("talker", "server"),
        tuple(
            Source(0, sources / rate * 1e6 * (1 + 0.001 * n / sources), NO_WORK, (0,))
            for n in range(sources)
        ),
        (Sink(1, 0, Work(work_us=service_us)),),
        (Outlet((0,)),),
        (),
    )
    found = predict(load, FREE, loops(load, 0, 1, cores=(0, 1)), 2, simulated_s=60)
    assert found.cpu_percent == pytest.approx(60, rel=0.01)
    assert found.messages.mean_us == pytest.approx(service_us * 0.6 / (2 * 0.4), rel=0.25)


def test_a_path_lasts_from_its_first_message_to_the_entry_of_its_last_callback() -> None:
    load = chain(1000, 2000, 500)
    found = predict(load, ALL, loops(load, 0, 0, 0, 0), 1)
    assert found.paths["chain"].mean_us == near(3 + 5 + 1000 + 3 + 5 + 2000 + 3 + 5)


def test_fused_messages_cause_work_once_all_have_come_and_a_path_goes_on_from_the_latest() -> None:
    load = Load(
        ("fast", "slow", "fuser", "end"),
        (Source(0, 10_000, NO_WORK, (0,)), Source(1, 40_000, NO_WORK, (1,))),
        (
            Sink(2, 10, Work(work_us=1000), (2,), is_fused=True),
            Sink(2, 10, Work(work_us=1000), (2,), is_fused=True),
            Sink(3, 10, NO_WORK, (), (0,)),
        ),
        tuple(Outlet((sink,)) for sink in range(3)),
        ("fused",),
    )
    found = predict(load, FREE, loops(load, 0, 1, 2, 3), 4)
    fuser = found.loops[2]
    assert fuser.far == pytest.approx(125, abs=1)
    assert (fuser.published, fuser.work_us) == (near(25), near(25_000))
    # The latest of the fused messages is the one that completes them.
    assert found.paths["fused"].mean_us == near(1000)


def test_what_sleeps_keeps_its_loop_and_no_core() -> None:
    load = fan(0, 0)
    asleep = Load(
        load.nodes,
        load.sources,
        (Sink(1, 10, Work(sleep_us=2000)), load.sinks[1]),
        load.outlets,
        load.paths,
    )
    found = predict(asleep, FREE, loops(load, 0, 0, 0), 1)
    assert found.paths["path_1"].mean_us == near(2000) and found.cpu_percent == 0
    apart = predict(asleep, FREE, loops(load, 0, 1, 2, cores=(0, 0, 0)), 1)
    assert apart.paths["path_1"].mean_us == near(0)


@pytest.mark.parametrize("depth", [1, 4])
def test_no_message_is_lost_but_those_that_are_counted(depth: int) -> None:
    period_us, work_us = 1000.0, 2500
    load = fan(work_us, period_us=period_us, depth=depth)
    found = predict(load, FREE, loops(load, 0, 1, cores=(0, 1)), 2)
    sent = 10_000
    served = round(10 * found.loops[1].far)
    assert abs(sent - served - found.dropped) <= depth + 1
    assert served == pytest.approx(10e6 / work_us, abs=2)
    assert found.missed == 0
    keep_all = predict(fan(work_us, period_us=period_us, depth=0), FREE, loops(load, 0, 1), 2)
    assert keep_all.dropped == 0
    # What waits at the end; of that, what came in its last tenth might have been served yet.
    waiting = sent - round(10 * keep_all.loops[1].far)
    assert keep_all.stuck == keep_all.lost == pytest.approx(waiting - 1000, abs=2)


def test_latencies_of_all_messages_are_those_of_subscriptions_as_in_records() -> None:
    load = fan(1000, 2000, 4000)
    call = dataclasses.replace(load.sinks[1], is_call=True)
    load = dataclasses.replace(load, sinks=(load.sinks[0], call, load.sinks[2]))
    found = predict(load, FREE, loops(load, 0, 0, 0, 0), 1)
    assert found.messages.mean_us == near((0 + 3000) / 2)
    assert found.paths["path_1"].mean_us == near(1000)


def test_a_timer_that_was_not_served_misses_its_period() -> None:
    load = fan(2500, period_us=1000.0)
    found = predict(load, FREE, loops(load, 0, 0), 1)
    assert found.missed == pytest.approx(6000, abs=10) and found.dropped == 0


def test_the_model_answers_the_same_for_the_same_seed_and_otherwise_for_another() -> None:
    load = Load(
        ("a", "b"),
        (Source(0, 9_000, NO_WORK, (0,)), Source(1, 7_000, Work(work_us=3000), ())),
        (Sink(1, 10, Work(work_us=1000)),),
        (Outlet((0,)),),
        (),
    )
    told = loops(load, 0, 1, cores=(0, 0))
    assert predict(load, ALL, told, 1, seed=3) == predict(load, ALL, told, 1, seed=3)
    assert predict(load, ALL, told, 1, seed=3) != predict(load, ALL, told, 1, seed=4)
