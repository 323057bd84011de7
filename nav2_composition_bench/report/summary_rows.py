# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Rows of the tables that several report formats share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from nav2_composition_bench.aggregate.describe import outliers
from nav2_composition_bench.aggregate.details import ObserverCost, OutsiderShare
from nav2_composition_bench.aggregate.samples import (
    arms_of,
    baseline_of,
    blocks_of,
    unusable_of,
    valid_of,
)
from nav2_composition_bench.aggregate.sources import PARTS, process_overhead
from nav2_composition_bench.metrics import BYTES_PER_MEGABYTE, HEADLINE, METRICS, NOT_MEASURED
from nav2_composition_bench.report.curve_tables import CURVES, FURTHER
from nav2_composition_bench.report.figures import (
    TABLE_ONE,
    arm_heading,
    message_columns,
    saved,
    spread,
)
from nav2_composition_bench.report.speed_lines import speed_lines
from nav2_composition_bench.trial.record import TrialFigures

LISTED_OUTLIERS = 10
"""Outliers that are named one by one; of more in one cell, their number is said."""


def headline_rows(records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return Table I with intervals: a heading, then one row for each arm.

    Of topologies it says besides what became of their messages.
    """
    heading = [arm_heading(records), "trials"]
    for metric in TABLE_ONE:
        heading += [METRICS[metric].heading, "saved [95 %]"]
    messages = message_columns(records)
    heading += [METRICS[metric].heading for metric in messages]
    return [heading, *(_headline_row(records, name, messages) for name in arms_of(records))]


def _headline_row(records: Sequence[TrialFigures], arm: str, messages: Sequence[str]) -> list[str]:
    mine = [record for record in records if record.arm == arm]
    row = [arm, f"{sum(r.valid for r in mine)} of {len(mine)}"]
    for metric in TABLE_ONE:
        row += [spread(records, arm, metric), saved(records, arm, metric)]
    return row + [spread(records, arm, metric) for metric in messages]


def source_rows(
    records: Sequence[TrialFigures], process_counts: Mapping[str, float]
) -> list[list[str]]:
    """Return what each part of the cost is in each arm, and the cost of a process.

    :param process_counts: arm → processes per trial.
    """
    names, baseline = arms_of(records), baseline_of(records)
    others = [name for name in names if name != baseline]
    if baseline not in names or not others:
        return []
    rows = [["part", baseline, *others]]
    for part in PARTS:
        shown = METRICS[part]
        means = (blocks_of(records, name, part).mean() for name in (baseline, *others))
        rows.append([shown.heading, *map(shown.display, means)])
    rows += _overhead_rows(records, process_counts, others)
    return rows


def _overhead_rows(
    records: Sequence[TrialFigures], process_counts: Mapping[str, float], others: Sequence[str]
) -> list[list[str]]:
    found = [process_overhead(records, process_counts, name) for name in others]
    rows = []
    for metric in ("pss_bytes", "cpu_percent"):
        shown = METRICS[metric]
        rows.append(
            [
                f"{shown.heading} per process saved",
                NOT_MEASURED,
                *(
                    NOT_MEASURED if one is None else shown.display(getattr(one, metric))
                    for one in found
                ),
            ]
        )
    return rows


def observer_rows(
    records: Sequence[TrialFigures], observers: Mapping[str, ObserverCost]
) -> list[list[str]]:
    """Return what measuring cost in each arm; nothing where no trial was sampled."""
    if not observers:
        return []
    rows = [
        [
            arm_heading(records),
            "sampler CPU [%]",
            "sampler RSS [MB]",
            "walk of page tables [ms]",
            "yardstick CPU [%]",
        ]
    ]
    for name in arms_of(records):
        cost = observers.get(name)
        if cost is None:
            rows.append([name, *[NOT_MEASURED] * 4])
            continue
        walk_s = cost.memory_walk_s
        rows.append(
            [
                name,
                f"{cost.cpu_percent:.2f}",
                f"{cost.rss_bytes / BYTES_PER_MEGABYTE:.1f}",
                NOT_MEASURED if walk_s is None else f"{1000 * walk_s:.0f}",
                NOT_MEASURED
                if cost.yardstick_cpu_percent is None
                else f"{cost.yardstick_cpu_percent:.2f}",
            ]
        )
    return rows


def outsider_rows(outsiders: Sequence[OutsiderShare]) -> list[list[str]]:
    """Return the processes that mapped the system's files too, with how far PSS is deflated."""
    if not outsiders:
        return []
    rows = [["outsider", "seen in trials", "mapped files shared [MB]"]]
    rows += [
        [one.name, str(one.trials), f"{one.mean_bytes / BYTES_PER_MEGABYTE:.1f}"]
        for one in outsiders
    ]
    return rows


def deflation_rows(records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return footprint - PSS per arm, of trials that tell both.

    That is what outsiders take off PSS, and sharing hides.
    """
    rows = [[arm_heading(records), "PSS [MB]", "footprint [MB]", "difference [MB]"]]
    for name in arms_of(records):
        pss, footprint = (
            blocks_of(records, name, metric).by_block()
            for metric in ("pss_bytes", "footprint_bytes")
        )
        if both := sorted(pss.keys() & footprint.keys()):
            means = [fmean(of[block] for block in both) for of in (pss, footprint)]
            sizes = (*means, means[1] - means[0])
            rows.append([name, *(f"{size / BYTES_PER_MEGABYTE:.1f}" for size in sizes)])
    return rows if len(rows) > 1 else []


def cautions(records: Sequence[TrialFigures], *, has_axis: bool = False) -> list[str]:
    """Return what a reader must know before using the figures.

    :param has_axis: whether they are shown over an axis, metric by metric.
    """
    found = speed_lines(records)
    for metric in HEADLINE:
        shown = METRICS[metric]
        single = [
            name for name in arms_of(records) if len(blocks_of(records, name, metric).values) == 1
        ]
        if single:
            found.append(
                f"{shown.label} of {', '.join(single)} rests on a single trial: no interval"
            )
        for name in arms_of(records):
            cell = blocks_of(records, name, metric)
            far = outliers(cell.values)
            for index in far[:LISTED_OUTLIERS]:
                found.append(
                    f"{shown.label} of {name} in block {cell.blocks[index] + 1} is an outlier"
                    f" ({shown.display(cell.values[index])} {shown.unit}); it counts all the same"
                )
            if len(far) > LISTED_OUTLIERS:
                more = len(far) - LISTED_OUTLIERS
                found.append(f"{shown.label} of {name} has {more} more outliers; all count")
    found += not_measured(records, (*CURVES, *FURTHER) if has_axis else message_columns(records))
    if (baseline := baseline_of(records)) not in arms_of(records):
        found.append(f"without {baseline} there is nothing to save against")
    return found


def not_measured(
    records: Sequence[TrialFigures], further: Sequence[str] = (), *, is_in_part: bool = False
) -> list[str]:
    """Say where a mean is not of all valid trials.

    :param further: metrics that are shown besides the headline; of these an arm may have none.
    :param is_in_part: of the headline, too, only what some valid trials tell and others do not.
    """
    headline = () if is_in_part else HEADLINE
    found = []
    for metric in dict.fromkeys((*HEADLINE, *further)):
        for name in arms_of(records):
            valid, missing = len(valid_of(records, name)), unusable_of(records, name, metric)
            if missing and (metric in headline or missing < valid):
                found.append(
                    f"{METRICS[metric].label} of {name} was not measured in {missing} of {valid}"
                    " valid trials"
                )
    return found
