# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fake_runner import A_STUDY

from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.goal_legs import Leg, LegsSeen
from nav2_composition_bench.trial.running_trial import Bench, RunningTrial
from nav2_composition_bench.trial.trial_runner import Progress

ARM = SimpleNamespace(control_hz=20.0)
EARLIER = LegsSeen(("A",), legs=(Leg("A", "a", 10.0, 30.0, "SUCCEEDED"),))


class Notes(Progress):
    """Keeps what the user is told."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        """Keep a line."""
        self.notes.append(text)


def bench(logs: Path, session: Any, *, yardstick_had_ended: bool = False) -> Bench:
    """A bench whose watch still shows the legs of an earlier trial."""
    speed: Any = SimpleNamespace(
        rate_hz=100.0,
        read_idle=lambda: None,
        disturbed=lambda: None,
        ensure_running=lambda: yardstick_had_ended,
        seconds=lambda since_s: (),
    )
    settled: Any = SimpleNamespace(study=A_STUDY, arms={A_STUDY.arms[0].name: ARM})
    watch: Any = SimpleNamespace(
        begin=lambda legs: None, legs=lambda: EARLIER, commands_s=tuple, simulated=tuple
    )
    return Bench(settled, session, watch, Path("sampler"), speed, logs, thread_nodes={})


def trial_on(logs: Path, session: Any, progress: Progress, **state: Any) -> RunningTrial:
    """Return a first trial."""
    return RunningTrial(bench(logs, session, **state), TrialSpec(A_STUDY.arms[0], 0, 0), progress)


def refuse(*_: Any, **__: Any) -> None:
    """Fail to come up."""
    raise BringUpError("seen enough")


def test_a_system_is_started_in_a_directory_without_anything_of_a_stopped_run(
    tmp_path: Path,
) -> None:
    found: dict[str, list[Path]] = {}

    def start_system(arm: Arm, directory: Path) -> None:
        found[directory.name] = list(directory.iterdir())
        refuse()

    host = SimpleNamespace(ensure_running=lambda fresh=False: ())
    trial = trial_on(
        tmp_path, SimpleNamespace(host=host, background=host, start_system=start_system), Progress()
    )
    name = f"block1-{A_STUDY.arms[0]}-attempt1"
    (tmp_path / name).mkdir()
    (tmp_path / name / "amcl.log").write_text("Failed to bring up all requested nodes. Aborting")
    with pytest.raises(BringUpError, match="seen enough"):
        trial.bring_up()
    assert found == {name: []}


def test_a_trial_whose_host_side_did_not_come_up_has_no_legs_of_the_one_before(
    tmp_path: Path,
) -> None:
    session = SimpleNamespace(host=SimpleNamespace(ensure_running=refuse))
    trial = trial_on(tmp_path, session, Progress())
    with pytest.raises(BringUpError):
        trial.bring_up()
    trial.fail(BringUpError("no simulator"))
    trial.tear_down()
    record = trial.record()
    assert not trial.has_begun
    assert record.legs == () and record.invalid_reason == "no simulator"


def test_a_yardstick_that_had_ended_is_told(tmp_path: Path) -> None:
    host = SimpleNamespace(ensure_running=lambda fresh=False: ())
    session = SimpleNamespace(host=host, background=host, start_system=refuse)
    progress = Notes()
    trial = trial_on(tmp_path, session, progress, yardstick_had_ended=True)
    with pytest.raises(BringUpError):
        trial.bring_up()
    assert progress.notes == ["the yardstick had ended; started again"]
    assert trial.has_begun and trial.legs == EARLIER
