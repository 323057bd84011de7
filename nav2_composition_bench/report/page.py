# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One self-contained HTML page on one or more studies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from nav2_composition_bench import __version__
from nav2_composition_bench.aggregate.advice import advise
from nav2_composition_bench.aggregate.samples import compositions_of
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import HEADLINE, METRICS
from nav2_composition_bench.report.advice_table import advice_rows, basis_lines, check_rows
from nav2_composition_bench.report.charts import (
    MOST_DOTS,
    distribution_chart,
    node_chart,
    savings_chart,
    time_chart,
)
from nav2_composition_bench.report.summary_rows import (
    cautions,
    deflation_rows,
    headline_rows,
    observer_rows,
    outsider_cautions,
    outsider_rows,
    source_rows,
)
from nav2_composition_bench.report.table import invalid_trials
from nav2_composition_bench.trial.provenance import flat_fields
from nav2_composition_bench.trial.record import TrialFigures


@dataclass(frozen=True)
class Chart:
    """A picture with its heading."""

    title: str
    svg: Markup


@dataclass(frozen=True)
class AdviceSection:
    """What other groupings of the nodes would cost."""

    predicted: Sequence[Sequence[str]]
    basis: Sequence[str]
    checks: Sequence[Sequence[str]]


@dataclass(frozen=True)
class StudySection:
    """Everything the page says of one study."""

    name: str
    system: str
    notes: Sequence[str]
    cautions: Sequence[str]
    headline: Sequence[Sequence[str]]
    savings: Chart | None
    distributions: Sequence[Chart]
    thinned: str
    over_time: Sequence[Chart]
    per_node: Sequence[Chart]
    sources: Sequence[Sequence[str]]
    advice: AdviceSection | None
    observer: Sequence[Sequence[str]]
    outsiders: Sequence[Sequence[str]]
    deflation: Sequence[Sequence[str]]
    invalid: Sequence[str]
    provenance: Sequence[tuple[str, str]]


def render(studies: Sequence[StoredStudy]) -> str:
    """Return the page; it loads nothing from anywhere."""
    environment = Environment(
        loader=PackageLoader("nav2_composition_bench", "report/templates"),
        autoescape=select_autoescape(["html", "j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html.j2").render(
        sections=[_section(study) for study in studies],
        metrics=list(METRICS.values()),
        version=__version__,
    )


def _section(study: StoredStudy) -> StudySection:
    records = study.records
    names = compositions_of(records)
    return StudySection(
        name=study.name,
        system=", ".join(dict.fromkeys(record.system for record in records)) or "no trials",
        notes=study.notes,
        cautions=[*cautions(records), *outsider_cautions(study.details.outsider_effects)],
        headline=headline_rows(records),
        savings=_savings(records, names),
        distributions=[
            Chart(METRICS[metric].label, Markup(distribution_chart(records, names, metric)))
            for metric in HEADLINE
            if any(getattr(record, metric) is not None for record in records)
        ],
        thinned=_thinned(records, names),
        over_time=[
            Chart(f"{name}, block {record.block + 1}", Markup(time_chart(record, number)))
            for number, name in enumerate(names)
            if (record := study.typical.get(name)) is not None
        ],
        per_node=[
            Chart(name, Markup(node_chart(costs, name, number)))
            for number, name in enumerate(names)
            if (costs := study.details.processes.get(name))
        ],
        sources=source_rows(records, study.details.process_counts),
        advice=_advice(study),
        observer=observer_rows(records, study.details.observers),
        outsiders=outsider_rows(study.details.outsiders),
        deflation=deflation_rows(records),
        invalid=invalid_trials(records),
        provenance=[
            (field, "unknown" if value is None else str(value))
            for field, value in flat_fields({"machine": study.machine, **study.stamp}).items()
        ],
    )


def _advice(study: StoredStudy) -> AdviceSection | None:
    """Predict groupings; None where the study does not hold what that needs."""
    try:
        advice = advise(study.details.trial_costs, study.name)
    except UserError:
        return None
    return AdviceSection(advice_rows(advice), basis_lines(advice), check_rows(advice.checks))


def _thinned(records: Sequence[TrialFigures], names: Sequence[str]) -> str:
    """Say that not every trial is drawn, if so."""
    most = max((sum(r.composition == name for r in records) for name in names), default=0)
    if most <= MOST_DOTS:
        return ""
    return (
        f"Of a composition with more trials than {MOST_DOTS}, that many are drawn, evenly spaced by"
        " rank from the least to the largest; the line is the mean of all."
    )


def _savings(records: Sequence[TrialFigures], names: Sequence[str]) -> Chart | None:
    if not any(saving(records, name, metric) for name in names[1:] for metric in HEADLINE):
        return None
    return Chart("Savings", Markup(savings_chart(records, names, HEADLINE)))
