# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Figures on the precision of trials and on the regression gate."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from itertools import combinations

from figures.cells import listed, percent, percent_with_interval, table
from figures.sentences import trials
from figures.studies import mean, records, saved, study, study_column, versions
from nav2_composition_bench.aggregate.calibration import findings
from nav2_composition_bench.aggregate.comparison import compare, read_columns
from nav2_composition_bench.aggregate.describe import (
    Estimate,
    mean_interval,
    span_of,
    student_quantile,
)
from nav2_composition_bench.aggregate.precision import MIN_BLOCKS, NOMINAL_CONFIDENCE
from nav2_composition_bench.aggregate.regression import DEFAULT_THRESHOLDS, check
from nav2_composition_bench.aggregate.samples import arms_of, blocks_of
from nav2_composition_bench.aggregate.verdict import Outcome, compare_independent
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU, METRICS

RATIOS = ("0.2", "0.4", "0.6", "0.8", "1.0", "1.5", "2.0", "3.0", "4.0")
"""Scatter over precision wanted."""


def trials_needed() -> str:
    """Return how many trials a precision takes, by each of the three questions."""
    rows = [
        [
            ratio,
            str(_fewest(float(ratio), 2, _of_mean(0.95))),
            str(_fewest(float(ratio), MIN_BLOCKS, _of_mean(NOMINAL_CONFIDENCE))),
            str(_fewest(float(ratio), 2, _of_gate)),
        ]
        for ratio in RATIOS
    ]
    return table(["c / h", "fixed", "until", "gate"], rows)


def _fewest(ratio: float, least: int, half_width_per_deviation: Callable[[int], float]) -> int:
    n = least
    while ratio * half_width_per_deviation(n) > 1:
        n += 1
    return n


def _of_mean(confidence: float) -> Callable[[int], float]:
    return lambda n: student_quantile(0.5 + confidence / 2, n - 1) / math.sqrt(n)


def _of_gate(n: int) -> float:
    freedom = 2 * n - 2
    quantiles = student_quantile(0.975, freedom) + student_quantile(0.9, freedom)
    return quantiles * math.sqrt(2 / n)


def sessions() -> str:
    """Return what a session for each process changes in two studies of Nav2."""
    rows = []
    studies = {
        "nav2-jazzy-fastrtps": ("one per process", "off"),
        "nav2-jazzy-fastrtps-one-session": ("one", "on"),
    }
    heading, called = study_column(*studies)
    for name, how in studies.items():
        switches = mean(name, "multi_process", "involuntary_context_switches_hz")
        savings = (
            percent_with_interval(saved(name, arm, "cpu_percent"))
            for arm in ("manual", "isolated", "multi_threaded")
        )
        rows.append([called[name], *how, f"{switches:.0f} Hz", *savings])
    switches_of = "involuntary switches of `multi_process`"
    arms = ("CPU saved: `manual`", "`isolated`", "`multi_threaded`")
    return table([heading, "sessions", "autogroup", switches_of, *arms], rows)


def known_costs() -> str:
    """Return what was found of a cost that is known."""
    rows = []
    names = ("known-cost-0", "known-cost-5")
    for one in findings(*map(study, names)):
        metric = METRICS[one.metric]
        if one.interval is None:
            raise UserError(f"known-cost-5: {one.arm} has too few blocks")
        stated, value, low, high = (
            f"{figure / metric.divisor:.1f}"
            for figure in (one.stated, one.found, one.interval.low, one.interval.high)
        )
        name = metric.label if metric.label.isupper() else metric.label.lower()
        rows.append([f"`{one.arm}`", f"{name} {metric.unit}", stated, f"{value} [{low}, {high}]"])
    return table([f"composition{versions(*names)}", "metric", "stated", "found [95 %]"], rows)


def found_costs(*studies: str) -> str:
    """Return what studies found of a cost that one of two arms has, against what was stated.

    :param studies: each STUDY:WITH/WITHOUT:PERCENT, with the arms and the cost in % of a core.
    """
    rows = []
    heading, called = study_column(*(text.partition(":")[0] for text in studies))
    for text in studies:
        name, arms, cost = text.split(":")
        costly, without = arms.split("/")
        share = float(cost) / mean(name, without, "cpu_percent")
        found = [saved(name, costly, metric, without) for metric in ("cpu_percent", ADJUSTED_CPU)]
        rises = [
            span_of(*Estimate(one.fraction, one.interval).transformed(operator.neg))
            for one in found
        ]
        rows.append([called[name], trials(name), f"{share:.1%}", *rises])
    return table([heading, "valid trials", "stated", "CPU [95 %]", "adjusted"], rows)


