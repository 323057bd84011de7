# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import socket

import psutil
import pytest

from nav2_composition_bench.ros_domain.foreign_nodes import (
    DomainView,
    SeenNode,
    classify,
    gid_pid,
    socket_owners,
)

CYCLONE = bytes.fromhex("01100c51") + bytes(12)


def gid(pid: int) -> bytes:
    return b"\x01\x0f\x78\xfd" + (pid & 0xFFFF).to_bytes(2, "little") + bytes(10)


def test_fast_dds_tells_the_process_and_others_do_not() -> None:
    assert gid_pid(bytes.fromhex("010f78fd0e1c10210000000000000303")) == 7182
    assert gid_pid(CYCLONE) is None


def test_nodes_are_told_apart_by_their_process() -> None:
    seen = [
        SeenNode("/amcl", (gid(70_000),)),
        SeenNode("/nav2_container", (gid(200),)),
        SeenNode("/talker", (gid(300),)),
    ]
    view = classify(seen, alive=[70_000], ended=[200], expected=["/talker"])
    assert view == DomainView(("/amcl",), ("/nav2_container",), ("/talker",))


def test_the_same_name_from_two_processes_is_ours_and_foreign() -> None:
    seen = [SeenNode("/amcl", (gid(100), gid(300)))]
    view = classify(seen, alive=[100], ended=[], expected=["/amcl"])
    assert (view.ours, view.foreign) == (("/amcl",), ("/amcl",))


def test_where_the_process_is_hidden_the_name_decides() -> None:
    seen = [SeenNode("/amcl", (CYCLONE,)), SeenNode("/talker", (CYCLONE,)), SeenNode("/odd", ())]
    view = classify(seen, alive=[100], ended=[], expected=["/amcl"])
    assert view == DomainView(("/amcl",), (), ("/odd", "/talker"))


def test_the_process_that_holds_a_port_is_found() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        assert socket_owners(range(port, port + 1)) == {port: frozenset({os.getpid()})}
    assert os.getpid() not in socket_owners(range(port, port + 1)).get(port, frozenset())


def test_a_port_of_another_users_process_has_no_known_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        (connection,) = (
            each for each in psutil.net_connections("udp") if each.laddr and each.laddr.port == port
        )
        hidden = connection._replace(pid=None)
        monkeypatch.setattr(psutil, "net_connections", lambda kind: [hidden])
        assert socket_owners(range(port, port + 1)) == {port: frozenset()}
