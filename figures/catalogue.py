# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Every figure by the name that marks it, and every file that is made as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from figures import (
    advice_table,
    arm_tables,
    command_line,
    factor_table,
    prediction_table,
    record_tables,
    schema_file,
    sentences,
    trials_page,
)
from figures.blocks import Figure
from figures.savings_picture import savings_picture
from figures.studies import ROOT

FIGURES: Mapping[str, Figure] = {
    "advice-errors": advice_table.advice_errors,
    "beyond-paper": arm_tables.beyond_paper,
    "containers": arm_tables.containers,
    "factors": factor_table.factors,
    "found-costs": trials_page.found_costs,
    "found-megabytes": trials_page.found_megabytes,
    "kept-metrics": record_tables.kept_metrics,
    "mean": sentences.mean,
    "middlewares": arm_tables.middlewares,
    "prediction": prediction_table.prediction,
    "ratio": sentences.ratio,
    "record-parts": record_tables.record_parts,
    "saved": sentences.saved,
    "saved-anywhere": sentences.saved_anywhere,
    "shown-metrics": record_tables.shown_metrics,
    "stamp-keys": record_tables.stamp_keys,
    "table-one": arm_tables.table_one,
    "thresholds": trials_page.thresholds,
    "trials": sentences.trials,
    "trials-needed": trials_page.trials_needed,
    "under-load": arm_tables.under_load,
}
"""Name → what makes it from its arguments."""


def documents() -> list[Path]:
    """Return the files that hold marked blocks."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def whole_files() -> dict[Path, Callable[[], str]]:
    """Return the files that are made as a whole, and what makes them."""
    schema = ROOT / "params" / "studies" / "study.schema.json"
    return {
        ROOT / "docs" / "cli.md": command_line.command_line_page,
        ROOT / "docs" / "savings.svg": savings_picture,
        schema: schema_file.schema_file,
    }
