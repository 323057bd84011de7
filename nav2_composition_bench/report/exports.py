# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Table I in the forms other programs read: Markdown, CSV, LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence

from nav2_composition_bench.aggregate.axis import axis_of
from nav2_composition_bench.aggregate.statements import Statements
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.report.curve_tables import FIT_NOTE, curve_tables, fit_rows
from nav2_composition_bench.report.effect_rows import effect_tables
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.report.goal_table import GOALS_NOTE, GOALS_TITLE, goal_rows
from nav2_composition_bench.report.growth_table import GROWTH_NOTE, GROWTH_TITLE, growth_rows
from nav2_composition_bench.report.latency_tables import latency_rows
from nav2_composition_bench.report.requirements_table import requirement_notes, requirement_rows
from nav2_composition_bench.report.speed_lines import speed_lines
from nav2_composition_bench.report.statement_rows import (
    STATEMENT_NOTE,
    source_text,
    statement_rows,
)
from nav2_composition_bench.report.summary_rows import headline_rows, not_measured
from nav2_composition_bench.report.table import markdown
from nav2_composition_bench.report.topology_section import judged_statements
from nav2_composition_bench.study.factor import FACTORS, TOPOLOGY
from nav2_composition_bench.trial.record import TrialFigures

_LATEX = str.maketrans({"%": r"\%", "_": r"\_", "&": r"\&", "#": r"\#", "±": r"$\pm$", "–": "--"})


def to_markdown(records: Sequence[TrialFigures], title: str, notes: Sequence[str] = ()) -> str:
    """Return Table I and what factors change as GitHub-flavoured Markdown.

    :param notes: what a reader must know first.
    """
    told = [*notes, *not_measured(records, is_in_part=True), *speed_lines(records)]
    lines = [*_heading(title, told), "", *markdown(headline_rows(records))]
    if goals := goal_rows(records):
        lines += ["", f"### {GOALS_TITLE}", "", *markdown(goals), "", GOALS_NOTE]
    lines += _effect_lines(records)
    return "\n".join(lines) + "\n"


def _effect_lines(records: Sequence[TrialFigures], without: Collection[str] = ()) -> list[str]:
    """Return what factors change.

    :param without: factors that have no table.
    """
    lines: list[str] = []
    for table in effect_tables(records, without):
        lines += ["", f"### {table.title}", "", *markdown(table.rows)]
        lines += ["", table.note] if table.note else []
    return lines


def _heading(title: str, notes: Sequence[str]) -> list[str]:
    return [f"## {title}", *(["", *(f"- {note}" for note in notes)] if notes else [])]


def study_to_markdown(study: StoredStudy, published: Statements) -> str:
    """Return a study as Markdown: Table I, and for topologies what they require and was published.

    With an axis there is a table for each metric in place of Table I.
    """
    axis = axis_of(study.records, study.stamp)
    versions = versions_text(study.records)
    if axis is None:
        text = to_markdown(study.records, study.name, study.notes)
        latencies = latency_rows(study.records)
        lines = ["", "### Latency of messages", "", *markdown(latencies)] if latencies else []
    else:
        text, lines = "", _heading(study.name, study.notes)
        for table in curve_tables(study.records, axis):
            lines += ["", f"### {table.title}", "", *markdown(table.rows)]
        if fits := fit_rows(study.records, axis):
            lines += ["", "### What one more adds", "", *markdown(fits), "", FIT_NOTE]
        if grown := growth_rows(study.records, axis):
            lines += ["", f"### {GROWTH_TITLE}", "", *markdown(grown), "", GROWTH_NOTE]
        lines += _effect_lines(study.records, (TOPOLOGY.name,))
    if rows := requirement_rows(study.requirements):
        lines += ["", f"### What the topology requires{versions}", "", *markdown(rows)]
        if remarks := requirement_notes(study.requirements):
            lines += ["", *(f"- {remark}" for remark in remarks)]
    judged = judged_statements(study, published)
    if rows := statement_rows(judged, "" if axis is None else axis.name):
        lines += ["", f"### What was published of the same{versions}", "", *markdown(rows)]
        lines += ["", f"{source_text(judged, published)} {STATEMENT_NOTE}"]
    return text + "".join(f"{line}\n" for line in lines)


def to_csv(studies: Sequence[StoredStudy]) -> str:
    """Return one row for each trial, invalid ones included; empty cells were not measured.

    Figures are in the records' units (bytes, percent of one core, Hz). A study is called by its
    machine, too. After the arm's name stand its levels, one column for each factor that any record
    tells of.
    """
    told = {factor for study in studies for record in study.records for factor in record.levels}
    factors = [name for name in FACTORS if name in told]
    fields = ["block", "attempt", "valid", "invalid_reason"]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["study", "arm", *factors, *fields, *METRICS])
    for study in studies:
        for record in study.records:
            writer.writerow(
                [study.name, record.arm]
                + [record.levels.get(factor) for factor in factors]
                + [getattr(record, field) for field in fields]
                + [record.value(metric) for metric in METRICS]
            )
    return stream.getvalue()


def to_latex(records: Sequence[TrialFigures]) -> str:
    """Return Table I as a tabular with booktabs' rules."""
    heading, *rows = [[cell.translate(_LATEX) for cell in row] for row in headline_rows(records)]
    lines = [f"\\begin{{tabular}}{{l{'r' * (len(heading) - 1)}}}", "\\toprule"]
    lines += [" & ".join(heading) + r" \\", "\\midrule"]
    lines += [" & ".join(row) + r" \\" for row in rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"]) + "\n"
