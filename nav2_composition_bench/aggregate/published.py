# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Published summary data: means and standard deviations without single trials."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nav2_composition_bench.aggregate.model import Contrast
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.json_document import read_json
from nav2_composition_bench.files.user_path import is_file

SCHEMA = 1


@dataclass(frozen=True)
class PublishedFigure:
    """Mean and sample standard deviation of one metric of one composition."""

    mean: float
    standard_deviation: float


@dataclass(frozen=True)
class PublishedTable:
    """One column of a published table.

    The paper's arms are compositions and are called by their names.

    :param figures: by arm, then by metric name, in the record's units.
    """

    machine: str
    source: str
    system: str
    distribution: str
    rmw: str
    trials: int
    figures: Mapping[str, Mapping[str, PublishedFigure]]

    def saving(self, arm: str, metric: str, baseline: str) -> Contrast | None:
        """Return ln(arm / baseline) from the ratio of the means.

        Trials are taken as independent; the variance is the sum of the squared relative standard
        errors (delta method). None for the baseline itself and where a figure is missing.
        """
        ours = self.figures.get(arm, {}).get(metric)
        base = self.figures.get(baseline, {}).get(metric)
        if ours is None or base is None or arm == baseline:
            return None
        error = math.sqrt(
            sum((f.standard_deviation / f.mean) ** 2 / self.trials for f in (ours, base))
        )
        return Contrast(math.log(ours.mean / base.mean), error, 2.0 * (self.trials - 1) or None)


def is_published(path: Path) -> bool:
    """Tell whether a path names published data: a JSON file rather than a directory of records.

    :raises UserError: if it cannot be looked at.
    """
    return is_file(path) and path.suffix == ".json"


def read_published(path: Path) -> PublishedTable:
    """Read one file of published figures.

    :raises UserError: when it is no such file, naming what is wrong.
    """
    content = read_json(path).content
    document = content if isinstance(content, dict) else {}
    if document.get("kind") != "published" or document.get("schema") != SCHEMA:
        raise UserError(
            f"{path}: no published table of schema {SCHEMA} (kind {document.get('kind')!r}, "
            f"schema {document.get('schema')!r}); see results/paper/ for the form"
        )
    try:
        return PublishedTable(
            machine=document["machine"],
            source=document["source"],
            system=document["system"],
            distribution=document["distribution"],
            rmw=document["rmw"],
            trials=_trials(document["trials"], path),
            figures={
                arm: {
                    metric: _figure(figure, f"{path}: {metric} of {arm}")
                    for metric, figure in metrics.items()
                }
                for arm, metrics in document["compositions"].items()
            },
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise UserError(f"{path}: published table lacks or misshapes {error}") from error


def _trials(value: Any, path: Path) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise UserError(f"{path}: trials is {value!r}, must be a whole number of 1 or more")
    return value


def _figure(figure: Mapping[str, Any], place: str) -> PublishedFigure:
    mean, deviation = figure["mean"], figure["standard_deviation"]
    if not _is_number(mean) or mean <= 0:
        raise UserError(f"{place}: mean is {mean!r}, must be a number above 0")
    if not _is_number(deviation) or deviation < 0:
        raise UserError(
            f"{place}: standard_deviation is {deviation!r}, must be a number of 0 or more"
        )
    return PublishedFigure(mean, deviation)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
