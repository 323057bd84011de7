# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When a study has run enough blocks for a wanted precision."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.describe import describe
from nav2_composition_bench.aggregate.samples import all_tell_speed, blocks_of
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU
from nav2_composition_bench.trial.record import TrialFigures

MIN_BLOCKS = 6
"""With fewer, a small spread is too often due to chance."""

NOMINAL_CONFIDENCE = 0.97
"""Level of Student's interval that is computed after every block and then reported. Stopping when
it is narrow by chance costs coverage; what remains is 95 % to 97 % (by simulation in the tests)."""

_SHORT_NAMES = {"cpu": "cpu_percent", "pss": "pss_bytes", "footprint": "footprint_bytes"}
_TARGET = re.compile(r"^\s*(\w+)\s*(?:±|\+-|\+/-)?\s*(\d+(?:\.\d+)?)\s*%\s*$")


@dataclass(frozen=True)
class PrecisionTarget:
    """Half-width of the mean's interval wanted, as a fraction of the mean."""

    metric: str
    fraction: float


def parse_targets(text: str) -> tuple[PrecisionTarget, ...]:
    """Read ``cpu ±2%,pss ±1%``.

    :raises UserError: naming the part that cannot be read.
    """
    targets = []
    for part in text.split(","):
        match = _TARGET.match(part)
        if match is None or match[1] not in _SHORT_NAMES or float(match[2]) <= 0:
            raise UserError(
                f"--until: cannot read '{part.strip()}'; write a metric out of "
                f"{', '.join(_SHORT_NAMES)} and a percentage, e.g. 'cpu ±2%,pss ±1%'"
            )
        targets.append(PrecisionTarget(_SHORT_NAMES[match[1]], float(match[2]) / 100))
    return tuple(targets)


def unmet(
    records: Sequence[TrialFigures],
    arms: Sequence[str],
    targets: Sequence[PrecisionTarget],
) -> tuple[str, ...]:
    """Return one clause for each arm and target that is not precise enough yet.

    CPU of an arm is the adjusted one where all its trials tell the machine's speed.
    """
    clauses = []
    for target in targets:
        for arm in arms:
            adjusts = target.metric == "cpu_percent" and all_tell_speed(records, arm)
            metric = ADJUSTED_CPU if adjusts else target.metric
            values = blocks_of(records, arm, metric).values
            half = relative_half_width(values)
            if half is None:
                clauses.append(f"{arm} {target.metric}: {len(values)} of {MIN_BLOCKS} blocks")
            elif half > target.fraction:
                clauses.append(f"{arm} {target.metric}: ±{half:.1%} of ±{target.fraction:.1%}")
    return tuple(clauses)


def refuse_unmeasured(records: Sequence[TrialFigures], targets: Sequence[PrecisionTarget]) -> None:
    """Refuse targets that no further block would come nearer to.

    :raises UserError: if no valid trial has told a target's metric, with the reason if it is known.
    """
    valid = [record for record in records if record.valid]
    for target in targets:
        if valid and all(getattr(record, target.metric) is None for record in valid):
            is_footprint = target.metric == "footprint_bytes"
            why = valid[-1].footprint_unavailable_reason if is_footprint else None
            raise UserError(
                f"--until: {target.metric} cannot be measured here{f' ({why})' if why else ''};"
                " leave it out, and --resume goes on"
            )


def relative_half_width(values: Sequence[float]) -> float | None:
    """Return the half-width of the nominal interval over the mean; None with too few blocks."""
    if len(values) < MIN_BLOCKS:
        return None
    description = describe(values, NOMINAL_CONFIDENCE)
    if description is None or description.interval is None or description.mean <= 0:
        return None
    return (description.interval.high - description.mean) / description.mean
