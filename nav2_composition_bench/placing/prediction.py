# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the model says of the loops of a process."""

from __future__ import annotations

import enum
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


class Objective(str, enum.Enum):
    """What a search makes as small as it can."""

    PATH_LATENCY = "path_latency"
    """Mean latency, mean over the paths; of all messages where there is no path."""
    CPU = "cpu"
    """CPU of all loops."""
    P99 = "p99"
    """99th percentile of the latency of the slowest path; of all messages without paths."""

    def __str__(self) -> str:
        return self.value

    @property
    def figure(self) -> str:
        """Name of the figure, as predictions and measurements have it."""
        return {
            Objective.PATH_LATENCY: "latency_mean_us",
            Objective.CPU: "cpu_percent",
            Objective.P99: "latency_p99_us",
        }[self]


@dataclass(frozen=True)
class Latency:
    """Latencies of a path, or of all messages; None where none arrived."""

    count: int
    mean_us: float | None
    p50_us: float | None
    p99_us: float | None


@dataclass(frozen=True)
class LoopCounts:
    """What one loop did per second.

    :param cpu_us: CPU time per second.
    :param work_us: CPU time of work that the topology states in microseconds.
    :param callbacks: limit → callbacks that find all primes up to it.
    """

    cpu_us: float
    wakes: float
    published: float
    near: float
    far: float
    work_us: float
    callbacks: Mapping[int, float]


@dataclass(frozen=True)
class Prediction:
    """What the model says of the loops of a process.

    :param paths: by name.
    :param messages: of all sinks, from publishing to the callback's entry.
    :param cpu_percent: of one core, that of other threads included.
    :param dropped: messages that more than a subscription's depth waited for.
    :param missed: periods in which a timer found its last one not served yet.
    :param stuck: messages that had waited for more than a tenth of the time when it was over.
    """

    paths: Mapping[str, Latency]
    messages: Latency
    cpu_percent: float
    dropped: int
    missed: int
    loops: tuple[LoopCounts, ...]
    stuck: int = 0

    @property
    def lost(self) -> int:
        """Messages and periods that loops without lack of CPU would not lose."""
        return self.dropped + self.missed + self.stuck

    @property
    def latency_mean_us(self) -> float | None:
        """Mean over the paths that have messages, else over all messages."""
        return self._over_paths("mean_us", statistics.fmean)

    @property
    def latency_p50_us(self) -> float | None:
        """Mean over the medians of the paths that have messages, else of all messages."""
        return self._over_paths("p50_us", statistics.fmean)

    @property
    def latency_p99_us(self) -> float | None:
        """Of the slowest path that has messages, else of all messages."""
        return self._over_paths("p99_us", max)

    def value(self, objective: Objective) -> float:
        """Return what a search makes small; infinite where no message arrived."""
        found: float | None = getattr(self, objective.figure)
        return float("inf") if found is None else found

    def _over_paths(
        self, figure: str, combined: Callable[[Iterable[float]], float]
    ) -> float | None:
        known = [its for each in self.paths.values() if (its := getattr(each, figure)) is not None]
        of_all: float | None = getattr(self.messages, figure)
        return combined(known) if known else of_all
