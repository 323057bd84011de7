# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies as they lie on disk, read for reports and comparisons; nothing is changed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from nav2_composition_bench.aggregate.details import DetailsLedger, StudyDetails
from nav2_composition_bench.aggregate.requirements import (
    JudgedRequirement,
    judge_requirements,
    only_judged,
)
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.aggregate.typical import typical_trial
from nav2_composition_bench.errors import UserError, told_in_one_line
from nav2_composition_bench.files.user_path import looking_at
from nav2_composition_bench.trial.record import TrialFigures, TrialRecord
from nav2_composition_bench.trial.record_json import BrokenLineError, ValidTrials, from_line
from nav2_composition_bench.trial.store import MACHINE, STUDY, TRIALS, read_document, read_stamp

_NOTHING = b"\0 \r\n"
"""A line of these alone holds no record: an empty one, or a block that never reached the disk."""


@dataclass(frozen=True)
class StoredStudy:
    """One study's records with what is known of how they came about.

    :param machine: content of ``machine.json``; empty when it is missing.
    :param stamp: content of ``study.json``; empty when it is missing.
    :param records: the figures of every trial, in the order of the file.
    :param notes: one line for each thing a reader must know, such as a record left out.
    :param details: means of what the figures leave out.
    :param typical: the whole record of each arm's typical trial, for its time series.
    :param requirements: what its topologies require, judged; empty where they require nothing.
    """

    directory: Path
    machine: Mapping[str, Any]
    stamp: Mapping[str, Any]
    records: tuple[TrialFigures, ...]
    notes: tuple[str, ...]
    details: StudyDetails = field(default_factory=StudyDetails)
    typical: Mapping[str, TrialRecord] = field(default_factory=dict)
    requirements: tuple[JudgedRequirement, ...] = ()

    @property
    def name(self) -> str:
        """``<machine>/<study>``, as the directories are called."""
        return study_name(self.directory)


def study_name(directory: Path) -> str:
    """Return ``<machine>/<study>``."""
    resolved = directory.resolve()
    return f"{resolved.parent.name}/{resolved.name}"


def find_studies(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the study directories at or below the paths given, each once, sorted per path.

    :raises UserError: for a path without records, or that cannot be looked at.
    """
    found: dict[Path, None] = {}
    for path in paths:
        with looking_at(path):
            below = sorted(trials.parent for trials in path.glob(f"**/{TRIALS}"))
            what = "" if below else _what_is_there(path)
        if what:
            raise UserError(
                f"{path}: {what}; name a study's directory such as results/MACHINE/STUDY"
            )
        found.update(dict.fromkeys(below))
    return tuple(found)


def _what_is_there(path: Path) -> str:
    """Say what a path is below which no records were found.

    :raises OSError: for a directory that must not be read, over which ``glob`` is silent.
    """
    if path.is_dir():
        os.listdir(path)
        return f"holds no {TRIALS}"
    return "is no directory" if path.exists() else "does not exist"


def read_study(directory: Path) -> StoredStudy:
    """Read one study; whole records are held one at a time.

    A last record that is not whole, as a killed run leaves it, is left out and said.

    :raises UserError: without records, for any other record that is none, or if an arm has two
        valid trials in a block.
    """
    path = directory / TRIALS
    stamp = read_stamp(directory)
    notes: list[str] = []
    figures: list[TrialFigures] = []
    offsets: list[int] = []
    ledger = DetailsLedger()
    required: list[TrialRecord] = []
    requires = bool((stamp or {}).get("study", {}).get("requirements"))
    with told_in_one_line(f"{path}: cannot be read"), path.open("rb") as stream:
        for offset, record in _records(stream, path, notes):
            offsets.append(offset)
            figures.append(TrialFigures.of(record))
            ledger.add(record)
            if requires:
                required.append(only_judged(record))
        table = FigureTable(figures, stamp)
        typical = {
            name: _record_at(stream, offsets[index], path)
            for name in table.arms
            if (index := typical_trial(table, name)) is not None
        }
    machine = read_document(directory.resolve().parent / MACHINE)
    if stamp is None:
        notes.append(f"{directory / STUDY} is missing: provenance is unknown")
    return StoredStudy(
        directory,
        machine or {},
        stamp or {},
        table,
        tuple(notes),
        ledger.details(),
        typical,
        judge_requirements(required, stamp) if stamp else (),
    )


def each_record(directory: Path, notes: list[str]) -> Iterator[TrialRecord]:
    """Yield the records of a study one at a time.

    :param notes: gets a line for a broken last record, which is left out.
    :raises UserError: if there is no such file, or as :func:`read_study`.
    """
    path = directory / TRIALS
    with told_in_one_line(f"{path}: cannot be read"), path.open("rb") as stream:
        for _, record in _records(stream, path, notes):
            yield record


def _records(stream: BinaryIO, path: Path, notes: list[str]) -> Iterator[tuple[int, TrialRecord]]:
    """Yield each record with its line's offset; note a broken last one."""
    offset = 0
    fault: UserError | None = None
    valid = ValidTrials()
    for number, line in enumerate(stream, 1):
        if line.strip(_NOTHING):
            if fault is not None:
                raise fault
            where = f"{path} line {number}"
            try:
                record = from_line(line.decode(errors="replace"), where)
            except BrokenLineError as error:
                fault = error
                broken = f"the last record ({path.name} line {number}) is broken; left out"
            else:
                valid.add(record, where)
                yield offset, record
        offset += len(line)
    if fault is not None:
        notes.append(broken)


def _record_at(stream: BinaryIO, offset: int, path: Path) -> TrialRecord:
    stream.seek(offset)
    return from_line(stream.readline().decode(errors="replace"), f"{path} byte {offset}")
