# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a report says beyond the figures of each trial: means that need whole records once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nav2_composition_bench.aggregate.breakdown import CostLedger, ProcessCost
from nav2_composition_bench.aggregate.trial_costs import TrialCosts, trial_costs
from nav2_composition_bench.trial.record import ObserverRecord, TrialRecord, YardstickRecord

MAX_ADVISED_BLOCKS = 400
"""Advice rests on the first so many blocks of a longer study, which is more than it needs."""


@dataclass(frozen=True)
class ObserverCost:
    """What measuring cost.

    Means over valid trials.

    :param cpu_percent: of the sampler.
    :param rss_bytes: of the sampler.
    :param memory_walk_s: None when no trial had a walk.
    :param yardstick_cpu_percent: None when no trial had a yardstick.
    """

    cpu_percent: float
    rss_bytes: float
    memory_walk_s: float | None
    yardstick_cpu_percent: float | None


@dataclass(frozen=True)
class OutsiderShare:
    """Processes of one name outside the system that map files of it, over all trials.

    :param trials: in how many trials there were any.
    :param mean_bytes: mapped files that one such process shares with the system, mean.
    :param largest_bytes: the most that any of them shared.
    """

    name: str
    trials: int
    mean_bytes: float
    largest_bytes: int


@dataclass(frozen=True)
class StudyDetails:
    """Means per arm, by its name; an arm without valid trials is absent.

    :param processes: the costliest first.
    :param process_counts: processes of the system per trial.
    :param outsiders: the largest sharer first.
    :param trial_costs: what advice is made from.
    """

    processes: Mapping[str, tuple[ProcessCost, ...]] = field(default_factory=dict)
    process_counts: Mapping[str, float] = field(default_factory=dict)
    observers: Mapping[str, ObserverCost] = field(default_factory=dict)
    outsiders: tuple[OutsiderShare, ...] = ()
    trial_costs: tuple[TrialCosts, ...] = ()


class DetailsLedger:
    """Takes whole records in one after the other and keeps sums only."""

    def __init__(self) -> None:
        self._costs = CostLedger()
        self._observers: dict[str, _ObserverSum] = {}
        self._outsiders: dict[str, _OutsiderSum] = {}
        self._trial_costs: list[TrialCosts] = []

    def add(self, record: TrialRecord) -> None:
        """Take one trial in."""
        self._costs.add(record)
        if record.block < MAX_ADVISED_BLOCKS and (costs := trial_costs(record)) is not None:
            self._trial_costs.append(costs)
        if record.valid and record.observer is not None:
            self._observers.setdefault(record.arm, _ObserverSum()).add(
                record.observer, record.yardstick
            )
        names = {outsider.name for outsider in record.outsiders}
        for name in names:
            self._outsiders.setdefault(name, _OutsiderSum()).trials += 1
        for outsider in record.outsiders:
            self._outsiders[outsider.name].add(outsider.shared_file_bytes)

    def details(self) -> StudyDetails:
        """Return the means of everything taken in."""
        counts = self._costs.process_counts()
        outsiders = [total.share(name) for name, total in self._outsiders.items()]
        return StudyDetails(
            {name: self._costs.costs(name) for name in counts},
            counts,
            {name: total.mean() for name, total in self._observers.items()},
            tuple(sorted(outsiders, key=lambda one: (-one.largest_bytes, one.name))),
            trial_costs=tuple(self._trial_costs),
        )


@dataclass
class _Mean:
    count: int = 0
    total: float = 0.0

    def add(self, value: float | None) -> None:
        if value is not None:
            self.count += 1
            self.total += value

    @property
    def mean(self) -> float | None:
        return self.total / self.count if self.count else None


@dataclass
class _ObserverSum:
    cpu_percent: _Mean = field(default_factory=_Mean)
    rss_bytes: _Mean = field(default_factory=_Mean)
    memory_walk_s: _Mean = field(default_factory=_Mean)
    yardstick: _Mean = field(default_factory=_Mean)

    def add(self, observer: ObserverRecord, yardstick: YardstickRecord | None) -> None:
        self.cpu_percent.add(observer.cpu_percent)
        self.rss_bytes.add(observer.rss_bytes)
        self.memory_walk_s.add(observer.memory_walk_s)
        self.yardstick.add(yardstick.cpu_percent if yardstick else None)

    def mean(self) -> ObserverCost:
        cpu_percent, rss_bytes = self.cpu_percent.mean, self.rss_bytes.mean
        assert cpu_percent is not None and rss_bytes is not None
        return ObserverCost(cpu_percent, rss_bytes, self.memory_walk_s.mean, self.yardstick.mean)


@dataclass
class _OutsiderSum:
    trials: int = 0
    processes: int = 0
    total_bytes: int = 0
    largest_bytes: int = 0

    def add(self, shared_bytes: int) -> None:
        self.processes += 1
        self.total_bytes += shared_bytes
        self.largest_bytes = max(self.largest_bytes, shared_bytes)

    def share(self, name: str) -> OutsiderShare:
        mean = self.total_bytes / self.processes
        return OutsiderShare(name, self.trials, mean, self.largest_bytes)
