# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fake_executor import A_STUDY

from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.executor import Progress
from nav2_composition_bench.trial.running_trial import Bench, RunningTrial


def test_a_system_is_started_in_a_directory_without_anything_of_a_stopped_run(
    tmp_path: Path,
) -> None:
    found: dict[str, list[Path]] = {}

    def start_system(arm: Arm, directory: Path) -> None:
        found[directory.name] = list(directory.iterdir())
        raise BringUpError("seen enough")

    host = SimpleNamespace(ensure_running=lambda fresh: ())
    speed: Any = SimpleNamespace(rate_hz=100.0, read_idle=lambda: None)
    session: Any = SimpleNamespace(host=host, start_system=start_system)
    settled: Any = SimpleNamespace(study=A_STUDY)
    anything: Any = SimpleNamespace(begin=lambda legs: None, set=lambda limit: False)
    bench = Bench(
        settled, session, anything, Path("sampler"), speed, anything, tmp_path, thread_nodes={}
    )
    trial = RunningTrial(bench, TrialSpec(A_STUDY.arms[0], 0, 0), Progress())
    name = f"block1-{A_STUDY.arms[0]}-attempt1"
    (tmp_path / name).mkdir()
    (tmp_path / name / "amcl.log").write_text("Failed to bring up all requested nodes. Aborting")
    with pytest.raises(BringUpError, match="seen enough"):
        trial.bring_up()
    assert found == {name: []}
