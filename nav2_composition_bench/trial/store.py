# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The records of a study on disk: appended, fsync'ed, never half-written.

``<out>/<machine>/machine.json`` says what the machine is, ``<study>/study.json`` beside it what
was run with which software, and ``<study>/trials.jsonl`` holds one record a line.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import looking_at
from nav2_composition_bench.files.whole_file import write_json
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.record_json import ValidTrials, from_line, to_line
from nav2_composition_bench.trial.schema import refuse_other_schema
from nav2_composition_bench.trial.stamped_arms import SCHEMA

TRIALS = "trials.jsonl"
STUDY = "study.json"
MACHINE = "machine.json"
AMENDED = "trials.jsonl.amended"
"""The last record in a fuller form, while it takes the place of the one in ``trials.jsonl``."""
_LOCK = ".lock"


class StudyStore:
    """The open records of one study; made by ``open_store``."""

    def __init__(self, directory: Path, records: tuple[TrialRecord, ...]) -> None:
        self.directory = directory
        self._records = records

    @property
    def records(self) -> tuple[TrialRecord, ...]:
        """Everything on disk."""
        return self._records

    def read_again(self) -> None:
        """Take in what another process that shares this store's lock has appended.

        :raises UserError: if a line is not a record.
        """
        self._records = read_records(self.directory)

    def append(self, record: TrialRecord) -> None:
        """Write one record with a single write and flush it to the device.

        :raises UserError: if it does not fit; the file is then as it was before.
        """
        _append(self.directory / TRIALS, f"{to_line(record)}\n".encode())
        self._records += (record,)

    def amend(self, record: TrialRecord) -> None:
        """Put a fuller record of the same trial in the place of the last one.

        It is on disk before the other is cut off, so that a crash leaves one of them;
        ``open_store`` finishes what a crash interrupted.

        :raises UserError: if it does not fit; one of the two is then on disk.
        """
        draft = self.directory / AMENDED
        draft.unlink(missing_ok=True)
        _append(draft, f"{to_line(record)}\n".encode())
        _finish_amendment(self.directory)
        self._records = (*self._records[:-1], record)


@contextlib.contextmanager
def open_store(directory: Path) -> Iterator[tuple[StudyStore, tuple[str, ...]]]:
    """Open a study's directory for writing, made if need be, locked against a second run.

    The half-written last line of a killed run is set aside into ``trials.jsonl.broken-N``.
    Directories made for a study that is then refused are removed again.

    :return: the store, and one line for each thing the user should know.
    :raises UserError: if the directory cannot be written, is locked, or holds unreadable records.
    """
    with looking_at(directory):
        made = [each for each in (directory, *directory.parents) if not each.exists()]
    make_directory(directory)
    with _locked(directory):
        notes = _set_broken_tail_aside(directory / TRIALS)
        _finish_amendment(directory)
        try:
            yield StudyStore(directory, read_records(directory)), notes
        except UserError:
            if directory in made:
                _remove_unused(directory, made)
            raise


def read_records(directory: Path) -> tuple[TrialRecord, ...]:
    """Read the records of a study without changing anything; a truncated last line is left out.

    :raises UserError: if a complete line is not a record, or an arm has two valid trials in a
        block.
    """
    path = directory / TRIALS
    complete, _ = _split(_content(path))
    lines = complete.decode(errors="replace").splitlines()
    valid = ValidTrials()
    records = []
    for number, line in enumerate(lines, 1):
        where = f"{path} line {number}"
        records.append(from_line(line, where))
        valid.add(records[-1], where)
    return tuple(records)


def last_started_wall_s(directory: Path) -> float:
    """Return when the last trial of a study was started, or the study where it has no record.

    :returns: seconds since 1970; 0 where nothing tells.
    :raises UserError: if the last record or the stamp cannot be read.
    """
    path = directory / TRIALS
    complete, _ = _split(_content(path))
    if complete:
        line = complete[_start_of_last_line(complete) :].decode(errors="replace")
        return from_line(line, f"{path}, last line").started_wall_s
    told = (read_stamp(directory) or {}).get("started_wall_s")
    return float(told) if isinstance(told, (int, float)) else 0.0


