# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies of shells whose settings are none of the study's."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import fake_ros_node
import pytest
from bench_runner import MACHINE, Bench
from small_bench import finish_legs

Start = Callable[..., Bench]
COUNTED = {"SMALL_BENCH_LEGS": "count"}

ELSEWHERE = "127.0.0.9"
"""Stands for another machine: an address that nothing of a study has a reason to send to."""
DEFAULT_PROFILE = "DEFAULT_FASTRTPS_PROFILES.xml"
PEER = f"""<?xml version="1.0" encoding="UTF-8"?>
<profiles xmlns="http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles">
  <participant profile_name="peer" is_default_profile="true"><rtps><builtin><initialPeersList>
    <locator><udpv4><address>{ELSEWHERE}</address><port>12011</port></udpv4></locator>
  </initialPeersList></builtin></rtps></participant>
</profiles>
"""


@pytest.fixture
def elsewhere() -> Iterator[socket.socket]:
    """A socket that gets every UDP packet to that address, and holds no port of a domain."""
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP) as made:
        made.bind((ELSEWHERE, 0))
        yield made


def has_come(to: socket.socket, timeout_s: float = 0.0) -> bool:
    return bool(select.select([to], [], [], timeout_s)[0])


@pytest.mark.skipif(os.geteuid() != 0, reason="a raw socket needs root")
def test_no_packet_of_a_study_goes_to_whom_the_shell_would_have_it_discover(
    elsewhere: socket.socket, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = tmp_path / "peer.xml"
    for file in (profile, tmp_path / DEFAULT_PROFILE):
        file.write_text(PEER)
    settings = {
        "ROS_DISCOVERY_SERVER": f"{ELSEWHERE}:11811",
        "ROS_STATIC_PEERS": ELSEWHERE,
        "FASTRTPS_DEFAULT_PROFILES_FILE": str(profile),
        "FASTDDS_DEFAULT_PROFILES_FILE": str(profile),
    }
    finish_legs(tmp_path)
    bench = start(variables={**COUNTED, **settings})
    status = bench.wait()
    assert not has_come(elsewhere), bench.output
    assert status == 0, bench.output
    (line,) = (line for line in bench.lines if line.startswith("set aside"))
    assert all(name in line for name in (*settings, DEFAULT_PROFILE))

    monkeypatch.chdir(tmp_path)
    assert is_heard_of_a_node(elsewhere)
    (tmp_path / DEFAULT_PROFILE).unlink()
    assert not is_heard_of_a_node(elsewhere, timeout_s=3.0)
    for name in ("ROS_DISCOVERY_SERVER", "ROS_STATIC_PEERS", "FASTRTPS_DEFAULT_PROFILES_FILE"):
        with monkeypatch.context() as patch:
            patch.setenv(name, settings[name])
            assert is_heard_of_a_node(elsewhere), name


def is_heard_of_a_node(elsewhere: socket.socket, timeout_s: float = 30.0) -> bool:
    """Tell whether a node that is no study's sends something there."""
    node = subprocess.Popen([sys.executable, fake_ros_node.__file__, "talker", "plain"])
    try:
        heard = has_come(elsewhere, timeout_s)
    finally:
        node.kill()
        node.wait()
    while has_come(elsewhere):
        elsewhere.recv(65_536)
    return heard


def test_a_study_is_run_and_shown_where_text_is_ascii_and_ros_has_no_place_for_its_log_files(
    start: Start, tmp_path: Path
) -> None:
    finish_legs(tmp_path)
    shell = {"PYTHONIOENCODING": "ascii", "ROS_LOG_DIR": "", "HOME": ""}
    bench = start("--trials", "2", variables={**COUNTED, **shell})
    assert bench.wait() == 0, bench.output
    assert " +- " in bench.output
    (line,) = (line for line in bench.lines if line.startswith("ROS cannot write its log files"))
    logs = tmp_path / "results" / MACHINE / "small" / "logs" / "ros"
    assert line.endswith(f"they go to {logs}\n")
    assert any(logs.iterdir())
