# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What is gathered while a trial of a fleet runs, and the record made of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from nav2_composition_bench.fleet.figures import Idle, Sight
from nav2_composition_bench.fleet.network import Traffic
from nav2_composition_bench.metrics import Values, measured
from nav2_composition_bench.sampling.cpu_counters import system_cpu
from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.sampling.memory_figures import MemoryFigures
from nav2_composition_bench.sampling.sample import MemorySample, SamplerStream
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.trial.base_log import BaseLog, base_fields
from nav2_composition_bench.trial.discovery_record import FleetRecord
from nav2_composition_bench.trial.machine_state import throttled
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.validity import joined


@dataclass
class FleetLog(BaseLog):
    """What is gathered of a trial of a fleet.

    :ivar robots: what they had found when the fleet was first up.
    :ivar discovery: what they had sent until then, which was at ``discovered_s``.
    :ivar discovery_cpu_s: their CPU time until then.
    :ivar window: in which nothing changed; None if something did.
    :ivar figures: metrics of the robots and of what they sent.
    """

    robots: tuple[Sight, ...] = ()
    discovery: Traffic | None = None
    discovered_s: float = 0.0
    discovery_cpu_s: float = 0.0
    idle: Idle | None = None
    window: Window | None = None
    memory: MemoryFigures | None = None
    figures: Values = field(default_factory=dict)
    fleet: FleetRecord | None = None

    def take(self, stream: SamplerStream, window: Window | None, walk: MemorySample) -> None:
        """Note what the sampler has read."""
        self.stream, self.window, self.memory = stream, window, walk.total()


def record_of(log: FleetLog, study: Study, spec: TrialSpec) -> TrialRecord:
    """Make the record of a trial of a fleet; pure."""
    reasons = [*log.failures, *throttled(log.machine_before, log.machine_after)]
    if log.memory is not None and log.memory.swap_pss_bytes:
        reasons.append(f"{log.memory.swap_pss_bytes / 1e6:.1f} MB of the robots were swapped out")
    ups = [sight.up_s for sight in log.robots if sight.up_s is not None]
    cpu = log.cpu_samples
    return TrialRecord(
        **base_fields(
            log,
            study,
            spec,
            invalid_reason=joined(reasons),
            active_s=max(ups, default=None),
            metrics=measured(
                cpu_percent=system_cpu(cpu).percent([log.window]) if cpu and log.window else None,
                **(log.memory.by_metric() if log.memory else {}),
                **log.figures,
            ),
        ),
        fleet=log.fleet,
    )
