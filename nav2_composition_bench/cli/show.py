# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench show``: Table I for the records of a study."""

from __future__ import annotations

import argparse
import itertools
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nav2_composition_bench.aggregate.requirements import judge_requirements
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.aggregate.stored_study import each_record, find_studies, study_name
from nav2_composition_bench.cli.export_trials import (
    IROBOT,
    REFERENCE_SYSTEM,
    export_irobot,
    export_reference_system,
)
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.report.curve_text import NOTE_WIDTH, axis_lines
from nav2_composition_bench.report.effect_rows import effect_tables
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.report.goal_table import GOALS_NOTE, GOALS_TITLE, goal_rows
from nav2_composition_bench.report.requirements_table import (
    REQUIREMENT_WORDS,
    requirement_notes,
    requirement_rows,
)
from nav2_composition_bench.report.speed_lines import speed_lines
from nav2_composition_bench.report.summary_rows import not_measured
from nav2_composition_bench.report.table import aligned, cost_per_node, invalid_trials, table_one
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.store import MACHINE, TRIALS, read_document, read_stamp

NAME = "show"
HELP = "print tables of studies: costs, savings, effects of factors, cost per node"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "directory",
        type=Path,
        help="a study, or a directory above studies",
    )
    exports = parser.add_mutually_exclusive_group()
    exports.add_argument(
        IROBOT,
        type=Path,
        metavar="DIRECTORY",
        help="write each arm's trial nearest the median CPU there instead, as files of iRobot's"
        " ros2-performance framework",
    )
    exports.add_argument(
        REFERENCE_SYSTEM,
        type=Path,
        metavar="DIRECTORY",
        help="likewise of the reference system, as logs that ros-realtime's report reads",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print every study at or below the directory, or export the one there.

    :raises UserError: for what cannot be read or written.
    """
    if arguments.export_irobot is not None:
        print("\n".join(export_irobot(arguments.directory, arguments.export_irobot)))
        return 0
    if arguments.export_reference_system is not None:
        to = arguments.export_reference_system
        print("\n".join(export_reference_system(arguments.directory, to)))
        return 0
    for number, directory in enumerate(find_studies([arguments.directory])):
        if number:
            print()
        print("\n".join(describe_study(directory)))
    return 0


def describe_study(directory: Path) -> list[str]:
    """Return the lines for one study.

    :raises UserError: if its files cannot be read.
    """
    notes: list[str] = []
    records = tuple(each_record(directory, notes))
    stamp = read_stamp(directory) or {}
    machine = stamp.get("machine") or read_document(directory.resolve().parent / MACHINE) or {}
    if not records:
        raise UserError(f"{directory / TRIALS} holds no finished trial yet")
    lines = [*_heading(directory, records[0], machine), "", *table_lines(records, stamp)]
    return [*lines, *(("", *notes) if notes else ())]


def table_lines(
    records: Sequence[TrialRecord], stamp: Mapping[str, Any] | None = None
) -> list[str]:
    """Return Table I, what factors change, cost per node and the trials that do not count.

    :param stamp: content of ``study.json``, which tells the order of arms, the baseline
        and the versions.
    """
    table = FigureTable(records, stamp)
    if over_axis := axis_lines(table, stamp or {}):
        return over_axis
    lines = [
        *table_one(table),
        "",
        "mean ± sample sd over valid trials; 1 MB = 10^6 bytes; CPU: 100 % = one core;"
        f" saved: per block, against {table.baseline}",
    ]
    lines += not_measured(table, is_in_part=True)
    if all(record.value("footprint_bytes") is None for record in records):
        given = filter(None, (record.footprint_unavailable_reason for record in records))
        lines += [f"no footprint: {reason}" for reason in itertools.islice(given, 1)]
    for effects in effect_tables(table):
        lines += ["", f"{effects.title}:", *aligned(effects.rows, effects.words)]
        lines += textwrap.wrap(effects.note, NOTE_WIDTH)
    if goals := goal_rows(table):
        lines += ["", f"{GOALS_TITLE}:", *aligned(goals)]
        lines += textwrap.wrap(GOALS_NOTE, NOTE_WIDTH)
    if rows := requirement_rows(judged := judge_requirements(records, stamp or {})):
        lines += ["", f"requirements{versions_text(table)}:", *aligned(rows, REQUIREMENT_WORDS)]
        lines += requirement_notes(judged)
    if nodes := cost_per_node(records, table):
        lines += ["", *nodes]
    if speed := speed_lines(table):
        lines += ["", *speed]
    if reasons := invalid_trials(records):
        lines += ["", "invalid trials:", *(f"  {reason}" for reason in reasons)]
    return lines


def _heading(directory: Path, record: TrialRecord, machine: dict[str, Any]) -> list[str]:
    known = [str(machine[key]) for key in ("cpu_model", "kernel") if machine.get(key)]
    if machine.get("cpu_cores"):
        known.insert(1, f"{machine['cpu_cores']} cores")
    return [", ".join([f"{study_name(directory)}: system {record.system}", *known])]
