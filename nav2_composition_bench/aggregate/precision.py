# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When a study has run enough blocks for a wanted precision."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.describe import describe
from nav2_composition_bench.aggregate.samples import arms_of, blocks_of
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import TrialFigures

MIN_BLOCKS = 6
"""With fewer, a small spread is too often due to chance."""

NOMINAL_CONFIDENCE = 0.97
"""Level of Student's interval that is computed after every block, to stop when it is narrow.

Being narrow by chance costs coverage: what remains is 94 % to 97 %, and 91 % to 94 % of the
intervals of 95 % that reports show (by simulation in the tests)."""

SHORT_NAMES = {"cpu": "cpu_percent", "pss": "pss_bytes", "footprint": "footprint_bytes"}
_TARGET = re.compile(r"^\s*(\w+)(\s+saved)?\s*(?:±|\+-|\+/-)?\s*(\d+(?:\.\d+)?)\s*%\s*$")


@dataclass(frozen=True)
class PrecisionTarget:
    """Half-width of an interval that is wanted.

    :param fraction: of the mean; of what is saved, in parts of whichever of the two costs more.
    :param of_savings: not of every arm's mean, but of what each arm saves against the baseline.
    """

    metric: str
    fraction: float
    of_savings: bool = False

    @property
    def name(self) -> str:
        """What it is about."""
        return f"{self.metric} saved" if self.of_savings else self.metric


def parse_targets(text: str) -> tuple[PrecisionTarget, ...]:
    """Read ``cpu ±2%,pss saved ±1%``.

    :raises UserError: naming the part that cannot be read.
    """
    targets = []
    for part in text.split(","):
        match = _TARGET.match(part)
        if match is None or match[1] not in SHORT_NAMES or float(match[3]) <= 0:
            raise UserError(
                f"--until: cannot read '{part.strip()}'; write a metric out of "
                f"{', '.join(SHORT_NAMES)}, perhaps the word saved, and a percentage,"
                " e.g. 'cpu ±2%' or 'cpu saved ±3%'"
            )
        wanted = float(match[3]) / 100
        targets.append(PrecisionTarget(SHORT_NAMES[match[1]], wanted, match[2] is not None))
    return tuple(targets)


def unmet(
    records: Sequence[TrialFigures],
    arms: Sequence[str],
    targets: Sequence[PrecisionTarget],
    baseline: str,
) -> tuple[str, ...]:
    """Return one clause for each arm and target that is not precise enough yet."""
    clauses = []
    for target in targets:
        for arm in arms:
            if target.of_savings and arm == baseline:
                continue
            if target.of_savings:
                blocks, half = _of_saving(records, arm, target.metric, baseline)
            else:
                blocks, half = _of_mean(blocks_of(records, arm, target.metric).values)
            if blocks < MIN_BLOCKS or half is None:
                clauses.append(f"{arm} {target.name}: {blocks} of {MIN_BLOCKS} blocks")
            elif half > target.fraction:
                clauses.append(f"{arm} {target.name}: ±{half:.1%} of ±{target.fraction:.1%}")
    return tuple(clauses)


def _of_saving(
    records: Sequence[TrialFigures], arm: str, metric: str, baseline: str
) -> tuple[int, float | None]:
    """Return the number of blocks, and half the width of the nominal interval of the saving.

    Of an arm that costs more than the baseline it is what the baseline saves against the arm.
    """
    found = saving(records, arm, metric, reference=baseline, confidence=NOMINAL_CONFIDENCE)
    if found is not None and found.fraction < 0:
        found = saving(records, baseline, metric, reference=arm, confidence=NOMINAL_CONFIDENCE)
    if found is None:
        return 0, None
    interval = found.interval
    half = None if interval is None else (interval.high - interval.low) / 2
    return len(found.contrast.by_block), half


def _of_mean(values: Sequence[float]) -> tuple[int, float | None]:
    """Return the number of blocks, and half the width of the nominal interval over the mean."""
    found = describe(values, NOMINAL_CONFIDENCE)
    if found is None or found.interval is None or found.mean <= 0:
        return len(values), None
    return len(values), (found.interval.high - found.mean) / found.mean


def refuse_lone_baseline(
    arms: Sequence[str], targets: Sequence[PrecisionTarget], baseline: str
) -> None:
    """Refuse savings of a study in which nothing is compared.

    :raises UserError: naming the arm that is alone.
    """
    for target in targets:
        if target.of_savings and not set(arms) - {baseline}:
            raise UserError(
                f"--until: what is saved is against the baseline, and {baseline} is the only"
                " arm; add another, or leave the word saved out"
            )


def refuse_unmeasured(records: Sequence[TrialFigures], targets: Sequence[PrecisionTarget]) -> None:
    """Refuse targets that no further block would come nearer to.

    :raises UserError: if no valid trial has a target's metric, with the reason if it is known.
    """
    valid = [record for record in records if record.valid]
    for target in targets:
        if valid and all(record.value(target.metric) is None for record in valid):
            is_footprint = target.metric == "footprint_bytes"
            why = valid[-1].footprint_unavailable_reason if is_footprint else None
            raise UserError(
                f"--until: {target.metric} cannot be measured here{f' ({why})' if why else ''};"
                " --resume goes on with another --until, or with --trials"
            )


def blocks_of_all(records: Sequence[TrialFigures]) -> int:
    """Return how many blocks hold a valid trial of every arm."""
    valid: dict[int, set[str]] = {}
    for record in records:
        if record.valid:
            valid.setdefault(record.block, set()).add(record.arm)
    wanted = set(arms_of(records))
    return sum(names == wanted for names in valid.values())
