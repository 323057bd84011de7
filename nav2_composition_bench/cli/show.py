# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench show``: Table I for the records of a study."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nav2_composition_bench.aggregate.stored_study import find_studies
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.report.table import cost_per_node, invalid_trials, table_one
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.store import MACHINE, STUDY, TRIALS, read_document, read_records

NAME = "show"
HELP = "print Table I for the records of a study"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "directory",
        type=Path,
        help="a study's directory, or one above it, e.g. results or results/<machine>/<study>",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print every study at or below the directory."""
    for number, directory in enumerate(find_studies([arguments.directory])):
        if number:
            print()
        print("\n".join(describe_study(directory)))
    return 0


def describe_study(directory: Path) -> list[str]:
    """Return the lines for one study.

    :raises UserError: if its files cannot be read.
    """
    records = read_records(directory)
    stamp = read_document(directory / STUDY) or {}
    machine = stamp.get("machine") or read_document(directory.parent / MACHINE) or {}
    if not records:
        raise UserError(f"{directory / TRIALS} holds no finished trial yet")
    return [*_heading(directory, records[0], machine), "", *table_lines(records)]


def table_lines(records: Sequence[TrialRecord]) -> list[str]:
    """Return Table I, cost per node and the trials that do not count."""
    lines = [
        *table_one(records),
        "",
        "mean ± sample sd over valid trials; 1 MB = 10^6 bytes; CPU: 100 % = one core;"
        " saved: per block, against multi_process",
    ]
    without = next((r.footprint_unavailable_reason for r in records if r.footprint_bytes is None
                    and r.footprint_unavailable_reason), None)  # fmt: skip
    if without is not None:
        lines.append(f"no footprint: {without}")
    if nodes := cost_per_node(records):
        lines += ["", *nodes]
    if reasons := invalid_trials(records):
        lines += ["", "invalid trials:", *(f"  {reason}" for reason in reasons)]
    return lines


def _heading(directory: Path, record: TrialRecord, machine: dict[str, Any]) -> list[str]:
    known = [str(machine[key]) for key in ("cpu_model", "kernel") if machine.get(key)]
    if machine.get("cpu_cores"):
        known.insert(1, f"{machine['cpu_cores']} cores")
    where = f"{directory.parent.name}/{directory.name}"
    return [f"{where}: system {record.system}" + (f", {', '.join(known)}" if known else "")]
