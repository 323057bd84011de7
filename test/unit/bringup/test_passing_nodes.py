# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Nodes of others that were on the domain during a trial and have gone since."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from arm_studies import packaged, settled_without_files

from nav2_composition_bench.bringup import session
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.ros_domain.foreign_nodes import SeenNode

STRANGE_PID, ENDED_PID = 300, 200
RMW = "rmw_fastrtps_cpp"


def seen(name: str, pid: int) -> SeenNode:
    """Return a node as Fast DDS shows it."""
    return SeenNode(name, (b"\x01\x0f\x00\x00" + (pid & 0xFFFF).to_bytes(2, "little") + bytes(10),))


@pytest.fixture
def entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BringUpSession:
    """A session in which nothing runs but this process, on a domain where nobody is by now."""

    class Watch:
        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def refuse_participants(self) -> None:
            raise ConnectionAbortedError  # before anything is started

        def foreign(self) -> tuple[str, ...]:
            return ("/still_there",)

    monkeypatch.setattr(session, "DomainWatch", Watch)
    monkeypatch.setattr(session, "live_pids", lambda _: frozenset({os.getpid()}))
    settled = settled_without_files(packaged())
    made = BringUpSession(settled, RMW, tmp_path, domain_id=77, companions=["/rviz*"])
    with pytest.raises(ConnectionAbortedError), made:
        pass
    monkeypatch.setattr(made, "_ever_started", lambda: frozenset({ENDED_PID}))
    return made


def test_a_strangers_node_that_has_gone_is_told_beside_those_that_are_there(
    entered: BringUpSession,
) -> None:
    passed = seen("/_ros2cli_300", STRANGE_PID)
    assert entered.foreign_nodes([passed]) == ("/_ros2cli_300", "/still_there")


def test_nodes_of_the_run_and_of_companions_are_no_strangers(entered: BringUpSession) -> None:
    there = [seen("/x", os.getpid()), seen("/y", ENDED_PID), seen("/rviz2", STRANGE_PID)]
    assert entered.foreign_nodes(there) == ("/still_there",)


def test_a_name_whose_endpoints_were_not_known_yet_may_be_anybodys(
    entered: BringUpSession,
) -> None:
    assert entered.foreign_nodes([SeenNode("/controller_server_rclcpp_node", ())]) == (
        "/still_there",
    )


def test_where_nodes_do_not_tell_their_process_their_names_count(entered: BringUpSession) -> None:
    there = [SeenNode(name, (bytes(16),)) for name in ("/amcl", "/talker")]
    assert entered.foreign_nodes(there) == ("/still_there", "/talker")
