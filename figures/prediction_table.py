# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a replay of recorded Nav2 predicts, beside what Nav2 itself saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from figures.cells import percent_with_interval, table
from figures.studies import saved, study
from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.savings import Saving
from nav2_composition_bench.cli.predict import PREDICTION
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.recording.arms import RECORDED
from nav2_composition_bench.trial.store import read_document

_EXECUTORS, _GROUPINGS = "nav2-jazzy-executors", "nav2-jazzy-groupings"
_SEPARATE = "multi_process+with_bonds"
MEASURED: Mapping[str, tuple[str, str, str]] = {
    "isolated": (_EXECUTORS, "isolated+with_bonds", _SEPARATE),
    "multi_threaded": (_EXECUTORS, "multi_threaded+with_bonds", _SEPARATE),
    "single_threaded": (_EXECUTORS, "single_threaded+with_bonds", _SEPARATE),
    "isolated+rclcpp_events": (_EXECUTORS, "isolated_events+with_bonds", _SEPARATE),
    "single_threaded+rclcpp_events": (_EXECUTORS, "events+with_bonds", _SEPARATE),
    "localization_navigation": (_GROUPINGS, "localization_navigation", "multi_process"),
    "sensors": (_GROUPINGS, "sensors", "multi_process"),
}
"""Arm of a prediction → study of Nav2, the same arm there, and the one that it saves against."""


def prediction(*predictions: str) -> str:
    """Return a row for each arm that was predicted and measured.

    :param predictions: studies that ``nav2-bench predict`` has made of one recording.
    """
    rows = []
    for name in predictions:
        for arm in _document(name)["arms"]:
            if arm["arm"] == RECORDED or arm["arm"] not in MEASURED:
                continue
            cells = [f"`{arm['arm']}`"]
            for metric in ("cpu_percent", "pss_bytes"):
                cells += _cells(arm, metric)
            rows.append(cells)
    headings = []
    for metric in ("cpu_percent", "pss_bytes"):
        label = METRICS[metric].label
        headings += [f"{label} saved: predicted [95 %]", "measured [95 %]", "points off"]
    return table(["arm", *headings], rows)


def _cells(arm: Mapping[str, Any], metric: str) -> list[str]:
    figure = arm["figures"][metric]
    span = figure["interval"]
    interval = None if span is None else Interval(span["low"], span["high"], span["confidence"])
    predicted = Saving(arm["arm"], metric, figure["saved"], interval, ())
    name, its, reference = MEASURED[arm["arm"]]
    found = saved(name, its, metric, reference)
    points = 100 * (predicted.fraction - found.fraction)
    return [percent_with_interval(predicted), percent_with_interval(found), f"{points:+.0f}"]


def _document(name: str) -> dict[str, Any]:
    document = read_document(study(name).directory / PREDICTION)
    if document is None:
        raise UserError(f"{name}: there is no {PREDICTION}")
    return document
