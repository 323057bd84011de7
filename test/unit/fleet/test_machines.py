# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import signal
from pathlib import Path
from typing import ClassVar

import pytest

from nav2_composition_bench.fleet import machines as module
from nav2_composition_bench.fleet.machines import Machines
from nav2_composition_bench.fleet.matches import MachineMatches
from nav2_composition_bench.fleet.network import FleetNetwork
from nav2_composition_bench.fleet.plan import MachinePlan
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.processes.process_group import EndReport, Grace
from nav2_composition_bench.settling.parameters import ParameterFile
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


def test_changes_are_counted_by_machine_as_they_are_written(
    machines: Machines, tmp_path: Path
) -> None:
    machines.matches["robot_2"] = MachineMatches([tmp_path / "other.jsonl"])
    assert machines.changes(["robot_1", "robot_2"]) == [0, 0]
    line = '{"event": "matches", "at_ns": 1000, "matches": 3}\n'
    (tmp_path / "other.jsonl").write_text(line * 2)
    assert machines.changes(["robot_1", "robot_2"]) == [0, 2]


class Group:
    """A group whose processes end with given statuses."""

    statuses: ClassVar[dict[str, int | None]] = {}
    grace: ClassVar[Grace | None] = None

    def __init__(self, *_: object) -> None:
        pass

    def start(self, *_: object) -> None:
        pass

    def end(self, grace: Grace) -> EndReport:
        Group.grace = grace
        return EndReport(Group.statuses, (), ())


@pytest.fixture
def restarted(machines: Machines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machines:
    """A robot that is to be started again, in a group that ends as it is told to."""
    monkeypatch.setattr(module, "ProcessGroup", Group)
    parameters = ParameterFile(tmp_path / "robot.yaml", {})
    machines.start("restarted", [MachinePlan("robot_1", "robot_1", ("true",), parameters, {})])
    return machines


def test_robots_may_take_so_long_to_take_leave(restarted: Machines) -> None:
    Group.statuses = {"robot_1": 0, "robot_2": -signal.SIGINT}
    restarted.end("restarted", 7.0)
    assert Group.grace is not None and Group.grace.interrupt_s == 7.0


@pytest.mark.parametrize("status", [-signal.SIGTERM, -signal.SIGKILL, None])
def test_a_robot_that_does_not_end_when_it_is_asked_to_is_named(
    restarted: Machines, status: int | None
) -> None:
    Group.statuses = {"robot_1": 0, "robot_2": status}
    with pytest.raises(BringUpError, match=r"^robot_2 did not end within 7 s of SIGINT$"):
        restarted.end("restarted", 7.0)


def test_of_several_that_do_not_end_the_first_is_named(restarted: Machines) -> None:
    Group.statuses = {"robot_1": -signal.SIGKILL, "robot_2": -signal.SIGKILL}
    with pytest.raises(BringUpError, match=r"^robot_1 did not end .* SIGINT, nor did 1 more$"):
        restarted.end("restarted", 7.0)


def test_a_robot_that_crashes_has_taken_leave_of_nobody(restarted: Machines) -> None:
    Group.statuses = {"robot_1": 0, "robot_2": -signal.SIGSEGV}
    with pytest.raises(BringUpError, match="robot_2 was ended by SIGSEGV"):
        restarted.end("restarted", 7.0)
