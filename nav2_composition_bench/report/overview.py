# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""All studies of a page at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.aggregate.statements import Statements
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.metrics import NOT_MEASURED
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.report.statement_rows import agreement_line
from nav2_composition_bench.report.topology_section import judged_statements


def anchors(studies: Sequence[StoredStudy]) -> list[str]:
    """Return what the section of each study is called in links."""
    return [f"study-{number}" for number, _ in enumerate(studies, 1)]


def overview_rows(studies: Sequence[StoredStudy], published: Statements) -> list[list[str]]:
    """Return a heading and a row for each study, its name first."""
    return [
        ["study", "system", "arms", "valid trials", "what was published of it"],
        *(_row(study, published) for study in studies),
    ]


def _row(study: StoredStudy, published: Statements) -> list[str]:
    records = study.records
    systems = ", ".join(dict.fromkeys(record.system for record in records)) or NOT_MEASURED
    return [
        study.name,
        systems + versions_text(records),
        str(len(arms_of(records))),
        f"{sum(record.valid for record in records)} of {len(records)}",
        agreement_line(judged_statements(study, published)) or NOT_MEASURED,
    ]
