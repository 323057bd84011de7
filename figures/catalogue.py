# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Every figure by the name that marks it, and every file that is made as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from figures import (
    advice_table,
    arm_tables,
    command_line,
    factor_table,
    fleet_tables,
    hot_path,
    placing_table,
    prediction_table,
    record_tables,
    schema_file,
    sentences,
    simulator_memory,
    topology_tables,
    trials_page,
)
from figures.blocks import Figure
from figures.savings_picture import savings_picture
from figures.studies import RESULTS, ROOT

FIGURES: Mapping[str, Figure] = {
    "advice-errors": advice_table.advice_errors,
    "beyond-paper": arm_tables.beyond_paper,
    "bindings": topology_tables.bindings,
    "containers": arm_tables.containers,
    "cyclonedds": arm_tables.cyclonedds,
    "factors": factor_table.factors,
    "fleet-curves": fleet_tables.fleet_curves,
    "fleet-growth": fleet_tables.fleet_growth,
    "found-costs": trials_page.found_costs,
    "found-megabytes": trials_page.found_megabytes,
    "hot-path": hot_path.hot_path,
    "hot-path-placed": hot_path.placed,
    "kept-metrics": record_tables.kept_metrics,
    "mean": sentences.mean,
    "middlewares": arm_tables.middlewares,
    "placing": placing_table.placing,
    "prediction": prediction_table.prediction,
    "ratio": sentences.ratio,
    "record-parts": record_tables.record_parts,
    "saved": sentences.saved,
    "saved-anywhere": sentences.saved_anywhere,
    "sessions": trials_page.sessions,
    "shown-metrics": record_tables.shown_metrics,
    "simulated-time-parts": simulator_memory.simulated_time_parts,
    "simulator-footprints": simulator_memory.simulator_footprints,
    "stamp-keys": record_tables.stamp_keys,
    "table-one": arm_tables.table_one,
    "thresholds": trials_page.thresholds,
    "topologies": topology_tables.topologies,
    "trials": sentences.trials,
    "trials-needed": trials_page.trials_needed,
    "under-load": arm_tables.under_load,
}
"""Name → what makes it from its arguments."""
_WITH_TOPOLOGIES = ("x86_64-2-core-vm", "x86_64-2-core-vm-2", "x86_64-2-core-xeon-vm")
"""Machines that have a page on their studies of topologies."""


def documents() -> list[Path]:
    """Return the files that hold marked blocks."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def whole_files() -> dict[Path, Callable[[], str]]:
    """Return the files that are made as a whole, and what makes them."""
    pages = {
        RESULTS / machine / "topologies.md": partial(topology_tables.topology_report, machine)
        for machine in _WITH_TOPOLOGIES
    }
    schema = ROOT / "params" / "studies" / "study.schema.json"
    single = {
        ROOT / "docs" / "cli.md": command_line.command_line_page,
        ROOT / "docs" / "savings.svg": savings_picture,
        schema: schema_file.schema_file,
    }
    return {**single, **pages}
