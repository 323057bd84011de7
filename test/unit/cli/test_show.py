# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from message_records import make_entities, make_latency, make_topology_record
from record_factory import invalid, make_record
from stored_studies import write_study

from nav2_composition_bench.cli import show
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.message_record import PathRecord
from nav2_composition_bench.trial.stamped_arms import SCHEMA
from nav2_composition_bench.trial.store import open_store, write_document


def a_study(directory: Path) -> Path:
    with open_store(directory) as (store, _):
        for name in ("multi_process", "isolated"):
            store.append(make_record(name))
    machine = {"cpu_model": "Fast CPU", "cpu_cores": 2}
    write_document(directory / "study.json", {"schema": SCHEMA, "machine": machine})
    return directory


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    show.add_arguments(parser)
    return show.run(parser.parse_args([str(word) for word in words]))


def shown(directory: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(directory) == 0
    return capsys.readouterr().out


def test_a_study_is_named_from_inside_its_directory_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(a_study(tmp_path / "board" / "mine"))
    assert shown(Path("."), capsys).startswith("board/mine: system reference")


def test_a_study_is_shown_with_its_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(a_study(tmp_path / "board" / "default"), capsys)
    assert text.startswith("board/default: system reference, Fast CPU, 2 cores\n")
    assert "multi_process" in text and "isolated" in text


def test_a_broken_last_record_is_left_out_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = a_study(tmp_path / "board" / "default")
    with (study / "trials.jsonl").open("a") as stream:
        stream.write('{"schema": 1, "stu')
    *_, last = shown(study, capsys).splitlines()
    assert last == "the last record (trials.jsonl line 3) is broken; left out"


def test_all_studies_below_a_directory_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_study(tmp_path / "board" / "one")
    a_study(tmp_path / "board" / "two")
    text = shown(tmp_path, capsys)
    assert "board/one:" in text and "board/two:" in text


def test_a_missing_footprint_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(tmp_path / "m" / "s") as (store, _):
        store.append(
            make_record(footprint_bytes=None, footprint_unavailable_reason="needs CAP_SYS_ADMIN")
        )
    assert "no footprint: needs CAP_SYS_ADMIN" in shown(tmp_path, capsys)


def test_a_directory_without_records_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no trials.jsonl; name"):
        run(tmp_path)
    with pytest.raises(UserError, match="does not exist; name"):
        run(tmp_path / "none")


def test_a_study_without_finished_trials_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "trials.jsonl").write_text("")
    with pytest.raises(UserError, match="no finished trial"):
        run(tmp_path)


def a_study_of_a_topology(directory: Path) -> Path:
    records = [
        *(make_topology_record(block=n, cpu_percent=10.0 + n / 10) for n in range(3)),
        invalid(make_topology_record("single_threaded")),
    ]
    required = {"requirements": {"pair": {"cpu_percent": 20}}}
    return write_study(directory, records, {"study": required})


def test_what_a_topology_requires_is_judged_below_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(a_study_of_a_topology(tmp_path / "board" / "pair"), capsys)
    line = text.split("\nrequirements (rcl):\n")[1].splitlines()[1]
    assert line.split()[:4] == ["isolated", "CPU", "20", "%"] and line.endswith(" below")


def test_trials_are_exported_in_the_files_of_irobots_framework(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = a_study_of_a_topology(tmp_path / "board" / "pair")
    assert run(study, "--export-irobot", tmp_path / "files") == 0
    exported = {path.name for path in (tmp_path / "files" / "isolated").iterdir()}
    assert exported == {"latency_all.txt", "latency_total.txt", "resources.txt", "events.txt"}
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'files' / 'isolated'}: block 2, attempt 1",
        "single_threaded: no valid trial, nothing exported",
    ]


def test_the_reference_system_is_exported_to_where_its_report_looks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "board" / "reference_system"
    record = make_topology_record(
        levels={"composition": "isolated", "rmw": "rmw_fastrtps_cpp"},
        message_entities=make_entities(PathRecord("hot_path", make_latency())),
    )
    with open_store(study) as (store, _):
        store.append(record)
    write_document(study / "study.json", {"schema": SCHEMA, "study": {"window_s": 8.0}})
    assert run(study, "--export-reference-system", tmp_path / "logs") == 0
    directory = tmp_path / "logs" / "8s" / "rmw_fastrtps_cpp" / "isolated"
    assert (directory / "std_output.log").read_text().startswith("RMW Implementation: rmw_fast")
    assert capsys.readouterr().out == f"{directory}: block 1, attempt 1\n"
    other = a_study_of_a_topology(tmp_path / "board" / "pair")
    with pytest.raises(UserError, match="holds no trial of the reference system"):
        run(other, "--export-reference-system", tmp_path / "logs")


def test_what_cannot_be_exported_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--export-irobot: .* holds no messages"):
        run(a_study(tmp_path / "board" / "default"), "--export-irobot", tmp_path)
    study = a_study_of_a_topology(tmp_path / "board" / "pair")
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="--export-irobot: cannot write"):
        run(study, "--export-irobot", tmp_path / "file")
    with pytest.raises(UserError, match="holds several studies"):
        run(tmp_path, "--export-irobot", tmp_path / "files")


def test_a_mean_that_is_not_of_all_valid_trials_is_said_to_be_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(tmp_path / "m" / "s") as (store, _):
        store.append(make_record(block=0, footprint_bytes=20_000_000))
        lacking = make_record(
            block=1, footprint_bytes=None, footprint_unavailable_reason="needs CAP_SYS_ADMIN"
        )
        store.append(lacking)
    text = shown(tmp_path, capsys)
    assert "Footprint of isolated was not measured in 1 of 2 valid trials" in text
    assert "no footprint" not in text
