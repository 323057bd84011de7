# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a replay of captured Nav2 predicts, beside what Nav2 itself saved."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

from figures.cells import percent_with_interval, points, table
from figures.studies import records, saved, study, versions
from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.model import Contrast
from nav2_composition_bench.aggregate.samples import arms_of, baseline_of
from nav2_composition_bench.aggregate.savings import Saving
from nav2_composition_bench.capturing.arms import SEPARATE
from nav2_composition_bench.capturing.carry_over import PREDICTED_METRICS
from nav2_composition_bench.cli.predict import PREDICTION
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.study.placement import MULTI_PROCESS
from nav2_composition_bench.trial.store import read_document


def prediction(measured: str, *predictions: str) -> str:
    """Return a row for each arm that was predicted and measured.

    :param measured: study of the system itself, and after ``@`` its arm that was captured; the
        baseline without it.
    :param predictions: studies that ``nav2-bench predict`` has made of one capture; their arms
        are called as those that were measured.
    """
    truth, _, captured = measured.partition("@")
    captured = captured or baseline_of(records(truth))
    rows = []
    for arm, figures in _predicted(predictions):
        same = MULTI_PROCESS.name if arm == SEPARATE else arm
        if same in arms_of(records(truth)) and same != captured:
            cells = [_cells(truth, same, captured, figures, metric) for metric in PREDICTED_METRICS]
            rows.append([f"`{arm}`", *itertools.chain.from_iterable(cells)])
    headings = []
    for metric in PREDICTED_METRICS:
        label = METRICS[metric].label
        headings += [f"{label} saved: predicted [95 %]", "measured [95 %]", "points off"]
    return table([f"arm{versions(truth, *predictions)}", *headings], rows)


def _predicted(predictions: tuple[str, ...]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name in predictions:
        document = read_document(study(name).directory / PREDICTION)
        if document is None:
            raise UserError(f"{name}: there is no {PREDICTION}")
        for each in document["arms"]:
            yield each["arm"], each["figures"]


def _cells(
    measured: str, arm: str, captured: str, figures: Mapping[str, Any], metric: str
) -> list[str]:
    span = figures[metric]["interval"]
    interval = None if span is None else Interval(span["low"], span["high"], span["confidence"])
    fraction = figures[metric]["saved"]
    point = Contrast(math.log1p(-fraction), None, None)
    predicted = Saving(arm, metric, fraction, interval, point)
    found = saved(measured, arm, metric, captured)
    off = points(predicted.fraction - found.fraction)
    return [percent_with_interval(predicted), percent_with_interval(found), off]
