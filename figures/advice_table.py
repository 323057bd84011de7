# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How far advice on groupings is off."""

from __future__ import annotations

from figures.cells import table
from figures.studies import study, versions
from nav2_composition_bench.aggregate.advice import Check, advise
from nav2_composition_bench.errors import UserError


def advice_errors() -> str:
    """Return how far predictions were off where groupings were measured as well."""
    rows = []
    for system, name in (("reference", "groupings"), ("nav2", "nav2-jazzy-groupings")):
        checks = advise(study(name).details.trial_costs, name).checks
        rows += [[f"{system}{versions(name)}", *_errors(one)] for one in checks]
    errors = ("CPU, error [95 %]", "PSS, error", "footprint, error")
    return table(["system", "grouping", "processes", *errors], rows)


def _errors(one: Check) -> list[str]:
    cpu, *memory = (
        one.errors[metric] for metric in ("cpu_percent", "pss_bytes", "footprint_bytes")
    )
    if cpu.interval is None:
        raise UserError(f"{one.arm}: too few blocks to tell the error of predictions")
    span = f"[{100 * cpu.interval.low:.1f}, {100 * cpu.interval.high:.1f}]"
    nodes = sum(len(part) for part in one.partition)
    return [
        f"`{one.arm}`",
        f"{len(one.partition)} of {nodes}",
        f"{100 * cpu.value:.1f} % {span}",
        *(f"{100 * error.value:.1f} %" for error in memory),
    ]
