# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What is gathered while a trial runs, and the record made of it."""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass, field

from nav2_composition_bench.processes.outcomes import ShutdownReport
from nav2_composition_bench.sampling.cumulative_counter import CumulativeCounter, Window
from nav2_composition_bench.sampling.memory_figures import MEMORY_FIELDS
from nav2_composition_bench.sampling.sample import SamplerStream
from nav2_composition_bench.sampling.yardstick_readings import (
    UnitCost,
    YardstickSecond,
    mean_cost,
    own_cpu_percent,
)
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.study.workload import Exchange
from nav2_composition_bench.trial.find_transport import Evidence, find_transport
from nav2_composition_bench.trial.goal_legs import LegsSeen, close
from nav2_composition_bench.trial.machine_state import MachineState, steal_percent, throttled
from nav2_composition_bench.trial.measure import Measurements, SystemLayout, measure
from nav2_composition_bench.trial.measure_memory import walks_inside
from nav2_composition_bench.trial.measure_messages import NodeMessages, measure_messages
from nav2_composition_bench.trial.message_record import MessageEntities, TransportRecord
from nav2_composition_bench.trial.middleware_memory import MiddlewareMemory
from nav2_composition_bench.trial.rates import lowest_real_time_factor, message_rate_hz
from nav2_composition_bench.trial.record import (
    SCHEMA,
    LegRecord,
    Outsider,
    TrialRecord,
    YardstickRecord,
)
from nav2_composition_bench.trial.runner_cost import RunnerCost, with_runner
from nav2_composition_bench.trial.validity import TrialFacts, invalid_reason


@dataclass
class TrialLog:
    """Filled in from bring-up to teardown, whatever comes to pass in between.

    :ivar started_wall_s: for people; every duration is from CLOCK_MONOTONIC.
    :ivar yardstick: every second of the trial.
    :ivar loopback: (CLOCK_MONOTONIC, bytes carried) during the legs of a topology.
    :ivar memory: label → what that process of a topology shares.
    :ivar failures: what makes the trial invalid as such, one clause each.
    :ivar died: processes that ended unasked, one clause each; failures as well.
    """

    started_wall_s: float = field(default_factory=time.time)
    started_monotonic_s: float = field(default_factory=time.monotonic)
    ended_monotonic_s: float | None = None
    bring_up_began_s: float | None = None
    active_s: float | None = None
    layout: SystemLayout = field(default_factory=SystemLayout)
    legs: LegsSeen = field(default_factory=lambda: LegsSeen(()))
    commands_s: tuple[float, ...] = ()
    simulated: tuple[tuple[float, float], ...] = ()
    stream: SamplerStream | None = None
    machine_before: MachineState | None = None
    machine_after: MachineState | None = None
    runner_before: RunnerCost | None = None
    runner_after: RunnerCost | None = None
    yardstick_rate_hz: float | None = None
    yardstick: tuple[YardstickSecond, ...] = ()
    idle_before: UnitCost | None = None
    idle_after: UnitCost | None = None
    outsiders: tuple[Outsider, ...] = ()
    foreign_nodes: tuple[str, ...] = ()
    dds_participants: int | None = None
    report: ShutdownReport | None = None
    messages: list[NodeMessages] = field(default_factory=list)
    loopback: list[tuple[float, float]] = field(default_factory=list)
    memory: dict[str, MiddlewareMemory] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    died: list[str] = field(default_factory=list)


def record_of(
    log: TrialLog, study: Study, spec: TrialSpec, nominal_control_hz: float | None
) -> TrialRecord:
    """Make the record of a trial; pure.

    :param nominal_control_hz: the controller's parameter; None if unknown.
    """
    ended_s = log.started_monotonic_s if log.ended_monotonic_s is None else log.ended_monotonic_s
    legs = close(log.legs, ended_s)
    statuses = log.report.exit_statuses if log.report else {}
    layout = dataclasses.replace(log.layout, exit_statuses=statuses)
    cpu = log.stream.cpu_samples if log.stream else ()
    walks = log.stream.memory_samples if log.stream else ()
    measured = measure(cpu, walks, legs.legs, layout, log.yardstick)
    windows = [(leg.accepted_monotonic_s, leg.finished_monotonic_s) for leg in measured.legs]
    steady = _steady_windows(measured.legs)
    messages = measure_messages(log.messages, steady, log.bring_up_began_s)
    facts = TrialFacts(
        failures=(*log.died, *log.failures, *_unreadable(log.stream)),
        goals=study.workload.legs,
        legs=measured.legs,
        memory_walks=tuple(len(walks_inside(walks, [window])) for window in steady),
        swap_pss_bytes=measured.memory.swap_pss_bytes if measured.memory else None,
        throttled=_throttled(log),
        real_time_factor=lowest_real_time_factor(log.simulated, windows),
        control_loop_hz=message_rate_hz(log.commands_s, windows),
        nominal_control_hz=nominal_control_hz,
        foreign_nodes=log.foreign_nodes,
        counts_messages=isinstance(study.workload, Exchange),
        messages=messages,
        transport=_transport(log, spec, messages[1] if messages else None, steady),
    )
    return _record(log, study, spec, measured, facts, ended_s)


