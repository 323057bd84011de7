# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What one trial of a fleet has come to know, and the record made of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from nav2_composition_bench.fleet.figures import Idle, Sight
from nav2_composition_bench.fleet.network import Traffic
from nav2_composition_bench.sampling.cpu_counters import system_cpu
from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.sampling.memory_figures import MEMORY_FIELDS, MemoryFigures
from nav2_composition_bench.sampling.sample import MemorySample, SamplerStream
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.trial.discovery_record import DiscoveryFigures, FleetRecord
from nav2_composition_bench.trial.machine_state import MachineState, steal_percent, throttled
from nav2_composition_bench.trial.measure_cpu import interval_series, load_series
from nav2_composition_bench.trial.measure_memory import memory_series
from nav2_composition_bench.trial.record import SCHEMA, TrialRecord


@dataclass
class FleetLog:
    """Filled in from the first machine to the last, whatever comes to pass in between.

    :ivar robots: what they had found when the fleet was first up.
    :ivar discovery: what they had sent until then, which was at ``discovered_s``.
    :ivar discovery_cpu_s: their CPU time until then.
    :ivar window: in which nothing changed.
    :ivar failures: what makes the trial invalid, one clause each.
    """

    started_wall_s: float = field(default_factory=time.time)
    started_monotonic_s: float = field(default_factory=time.monotonic)
    ended_monotonic_s: float | None = None
    bring_up_began_s: float | None = None
    robots: tuple[Sight, ...] = ()
    discovery: Traffic | None = None
    discovered_s: float = 0.0
    discovery_cpu_s: float = 0.0
    idle: Idle | None = None
    stream: SamplerStream | None = None
    window: Window | None = None
    memory: MemoryFigures | None = None
    figures: DiscoveryFigures | None = None
    fleet: FleetRecord | None = None
    machine_before: MachineState | None = None
    machine_after: MachineState | None = None
    failures: list[str] = field(default_factory=list)

    def take(self, stream: SamplerStream, window: Window, walk: MemorySample) -> None:
        """Note what the sampler has read."""
        self.stream, self.window, self.memory = stream, window, walk.total()


def record_of(log: FleetLog, study: Study, spec: TrialSpec) -> TrialRecord:
    """Make the record of a trial of a fleet; pure."""
    ended_s = log.started_monotonic_s if log.ended_monotonic_s is None else log.ended_monotonic_s
    before, after = log.machine_before, log.machine_after
    reasons = list(log.failures)
    if before is not None and after is not None:
        reasons += throttled(before, after)
    if log.memory is not None and log.memory.swap_pss_bytes:
        reasons.append(f"{log.memory.swap_pss_bytes / 1e6:.1f} MB of the robots were swapped out")
    reason = "; ".join(" ".join(each.split()) for each in reasons) or None
    ups = [sight.up_s for sight in log.robots if sight.up_s is not None]
    cpu = log.stream.cpu_samples if log.stream else ()
    walks = log.stream.memory_samples if log.stream else ()
    header = log.stream.header if log.stream else None
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
        bring_up_s=(
            max(ups) - log.bring_up_began_s if ups and log.bring_up_began_s is not None else None
        ),
        shutdown_s=None,
        active_monotonic_s=max(ups) if ups else None,
        cpu_percent=system_cpu(cpu).percent([log.window]) if cpu and log.window else None,
        cgroup_cpu_percent=None,
        kernel_cpu_percent=None,
        **(log.memory.by_name() if log.memory else dict.fromkeys(MEMORY_FIELDS)),
        footprint_unavailable_reason=header.footprint_unavailable_reason if header else None,
        thread_count=None,
        voluntary_context_switches_hz=None,
        involuntary_context_switches_hz=None,
        dds_participants=None,
        real_time_factor=None,
        control_loop_hz=None,
        steal_percent=steal_percent(before, after) if before and after else None,
        yardstick_rate_hz=None,
        yardstick_us=None,
        yardstick_system_calls_us=None,
        idle_yardstick_us=None,
        instructions_hz=None,
        cycles_hz=None,
        messages=None,
        discovery=log.figures,
        legs=(),
        processes=(),
        cpu_series=interval_series(cpu),
        load_series=load_series(cpu),
        memory_series=memory_series(walks),
        observer=None,
        yardstick=None,
        outsiders=(),
        foreign_nodes=(),
        died=(),
        leftovers_removed=(),
        exit_statuses={},
        message_entities=None,
        transport=None,
        fleet=log.fleet,
    )
