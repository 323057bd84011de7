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
from nav2_composition_bench.trial.stamped_arms import DEFAULT_BASELINE

CONTAINERS = "nav2-jazzy-containers"
_BONDS = "+with_bonds"
EXECUTORS = "nav2-jazzy-executors"
MIDDLEWARE = "nav2-jazzy-middleware"
WHAT_SPINS = {
    "multi_process": "each node's own program",
    "manual": "a single-threaded executor for each node, in one executable",
    "isolated": "a single-threaded executor for each node: `component_container_isolated`, what"
    " Nav2's bring-up uses",
    "multi_threaded": "one multi-threaded executor: `component_container_mt`",
    "single_threaded": "one single-threaded executor: `component_container`",
    "events": "one EventsExecutor: `rclcpp_events_container`",
    "isolated_events": "an EventsExecutor for each node: `rclcpp_events_container --isolated`",
}
"""Arm of ``nav2-jazzy-executors`` without its bonds → what its row says of it."""
COSTS = ("cpu_percent", "pss_bytes", "footprint_bytes")


def executors(bonds: str) -> str:
    """Return the costs of every way to spin Nav2's nodes.

    :param bonds: ``with_bonds`` or ``without_bonds``.
    """
    rows = []
    for name, meaning in WHAT_SPINS.items():
        rows.append([f"`{name}`", meaning, *_costs(EXECUTORS, name, bonds)])
    heading = f"arm, {bonds.replace('_', ' ')}{versions(EXECUTORS)}"
    return table([heading, "what spins the nodes", *_COST_HEADINGS], rows)


def middlewares() -> str:
    """Return the costs of three arms with either middleware."""
    rows = []
    for rmw in ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"):
        for name in ("multi_process", "isolated", "events"):
            costs = _costs(MIDDLEWARE, name, rmw)
            rows.append([f"`{name}`", f"`{rmw}`", *costs])
    return table([f"arm{versions(MIDDLEWARE)}", "middleware", *_COST_HEADINGS], rows)


def cyclonedds() -> str:
    """Return what Cyclone DDS saves against Fast DDS in each arm."""
    rows = []
    for name in ("multi_process", "isolated", "events"):
        arms = (f"{name}+rmw_cyclonedds_cpp", f"{name}+rmw_fastrtps_cpp")
        found = (
            saved(MIDDLEWARE, arms[0], metric, arms[1])
            for metric in ("cpu_percent", "footprint_bytes")
        )
        rows.append([f"`{name}`", *map(percent_with_interval, found)])
    return table([f"arm{versions(MIDDLEWARE)}", "CPU saved [95 %]", "footprint saved [95 %]"], rows)


_COST_HEADINGS = ("CPU %", "saved [95 %]", "PSS MB", "footprint MB", "saved")


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
    return [cpu, saved_cpu, pss, footprint, percent(of_footprint.fraction)]


def table_one(study: str) -> str:
    """Return the paper's Table I of a study, with what the paper saved on its x86 machine."""
    paper = read_published(RESULTS / "paper" / "x86.json")
    rows = []
    for arm in arms_of(records(study)):
        cells = [f"`{arm}`"]
        for metric in COSTS:
            found = None if arm == DEFAULT_BASELINE else saved(study, arm, metric)
            saving = "" if found is None else percent(found.fraction)
            cells += [spread(records(study), arm, metric), saving]
        for metric in ("cpu_percent", "pss_bytes"):
            published = paper.saving(arm, metric, DEFAULT_BASELINE)
            is_told = published is not None and arm != DEFAULT_BASELINE
            cells.append(percent(published.value) if published is not None and is_told else "")
        rows.append(cells)
    costs = ("CPU %", "saved", "PSS MB", "saved", "footprint MB", "saved")
    return table([f"composition{versions(study)}", *costs, "paper: CPU saved", "PSS saved"], rows)


def beyond_paper(metric: str, *studies: str) -> str:
    """Return by how many percentage points more is saved than in the paper, least to most."""
    paper = read_published(RESULTS / "paper" / "x86.json")
    points = [
        100 * (saved(study, arm, metric).fraction - published.value)
        for study in studies
        for arm in arms_of(records(study))
        if arm != DEFAULT_BASELINE
        and (published := paper.saving(arm, metric, DEFAULT_BASELINE)) is not None
    ]
    return f"{min(points):.0f} to {max(points):.0f}"


def bonds() -> str:
    """Return the CPU of every way to spin Nav2's nodes with its bonds and without."""
    rows = []
    for name in WHAT_SPINS:
        arms = [f"{name}+{level}" for level in ("with_bonds", "without_bonds")]
        cpu = [f"{mean(EXECUTORS, arm, 'cpu_percent'):.1f} %" for arm in arms]
        rows.append([f"`{name}`", *cpu, change(saved(EXECUTORS, arms[1], "cpu_percent", arms[0]))])
    return table([f"arm{versions(EXECUTORS)}", "CPU with bonds", "without", "change [95 %]"], rows)


def containers() -> str:
    """Return the costs of Nav2 in every container."""
    rows = []
    for arm in arms_of(records(CONTAINERS)):
        name = arm.removesuffix(_BONDS)
        cells = [f"`{name}`", spread(records(CONTAINERS), arm, "cpu_percent")]
        for other in ("isolated", "events_cbg"):
            found = saved(CONTAINERS, arm, "cpu_percent", f"{other}{_BONDS}")
            cells.append("" if name == other else change(found))
        cells.append(METRICS["footprint_bytes"].display(mean(CONTAINERS, arm, "footprint_bytes")))
        cells.append(f"{mean(CONTAINERS, arm, 'control_loop_hz'):.1f}")
        rows.append(cells)
    against = (f"against `{other}` [95 %]" for other in ("isolated", "events_cbg"))
    return table(
        [f"arm{versions(CONTAINERS)}", "CPU %", *against, "footprint MB", "control rate Hz"], rows
    )
