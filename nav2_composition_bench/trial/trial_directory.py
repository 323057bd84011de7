# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The directory of one trial's logs, parameters and statistics."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.study import TrialSpec


def trial_name(spec: TrialSpec) -> str:
    """Return what the directory of a trial is called; no two trials of a study share a name."""
    return f"block{spec.block + 1}-{spec.arm}-attempt{spec.attempt + 1}"


def empty_trial_directory(logs: Path, spec: TrialSpec) -> Path:
    """Make the directory of a trial, without what a run that was stopped in it has left there.

    Nodes tell when they are ready by files in it, so an old file would speak for a new node. A
    trial that has a record keeps what it wrote: attempts are numbered on from the records.

    :param logs: of the study.
    :returns: the directory, absolute.
    :raises UserError: if it cannot be emptied or made.
    """
    directory = logs.resolve() / trial_name(spec)
    try:
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(directory)
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise UserError(
            f"cannot empty {error.filename or directory}: {reason}; remove {directory}"
        ) from None
    return directory