def _record(
    log: TrialLog,
    study: Study,
    spec: TrialSpec,
    measured: Measurements,
    facts: TrialFacts,
    ended_s: float,
) -> TrialRecord:
    reason = invalid_reason(facts, study.validity, study.workload.rate_held_ratio)
    memory, report = measured.memory, log.report
    messages, entities = facts.messages or (None, None)
    yardstick = _yardstick(log, measured.legs)
    return TrialRecord(
        schema=SCHEMA,
        study=study.name,
        system=study.system,
        arm=spec.arm.name,
        levels=spec.arm.levels,
        block=spec.block,
        order_in_block=spec.order_in_block,
        attempt=spec.attempt,
        valid=reason is None,
        invalid_reason=reason,
        started_wall_s=log.started_wall_s,
        duration_s=ended_s - log.started_monotonic_s,
        bring_up_s=_difference(log.bring_up_began_s, log.active_s),
        shutdown_s=report.shutdown_s if report else None,
        active_monotonic_s=log.active_s,
        cpu_percent=measured.cpu_percent,
        cgroup_cpu_percent=measured.cgroup_cpu_percent,
        kernel_cpu_percent=measured.kernel_cpu_percent,
        **(memory.by_name() if memory else dict.fromkeys(MEMORY_FIELDS)),
        footprint_unavailable_reason=(
            log.stream.header.footprint_unavailable_reason if log.stream else None
        ),
        thread_count=measured.thread_count,
        voluntary_context_switches_hz=measured.voluntary_context_switches_hz,
        involuntary_context_switches_hz=measured.involuntary_context_switches_hz,
        dds_participants=log.dds_participants,
        real_time_factor=facts.real_time_factor,
        control_loop_hz=facts.control_loop_hz,
        steal_percent=(
            steal_percent(log.machine_before, log.machine_after)
            if log.machine_before and log.machine_after
            else None
        ),
        yardstick_rate_hz=log.yardstick_rate_hz,
        yardstick_us=_unit_us(yardstick.in_trial) if yardstick else None,
        yardstick_system_calls_us=(
            yardstick.in_trial.system_calls_us if yardstick and yardstick.in_trial else None
        ),
        idle_yardstick_us=_unit_us(log.idle_before, log.idle_after),
        instructions_hz=measured.instructions_hz,
        cycles_hz=measured.cycles_hz,
        legs=measured.legs,
        processes=measured.processes,
        cpu_series=measured.cpu_series,
        load_series=measured.load_series,
        memory_series=measured.memory_series,
        observer=with_runner(measured.observer, log.runner_before, log.runner_after),
        yardstick=yardstick,
        outsiders=log.outsiders,
        foreign_nodes=log.foreign_nodes,
        died=tuple(log.died),
        leftovers_removed=report.leftovers_removed if report else (),
        exit_statuses=dict(report.exit_statuses) if report else {},
        messages=messages,
        discovery=None,
        message_entities=entities,
        transport=facts.transport,
        fleet=None,
    )


def _yardstick(log: TrialLog, legs: tuple[LegRecord, ...]) -> YardstickRecord | None:
    if log.yardstick_rate_hz is None:
        return None
    driven = [(legs[0].accepted_monotonic_s, legs[-1].finished_monotonic_s)] if legs else []
    return YardstickRecord(
        cpu_percent=own_cpu_percent(log.yardstick, driven),
        in_trial=mean_cost(log.yardstick, _steady_windows(legs)),
        idle_before=log.idle_before,
        idle_after=log.idle_after,
        series=tuple((one.end_monotonic_s, one.cost.unit_us) for one in log.yardstick),
    )


def _unit_us(*costs: UnitCost | None) -> float | None:
    known = [cost.unit_us for cost in costs if cost is not None]
    return sum(known) / len(known) if known else None


def _transport(
    log: TrialLog, spec: TrialSpec, messages: MessageEntities | None, steady: list[Window]
) -> TransportRecord | None:
    """Return which way messages went; None where there are none or nobody has looked."""
    if messages is None or not log.memory:
        return None
    return find_transport(
        messages,
        Evidence(
            spec.arm.transport,
            homes={node: label for label, nodes in log.layout.nodes.items() for node in nodes},
            memory=log.memory,
            settings={
                each.statistics.head.node.lstrip("/"): each.settings for each in log.messages
            },
            loopback_bytes_hz=_rate(log.loopback, steady),
        ),
    )


def _rate(readings: list[tuple[float, float]], windows: list[Window]) -> float | None:
    return CumulativeCounter.of(readings).rate(windows) if readings and windows else None


def _steady_windows(legs: tuple[LegRecord, ...]) -> list[tuple[float, float]]:
    return [
        (leg.steady_start_monotonic_s, leg.steady_end_monotonic_s)
        for leg in legs
        if leg.steady_start_monotonic_s is not None and leg.steady_end_monotonic_s is not None
    ]


def _unreadable(stream: SamplerStream | None) -> tuple[str, ...]:
    """Say so if no walk could read every process, as happens to processes of another user."""
    if stream is None or stream.memory_samples or not stream.partial_memory_samples:
        return ()
    return (
        f"the memory of some process was unreadable in all {len(stream.partial_memory_samples)}"
        " walks of the page tables",
    )


def _throttled(log: TrialLog) -> tuple[str, ...]:
    if log.machine_before is None or log.machine_after is None:
        return ()
    return throttled(log.machine_before, log.machine_after)


def _difference(begin: float | None, end: float | None) -> float | None:
    return None if begin is None or end is None else end - begin
