# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest
from captured_systems import robot
from message_records import make_entities, make_subscription
from record_factory import MEGABYTE, at_speed, changed, make_process, make_record

from nav2_composition_bench.capturing.carry_over import carried_over
from nav2_composition_bench.capturing.prediction import cheapest, outcome_of, predictions
from nav2_composition_bench.topology.captured import YardstickReading
from nav2_composition_bench.trial.record import TrialRecord


def trial(
    arm: str, block: int, cpu_percent: float, pss_mb: float = 100.0, sim_percent: float = 0.0
) -> TrialRecord:
    sim = make_process("sim", nodes=("sim",), cpu_percent=sim_percent, pss_bytes=MEGABYTE)
    return make_record(
        arm,
        block,
        cpu_percent=cpu_percent,
        pss_bytes=round(pss_mb * MEGABYTE),
        processes=(make_process(nodes=("camera",)), sim),
    )


def test_what_the_replay_takes_less_is_taken_off_what_was_captured() -> None:
    records = [
        trial("captured", 0, 50.0), trial("isolated", 0, 30.0),
        trial("captured", 1, 54.0), trial("isolated", 1, 32.0),
    ]  # fmt: skip
    base, isolated = predictions(records, (), {"cpu_percent": 100.0, "pss_bytes": None})
    figure = isolated.figures["cpu_percent"]
    assert figure.replayed == pytest.approx(31.0)
    assert figure.value == pytest.approx(79.0)
    assert figure.saved == pytest.approx(0.21)
    assert figure.interval is not None and figure.interval.contains(0.21)
    assert base.figures["cpu_percent"].value == pytest.approx(100.0)
    assert base.figures["cpu_percent"].interval is None


def test_an_arm_that_takes_more_has_the_sign_of_it() -> None:
    records = [trial("captured", 0, 50.0), trial("multi_threaded", 0, 60.0)]
    _, threaded = predictions(records, (), {"cpu_percent": 100.0})
    assert threaded.figures["cpu_percent"].saved == pytest.approx(-0.1)


def test_without_a_captured_figure_the_replay_is_what_is_saved_of() -> None:
    records = [trial("captured", 0, 50.0), trial("isolated", 0, 30.0)]
    _, isolated = predictions(records, (), {"cpu_percent": None})
    figure = isolated.figures["cpu_percent"]
    assert figure.value is None
    assert figure.saved == pytest.approx(0.4)


def test_what_wake_ups_cost_more_than_in_the_replay_is_saved_with_them() -> None:
    records = [
        changed(trial(arm, block, cpu), voluntary_context_switches_hz=wakes_hz)
        for block in range(2)
        for arm, cpu, wakes_hz in (("captured", 50.0, 12_000.0), ("isolated", 30.0, 2000.0))
    ]
    took = {"cpu_percent": 100.0, "pss_bytes": None}
    _, isolated = predictions(records, (), took, wake_us={0: 4.0, 1: 6.0})
    figure = isolated.figures["cpu_percent"]
    assert figure.saved == pytest.approx(0.2 + 10_000 * 5e-4 / 100)
    assert figure.interval is not None and figure.interval.high > figure.saved + 0.05
    assert figure.replayed == pytest.approx(30.0)
    assert isolated.figures["pss_bytes"].saved == 0.0


def test_trials_that_are_not_valid_and_blocks_without_a_partner_do_not_count() -> None:
    records = [
        trial("captured", 0, 50.0), trial("isolated", 0, 30.0), trial("isolated", 1, 1.0),
        make_record("isolated", 0, valid=False, cpu_percent=1.0),
    ]  # fmt: skip
    _, isolated = predictions(records, (), {"cpu_percent": 100.0})
    assert isolated.figures["cpu_percent"].saved == pytest.approx(0.2)


def test_the_cheapest_are_ranked_by_cpu_among_those_allowed() -> None:
    cpu = {"captured": 50.0, "a": 20.0, "b": 30.0, "c": 10.0, "d": 40.0}
    found = predictions([trial(arm, 0, value) for arm, value in cpu.items()], (), {})
    ranked = cheapest(found, ["captured", "a", "b", "d"])
    assert [each.arm for each in ranked] == ["a", "b", "d"]


def test_an_arm_that_delivers_less_does_not_keep_up_and_is_none_of_the_cheapest() -> None:
    delivered_hz = {"captured": 6000.0, "isolated": 5950.0, "multi_threaded": 3000.0}
    records = [
        changed(
            trial(arm, 0, 10.0 if arm == "multi_threaded" else 40.0),
            callbacks_hz=60_000.0 + rate_hz,  # most are of timers
            message_entities=make_entities(subscriptions=(make_subscription(rate_hz=rate_hz),)),
        )
        for arm, rate_hz in delivered_hz.items()
    ]
    found = predictions(records, (), {})
    assert {each.arm: each.keeps_up for each in found} == {
        "captured": True, "isolated": True, "multi_threaded": False
    }  # fmt: skip
    assert found[2].delivered == pytest.approx(0.5)
    assert "multi_threaded" not in [each.arm for each in cheapest(found, delivered_hz)]


def test_what_was_captured_is_set_beside_the_trials_at_their_speed() -> None:
    topology = robot().topology()
    assert topology.captured is not None
    then = replace(topology.captured, yardstick=YardstickReading(50.0, 125.0))
    records = [
        at_speed(trial(arm, 0, cpu_percent), 100.0, 100.0)
        for arm, cpu_percent in (("captured", 50.0), ("isolated", 48.0))
    ]
    here = {"architecture": "x86_64", "cpu_model": "A CPU"}
    outcome = outcome_of(replace(topology, captured=then), records, carried_over(then, here))
    assert outcome.took["cpu_percent"] == pytest.approx(10.0 * 0.8)
    assert outcome.wakes.mean_us == 0.0  # these trials tell of no processes
    _, isolated = outcome.found
    assert isolated.figures["cpu_percent"].saved == pytest.approx(2.0 / 8.0)
