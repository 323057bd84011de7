# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.fleet import machines as module
from nav2_composition_bench.fleet.machines import Machines
from nav2_composition_bench.fleet.matches import MachineMatches
from nav2_composition_bench.fleet.network import FleetNetwork
from nav2_composition_bench.study.fleet import Discovery, Network


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machines:
    """A machine whose node never writes anything."""
    monkeypatch.setattr(module, "LOOK_EVERY_S", 0.001)
    network = FleetNetwork(["robot_1"], (), Network.ONE_SUBNET)
    found = Machines(network, Discovery.MULTICAST, {}, tmp_path, tmp_path / "profile.xml")
    found.matches["robot_1"] = MachineMatches([tmp_path / "node.jsonl"])
    return found


def test_a_machine_that_is_slow_to_start_is_waited_for_until_the_time_out(
    machines: Machines,
) -> None:
    looks = iter([*[False] * 50, True])
    assert machines.wait_until(lambda: next(looks), ["robot_1"], 30.0)
    assert not machines.wait_until(lambda: False, ["robot_1"], 0.01)


def test_what_does_not_change_any_more_is_not_waited_for(machines: Machines) -> None:
    assert not machines.wait_until(lambda: False, ["robot_1"], 30.0, quiet_s=0.01)
