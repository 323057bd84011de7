# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from record_factory import make_record

from nav2_composition_bench.cli import show
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.store import open_store, write_document


def a_study(directory: Path) -> Path:
    with open_store(directory) as (store, _):
        for name in ("multi_process", "isolated"):
            store.append(make_record(name))
    write_document(directory / "study.json", {"machine": {"cpu_model": "Fast CPU", "cpu_cores": 2}})
    return directory


def shown(directory: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert show.run(argparse.Namespace(directory=directory)) == 0
    return capsys.readouterr().out


def test_a_study_is_shown_with_its_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(a_study(tmp_path / "board" / "default"), capsys)
    assert text.startswith("board/default: system reference, Fast CPU, 2 cores\n")
    assert "multi_process" in text and "isolated" in text


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
        show.run(argparse.Namespace(directory=tmp_path))
    with pytest.raises(UserError, match="does not exist; name"):
        show.run(argparse.Namespace(directory=tmp_path / "none"))


def test_a_study_without_finished_trials_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "trials.jsonl").write_text("")
    with pytest.raises(UserError, match="no finished trial"):
        show.run(argparse.Namespace(directory=tmp_path))
