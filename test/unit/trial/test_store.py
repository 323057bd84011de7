# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import errno
import fcntl
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from no_permission import without_permission
from record_factory import make_record

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record_json import to_line
from nav2_composition_bench.trial.stamped_arms import SCHEMA
from nav2_composition_bench.trial.store import (
    AMENDED,
    MACHINE,
    STUDY,
    TRIALS,
    last_started_wall_s,
    open_store,
    read_document,
    read_records,
    read_stamp,
    write_document,
)


def test_records_come_back_in_the_order_they_were_appended(tmp_path: Path) -> None:
    records = tuple(make_record(block=block) for block in range(3))
    with open_store(tmp_path / "machine" / "study") as (store, notes):
        for record in records:
            store.append(record)
        assert store.records == records
    assert notes == ()
    assert read_records(tmp_path / "machine" / "study") == records


def test_a_reopened_study_knows_its_records(tmp_path: Path) -> None:
    with open_store(tmp_path) as (store, _):
        store.append(make_record())
    with open_store(tmp_path) as (store, _):
        assert store.records == (make_record(),)


def test_an_amended_record_takes_the_place_of_the_last_one(tmp_path: Path) -> None:
    first, short, full = make_record(), make_record(block=1, shutdown_s=None), make_record(block=1)
    with open_store(tmp_path) as (store, _):
        store.append(first)
        store.append(short)
        store.amend(full)
        assert store.records == (first, full)
    assert read_records(tmp_path) == (first, full)
    assert not (tmp_path / AMENDED).exists()


@pytest.mark.parametrize("on_disk", ["both", "the draft alone", "the new one already"])
def test_an_amendment_that_a_crash_interrupted_is_finished(tmp_path: Path, on_disk: str) -> None:
    first, short, full = make_record(), make_record(block=1, shutdown_s=None), make_record(block=1)
    last = {"both": [short], "the draft alone": [], "the new one already": [full]}[on_disk]
    lines = [f"{to_line(record)}\n" for record in (first, *last)]
    (tmp_path / TRIALS).write_text("".join(lines))
    (tmp_path / AMENDED).write_text(f"{to_line(full)}\n")
    with open_store(tmp_path) as (store, notes):
        assert store.records == (first, full)
    assert notes == ()
    assert not (tmp_path / AMENDED).exists()


def test_an_amendment_that_was_not_written_to_its_end_is_dropped(tmp_path: Path) -> None:
    short = make_record(shutdown_s=None)
    (tmp_path / TRIALS).write_text(f"{to_line(short)}\n")
    (tmp_path / AMENDED).write_text(to_line(make_record())[:100])
    with open_store(tmp_path) as (store, _):
        assert store.records == (short,)
    assert not (tmp_path / AMENDED).exists()


def test_a_damaged_record_is_told_by_its_own_file_beside_an_amendment(tmp_path: Path) -> None:
    (tmp_path / TRIALS).write_text("{}\n")
    (tmp_path / AMENDED).write_text(f"{to_line(make_record())}\n")
    with pytest.raises(UserError, match=rf"/{TRIALS}, last line"), open_store(tmp_path):
        pass


def test_a_truncated_last_line_is_set_aside(tmp_path: Path) -> None:
    whole, half = f"{to_line(make_record())}\n", to_line(make_record(block=1))[:200]
    (tmp_path / TRIALS).write_text(whole + half)
    with open_store(tmp_path) as (store, notes):
        assert len(store.records) == 1
        store.append(make_record(block=1))
    assert len(notes) == 1 and "trials.jsonl.broken-1" in notes[0]
    assert (tmp_path / "trials.jsonl.broken-1").read_text() == half
    assert [record.block for record in read_records(tmp_path)] == [0, 1]


