# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trial records as JSON lines, lossless both ways."""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Callable
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import SCHEMA, TrialRecord
from nav2_composition_bench.trial.typed_json import decode


def _with_runner(document: dict[str, Any]) -> dict[str, Any]:
    """1 → 2: what the runner cost was not read."""
    observer = document.get("observer")
    unread = {"runner_cpu_percent": None, "runner_rss_bytes": None, "runner_uss_bytes": None}
    if isinstance(observer, dict):
        document = {**document, "observer": {**observer, **unread}}
    return {**document, "schema": 2}


def _with_arm(document: dict[str, Any]) -> dict[str, Any]:
    """2 → 3: compositions were all that a study compared."""
    composition = document.get("composition")
    rest = {key: value for key, value in document.items() if key != "composition"}
    return {**rest, "arm": composition, "levels": {"composition": composition}, "schema": 3}


def _without_messages(document: dict[str, Any]) -> dict[str, Any]:
    """3 → 4: no system counted messages."""
    nothing = {"messages": None, "message_entities": None, "transport": None}
    return {**document, **nothing, "schema": 4}


def _without_kernel(document: dict[str, Any]) -> dict[str, Any]:
    """4 → 5: CPU was not told apart, and the first ones of 4 did not tell of transports."""
    untold: dict[str, Any] = {"kernel_cpu_percent": None, "load_series": [], "transport": None}
    return {**untold, **document, "schema": 5}


def _without_timers(document: dict[str, Any]) -> dict[str, Any]:
    """5 → 6: timers were not timed, and of paths quantiles alone stood among the figures."""
    untold: dict[str, Any] = {"path_mean_us": None, "timer_jitter_us": None}
    if isinstance(messages := document.get("messages"), dict):
        document = {**document, "messages": {**untold, **messages}}
    if isinstance(entities := document.get("message_entities"), dict):
        document = {**document, "message_entities": {"timers": [], **entities}}
    return {**document, "schema": 6}


def _without_yardstick(document: dict[str, Any]) -> dict[str, Any]:
    """6 → 7: nothing told how fast the machine was."""
    names = (
        "yardstick_rate_hz",
        "yardstick_us",
        "idle_yardstick_us",
        "instructions_hz",
        "cycles_hz",
    )
    return {**dict.fromkeys((*names, "yardstick")), **document, "schema": 7}


def _with_system_calls(document: dict[str, Any]) -> dict[str, Any]:
    """7 → 8: what known work's system calls took was not among the figures."""
    in_trial = (document.get("yardstick") or {}).get("in_trial") or {}
    told = {"yardstick_system_calls_us": in_trial.get("system_calls_us")}
    return {**document, **told, "schema": 8}


def _with_idle_system_calls(document: dict[str, Any]) -> dict[str, Any]:
    """8 → 9: whole units told the speed around a trial and in each of its seconds."""
    rest = {key: value for key, value in document.items() if key != "idle_yardstick_us"}
    calls = []
    if isinstance(yardstick := document.get("yardstick"), dict):
        costs = [yardstick.get(f"idle_{when}") for when in ("before", "after")]
        found = [cost.get("system_calls_us") for cost in costs if isinstance(cost, dict)]
        # anything else is told when the record is decoded
        calls = [one for one in found if isinstance(one, (int, float))]
        parts = {key: value for key, value in yardstick.items() if key != "series"}
        rest["yardstick"] = {**parts, "system_calls_series": []}
    told = {"idle_yardstick_system_calls_us": sum(calls) / len(calls) if calls else None}
    return {**rest, **told, "schema": 9}


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: _with_runner,
    2: _with_arm,
    3: _without_messages,
    4: _without_kernel,
    5: _without_timers,
    6: _without_yardstick,
    7: _with_system_calls,
    8: _with_idle_system_calls,
}
"""From each older schema to the next one."""

OPTIONAL = ("discovery", "goals", "fleet")
"""Fields that a record leaves out where they are None, as those do that are older than they are."""


class BrokenLineError(UserError):
    """A line that is not whole, as a run that is killed leaves its last one."""


def to_line(record: TrialRecord) -> str:
    """Return a record as one line of JSON, without the line's end.

    Floats keep every bit (shortest repr that reads back the same).

    :raises ValueError: for NaN and infinities, which JSON has no word for.
    """
    told = {
        name: value
        for name, value in _fields(record).items()
        if value is not None or name not in OPTIONAL
    }
    return json.dumps(told, default=_fields, allow_nan=False, separators=(",", ":"))


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
    :raises UserError: if it is no record, or one of a schema that this version cannot read.
    """
    try:
        document = json.loads(line)
    except ValueError as error:
        raise BrokenLineError(
            f"{where} is not JSON ({error}); restore the file from a copy"
        ) from None
    if not isinstance(document, dict) or not isinstance(document.get("schema"), int):
        raise UserError(f"{where} has no integer 'schema'; it is not a trial record")
    record = decode(TrialRecord, _migrated(document, where), where)
    assert isinstance(record, TrialRecord)
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


def _migrated(document: dict[str, Any], where: str) -> dict[str, Any]:
    schema = document["schema"]
    if schema > SCHEMA:
        raise UserError(
            f"{where} has schema {schema}, newer than {SCHEMA}, the newest this version reads;"
            " use a newer nav2_composition_bench"
        )
    while schema < SCHEMA:
        if schema not in MIGRATIONS:
            raise UserError(f"{where} has schema {schema}, which this version cannot read")
        document = MIGRATIONS[schema](document)
        schema = document["schema"]
    return {**dict.fromkeys(OPTIONAL), **document}
