# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What ``nav2-bench place`` predicted and measured."""

from __future__ import annotations

import json
from typing import Any

from figures.cells import table
from figures.studies import directory, versions
from nav2_composition_bench.placing.outcome import PLACEMENT

_HEADING = ("loops", "CPU % model", "measured", "99th percentile µs model", "measured")


def placing(study: str) -> str:
    """Return a row for each placement, with what the best one found has of its objective."""
    found = json.loads((directory(study) / PLACEMENT).read_text())
    heading = [
        f"placement{versions(study)}",
        *_HEADING,
        f"best found / this, {found['objective']} [95 %]",
    ]
    return table(heading, map(_row, found["placements"]))


def _row(one: dict[str, Any]) -> list[str]:
    predicted, measured = one["predicted"], one["measured"]
    cells = [f"`{one['name']}`", str(one["loops"])]
    for figure, form in (("cpu_percent", ".1f"), ("latency_p99_us", ".0f")):
        cells += [f"{predicted[figure]:{form}}", f"{measured[figure]:{form}}"]
    best = one["best_to_this"]
    ratio = "" if best is None else f"{best['ratio']:.2f} [{best['low']:.2f}, {best['high']:.2f}]"
    return [*cells, ratio]
