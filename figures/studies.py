# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The committed studies, by the table in results/README.md, each read once."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from nav2_composition_bench.aggregate.samples import blocks_of
from nav2_composition_bench.aggregate.savings import Saving, saving
from nav2_composition_bench.aggregate.stamped_versions import versions_of_stamps
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.report.figures import in_brackets
from nav2_composition_bench.trial.record import TrialFigures
from nav2_composition_bench.trial.store import read_stamp

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results"
_LIST = "README.md"
_ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


@cache
def committed() -> tuple[str, ...]:
    """Return the committed studies as ``<machine>/<study>``, those of a machine together.

    What else lies in ``results``, such as a user's own runs, is none of them.
    """
    names = _ROW.findall((RESULTS / _LIST).read_text(encoding="utf-8"))
    return tuple(sorted(names, key=lambda name: name.split("/")))


def directory(name: str) -> Path:
    """Return where a committed study is.

    :param name: ``<machine>/<study>``, or the study's alone where no two machines share it.
    :raises UserError: if there is none, or more than one.
    """
    found = [each for each in committed() if name in (each, each.partition("/")[2])]
    if len(found) != 1:
        raise UserError(f"{RESULTS / _LIST}: {len(found)} studies are called {name!r}, not one")
    return RESULTS / found[0]


@cache
def study(name: str) -> StoredStudy:
    """Return a committed study; its name is as for :func:`directory`."""
    return read_study(directory(name))


def versions(*names: str) -> str:
    """Return what studies ran with, to be written behind a heading."""
    return in_brackets(versions_of_stamps(*(read_stamp(directory(each)) or {} for each in names)))


def records(name: str) -> tuple[TrialFigures, ...]:
    """Return the figures of a study's trials."""
    return study(name).records


def mean(name: str, arm: str, metric: str) -> float:
    """Return the mean over an arm's valid trials in the record's unit.

    :raises UserError: if no valid trial of the arm has the metric.
    """
    found = blocks_of(records(name), arm, metric).array()
    if not found.size:
        raise UserError(f"{name}: no valid trial of {arm} has {metric}")
    return float(found.mean())


def saved(name: str, arm: str, metric: str, reference: str | None = None) -> Saving:
    """Return what an arm saves.

    :param reference: the study's baseline unless another arm is named.
    :raises UserError: if no block holds both arms.
    """
    found = saving(records(name), arm, metric, reference=reference)
    if found is None:
        raise UserError(f"{name}: no block holds {arm} and {reference or 'the baseline'}")
    return found
