# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.sampler_binary import find_sampler


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def _nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NAV2_BENCH_SAMPLER", raising=False)
    monkeypatch.delenv("AMENT_PREFIX_PATH", raising=False)
    monkeypatch.setattr("sys.executable", str(tmp_path / "venv" / "bin" / "python"))


def test_the_variable_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    executable(tmp_path / "venv" / "bin" / "process_sampler")
    named = executable(tmp_path / "named")
    monkeypatch.setenv("NAV2_BENCH_SAMPLER", str(named))
    assert find_sampler() == named


def test_a_variable_that_names_no_executable_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    executable(tmp_path / "venv" / "bin" / "process_sampler")
    monkeypatch.setenv("NAV2_BENCH_SAMPLER", str(tmp_path))
    with pytest.raises(UserError, match="NAV2_BENCH_SAMPLER is .*, which is not an executable"):
        find_sampler()


def test_it_is_found_beside_python(tmp_path: Path) -> None:
    beside = executable(tmp_path / "venv" / "bin" / "process_sampler")
    assert find_sampler() == beside


def test_without_it_the_message_says_make_setup() -> None:
    with pytest.raises(UserError, match="run make setup"):
        find_sampler()