def found_megabytes(name: str, costly: str, without: str, metric: str) -> str:
    """Return how much more memory an arm takes than another, 10^6 bytes, block by block."""
    values = [blocks_of(records(name), arm, metric).by_block() for arm in (costly, without)]
    shared = values[0].keys() & values[1].keys()
    span = mean_interval([values[0][block] - values[1][block] for block in shared])
    middle = (span.low + span.high) / 2
    return "{:.1f} [{:.1f}, {:.1f}]".format(*(one / 1e6 for one in (middle, span.low, span.high)))


def halves_that_differ(metric: str = "") -> str:
    """Return the share of wrong verdicts where a study's blocks are compared with each other.

    Ten blocks are dealt out to two halves in every possible way.

    :param metric: the one to look at; all that have a threshold unless it is given.
    """
    shares = []
    for name in ("default", "nav2-jazzy-fastrtps", "nav2-jazzy-cyclonedds"):
        outcomes = [
            compare_independent(*halves, margin=METRICS[each].margin).outcome
            for each in ([metric] if metric else DEFAULT_THRESHOLDS)
            for arm in arms_of(records(name))
            for halves in _halves(blocks_of(records(name), arm, each).values)
        ]
        wrong = sum(outcome in (Outcome.BETTER, Outcome.WORSE) for outcome in outcomes)
        shares.append(f"{100 * wrong / len(outcomes):.1f}")
    return f"{listed(shares)} %"


def _halves(values: tuple[float, ...]) -> Iterator[tuple[list[float], list[float]]]:
    for chosen in combinations(range(1, len(values)), len(values) // 2 - 1):
        first = (0, *chosen)
        rest = [value for place, value in enumerate(values) if place not in first]
        yield [values[place] for place in first], rest


def verdicts_hours_apart() -> str:
    """Return the verdicts on two studies of Nav2 that nothing was changed between."""
    directories = [
        study(name).directory for name in ("nav2-jazzy-fastrtps", "nav2-jazzy-fastrtps-one-session")
    ]
    rows = compare(read_columns(directories), list(DEFAULT_THRESHOLDS))
    verdicts = [(row, row.cells[1].verdict) for row in rows]
    changed = []
    for row, verdict in verdicts:
        if verdict is None or verdict.outcome not in (Outcome.BETTER, Outcome.WORSE):
            continue
        assert verdict.change is not None and verdict.interval is not None
        low, high = sorted(
            abs(round(100 * end)) for end in (verdict.interval.low, verdict.interval.high)
        )
        changed.append(
            f"{METRICS[row.metric].label} of `{row.arm}` is {verdict.outcome.value} by"
            f" {100 * abs(verdict.change):.0f} % ({low} to {high} %)"
        )
    same = len(verdicts) - len(changed)
    if not changed:
        return f"All {same} verdicts are NO_DIFFERENCE or NOT_ENOUGH_TRIALS."
    return (
        f"Of the {len(verdicts)} verdicts {same} are NO_DIFFERENCE or NOT_ENOUGH_TRIALS,"
        f" and {listed(changed)}, though nothing had changed."
    )


def interleaved(metric: str) -> str:
    """Return the change between two equal studies whose blocks were interleaved."""
    checked = check(study("twice-1"), study("twice-2"), DEFAULT_THRESHOLDS)
    (verdict,) = (one.verdict for one in checked if one.metric == metric)
    if verdict.change is None or verdict.interval is None:
        raise UserError("twice-2: too few blocks")
    ends = (verdict.interval.low, verdict.interval.high)
    low, high = (f"{100 * end:.1f}" for end in ends)
    return f"{100 * verdict.change:.1f} %, {low} to {high} %"


def thresholds() -> str:
    """Return the thresholds that the gate has by default."""
    rows = ([f"`{metric}`", percent(limit)] for metric, limit in DEFAULT_THRESHOLDS.items())
    return table(["metric", "threshold"], rows)
