# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench advise``: what other placements of the nodes in processes would cost."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nav2_composition_bench.aggregate.describe import Estimate
from nav2_composition_bench.aggregate.stamped_versions import versions_of_stamps
from nav2_composition_bench.aggregate.stored_study import each_record, find_studies, study_name
from nav2_composition_bench.aggregate.trial_costs import TrialCosts, trial_costs
from nav2_composition_bench.cli.study_arguments import add_placement_argument
from nav2_composition_bench.placing.advice import StudyAdvice, advise
from nav2_composition_bench.placing.process_cost import Overlap
from nav2_composition_bench.report.figures import in_brackets
from nav2_composition_bench.report.table import side_by_side
from nav2_composition_bench.report.what_if_notes import advice_notes, command_lines
from nav2_composition_bench.report.what_if_table import advice_rows
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.topology.units import Partition
from nav2_composition_bench.trial.store import read_stamp

NAME = "advise"
HELP = "predict what placements of the nodes in processes would cost"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "paths", type=Path, nargs="+", metavar="DIR", help="studies, or directories above"
    )
    add_placement_argument(parser, "predict this too, of an executor for each node")
    parser.add_argument(
        "--json", action="store_true", help="print JSON, units as in records, savings as fractions"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the predictions for every study.

    :raises UserError: for records that predictions cannot be made from, or a placement that cannot
        be.
    """
    placements = [parse_placement(text) for text in arguments.placement]
    found: list[tuple[str, str, StudyAdvice]] = []
    notes: list[str] = []
    for directory in find_studies(arguments.paths):
        trials = read_costs(directory, notes)
        stamp = read_stamp(directory) or {}
        advice = advise(trials, str(directory), stamp, placements)
        found.append((study_name(directory), versions_of_stamps(stamp), advice))
    for note in notes:
        print(note, file=sys.stderr if arguments.json else sys.stdout)
    if arguments.json:
        print(json.dumps([advice_document(advice, name) for name, _, advice in found], indent=2))
        return 0
    print("\n\n".join("\n".join(advice_lines(*each)) for each in found))
    return 0


def read_costs(directory: Path, notes: list[str]) -> list[TrialCosts]:
    """Read what predictions need of a study.

    :param notes: gets a line for a broken last record, which is left out.
    :raises UserError: for an unreadable record before the last.
    """
    costs = (trial_costs(record) for record in each_record(directory, notes))
    return [one for one in costs if one is not None]


def advice_lines(name: str, versions: str, advice: StudyAdvice) -> list[str]:
    """Return everything that is said of one study.

    :param versions: of what it ran with; empty where they are not known.
    """
    lines = [
        f"{name}{in_brackets(versions)}: predicted cost of placements",
        "",
        *side_by_side(advice_rows(advice)),
        "",
        *advice_notes(advice),
    ]
    if commands := command_lines(advice):
        lines += ["", "to measure one, add to the nav2-bench run that made this study:", *commands]
    return lines


def advice_document(advice: StudyAdvice, study: str) -> dict[str, Any]:
    """Return everything as JSON's types; costs in the units of records, savings as fractions."""
    model = advice.model
    return {
        "study": study,
        "made_from": list(advice.made_from),
        "only_with": dict(advice.only_with),
        "blocks": advice.blocks,
        "model": {
            "work_cpu_percent": dict(model.work_cpu_percent),
            "overhead_cpu_percent": _overlap(model.overhead_cpu_percent),
            "anon_bytes": _overlap(model.anon_bytes),
            "nodes_told_apart": model.told_apart,
        },
        "placements": [
            {
                "name": one.placement.name,
                "processes": _lists(one.partition),
                "costs": _estimates(one.costs),
                "savings": _estimates(one.savings),
            }
            for one in advice.placements
        ],
        "checks": [
            {
                "arm": check.arm,
                "processes": _lists(check.partition),
                "blocks": check.blocks,
                "predicted": dict(check.predicted),
                "measured": dict(check.measured),
                "errors": _estimates(check.errors),
            }
            for check in advice.checks
        ],
    }


def _overlap(overlap: Overlap) -> dict[str, Any]:
    return {"alone": dict(overlap.alone), "common": overlap.common}


def _lists(partition: Partition) -> list[list[str]]:
    return [list(process) for process in partition]


def _estimates(estimates: Mapping[str, Estimate]) -> dict[str, dict[str, float | None]]:
    return {
        metric: {
            "value": one.value if math.isfinite(one.value) else None,
            "low": None if one.interval is None else one.interval.low,
            "high": None if one.interval is None else one.interval.high,
        }
        for metric, one in estimates.items()
    }
