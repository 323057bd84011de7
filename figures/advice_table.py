# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How far advice on placements is off."""

from __future__ import annotations

from figures.cells import table
from figures.studies import study, versions
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.advice import Check, advise


def advice_errors() -> str:
    """Return how far predictions were off where placements were measured as well."""
    rows = []
    for system, name in (("reference", "groupings"), ("nav2", "nav2-jazzy-groupings")):
        found = study(name)
        checks = advise(found.details.trial_costs, name, found.stamp).checks
        rows += [[f"{system}{versions(name)}", *_errors(one)] for one in checks]
    errors = ("CPU, error [95 %]", "PSS, error", "footprint, error")
    return table(["system", "placement", "processes", *errors], rows)


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
