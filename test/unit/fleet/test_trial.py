# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.fleet import plan
from nav2_composition_bench.fleet.machines import Machines
from nav2_composition_bench.fleet.network import FleetNetwork
from nav2_composition_bench.fleet.trial import FleetTrial
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.settling.topology_commands import TopologyCommands
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.study.study_file import find_study_file, load_study


def test_a_network_is_taken_away_though_its_processes_cannot_be_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Machines) -> None:
        raise TimeoutError("a robot does not end")

    removed: list[FleetNetwork] = []
    monkeypatch.setattr(Machines, "end_all", fail)
    monkeypatch.setattr(FleetNetwork, "__exit__", lambda self, *_: removed.append(self))
    commands = TopologyCommands(lambda _, name: name)
    monkeypatch.setattr(plan, "commands_of", lambda *_: commands)
    settled = settle(load_study(find_study_file("discovery")), Installation({}))
    arm = next(iter(settled.arms.values())).arm
    trial = FleetTrial(settled, TrialSpec(arm, 0, 0, 0), {}, tmp_path, tmp_path / "sampler")
    with pytest.raises(TimeoutError):
        trial.tear_down()
    assert len(removed) == 1