def test_a_second_truncated_line_does_not_overwrite_the_first(tmp_path: Path) -> None:
    for text in ("first", "second"):
        with (tmp_path / TRIALS).open("a") as stream:
            stream.write(text)
        with open_store(tmp_path):
            pass
    assert (tmp_path / "trials.jsonl.broken-1").read_text() == "first"
    assert (tmp_path / "trials.jsonl.broken-2").read_text() == "second"


def test_a_last_line_of_zeros_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / TRIALS).write_text(f"{to_line(make_record())}\n" + "\0" * 30 + "\n")
    with open_store(tmp_path) as (store, notes):
        assert len(store.records) == 1
    assert len(notes) == 1


def test_reading_leaves_a_truncated_line_alone(tmp_path: Path) -> None:
    content = f"{to_line(make_record())}\nhalf"
    (tmp_path / TRIALS).write_text(content)
    assert len(read_records(tmp_path)) == 1
    assert (tmp_path / TRIALS).read_text() == content


def test_a_foreign_line_in_the_middle_is_an_error_with_its_number(tmp_path: Path) -> None:
    (tmp_path / TRIALS).write_text(f"{to_line(make_record())}\nhello\n{to_line(make_record())}\n")
    with pytest.raises(UserError, match="trials.jsonl line 2 is not JSON"):
        read_records(tmp_path)


def test_a_study_without_records_is_empty(tmp_path: Path) -> None:
    assert read_records(tmp_path) == ()


def test_a_second_run_may_not_write_the_same_study(tmp_path: Path) -> None:
    with (
        open_store(tmp_path),
        pytest.raises(UserError, match="another run is writing"),
        open_store(tmp_path),
    ):
        pass


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS])
def test_a_file_system_without_locks_is_not_taken_for_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse_lock(stream: object, operation: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse_lock)
    said = f"cannot write {tmp_path}/.lock: {os.strerror(number)}; make room or choose another"
    with pytest.raises(UserError, match=f"^{said} --out"), open_store(tmp_path):
        pass


def test_the_lock_is_gone_with_the_run(tmp_path: Path) -> None:
    for _ in range(2):
        with open_store(tmp_path) as (store, _notes):
            store.append(make_record())


def refuse(directory: Path, *others: str) -> None:
    """Open a study, write what stands before the first trial, and refuse it."""

    def start() -> None:
        with open_store(directory):
            write_document(directory.parent / MACHINE, {})
            write_document(directory / STUDY, {})
            for name in others:
                (directory / name).mkdir()
            raise UserError("no such plugin")

    with pytest.raises(UserError, match="no such plugin"):
        start()


def test_a_refused_study_leaves_no_directory_behind(tmp_path: Path) -> None:
    refuse(tmp_path / "out" / "machine" / "study")
    assert list(tmp_path.iterdir()) == []


def test_a_refused_study_leaves_the_studies_beside_it_alone(tmp_path: Path) -> None:
    with open_store(tmp_path / "machine" / "first") as (store, _):
        store.append(make_record())
    refuse(tmp_path / "machine" / "second")
    left = {path.name for path in (tmp_path / "machine").iterdir()}
    assert left == {MACHINE, "first"}


def test_what_a_refused_study_logged_is_kept(tmp_path: Path) -> None:
    refuse(tmp_path / "study", "logs")
    assert (tmp_path / "study" / "logs").is_dir()


def test_a_refused_study_that_was_there_before_is_kept(tmp_path: Path) -> None:
    directory = tmp_path / "study"
    directory.mkdir()
    refuse(directory)
    assert (directory / STUDY).is_file()


def test_a_directory_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(UserError, match="cannot write .*file") as caught,
        open_store(tmp_path / "file" / "study"),
    ):
        pass
    assert "\n" not in str(caught.value)


