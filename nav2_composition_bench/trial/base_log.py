# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What is gathered while a trial of any system runs, and the fields that its record has of that."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from nav2_composition_bench.metrics import Values, measured
from nav2_composition_bench.sampling.sample import CpuSample, MemorySample, SamplerStream
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.trial.machine_state import MachineState, steal_percent
from nav2_composition_bench.trial.measure_cpu import interval_series, load_series
from nav2_composition_bench.trial.measure_memory import memory_series
from nav2_composition_bench.trial.record import SCHEMA


@dataclass
class BaseLog:
    """Filled in from bring-up to teardown, also when the trial fails in between.

    :ivar started_wall_s: for people; every duration is from CLOCK_MONOTONIC.
    :ivar failures: what makes the trial invalid as such, one clause each.
    """

    started_wall_s: float = field(default_factory=time.time)
    started_monotonic_s: float = field(default_factory=time.monotonic)
    ended_monotonic_s: float | None = None
    bring_up_began_s: float | None = None
    stream: SamplerStream | None = None
    machine_before: MachineState | None = None
    machine_after: MachineState | None = None
    failures: list[str] = field(default_factory=list)

    @property
    def ended_s(self) -> float:
        """When the trial ended; when it began, of one that has not."""
        begun_s, ended_s = self.started_monotonic_s, self.ended_monotonic_s
        return begun_s if ended_s is None else ended_s

    @property
    def cpu_samples(self) -> tuple[CpuSample, ...]:
        """Readings of the CPU counters; none before the sampler has ended."""
        return self.stream.cpu_samples if self.stream else ()

    @property
    def memory_samples(self) -> tuple[MemorySample, ...]:
        """Walks of the page tables that could read every process."""
        return self.stream.memory_samples if self.stream else ()


def base_fields(
    log: BaseLog,
    study: Study,
    spec: TrialSpec,
    *,
    invalid_reason: str | None,
    active_s: float | None,
    metrics: Values,
) -> dict[str, Any]:
    """Return the fields of a trial's record that say the same of every system; pure.

    :param active_s: when all of the system was ready; None if it never was.
    :param metrics: what was measured of the whole system besides.
    """
    began_s = log.bring_up_began_s
    of_every_system = measured(
        bring_up_s=None if active_s is None or began_s is None else active_s - began_s,
        steal_percent=steal_percent(log.machine_before, log.machine_after),
    )
    return {
        "schema": SCHEMA,
        "study": study.name,
        "system": study.system,
        "arm": spec.arm.name,
        "levels": spec.arm.levels,
        "block": spec.block,
        "order_in_block": spec.order_in_block,
        "attempt": spec.attempt,
        "valid": invalid_reason is None,
        "invalid_reason": invalid_reason,
        "started_wall_s": log.started_wall_s,
        "duration_s": log.ended_s - log.started_monotonic_s,
        "metrics": {**of_every_system, **metrics},
        "footprint_unavailable_reason": (
            log.stream.header.footprint_unavailable_reason if log.stream else None
        ),
        "active_monotonic_s": active_s,
        "cpu_series": interval_series(log.cpu_samples),
        "load_series": load_series(log.cpu_samples),
        "memory_series": memory_series(log.memory_samples),
    }
