# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arm_studies import ISOLATED
from fake_runner import make_study
from message_lines import head, period, received, sent, write

from nav2_composition_bench.message_statistics.statistics_file import read_statistics
from nav2_composition_bench.processes.outcomes import ShutdownReport
from nav2_composition_bench.sampling.sample import (
    CpuSample,
    MemorySample,
    ProcessCpu,
    ProcessMemory,
    SamplerCost,
    SamplerHeader,
    SamplerStream,
    ThreadCpu,
)
from nav2_composition_bench.sampling.yardstick_readings import UnitCost, YardstickSecond
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.trial.counted import NodeMessages
from nav2_composition_bench.trial.goal_legs import Leg, LegsSeen
from nav2_composition_bench.trial.machine_state import MachineState
from nav2_composition_bench.trial.measure import SystemLayout
from nav2_composition_bench.trial.middleware_memory import MiddlewareMemory
from nav2_composition_bench.trial.record import Outsider, TrialRecord
from nav2_composition_bench.trial.record_json import from_line, to_line
from nav2_composition_bench.trial.trial_log import TrialLog, record_of

SPEC = TrialSpec(ISOLATED, 1, 2, 1)
LEGS = (Leg("A", "a", 10.0, 30.0, "SUCCEEDED"), Leg("B", "b", 31.0, 51.0, "SUCCEEDED"))


def stream(unavailable: str | None = None) -> SamplerStream:
    cost = SamplerCost(0.1, 1_000_000)
    cpu, walks = [], []
    for i in range(121):
        burnt = 0.2 * i
        process = ProcessCpu(
            7, 5, "python3", burnt, 0.0, 9, 10 * i, i, (ThreadCpu(7, "amcl", burnt),)
        )
        cpu.append(CpuSample(0.5 * i, 1e9, burnt, None, (process,), cost))
    for at_s in (18.0, 26.0, 39.0):
        memory = ProcessMemory(
            100, 90, 120, 60, 30, 10, 0, 110, pid=7, start_time_ticks=5, name="python3"
        )
        walks.append(MemorySample(at_s, at_s + 0.1, 1e9, 110, (memory,), cost))
    return SamplerStream(
        header=SamplerHeader(1, 4096, 0.5, 0.0, unavailable),
        starts=(),
        cpu_samples=tuple(cpu),
        memory_samples=tuple(walks),
        partial_memory_samples=(),
        exits=(),
        warnings=(),
        end=None,
        truncated_line=None,
    )


def make_log(**changes: Any) -> TrialLog:
    """The log of a trial that went well."""
    fields: dict[str, Any] = {
        "started_wall_s": 1.79e9,
        "started_monotonic_s": 1.0,
        "ended_monotonic_s": 55.0,
        "bring_up_began_s": 2.0,
        "active_s": 7.5,
        "layout": SystemLayout({7: "nav2_container"}, {"nav2_container": ("amcl",)}, {}),
        "legs": LegsSeen(("A", "B"), legs=LEGS),
        "commands_s": tuple(10.0 + 0.05 * i for i in range(830)),
        "simulated": tuple((float(at_s), float(at_s)) for at_s in range(60)),
        "stream": stream(),
        "machine_before": MachineState(10.0, 0.0, None, None, None),
        "machine_after": MachineState(51.0, 0.41, None, None, None),
        "outsiders": (Outsider(3, "rviz", 4096),),
        "dds_participants": 1,
        "report": ShutdownReport(1.5, {"nav2_container": 0}, leftovers_removed=("fastrtps_1",)),
    }
    return TrialLog(**{**fields, **changes})


def record(**changes: Any) -> TrialRecord:
    return record_of(make_log(**changes), make_study(), SPEC, 20.0)


def test_a_trial_that_went_well_is_valid_and_complete() -> None:
    made = record()
    assert (made.valid, made.invalid_reason) == (True, None)
    assert (made.arm, made.block, made.order_in_block, made.attempt) == (
        "isolated", 1, 2, 1,
    )  # fmt: skip
    assert made.levels == ISOLATED.levels and made.composition == "isolated"
    expected = {
        "cpu_percent": 40.0, "pss_bytes": 100, "footprint_bytes": 110, "swap_pss_bytes": 0,
        "bring_up_s": 5.5, "shutdown_s": 1.5, "real_time_factor": 1.0, "control_loop_hz": 20.0,
        "steal_percent": 1.0,
    }  # fmt: skip
    assert {name: made.value(name) for name in expected} == pytest.approx(expected)
    assert made.duration_s == 54.0
    assert made.exit_statuses == {"nav2_container": 0}
    assert made.processes[0].exit_status == 0
    assert made.leftovers_removed == ("fastrtps_1",)


def test_a_record_of_a_trial_can_be_written_and_read() -> None:
    assert from_line(to_line(record()), "line 1") == record()


