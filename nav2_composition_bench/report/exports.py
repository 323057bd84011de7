# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Table I in the forms other programs read: Markdown, CSV, LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.report.comparison_table import markdown
from nav2_composition_bench.report.summary_rows import headline_rows
from nav2_composition_bench.trial.record import TrialFigures

_LATEX = str.maketrans({"%": r"\%", "_": r"\_", "&": r"\&", "#": r"\#", "±": r"$\pm$", "–": "--"})


def to_markdown(records: Sequence[TrialFigures], title: str) -> str:
    """Return Table I as GitHub-flavoured Markdown."""
    return "\n".join([f"## {title}", "", *markdown(headline_rows(records))]) + "\n"


def to_csv(records: Sequence[TrialFigures]) -> str:
    """Return one row for each trial, invalid ones included; empty cells were not measured.

    Figures are in the records' units (bytes, percent of one core, Hz).
    """
    fields = ["study", "composition", "block", "attempt", "valid", "invalid_reason"]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*fields, *METRICS])
    for record in records:
        writer.writerow(
            [getattr(record, field) for field in fields]
            + [getattr(record, metric) for metric in METRICS]
        )
    return stream.getvalue()


def to_latex(records: Sequence[TrialFigures]) -> str:
    """Return Table I as a tabular with booktabs' rules."""
    heading, *rows = [[cell.translate(_LATEX) for cell in row] for row in headline_rows(records)]
    lines = [f"\\begin{{tabular}}{{l{'r' * (len(heading) - 1)}}}", "\\toprule"]
    lines += [" & ".join(heading) + r" \\", "\\midrule"]
    lines += [" & ".join(row) + r" \\" for row in rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"]) + "\n"
