# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Tables with a row for each arm of a study."""

from __future__ import annotations

from figures.cells import change, percent, percent_with_interval, table
from figures.studies import RESULTS, mean, records, saved, versions
from nav2_composition_bench.aggregate.published import read_published
from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.report.figures import spread
from nav2_composition_bench.report.goal_table import goal_rows
from nav2_composition_bench.trial.stamped_arms import DEFAULT_BASELINE

MIDDLEWARE = "nav2-jazzy-middleware"
COSTS = ("cpu_percent", "pss_bytes", "footprint_bytes")


def middlewares() -> str:
    """Return the costs of three arms with either middleware."""
    rows = []
    for rmw in ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"):
        for name in ("multi_process", "isolated", "events"):
            costs = _costs(MIDDLEWARE, name, rmw)
            rows.append([f"`{name}`", f"`{rmw}`", *costs])
    return table([f"arm{versions(MIDDLEWARE)}", "middleware", *_COST_HEADINGS], rows)


_COST_HEADINGS = ("CPU %", "saved [95 %]", "PSS MB", "footprint MB", "saved [95 %]")


def _costs(study: str, name: str, level: str) -> list[str]:
    """Return the cells of an arm beside ``multi_process`` at the same level of another factor."""
    arm, reference = f"{name}+{level}", f"{DEFAULT_BASELINE}+{level}"
    cpu, pss, footprint = (spread(records(study), arm, metric) for metric in COSTS)
    if arm == reference:
        return [cpu, "", pss, footprint, ""]
    of_cpu, of_footprint = (
        saved(study, arm, metric, reference) for metric in ("cpu_percent", "footprint_bytes")
    )
    saved_cpu = percent_with_interval(of_cpu)
    return [cpu, saved_cpu, pss, footprint, percent_with_interval(of_footprint)]


def table_one(study: str) -> str:
    """Return the paper's Table I of a study, with what the paper saved on its x86 machine."""
    paper = read_published(RESULTS / "paper" / "x86.json")
    rows = []
    for arm in arms_of(records(study)):
        cells = [f"`{arm}`"]
        for metric in COSTS:
            found = None if arm == DEFAULT_BASELINE else saved(study, arm, metric)
            saving = "" if found is None else percent_with_interval(found)
            cells += [spread(records(study), arm, metric), saving]
        for metric in ("cpu_percent", "pss_bytes"):
            published = paper.saving(arm, metric, DEFAULT_BASELINE)
            is_told = published is not None and arm != DEFAULT_BASELINE
            cells.append(percent(1 - published.ratio().value) if published and is_told else "")
        rows.append(cells)
    saved_by = "saved [95 %]"
    costs = ("CPU %", saved_by, "PSS MB", saved_by, "footprint MB", saved_by)
    return table([f"composition{versions(study)}", *costs, "paper: CPU saved", "PSS saved"], rows)


def beyond_paper(metric: str, *studies: str) -> str:
    """Return by how many percentage points more is saved than in the paper, least to most."""
    paper = read_published(RESULTS / "paper" / "x86.json")
    points = [
        100 * (saved(study, arm, metric).fraction - 1 + published.ratio().value)
        for study in studies
        for arm in arms_of(records(study))
        if arm != DEFAULT_BASELINE
        and (published := paper.saving(arm, metric, DEFAULT_BASELINE)) is not None
    ]
    return f"{min(points):.0f} to {max(points):.0f}"


def containers(study: str, bonds: str) -> str:
    """Return the costs of Nav2 in every container.

    :param bonds: the level of ``params`` that the arms are compared at.
    """
    rows = []
    for arm in arms_of(records(study)):
        name = arm.removesuffix(f"+{bonds}")
        cells = [f"`{name}`", spread(records(study), arm, "cpu_percent")]
        for other in ("isolated", "events_cbg"):
            found = None if name == other else saved(study, arm, "cpu_percent", f"{other}+{bonds}")
            cells.append("" if found is None else change(found))
        cells.append(METRICS["footprint_bytes"].display(mean(study, arm, "footprint_bytes")))
        cells.append(f"{mean(study, arm, 'control_loop_hz'):.1f}")
        rows.append(cells)
    against = (f"against `{other}` [95 %]" for other in ("isolated", "events_cbg"))
    heading = f"arm, {bonds.replace('_', ' ')}{versions(study)}"
    return table([heading, "CPU %", *against, "footprint MB", "control rate Hz"], rows)


def under_load(study: str, level: str) -> str:
    """Return the goals that arms lost beside a load, and how late their callbacks were.

    :param level: of ``params``, which all arms have.
    """
    heading, *rows = goal_rows(records(study))
    cells = [
        [
            f"`{arm.removesuffix(f'+{level}')}`",
            *its,
            f"{mean(study, arm, 'control_loop_hz'):.1f}",
            spread(records(study), arm, "cpu_percent"),
        ]
        for arm, *its in rows
    ]
    return table([*heading, "control rate Hz", "CPU %"], cells)