def test_a_trial_that_never_came_up_is_a_record_without_figures() -> None:
    failed = TrialLog(failures=["not active after 60 s: amcl is configuring"])
    failed.ended_monotonic_s = failed.started_monotonic_s + 60.0
    made = record_of(failed, make_study(), SPEC, None)
    assert made.invalid_reason == "not active after 60 s: amcl is configuring"
    assert (made.metrics, made.observer, made.legs) == ({}, None, ())
    assert made.duration_s == pytest.approx(60.0)
    assert from_line(to_line(made), "line 1") == made


def test_dead_processes_come_first_among_the_reasons() -> None:
    made = record(died=["amcl was killed by SIGKILL"], failures=["and more"])
    assert made.invalid_reason == "amcl was killed by SIGKILL; and more"
    assert made.died == ("amcl was killed by SIGKILL",)


def test_a_leg_without_an_end_is_lost_when_the_trial_ends() -> None:
    made = record(legs=LegsSeen(("A", "B"), legs=(LEGS[0], Leg("B", "b", 31.0))))
    assert made.legs[1].status == "LOST"
    assert made.legs[1].finished_monotonic_s == 55.0
    assert made.invalid_reason is not None
    assert made.invalid_reason.startswith("goal B ended LOST after 24.0 s")


def test_a_goal_that_is_over_as_soon_as_it_is_told_is_a_leg_without_figures() -> None:
    cost = UnitCost(150.0, 60.0, 40.0, 30.0, 20.0)
    made = record(
        legs=LegsSeen(("A", "B"), legs=(Leg("A", "a", 10.0, 10.0, "ABORTED"),)),
        yardstick_rate_hz=50.0,
        yardstick=tuple(YardstickSecond(float(at_s), 50, cost, 0.01 * at_s) for at_s in range(9)),
    )
    assert made.invalid_reason is not None
    assert made.invalid_reason.startswith("goal A ended ABORTED after 0.0 s")
    assert made.yardstick is not None and made.yardstick.cpu_percent is None


def test_a_record_of_a_trial_that_still_runs_has_no_leg_that_ended_before_it_began() -> None:
    made = record(ended_monotonic_s=None, legs=LegsSeen(("A", "B"), legs=(Leg("A", "a", 10.0),)))
    assert made.invalid_reason is not None
    assert made.invalid_reason.startswith("goal A ended LOST after 0.0 s")


def test_a_slow_simulator_and_a_slow_controller_are_told_together() -> None:
    made = record(
        simulated=tuple((float(at_s), 0.9 * at_s) for at_s in range(60)),
        commands_s=tuple(10.0 + 0.1 * i for i in range(400)),
    )
    assert made.invalid_reason is not None
    assert "real-time factor of 0.900" in made.invalid_reason
    assert "the controller ran at 10.00 Hz" in made.invalid_reason


def test_throttling_makes_a_trial_invalid() -> None:
    made = record(
        machine_before=MachineState(10.0, 0.0, 3, None, None),
        machine_after=MachineState(51.0, 0.0, 5, None, None),
    )
    assert made.invalid_reason == "the CPU was slowed down for its temperature 2 times"


def test_memory_that_nobody_may_read_is_a_reason() -> None:
    readings = stream()
    unreadable = replace(
        readings, memory_samples=(), partial_memory_samples=readings.memory_samples
    )
    made = record(stream=unreadable)
    assert made.value("pss_bytes") is None
    assert made.invalid_reason is not None
    assert made.invalid_reason.startswith("the memory of some process was unreadable in all 3")


def test_why_there_is_no_footprint_stands_in_the_record() -> None:
    made = record(stream=stream("needs CAP_SYS_ADMIN"))
    assert made.footprint_unavailable_reason == "needs CAP_SYS_ADMIN"


def test_the_way_of_messages_is_told_from_what_processes_map_and_loopback_carries(
    tmp_path: Path,
) -> None:
    lines = head("/amcl"), period(20.0, 21.0, publishers={"out": sent(50, 100_000)},
        subscriptions={"in": received([1_000] * 50)})  # fmt: skip
    statistics = read_statistics(write(tmp_path / "amcl", *lines))
    assert statistics is not None
    settings = {"publisher.out.topic": "/x", "subscription.in.topic": "/x"}
    talks = {
        "messages": [NodeMessages(statistics, settings)],
        "memory": {"nav2_container": MiddlewareMemory(7)},
    }
    levels = {**ISOLATED.values, "topology": "x", "transport": Transport.UDP}
    spec = replace(SPEC, arm=Arm("isolated", levels))
    for rate_hz, found in ((5.5e6, "udp"), (1e4, "inside_process")):
        carried = [(float(at_s), rate_hz * at_s) for at_s in range(60)]
        made = record_of(make_log(**talks, loopback=carried), make_study(), spec, 20.0)
        assert made.transport is not None
        assert made.transport.found == {found: 1}
        assert made.transport.loopback_bytes_hz == pytest.approx(rate_hz)
        assert made.valid == (found == "udp")


def test_of_messages_that_nobody_looked_after_no_way_is_known() -> None:
    assert record().transport is None
