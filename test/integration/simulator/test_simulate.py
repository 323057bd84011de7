# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The simulator as a process: what it publishes, how it is driven, how it ends."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from board_node import Board, median_period
from std_srvs.srv import Trigger

Begin = Callable[..., Any]
SIMULATE = ("-m", "nav2_composition_bench.cli.main", "simulate")


@pytest.fixture
def board(domain_id: int) -> Iterator[Board]:
    board = Board()
    yield board
    board.close()


def test_topics_have_their_rates_frames_and_contents(begin: Begin, board: Board) -> None:
    simulator = begin(*SIMULATE, "--clock", "--seed", "3")
    board.spin_until(lambda: len(board.heard["scan"]) >= 30, "scans")
    board.spin_until(lambda: len(board.heard["points"]) >= 20, "points")
    board.spin_until(lambda: len(board.heard["simulator/status"]) >= 2, "status")
    heard = board.heard
    assert median_period(heard["odom"]) == pytest.approx(1 / 30, rel=0.01)
    assert median_period(heard["clock"]) == pytest.approx(1 / 30, rel=0.01)
    assert median_period(heard["scan"]) == pytest.approx(0.1, rel=0.01)
    assert median_period(heard["points"]) == pytest.approx(0.1, rel=0.01)
    assert median_period(heard["simulator/status"]) == pytest.approx(1.0, rel=0.01)
    scan, cloud, odom = heard["scan"][-1], heard["points"][-1], heard["odom"][-1]
    assert (scan.header.frame_id, len(scan.ranges)) == ("base_scan", 360)
    assert scan.angle_min + 359 * scan.angle_increment == pytest.approx(scan.angle_max, abs=1e-4)
    assert cloud.header.frame_id == "camera_depth_optical_frame"
    assert len(cloud.data) == cloud.width * cloud.point_step == cloud.row_step
    assert (odom.header.frame_id, odom.child_frame_id) == ("odom", "base_footprint")
    chain = {(t.header.frame_id, t.child_frame_id) for t in heard["tf_static"][-1].transforms}
    assert chain == {
        ("base_footprint", "base_link"),
        ("base_link", "base_scan"),
        ("base_link", "camera_link"),
        ("camera_link", "camera_depth_optical_frame"),
    }
    moving = heard["tf"][-1].transforms[0]
    assert (moving.header.frame_id, moving.child_frame_id) == ("odom", "base_footprint")
    values = {pair.key: pair.value for pair in heard["simulator/status"][-1].status[0].values}
    assert float(values["real_time_factor"]) > 0.0
    assert simulator.end(signal.SIGTERM) == 0
    assert "real-time factor" in simulator.lines[-1]


def test_a_command_drives_the_robot_and_silence_stops_it(begin: Begin, board: Board) -> None:
    begin(*SIMULATE)
    timer = board.node.create_timer(0.05, lambda: board.command(0.3))
    heard = board.heard["odom"]
    board.spin_until(lambda: bool(heard) and heard[-1].twist.twist.linear.x > 0.25, "driving")
    timer.cancel()
    board.spin_until(lambda: abs(heard[-1].twist.twist.linear.x) < 0.01, "standing")
    assert heard[-1].pose.pose.position.x > 0.01


def test_stamped_commands_drive_it_when_told_so(begin: Begin, domain_id: int) -> None:
    board = Board(stamped=True)
    begin(*SIMULATE, "--stamped")
    board.node.create_timer(0.05, lambda: board.command(0.3))
    heard = board.heard["odom"]
    try:
        board.spin_until(lambda: bool(heard) and heard[-1].twist.twist.linear.x > 0.25, "driving")
    finally:
        board.close()


def test_the_robot_returns_to_its_start_on_request(begin: Begin, board: Board) -> None:
    begin(*SIMULATE)
    client = board.node.create_client(Trigger, "simulator/return_to_start")
    timer = board.node.create_timer(0.05, lambda: board.command(0.3))
    heard = board.heard["odom"]
    board.spin_until(lambda: bool(heard) and heard[-1].pose.pose.position.x > 0.2, "driving")
    timer.cancel()
    board.spin_until(lambda: abs(heard[-1].twist.twist.linear.x) < 0.01, "standing")
    board.spin_until(client.service_is_ready, "the service")
    position = heard[-1].pose.pose.position
    assert board.ask(client, Trigger.Request()).success
    board.spin_until(lambda: abs(heard[-1].pose.pose.position.x) < 0.01, "being at the start")
    assert position.x > 0.2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_on_demand_and_leaves_no_shared_memory(begin: Begin, number: int) -> None:
    simulator = begin(*SIMULATE, "--report-interval", "1")
    simulator.wait_for("real-time factor")
    maps = Path(f"/proc/{simulator.pid}/maps").read_text()
    # Ports from 7000 on are shared by the participants of all domains, other programs' included.
    segments = [
        word for word in maps.split() if re.match(r"/dev/shm/fast(?:rtps|dds)_(?!port70)", word)
    ]
    assert segments
    assert simulator.end(number) == 0
    assert not [segment for segment in segments if Path(segment).exists()]


def test_it_ends_by_itself_after_the_duration(begin: Begin) -> None:
    simulator = begin(*SIMULATE, "--clock", "--real-time-factor", "0", "--duration", "20")
    assert simulator.wait() == 0
    assert "simulated 20.0 s" in simulator.lines[-1]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("--world", "/nowhere.sdf"), "/nowhere.sdf: cannot be read"),
        (("--real-time-factor", "2"), "needs --clock"),
        (("--real-time-factor", "-1", "--clock"), "must be 0 or from 0.001 on"),
        (("--seed", "-1"), "must not be negative"),
        (("--duration", "0"), "must be above zero"),
        (("--start", "0", "nan", "0"), "must be three numbers within 1e+06"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    begin: Begin, arguments: tuple[str, ...], words: str
) -> None:
    simulator = begin(*SIMULATE, *arguments)
    assert simulator.wait() == 2
    assert len(simulator.lines) == 1
    assert words in simulator.lines[0]
