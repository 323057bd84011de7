# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The factors of arms, from their table."""

from __future__ import annotations

from figures.cells import table
from nav2_composition_bench.study.factor import FACTORS


def factors() -> str:
    """Return each factor with its levels, the default first, and their meaning."""
    rows = []
    for name, factor in FACTORS.items():
        levels = [each for each in factor.schema.get("enum", ()) if isinstance(each, str)]
        shown = dict.fromkeys(filter(None, [factor.default, *levels]))
        meaning = factor.meaning.removesuffix(".")
        rows.append([f"`{name}`", ", ".join(f"`{each}`" for each in shown), meaning])
    return table(["factor", "levels", "meaning"], rows)
