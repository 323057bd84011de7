# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trial records as JSON lines, lossless both ways."""

from __future__ import annotations

import dataclasses
import functools
import json
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import OF_EVERY_PROCESS, SCHEMA, TrialRecord
from nav2_composition_bench.trial.schema import refuse_other_schema
from nav2_composition_bench.trial.strict_json import read


class BrokenLineError(UserError):
    """A line that is not whole, as a run that is killed leaves its last one."""


def to_line(record: TrialRecord) -> str:
    """Return a record as one line of JSON, without the line's end.

    Floats keep every bit (shortest repr that reads back the same).

    :raises ValueError: for NaN and infinities, which JSON has no word for.
    """
    return json.dumps(_fields(record), default=_fields, allow_nan=False, separators=(",", ":"))


def _fields(part: Any) -> dict[str, Any]:
    """Return a dataclass's fields by name, and theirs as they are."""
    return {name: getattr(part, name) for name in _names(part.__class__)}


@functools.cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in dataclasses.fields(kind))


def from_line(line: str, where: str) -> TrialRecord:
    """Read a record back.

    :param where: how errors call the line, e.g. ``trials.jsonl line 3``.
    :raises BrokenLineError: if it is no JSON.
    :raises UserError: if it is no record, or one of another schema.
    """
    try:
        document = json.loads(line)
    except ValueError as error:
        raise BrokenLineError(
            f"{where} is not JSON ({error}); restore the file from a copy"
        ) from None
    refuse_other_schema(document, SCHEMA, where)
    record: TrialRecord = read(TrialRecord, document, where)
    for number, process in enumerate(record.processes):
        for name in OF_EVERY_PROCESS:
            if name not in process.metrics:
                raise UserError(f"{where}.processes[{number}].metrics lacks '{name}'")
    return record


class ValidTrials:
    """Sees to it that each arm has one valid trial in a block, by which it counts."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, int], str] = {}

    def add(self, record: TrialRecord, where: str) -> None:
        """Note a record.

        :param where: as of :func:`from_line`.
        :raises UserError: if it is valid and not the first of its arm and block that is.
        """
        if not record.valid:
            return
        first = self._places.setdefault((record.arm, record.block), where)
        if first != where:
            raise UserError(
                f"{where} is a valid trial of arm {record.arm} in block {record.block + 1}, as is"
                f" {first}; remove one of the two"
            )
