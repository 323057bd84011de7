# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench report``: a page, or a table, on the records of studies."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from nav2_composition_bench.aggregate.statements import packaged_statements
from nav2_composition_bench.aggregate.stored_study import StoredStudy, find_studies, read_study
from nav2_composition_bench.errors import UserError, told_in_one_line
from nav2_composition_bench.files.user_path import refuse_no_file
from nav2_composition_bench.files.whole_file import write_whole
from nav2_composition_bench.report.comparison_table import note_lines
from nav2_composition_bench.report.exports import study_to_markdown, to_csv, to_latex
from nav2_composition_bench.report.page import render
from nav2_composition_bench.report.statement_rows import agreement_line
from nav2_composition_bench.report.topology_section import judged_statements

NAME = "report"
HELP = "write a self-contained HTML page (or Markdown, CSV, LaTeX) on studies"


def _each(one: Callable[[StoredStudy], str]) -> Callable[[Sequence[StoredStudy]], str]:
    return lambda studies: "\n".join(one(study) for study in studies)


FORMATS: Mapping[str, Callable[[Sequence[StoredStudy]], str]] = {
    "html": render,
    "md": _each(lambda study: study_to_markdown(study, packaged_statements())),
    "csv": to_csv,
    "tex": _each(lambda study: to_latex(study.records)),
}
"""How to write each format, by the suffix of its file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "paths", type=Path, nargs="*", metavar="DIR", help="studies, or directories above"
    )
    parser.add_argument(
        "--all",
        type=Path,
        metavar="DIRECTORY",
        help="every study below that can be read",
    )
    parser.add_argument(
        "--format", choices=tuple(FORMATS), help="of the page (default: by the suffix of --output)"
    )
    parser.add_argument(
        "--output",
        "-o",
        type=Path,
        metavar="FILE",
        help="page to write, - for standard output (default: report.html, or report.FORMAT)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the report.

    :raises UserError: for unreadable records, an unknown suffix, or a file that cannot be written.
    """
    output = arguments.output or Path(f"report.{arguments.format or 'html'}")
    chosen = arguments.format or output.suffix.lstrip(".")
    if chosen not in FORMATS:
        raise UserError(
            f"--output {output}: no format is called '{chosen}'; use {', '.join(FORMATS)},"
            " or say --format"
        )
    if not arguments.paths and arguments.all is None:
        raise UserError("report: name a study's directory, or --all and one above studies")
    is_printed = str(output) == "-"
    if not is_printed:
        refuse_no_file(output, "--output")
    studies, left_out = _read(arguments.paths, arguments.all)
    text = render(studies, left_out) if chosen == "html" else FORMATS[chosen](studies)
    if is_printed:
        sys.stdout.write(text)
    else:
        _write(output, text)
        print(output)
        for study in studies:
            if line := agreement_line(judged_statements(study, packaged_statements())):
                print(f"{study.name}: {line}")
    for line in note_lines(studies):
        print(line, file=sys.stderr)
    for line in left_out:
        print(f"left out: {line}", file=sys.stderr)
    return 0


def _read(paths: Sequence[Path], everything: Path | None) -> tuple[list[StoredStudy], list[str]]:
    """Read the studies that are named, and all below a directory.

    :returns: the studies, each once, and a line for each below the directory that cannot be read.
    :raises UserError: for one that is named and cannot be read, or if there is none at all.
    """
    named = find_studies(paths)
    studies = [read_study(directory) for directory in named]
    left_out: list[str] = []
    below: Sequence[Path] = [] if everything is None else find_studies([everything])
    known = {directory.resolve() for directory in named}
    for directory in below:
        if directory.resolve() in known:
            continue
        try:
            studies.append(read_study(directory))
        except UserError as error:
            left_out.append(str(error))
    if not studies:
        raise UserError(f"--all {everything}: no study can be read; the first: {left_out[0]}")
    return studies, left_out


def _write(path: Path, text: str) -> None:
    """Write a file such that a failure leaves the old one intact."""
    with told_in_one_line(f"--output: cannot write {path}"):
        write_whole(path, text)
