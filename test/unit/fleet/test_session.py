# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fake_runner import A_STUDY

from nav2_composition_bench.fleet import session
from nav2_composition_bench.fleet.session import FleetTrialRunner
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.trial_runner import Progress


def test_a_fleet_is_started_in_a_directory_without_anything_of_a_stopped_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: dict[str, list[Path]] = {}

    class Trial:
        """Looks at the directory it is given."""

        log = None

        def __init__(self, _settled: Any, _spec: Any, _variables: Any, at: Path, _: Path) -> None:
            self._directory = at

        def run(self, _progress: Progress) -> None:
            found[self._directory.name] = list(self._directory.iterdir())

        def tear_down(self) -> None:
            """End nothing."""

    monkeypatch.setattr(session, "FleetTrial", Trial)
    monkeypatch.setattr(session, "find_sampler", lambda: Path("sampler"))
    monkeypatch.setattr(session, "remove_leftovers", tuple)
    monkeypatch.setattr(session, "FleetNetwork", lambda *_: contextlib.nullcontext())
    monkeypatch.setattr(session, "record_of", lambda *_: None)
    settled: Any = SimpleNamespace(study=A_STUDY, arms={})
    runner = FleetTrialRunner(settled, "rmw_fastrtps_cpp", tmp_path)
    name = f"block1-{A_STUDY.arms[0]}-attempt1"
    (tmp_path / name / "matches").mkdir(parents=True)
    (tmp_path / name / "matches" / "robot_1.jsonl").write_text("old")
    runner.run(TrialSpec(A_STUDY.arms[0], 0, 0), Progress())
    assert found == {name: []}
