# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench check --requirements``: does a study keep to what its topologies require?"""

from __future__ import annotations

import argparse

from nav2_composition_bench.aggregate.verdict import exit_status
from nav2_composition_bench.cli.judged_study import append_summary, one_study
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.report.requirements_table import (
    REQUIREMENT_WORDS,
    requirement_notes,
    requirement_rows,
)
from nav2_composition_bench.report.table import aligned, markdown


def run(arguments: argparse.Namespace) -> int:
    """Print the verdicts, write the summary, return the exit status.

    :raises UserError: for a study that requires nothing, or what cannot be read or written.
    """
    study = one_study(arguments.directory)
    judged = study.requirements
    if not judged:
        raise UserError(
            f"{study.directory} requires nothing: a topology file of it must have requirements"
        )
    rows, remarks = requirement_rows(judged), [*requirement_notes(judged), *study.notes]
    versions = versions_text(study.records)
    print("\n".join([f"{study.name}{versions}:", *aligned(rows, REQUIREMENT_WORDS), *remarks]))
    if arguments.github_summary is not None:
        title = f"### Requirements of {study.directory.resolve().name}{versions}"
        text = "\n".join([title, "", *markdown(rows), *(f"\n{each}" for each in remarks)])
        append_summary(arguments.github_summary, f"{text}\n")
    return exit_status([one.outcome for one in judged])
