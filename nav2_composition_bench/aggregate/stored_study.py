# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies as they lie on disk, read for reports and comparisons; nothing is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.record_json import from_line
from nav2_composition_bench.trial.store import MACHINE, STUDY, TRIALS, read_document


@dataclass(frozen=True)
class StoredStudy:
    """One study's records with what is known of how they came about.

    :param machine: content of ``machine.json``; empty when it is missing.
    :param stamp: content of ``study.json``; empty when it is missing.
    :param notes: one line for each thing a reader must know, such as a record left out.
    """

    directory: Path
    machine: Mapping[str, Any]
    stamp: Mapping[str, Any]
    records: tuple[TrialRecord, ...]
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """``<machine>/<study>``, as the directories are called."""
        resolved = self.directory.resolve()
        return f"{resolved.parent.name}/{resolved.name}"


def find_studies(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the study directories at or below the paths given, each once, sorted per path.

    :raises UserError: for a path without records.
    """
    found: dict[Path, None] = {}
    for path in paths:
        below = sorted(trials.parent for trials in path.glob(f"**/{TRIALS}"))
        if not below:
            what = "holds no trials.jsonl" if path.is_dir() else "is no directory"
            raise UserError(
                f"{path}: {what}; name a study's directory such as results/MACHINE/STUDY"
            )
        found.update(dict.fromkeys(below))
    return tuple(found)


def read_study(directory: Path) -> StoredStudy:
    """Read one study.

    A last record that is truncated or corrupt, as a killed run leaves it, is left out and said.

    :raises UserError: without records, or for an unreadable record before the last.
    """
    path = directory / TRIALS
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    records, notes = _records(content.decode(errors="replace"), path)
    machine = read_document(directory.resolve().parent / MACHINE)
    stamp = read_document(directory / STUDY)
    if stamp is None:
        notes.append(f"{directory / STUDY} is missing: provenance is unknown")
    return StoredStudy(directory, machine or {}, stamp or {}, tuple(records), tuple(notes))


def _records(text: str, path: Path) -> tuple[list[TrialRecord], list[str]]:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip("\0 ")]
    records: list[TrialRecord] = []
    for number, line in lines:
        try:
            records.append(from_line(line, f"{path} line {number}"))
        except UserError as error:
            # a newer schema makes the whole file unreadable, wherever it begins
            if number != lines[-1][0] or "schema" in str(error):
                raise
            return records, [f"the last record ({path.name} line {number}) is broken; left out"]
    return records, []
