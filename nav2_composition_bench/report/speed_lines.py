# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How fast the machine was, by known work beside the trials: a line, and a warning."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.machine_speed import (
    NOTABLE_CHANGE,
    MachineSpeed,
    machine_speed,
)
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.trial.record import TrialFigures


def speed_lines(records: Sequence[TrialFigures]) -> list[str]:
    """Return what known work took and by how much that changed; nothing where none was run."""
    found = machine_speed(records)
    if found is None:
        return []
    changed = f"{found.range_fraction:.0%} between the slowest and the fastest block"
    lines = [f"machine: system calls of known work took {found.mean_us:.1f} µs, {changed}"]
    if found.has_changed:
        lines.append(
            f"warning: the machine's speed changed by more than {NOTABLE_CHANGE:.0%}; comparisons"
            " inside blocks hold, means of CPU scatter more"
        )
    return lines


def speed_differences(studies: Sequence[StoredStudy]) -> list[str]:
    """Return a warning for each study whose machine was notably faster or slower than the first."""
    speeds = [machine_speed(study.records) for study in studies]
    return [
        f"warning: {_apart(first, other)} in {study.name} than in {studies[0].name}; means of CPU"
        " cannot be compared, savings can"
        for study, other in zip(studies[1:], speeds[1:])
        if (first := speeds[0]) is not None and other is not None and other.differs_from(first)
    ]


def _apart(first: MachineSpeed, other: MachineSpeed) -> str:
    change = other.mean_us / first.mean_us - 1
    return f"known work took {abs(change):.0%} {'more' if change > 0 else 'less'} CPU"
