# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What is gathered while a trial runs, and the record made of it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from nav2_composition_bench.message_statistics.delays import Delays
from nav2_composition_bench.metrics import measured
from nav2_composition_bench.processes.outcomes import ShutdownReport
from nav2_composition_bench.ros_domain.foreign_nodes import SeenNode
from nav2_composition_bench.sampling.cumulative_counter import CumulativeCounter, Window
from nav2_composition_bench.sampling.sample import SamplerStream
from nav2_composition_bench.sampling.yardstick_readings import (
    UnitCost,
    YardstickSecond,
    mean_cost,
    own_cpu_percent,
)
from nav2_composition_bench.study.factor import TRANSPORT
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.study.workload import Exchange, Navigation
from nav2_composition_bench.trial.base_log import BaseLog, base_fields
from nav2_composition_bench.trial.counted import NodeMessages, uncounted
from nav2_composition_bench.trial.find_transport import Evidence, find_transport
from nav2_composition_bench.trial.goal_figures import goal_figures
from nav2_composition_bench.trial.goal_legs import LegsSeen, close
from nav2_composition_bench.trial.machine_state import throttled
from nav2_composition_bench.trial.measure import Measurements, SystemLayout, measure
from nav2_composition_bench.trial.measure_memory import walks_inside
from nav2_composition_bench.trial.measure_messages import Messages, measure_messages
from nav2_composition_bench.trial.measure_rates import measure_rates
from nav2_composition_bench.trial.message_record import MessageEntities, TransportRecord
from nav2_composition_bench.trial.middleware_memory import MiddlewareMemory
from nav2_composition_bench.trial.rates import lowest_real_time_factor, message_rate_hz
from nav2_composition_bench.trial.record import (
    LegRecord,
    Outsider,
    TrialRecord,
    YardstickRecord,
    steady_windows,
)
from nav2_composition_bench.trial.runner_cost import RunnerCost, with_runner
from nav2_composition_bench.trial.validity import TrialFacts, invalid_reason


@dataclass
class TrialLog(BaseLog):
    """What is gathered of a trial of any system but a fleet.

    :ivar yardstick: every second of the trial.
    :ivar seen_nodes: those on the domain whenever a leg began or ended.
    :ivar loopback: (CLOCK_MONOTONIC, bytes carried) during the legs of a topology.
    :ivar memory: label → what that process of a topology shares.
    :ivar died: processes that ended unasked, one clause each; failures as well.
    :ivar errors: the last error that each process of the system logged during the legs.
    :ivar delays: of the system's timers and goals, where something timed them.
    :ivar is_unanswered: a goal was due and never accepted.
    :ivar is_disturbed: something other than the system ended, which may have cost a goal.
    """

    active_s: float | None = None
    layout: SystemLayout = field(default_factory=SystemLayout)
    legs: LegsSeen = field(default_factory=lambda: LegsSeen(()))
    commands_s: tuple[float, ...] = ()
    simulated: tuple[tuple[float, float], ...] = ()
    runner_before: RunnerCost | None = None
    runner_after: RunnerCost | None = None
    yardstick_rate_hz: float | None = None
    yardstick: tuple[YardstickSecond, ...] = ()
    idle_before: UnitCost | None = None
    idle_after: UnitCost | None = None
    outsiders: tuple[Outsider, ...] = ()
    seen_nodes: set[SeenNode] = field(default_factory=set)
    foreign_nodes: tuple[str, ...] = ()
    dds_participants: int | None = None
    report: ShutdownReport | None = None
    messages: list[NodeMessages] = field(default_factory=list)
    loopback: list[tuple[float, float]] = field(default_factory=list)
    memory: dict[str, MiddlewareMemory] = field(default_factory=dict)
    died: list[str] = field(default_factory=list)
    errors: tuple[str, ...] = ()
    delays: Delays = field(default_factory=Delays)
    is_unanswered: bool = False
    is_disturbed: bool = False


def record_of(
    log: TrialLog, study: Study, spec: TrialSpec, nominal_control_hz: float | None
) -> TrialRecord:
    """Make the record of a trial; pure.

    :param nominal_control_hz: the controller's parameter; None if unknown.
    """
    legs = close(log.legs, log.ended_s)
    statuses = log.report.exit_statuses if log.report else {}
    layout = dataclasses.replace(log.layout, exit_statuses=statuses)
    walks = log.memory_samples
    is_driven = isinstance(study.workload, Navigation)
    read = measure(log.cpu_samples, walks, legs.legs, layout, is_driven=is_driven)
    windows = [(leg.accepted_monotonic_s, leg.finished_monotonic_s) for leg in read.legs]
    steady = steady_windows(read.legs)
    messages = measure_messages(log.messages, steady, log.bring_up_began_s)
    facts = TrialFacts(
        failures=(*log.died, *log.failures, *_unreadable(log.stream)),
        goals=study.workload.legs,
        legs=read.legs,
        memory_walks=tuple(len(walks_inside(walks, [window])) for window in steady),
        swap_pss_bytes=read.metrics.get("swap_pss_bytes"),
        throttled=throttled(log.machine_before, log.machine_after),
        real_time_factor=lowest_real_time_factor(log.simulated, windows),
        control_loop_hz=message_rate_hz(log.commands_s, windows),
        nominal_control_hz=nominal_control_hz,
        foreign_nodes=log.foreign_nodes,
        counts_messages=isinstance(study.workload, Exchange),
        rates=measure_rates(log.messages, steady),
        messages=messages.entities if messages else None,
        uncounted=uncounted(log.messages, steady),
        transport=_transport(log, spec, messages.entities if messages else None, steady),
        errors=log.errors,
    )
    return _record(log, study, spec, read, messages, facts)


