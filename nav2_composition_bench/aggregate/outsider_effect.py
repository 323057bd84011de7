# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What PSS lost to a process outside the system that was there in some trials only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nav2_composition_bench.trial.record import TrialRecord

MIN_LOSS = 0.01
"""Of the mean PSS; less is not reported."""
MIN_PART = 0.5
"""Of the loss that pages shared with the outsider must explain, i.e. that the footprint lacks."""


@dataclass(frozen=True)
class OutsiderEffect:
    """Memory in the valid trials with outsiders, compared with those without them.

    :param names: of the processes; all were there in the same trials, so that nobody can tell which
        of them it was.
    :param trials_with: valid trials of the arm that had a process of such a name outside
        the system mapping its files; ``trials_without`` had none.
    :param pss_change_bytes: mean with less mean without.
    :param footprint_change_bytes: the same; what the outsider takes off PSS leaves it alone.
    """

    names: tuple[str, ...]
    arm: str
    trials_with: int
    trials_without: int
    pss_change_bytes: float
    footprint_change_bytes: float


@dataclass
class _Sum:
    trials: int = 0
    pss_bytes: int = 0
    footprint_bytes: int = 0

    def add(self, pss_bytes: int, footprint_bytes: int) -> None:
        self.trials += 1
        self.pss_bytes += pss_bytes
        self.footprint_bytes += footprint_bytes


@dataclass
class EffectLedger:
    """Sums over valid trials whose PSS and footprint were both measured."""

    _all: dict[str, _Sum] = field(default_factory=dict)
    _with: dict[tuple[str, str], _Sum] = field(default_factory=dict)

    def add(self, record: TrialRecord) -> None:
        """Take one trial in."""
        pss, footprint = record.pss_bytes, record.footprint_bytes
        if not record.valid or pss is None or footprint is None:
            return
        self._all.setdefault(record.arm, _Sum()).add(pss, footprint)
        for name in {outsider.name for outsider in record.outsiders}:
            self._with.setdefault((name, record.arm), _Sum()).add(pss, footprint)

    def effects(self) -> tuple[OutsiderEffect, ...]:
        """Return the losses of PSS that sharing explains, the greatest first."""
        return tuple(sorted(self._effects(), key=lambda one: (one.pss_change_bytes, one.names)))

    def _effects(self) -> Iterator[OutsiderEffect]:
        # Equal sums of bytes are those of the same trials.
        together: dict[tuple[str, int, int, int], list[str]] = {}
        for (name, arm), one in self._with.items():
            trials = (arm, one.trials, one.pss_bytes, one.footprint_bytes)
            together.setdefault(trials, []).append(name)
        for (arm, *sums), names in together.items():
            there = _Sum(*sums)
            every = self._all[arm]
            without = every.trials - there.trials
            if not without:
                continue
            pss = there.pss_bytes / there.trials - (every.pss_bytes - there.pss_bytes) / without
            footprint = (
                there.footprint_bytes / there.trials
                - (every.footprint_bytes - there.footprint_bytes) / without
            )
            mean = every.pss_bytes / every.trials
            if pss <= -MIN_LOSS * mean and footprint - pss >= -MIN_PART * pss:
                yield OutsiderEffect(
                    tuple(sorted(names)), arm, there.trials, without, pss, footprint
                )