def read_document(path: Path) -> dict[str, Any] | None:
    """Read a JSON object; None if there is no such file.

    :raises UserError: if it is something else.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{path} is not JSON ({error}); restore it or remove it") from None
    if not isinstance(document, dict):
        raise UserError(f"{path} is not a JSON object; restore it or remove it")
    return document


def read_stamp(directory: Path) -> dict[str, Any] | None:
    """Read a study's ``study.json``; None if there is none.

    :raises UserError: if it is something else, or of another schema.
    """
    path = directory / STUDY
    stamp = read_document(path)
    if stamp is None:
        return None
    refuse_other_schema(stamp, SCHEMA, path)
    for where, value, kind in _parts_of(stamp):
        if not isinstance(value, kind):
            raise UserError(f"{path}: {where} is no {_WORD[kind]}; restore the file or remove it")
    return stamp


_WORD: dict[type[object], str] = {
    dict: "object",
    list: "list",
    str: "text",
    int: "whole number",
}


def _parts_of(stamp: Mapping[str, Any]) -> Iterator[tuple[str, Any, type[object]]]:
    """Yield what every reader of a stamp takes for granted: its place, itself, what it must be."""
    for key in ("study", "machine", "software", "files"):
        yield key, stamp.get(key, {}), dict
    study = stamp.get("study", {})
    yield "study.trials", study.get("trials", 0), int
    yield "study.until", study.get("until") or "", str
    arms = study.get("arms", [])
    yield "study.arms", arms, list
    for index, arm in enumerate(arms):
        yield f"study.arms[{index}]", arm, dict
        yield f"study.arms[{index}].name", arm.get("name"), str


def write_document(path: Path, document: dict[str, Any]) -> None:
    """Write a JSON object such that a reader sees the old file or the new one, nothing between.

    :raises UserError: if it cannot be written; the old file is then intact.
    """
    try:
        write_json(path, document)
    except OSError as error:
        raise _cannot_write(path, error) from None


def make_directory(directory: Path) -> None:
    """Make a results directory and see that it can be written.

    :raises UserError: if not.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(directory, error) from None
    if not os.access(directory, os.W_OK | os.X_OK):
        raise UserError(f"cannot write {directory}: Permission denied; choose another --out")


@contextlib.contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """Hold the study's lock; the kernel lets go of it when the process ends, however it ends."""
    try:
        stream = (directory / _LOCK).open("w", encoding="utf-8")
    except OSError as error:
        raise _cannot_write(directory / _LOCK, error) from None
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(
                f"another run is writing {directory}; wait for it or choose another --out"
            ) from None
        except OSError as error:
            raise _cannot_write(directory / _LOCK, error) from None
        yield


def _remove_unused(directory: Path, made: list[Path]) -> None:
    """Remove a study's directory without logs or records, and its parents that were made for it.

    :param made: deepest first.
    """
    if {each.name for each in directory.iterdir()} - {_LOCK, STUDY}:
        return
    with contextlib.suppress(OSError):  # someone else put something there meanwhile
        (directory / STUDY).unlink(missing_ok=True)
        (directory / _LOCK).unlink()
        directory.rmdir()
        if directory.parent in made and os.listdir(directory.parent) == [MACHINE]:
            (directory.parent / MACHINE).unlink()
        for parent in made[1:]:
            parent.rmdir()


def _set_broken_tail_aside(path: Path) -> tuple[str, ...]:
    complete, tail = _split(_content(path))
    if not tail:
        return ()
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    try:
        with aside.open("wb") as stream:
            stream.write(tail)
            stream.flush()
            os.fsync(stream.fileno())
        os.truncate(path, len(complete))
    except OSError as error:
        raise _cannot_write(aside, error) from None
    return (f"{path} ended in a half-written record; set aside into {aside.name}",)


def _finish_amendment(directory: Path) -> None:
    """Let the amended record take its place; one that was not written to its end is dropped."""
    draft, path = directory / AMENDED, directory / TRIALS
    try:
        line = draft.read_bytes()
        if line.endswith(b"\n"):
            content = _content(path)
            last = _start_of_last_line(content)
            if content and _trial_of(content[last:], path) == _trial_of(line, draft):
                os.truncate(path, last)
            _append(path, line)
        draft.unlink()
    except FileNotFoundError:
        return
    except OSError as error:
        raise _cannot_write(path, error) from None


def _trial_of(line: bytes, path: Path) -> tuple[str, int, int]:
    record = from_line(line.decode(), f"{path}, last line")
    return record.arm, record.block, record.attempt


def _content(path: Path) -> bytes:
    """Read a file; nothing if there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None


def _split(content: bytes) -> tuple[bytes, bytes]:
    """Split off a last line that was not written to its end."""
    end = content.rfind(b"\n") + 1
    complete, tail = content[:end], content[end:]
    if tail or not complete:
        return complete, tail
    # After a power cut, a block that never reached the disk may read as zeros up to the end.
    last = _start_of_last_line(complete)
    return (complete[:last], complete[last:]) if b"\0" in complete[last:] else (complete, b"")


def _start_of_last_line(content: bytes) -> int:
    return content[:-1].rfind(b"\n") + 1


def _append(path: Path, line: bytes) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise _cannot_write(path, error) from None
    try:
        before = os.fstat(descriptor).st_size
        try:
            if os.write(descriptor, line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(descriptor)
        except OSError as error:
            os.ftruncate(descriptor, before)
            raise _cannot_write(path, error) from None
    finally:
        os.close(descriptor)


def _cannot_write(path: Path, error: OSError) -> UserError:
    return UserError(
        f"cannot write {path}: {error.strerror}; make room or choose another --out,"
        " finished trials are intact"
    )