def test_a_record_that_does_not_fit_leaves_no_trace(tmp_path: Path) -> None:
    code = f"""
import resource
from pathlib import Path
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.store import open_store
from record_factory import make_record
with open_store(Path({str(tmp_path)!r})) as (store, _):
    store.append(make_record())
    size = (Path({str(tmp_path)!r}) / "trials.jsonl").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, resource.RLIM_INFINITY))
    try:
        store.append(make_record(block=1))
    except UserError as error:
        print(error)
    assert len(store.records) == 1
"""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{Path(__file__).parents[3]}:{Path(__file__).parents[1]}",
    }
    result = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr
    assert "cannot write" in result.stdout and "finished trials are intact" in result.stdout
    assert (tmp_path / TRIALS).read_text() == f"{to_line(make_record())}\n"
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_a_document_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    write_document(path, {"a": 1})
    write_document(path, {"a": 2})
    assert read_document(path) == {"a": 2}
    assert [entry.name for entry in tmp_path.iterdir()] == ["study.json"]


def test_a_missing_document_is_none(tmp_path: Path) -> None:
    assert read_document(tmp_path / "study.json") is None


@pytest.mark.parametrize("content", ["{", "[1]", ""])
def test_a_damaged_document_is_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "study.json"
    path.write_text(content)
    with pytest.raises(UserError, match="study.json is not"):
        read_document(path)


def test_a_directory_without_permission_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="^cannot read .*/study: Permission denied$"):
        with without_permission(tmp_path), open_store(tmp_path / "machine" / "study"):
            pass


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"study": None}, "study is no object"),
        ({"study": []}, "study is no object"),
        ({"software": 3}, "software is no object"),
        ({"study": {"arms": {}}}, "study.arms is no list"),
        ({"study": {"trials": "many"}}, "study.trials is no whole number"),
        ({"study": {"until": 2}}, "study.until is no text"),
        ({"study": {"arms": ["a"]}}, r"study.arms\[0\] is no object"),
        ({"study": {"arms": [{"name": "a"}, {}]}}, r"study.arms\[1\].name is no text"),
    ],
)
def test_a_stamp_that_no_version_can_have_written_is_one_line(
    tmp_path: Path, content: dict[str, object], said: str
) -> None:
    (tmp_path / "study.json").write_text(json.dumps({"schema": SCHEMA, **content}))
    with pytest.raises(UserError, match=f"study.json: {said}; restore the file or remove it"):
        read_stamp(tmp_path)


def test_a_study_was_last_worked_on_when_its_last_trial_was_started(tmp_path: Path) -> None:
    assert last_started_wall_s(tmp_path) == 0.0
    write_document(tmp_path / STUDY, {"schema": SCHEMA, "started_wall_s": 5.0})
    assert last_started_wall_s(tmp_path) == 5.0
    with open_store(tmp_path) as (store, _):
        for block, started_wall_s in enumerate((7.0, 6.0)):
            store.append(make_record(block=block, started_wall_s=started_wall_s))
    assert last_started_wall_s(tmp_path) == 6.0
    with (tmp_path / TRIALS).open("a") as stream:
        stream.write("half a record")
    assert last_started_wall_s(tmp_path) == 6.0
    write_document(tmp_path / STUDY, {"schema": SCHEMA, "started_wall_s": "yesterday"})
    (tmp_path / TRIALS).unlink()
    assert last_started_wall_s(tmp_path) == 0.0


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"schema": SCHEMA + 1}, f"has schema {SCHEMA + 1}, newer than {SCHEMA}"),
        ({"schema": SCHEMA - 1}, f"has schema {SCHEMA - 1}, older than {SCHEMA}"),
        ({}, "has no integer schema; restore it or remove it"),
        ({"schema": True}, "has no integer schema; restore it or remove it"),
    ],
)
def test_a_stamp_of_another_version_is_one_line(
    tmp_path: Path, schema: dict[str, object], said: str
) -> None:
    write_document(tmp_path / STUDY, {**schema, "study": {"compositions": ["manual"]}})
    with pytest.raises(UserError, match=f"{STUDY} {said}"):
        read_stamp(tmp_path)