def _record(
    log: TrialLog,
    study: Study,
    spec: TrialSpec,
    read: Measurements,
    messages: Messages | None,
    facts: TrialFacts,
) -> TrialRecord:
    report = log.report
    yardstick = _yardstick(log, read.legs)
    in_trial = yardstick.in_trial if yardstick else None
    return TrialRecord(
        **base_fields(
            log,
            study,
            spec,
            invalid_reason=invalid_reason(facts, study.validity, study.workload.rate_held_ratio),
            active_s=log.active_s,
            metrics={
                **read.metrics,
                **measured(
                    shutdown_s=report.shutdown_s if report else None,
                    dds_participants=log.dds_participants,
                    real_time_factor=facts.real_time_factor,
                    control_loop_hz=facts.control_loop_hz,
                    yardstick_rate_hz=log.yardstick_rate_hz,
                    yardstick_us=in_trial.unit_us if in_trial else None,
                    yardstick_system_calls_us=in_trial.system_calls_us if in_trial else None,
                    idle_yardstick_system_calls_us=_mean_system_calls_us(
                        log.idle_before, log.idle_after
                    ),
                ),
                **(messages.metrics if messages else {}),
                **_goals(log, study, read.legs),
            },
        ),
        binding=messages.binding if messages else None,
        legs=read.legs,
        processes=read.processes,
        observer=with_runner(read.observer, log.runner_before, log.runner_after),
        yardstick=yardstick,
        outsiders=log.outsiders,
        foreign_nodes=log.foreign_nodes,
        died=tuple(log.died),
        leftovers_removed=report.leftovers_removed if report else (),
        exit_statuses=dict(report.exit_statuses) if report else {},
        message_entities=messages.entities if messages else None,
        transport=facts.transport,
    )


def _goals(log: TrialLog, study: Study, legs: tuple[LegRecord, ...]) -> dict[str, float]:
    if study.background_load is None or log.is_disturbed:
        return {}
    windows = [(leg.accepted_monotonic_s, leg.finished_monotonic_s) for leg in legs]
    statuses = [leg.status for leg in legs]
    return goal_figures(statuses, log.is_unanswered, log.delays, windows)


def _yardstick(log: TrialLog, legs: tuple[LegRecord, ...]) -> YardstickRecord | None:
    if log.yardstick_rate_hz is None:
        return None
    driven = [(legs[0].accepted_monotonic_s, legs[-1].finished_monotonic_s)] if legs else []
    return YardstickRecord(
        cpu_percent=own_cpu_percent(log.yardstick, driven),
        in_trial=mean_cost(log.yardstick, steady_windows(legs)),
        idle_before=log.idle_before,
        idle_after=log.idle_after,
        system_calls_series=tuple(
            (one.end_monotonic_s, one.cost.system_calls_us) for one in log.yardstick
        ),
    )


def _mean_system_calls_us(*costs: UnitCost | None) -> float | None:
    known = [cost.system_calls_us for cost in costs if cost is not None]
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
            spec.arm[TRANSPORT],
            homes={node: label for label, nodes in log.layout.nodes.items() for node in nodes},
            memory=log.memory,
            settings={
                each.statistics.head.node.lstrip("/"): each.settings for each in log.messages
            },
            on_rclcpp={
                each.statistics.head.node.lstrip("/")
                for each in log.messages
                if each.statistics.head.binding == "rclcpp"
            },
            loopback_bytes_hz=_rate(log.loopback, steady),
        ),
    )


def _rate(readings: list[tuple[float, float]], windows: list[Window]) -> float | None:
    return CumulativeCounter.of(readings).rate(windows) if readings and windows else None


def _unreadable(stream: SamplerStream | None) -> tuple[str, ...]:
    """Say so if no walk could read every process, as happens to processes of another user."""
    if stream is None or stream.memory_samples or not stream.partial_memory_samples:
        return ()
    return (
        f"the memory of some process was unreadable in all {len(stream.partial_memory_samples)}"
        " walks of the page tables",
    )
