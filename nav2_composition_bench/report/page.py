# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One self-contained HTML page on one or more studies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from nav2_composition_bench import __version__
from nav2_composition_bench.aggregate.samples import (
    arms_of,
    baseline_of,
    blocks_of,
    factors_of,
)
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.aggregate.statements import Statements, packaged_statements
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import HEADLINE, METRICS
from nav2_composition_bench.placing.advice import advise
from nav2_composition_bench.report.charts import (
    MAX_DOTS,
    distribution_chart,
    node_chart,
    savings_chart,
    time_chart,
)
from nav2_composition_bench.report.curve_tables import FIT_NOTE, TABLE_NOTE
from nav2_composition_bench.report.effect_rows import EffectTable, effect_tables
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.report.goal_table import GOALS_NOTE, GOALS_TITLE, goal_rows
from nav2_composition_bench.report.growth_table import GROWTH_NOTE, GROWTH_TITLE
from nav2_composition_bench.report.overview import anchors, overview_rows
from nav2_composition_bench.report.statement_rows import STATEMENT_NOTE
from nav2_composition_bench.report.summary_rows import (
    cautions,
    deflation_rows,
    headline_rows,
    observer_rows,
    outsider_rows,
    source_rows,
)
from nav2_composition_bench.report.table import invalid_trials
from nav2_composition_bench.report.themed_svg import LIGHT, Chart
from nav2_composition_bench.report.topology_section import TopologySection, topology_section
from nav2_composition_bench.report.what_if_notes import advice_notes
from nav2_composition_bench.report.what_if_table import advice_rows
from nav2_composition_bench.study.factor import TOPOLOGY
from nav2_composition_bench.trial.provenance import flat_fields
from nav2_composition_bench.trial.record import TrialFigures

COMPOSITION = "What node composition saves"
ANY_FACTOR = "What each way of running the nodes costs"
"""Headings of a page: where arms differ by composition alone, and of any other."""


@dataclass(frozen=True)
class AdviceSection:
    """What other placements of the nodes would cost."""

    rows: Sequence[Sequence[str]]
    notes: Sequence[str]


@dataclass(frozen=True)
class StudySection:
    """Everything the page says of one study."""

    name: str
    system: str
    versions: str
    baseline: str
    notes: Sequence[str]
    cautions: Sequence[str]
    headline: Sequence[Sequence[str]]
    topology: TopologySection
    savings: Chart | None
    effects: Sequence[EffectTable]
    goals: Sequence[Sequence[str]]
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


def render(studies: Sequence[StoredStudy], left_out: Sequence[str] = ()) -> str:
    """Return the page; it loads nothing from anywhere.

    :param left_out: a line for each study that could not be read.
    """
    environment = Environment(
        loader=PackageLoader("nav2_composition_bench", "report/templates"),
        autoescape=select_autoescape(["html", "j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    published = packaged_statements()
    is_composition = all(set(factors_of(each.records)) <= {"composition"} for each in studies)
    return environment.get_template("report.html.j2").render(
        colours=LIGHT,
        subject=COMPOSITION if is_composition else ANY_FACTOR,
        sections=[_section(study, published) for study in studies],
        overview=overview_rows(studies, published) if len(studies) > 1 else [],
        anchors=anchors(studies),
        left_out=left_out,
        curve_note=TABLE_NOTE,
        fit_note=FIT_NOTE,
        goals_title=GOALS_TITLE,
        goals_note=GOALS_NOTE,
        growth_title=GROWTH_TITLE,
        growth_note=GROWTH_NOTE,
        statement_note=STATEMENT_NOTE,
        metrics=list(METRICS.values()),
        version=__version__,
    )


def _section(study: StoredStudy, published: Statements) -> StudySection:
    records = study.records
    names = arms_of(records)
    topology = topology_section(study, published)
    return StudySection(
        name=study.name,
        system=", ".join(dict.fromkeys(record.system for record in records)) or "no trials",
        versions=versions_text(records),
        baseline=baseline_of(records),
        notes=study.notes,
        cautions=cautions(records, has_axis=topology.has_axis),
        headline=headline_rows(records),
        topology=topology,
        savings=None if topology.has_axis else _savings(records, names),
        effects=effect_tables(records, (TOPOLOGY.name,) if topology.has_axis else ()),
        goals=goal_rows(records),
        distributions=[
            Chart(METRICS[metric].label, Markup(distribution_chart(records, names, metric)))
            for metric in HEADLINE
            if any(blocks_of(records, name, metric).values for name in names)
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
    """Predict placements; None where the study does not hold what that needs."""
    try:
        advice = advise(study.details.trial_costs, study.name, study.stamp)
    except UserError:
        return None
    return AdviceSection(advice_rows(advice), advice_notes(advice))


def _thinned(records: Sequence[TrialFigures], names: Sequence[str]) -> str:
    """Say that not every trial is drawn, if so."""
    most = max((sum(r.arm == name for r in records) for name in names), default=0)
    if most <= MAX_DOTS:
        return ""
    return (
        f"Of an arm with more trials than {MAX_DOTS}, that many are drawn, evenly spaced by"
        " rank from the least to the largest; the line is the mean of all."
    )


def _savings(records: Sequence[TrialFigures], names: Sequence[str]) -> Chart | None:
    others = [name for name in names if name != baseline_of(records)]
    if not any(saving(records, name, metric) for name in others for metric in HEADLINE):
        return None
    return Chart("Savings", Markup(savings_chart(records, names, HEADLINE)))
