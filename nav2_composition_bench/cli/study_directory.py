# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which directory a study is filed in, and which one is gone on with."""

from __future__ import annotations

import argparse
import dataclasses
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from nav2_composition_bench.cli.study_arguments import machine_directory
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import looking_at
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.trial.store import STUDY, TRIALS, last_started_wall_s, read_stamp


def blocks_begun(stamp: Mapping[str, Any]) -> int | None:
    """Return with how many blocks a study was begun; None for a new one."""
    blocks: int | None = stamp.get("study", {}).get("trials")
    return blocks


def seeded(study: Study, begun: Mapping[str, Any]) -> Study:
    """Return the study with a seed: its own, that of the study it goes on with, or a drawn one.

    Studies that all had the same one would run their arms in the same order.
    """
    if study.seed is not None:
        return study
    seed = begun.get("study", {}).get("seed")
    return dataclasses.replace(study, seed=secrets.randbelow(2**31) if seed is None else seed)


def stamp_to_resume(directory: Path, resume: bool) -> Mapping[str, Any]:
    """Return the stamp of the study that is gone on with; empty for a new one."""
    return (read_stamp(directory) if resume else None) or {}


@dataclass(frozen=True)
class Filed:
    """Where a study is filed.

    :param begun: stamp of the study that is gone on with; empty for a new one.
    """

    directory: Path
    begun: Mapping[str, Any]


def filed(arguments: argparse.Namespace, name: str) -> Filed:
    """Choose where a study is filed by the options on results.

    :raises UserError: if there is nothing to resume, or it cannot be looked at.
    """
    directory = study_directory(
        machine_directory(arguments),
        name,
        arguments.resume,
        is_exact=arguments.name is not None,
    )
    return Filed(directory, stamp_to_resume(directory, arguments.resume))


def study_directory(parent: Path, name: str, resume: bool, is_exact: bool = False) -> Path:
    """Choose the directory of a study: ``name``, or ``name-2`` ... if that holds trials already.

    :param resume: take of those that were begun, if only to their first trial, the one in which
        a trial was started last, instead of the first without a record.
    :param is_exact: resume ``name`` itself in any case.
    :raises UserError: if there is nothing to resume, or it cannot be looked at.
    """
    candidates = (parent / (f"{name}-{number}" if number > 1 else name) for number in count(1))
    begun = list(takewhile(_is_begun, candidates))
    if resume:
        if not begun:
            raise UserError(
                f"there is no {parent / name} to resume; leave --resume out to start it"
            )
        if is_exact or len(begun) == 1:
            return begun[0]
        return max(reversed(begun), key=last_started_wall_s)
    free = [directory for directory in begun if not _holds_trials(directory)]
    last = len(begun) + 1
    return free[0] if free else parent / (f"{name}-{last}" if last > 1 else name)


def _is_begun(directory: Path) -> bool:
    with looking_at(directory):
        return (directory / STUDY).is_file() or _holds_trials(directory)


def _holds_trials(directory: Path) -> bool:
    trials = directory / TRIALS
    with looking_at(trials):
        return trials.is_file() and trials.stat().st_size > 0
