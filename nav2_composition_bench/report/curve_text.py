# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study over an axis as lines of text: a narrow table for each metric, however many its arms."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from nav2_composition_bench.aggregate.axis import axis_of
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.report.curve_tables import (
    FIT_NOTE,
    TABLE_NOTE,
    curve_tables,
    fit_rows,
)
from nav2_composition_bench.report.effect_rows import effect_tables
from nav2_composition_bench.report.growth_table import GROWTH_NOTE, GROWTH_TITLE, growth_rows
from nav2_composition_bench.report.table import aligned, invalid_trials, side_by_side
from nav2_composition_bench.study.factor import TOPOLOGY

NOTE_WIDTH = 100
"""Columns that sentences below a table may take."""


def axis_lines(table: FigureTable, stamp: Mapping[str, Any]) -> list[str]:
    """Return a table for each metric, what one more adds, what factors change, and invalid trials.

    Nothing for a study without an axis.

    :param stamp: content of ``study.json``.
    """
    axis = axis_of(table, stamp)
    if axis is None:
        return []
    lines: list[str] = []
    for each in curve_tables(table, axis):
        if each.same_in_all is None:
            lines += [f"{each.title}:", *side_by_side(each.rows), ""]
        else:
            lines += [f"{each.title}: {each.same_in_all} in every arm", ""]
    note = f"{TABLE_NOTE} 1 MB = 10^6 bytes; CPU: 100 % = one core"
    lines += textwrap.wrap(note, NOTE_WIDTH)
    if fits := fit_rows(table, axis):
        lines += ["", "What one more adds:", *aligned(fits, (0, 1))]
        lines += textwrap.wrap(FIT_NOTE, NOTE_WIDTH)
    if grown := growth_rows(table, axis):
        lines += ["", f"{GROWTH_TITLE}:", *aligned(grown, (0, 1))]
        lines += textwrap.wrap(GROWTH_NOTE, NOTE_WIDTH)
    for effects in effect_tables(table, (TOPOLOGY.name,)):
        lines += ["", f"{effects.title}:", *aligned(effects.rows, effects.words)]
    if reasons := invalid_trials(table):
        lines += ["", "invalid trials:", *(f"  {reason}" for reason in reasons)]
    return lines
