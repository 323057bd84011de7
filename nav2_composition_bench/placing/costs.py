# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What an event loop's jobs cost: the parameters of the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nav2_composition_bench.topology.entities import Work


@dataclass(frozen=True)
class Costs:
    """CPU times on one machine, with one executor; microseconds.

    :param publish_us: of a message, by whoever publishes it.
    :param near_us: of a message that arrives in the loop that it was published in.
    :param far_us: of one that arrives in another loop.
    :param wake_us: of a loop that slept and begins a job.
    :param wake_delay_us: how long that takes besides, without CPU.
    :param primes_us: limit → of finding all primes up to it.
    :param other_cpu_percent: of threads that are no loop, in any placement.
    """

    publish_us: float = 0.0
    near_us: float = 0.0
    far_us: float = 0.0
    wake_us: float = 0.0
    wake_delay_us: float = 0.0
    primes_us: Mapping[int, float] = field(default_factory=dict)
    other_cpu_percent: float = 0.0

    def work_us(self, work: Work) -> float:
        """Return the CPU time of a callback's work."""
        return work.work_us + (self.primes_us[work.work_primes] if work.work_primes else 0.0)
