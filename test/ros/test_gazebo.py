# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Gazebo Classic with gazebo_ros does what the MuJoCo simulator does."""

from __future__ import annotations

import math
import shutil
import signal
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from board_node import Board, median_period
from installed_programs import needs
from numpy.typing import NDArray
from started_process import Process
from waiting import is_gone, wait_until

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.processes.proc_table import PROC, parse_stat
from nav2_composition_bench.simulator.depth_camera import DepthCamera
from nav2_composition_bench.simulator.lidar import Lidar
from nav2_composition_bench.simulator.physics import Physics
from nav2_composition_bench.simulator.pose import Pose2D
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.sdf import read_world

pytestmark = [
    needs("gazebo_msgs"),
    pytest.mark.skipif(shutil.which("gzserver") is None, reason="Gazebo Classic is not installed"),
]

SIMULATE = ("-m", "nav2_composition_bench.cli.main", "simulate", "--simulator", "gazebo")
Begin = Callable[..., Process]
Points = NDArray[np.float64]


@pytest.fixture
def begin(begin: Begin) -> Begin:
    """Return a function that starts Gazebo on the test's domain, on loopback only."""

    def begin_gazebo(*words: str) -> Process:
        process = begin(*SIMULATE, *words)
        process.wait_for("in Gazebo (seed")
        return process

    return begin_gazebo


@pytest.fixture
def board(domain_id: int) -> Iterator[Board]:
    board = Board()
    yield board
    board.close()


def offspring(pid: int) -> set[int]:
    """All processes that descend from one."""
    parents: dict[int, int] = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            entry = parse_stat(int(folder.name), (folder / "stat").read_text())
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents[entry.pid] = entry.parent_pid
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def cloud(message: Any) -> Points:
    """Points of a cloud with x, y, z first, those that are not finite left out; shape (n, 3)."""
    raw = np.frombuffer(bytes(message.data), np.uint8).reshape(-1, message.point_step)
    points = raw[:, :12].copy().view(np.float32).astype(np.float64)
    return np.asarray(points[np.isfinite(points).all(axis=1)])


def status(board: Board) -> dict[str, str]:
    return {item.key: item.value for item in board.heard["simulator/status"][-1].status[0].values}


def test_topics_arrive_at_their_rates_in_their_frames(begin: Begin, board: Board) -> None:
    begin()
    board.spin_until(lambda: len(board.heard["points"]) >= 30, "points")
    board.spin_until(lambda: len(board.heard["scan"]) >= 30, "scans")
    board.spin_until(lambda: len(board.heard["simulator/status"]) >= 2, "status")
    heard, robot = board.heard, Robot()
    assert median_period(heard["scan"]) == pytest.approx(1 / robot.lidar.rate_hz, rel=0.05)
    assert median_period(heard["points"]) == pytest.approx(1 / robot.camera.rate_hz, rel=0.05)
    assert median_period(heard["odom"]) == pytest.approx(1 / 30, rel=0.05)
    scan, points, odom = heard["scan"][-1], heard["points"][-1], heard["odom"][-1]
    assert (scan.header.frame_id, len(scan.ranges)) == ("base_scan", robot.lidar.rays)
    assert points.header.frame_id == "camera_depth_optical_frame"
    assert points.width * points.height == robot.camera.columns * robot.camera.rows
    assert (odom.header.frame_id, odom.child_frame_id) == ("odom", "base_footprint")
    chain = {(t.header.frame_id, t.child_frame_id) for t in heard["tf_static"][-1].transforms}
    assert chain == {
        ("base_footprint", "base_link"),
        ("base_link", "base_scan"),
        ("base_link", "camera_link"),
        ("camera_link", "camera_depth_optical_frame"),
    }
    moving = {
        (t.header.frame_id, t.child_frame_id) for message in heard["tf"] for t in message.transforms
    }
    assert moving == {("odom", "base_footprint")}


def test_clouds_arrive_nearly_all(begin: Begin, board: Board) -> None:
    """Large clouds are lost between best-effort endpoints; these are not large."""
    begin()
    heard = board.heard["points"]
    board.spin_until(lambda: len(heard) >= 50, "points")
    first, last = (heard[i].header.stamp for i in (0, -1))
    span_s = last.sec - first.sec + (last.nanosec - first.nanosec) * 1e-9
    assert (len(heard) - 1) / span_s > 0.8 * Robot().camera.rate_hz


@pytest.mark.parametrize("start", [Pose2D(-3.8, -2.2, 0.8), Pose2D(2.6, -1.5, 0.6)])
def test_its_sensors_see_what_mujocos_see(begin: Begin, board: Board, start: Pose2D) -> None:
    begin("--mapped-only", "--start", str(start.x_m), str(start.y_m), str(start.yaw_rad))
    board.spin_until(lambda: len(board.heard["scan"]) >= 5, "scans")
    board.spin_until(lambda: len(board.heard["points"]) >= 5, "points")
    robot, world = Robot(), read_world(data_file("worlds/bench.sdf")).as_mapped()
    physics = Physics(world, robot, start=start)
    expected = Lidar(robot.lidar, physics.model, physics.data, 0).scan()
    seen = np.array(board.heard["scan"][-1].ranges)
    both = np.isfinite(expected) & np.isfinite(seen)
    assert both.sum() > 0.9 * robot.lidar.rays
    off = np.abs(expected - seen)[both]
    assert np.median(off) < 0.03
    assert (off < 0.1).mean() > 0.9  # rays past an edge may hit or miss it
    ours = DepthCamera(robot.camera, physics.model, physics.data, 0).points().astype(float)
    theirs = cloud(board.heard["points"][-1])
    assert len(theirs) == pytest.approx(len(ours), rel=0.1)
    for axis in range(3):
        quantiles = [np.quantile(points[:, axis], (0.1, 0.5, 0.9)) for points in (ours, theirs)]
        assert quantiles[1] == pytest.approx(quantiles[0], abs=0.1)


def test_a_command_drives_the_robot_and_silence_stops_it(begin: Begin, board: Board) -> None:
    begin("--mapped-only")
    heard = board.heard["odom"]
    timer = board.node.create_timer(0.05, lambda: board.command(0.3))
    board.spin_until(lambda: bool(heard) and heard[-1].pose.pose.position.x > 0.6, "driving")
    assert heard[-1].twist.twist.linear.x == pytest.approx(0.3, abs=0.05)
    timer.cancel()
    board.spin_until(lambda: abs(heard[-1].twist.twist.linear.x) < 0.01, "standing")
    reports = len(board.heard["simulator/status"])
    board.spin_until(lambda: len(board.heard["simulator/status"]) > reports + 1, "a report")
    start, values = read_world(data_file("worlds/bench.sdf")).start, status(board)
    gone = heard[-1].pose.pose.position
    along = math.hypot(gone.x, gone.y)
    assert float(values["true_x_m"]) == pytest.approx(
        start.x_m + along * math.cos(start.yaw_rad), abs=0.1
    )
    assert float(values["true_y_m"]) == pytest.approx(
        start.y_m + along * math.sin(start.yaw_rad), abs=0.1
    )


def test_a_turn_is_measured_by_the_wheels_as_it_is(begin: Begin, board: Board) -> None:
    begin("--mapped-only", "--start", "2.6", "-1.5", "0")
    heard = board.heard["odom"]
    timer = board.node.create_timer(0.05, lambda: board.command(0.0, 0.8))

    def turned() -> float:
        turn = heard[-1].pose.pose.orientation
        return 2 * math.atan2(turn.z, turn.w)

    board.spin_until(lambda: bool(heard) and turned() > 1.5, "turning")
    timer.cancel()
    board.spin_until(lambda: abs(heard[-1].twist.twist.angular.z) < 0.01, "standing")
    reports = len(board.heard["simulator/status"])
    board.spin_until(lambda: len(board.heard["simulator/status"]) > reports + 1, "a report")
    assert float(status(board)["true_yaw_rad"]) == pytest.approx(turned(), abs=0.1)


def test_at_rest_it_stays_where_it_is(begin: Begin, board: Board) -> None:
    begin("--mapped-only", "--start", "2.6", "-1.5", "0.6")
    board.spin_until(lambda: len(board.heard["simulator/status"]) >= 8, "reports")
    values = status(board)
    assert float(values["true_x_m"]) == pytest.approx(2.6, abs=0.01)
    assert float(values["true_y_m"]) == pytest.approx(-1.5, abs=0.01)
    assert float(values["true_yaw_rad"]) == pytest.approx(0.6, abs=0.01)


def test_its_movers_move(begin: Begin, board: Board) -> None:
    """The lidar sees them pass: some range changes by far more than its noise."""
    begin("--start", "2.6", "-1.5", "0.6")
    board.spin_until(lambda: len(board.heard["scan"]) >= 60, "scans")
    ranges = np.array([scan.ranges for scan in board.heard["scan"]])
    ranges = np.where(np.isfinite(ranges), ranges, 12.0)
    assert (np.ptp(ranges, axis=0) > 0.3).sum() >= 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_on_demand_with_everything_it_started(begin: Begin, number: int) -> None:
    simulator = begin()
    started = offspring(simulator.pid)
    assert started
    assert simulator.end(number) == 0
    assert all(map(is_gone, started))


def test_a_killed_one_takes_its_server_with_it(begin: Begin) -> None:
    simulator = begin()
    started = offspring(simulator.pid)
    simulator.kill()
    wait_until(lambda: all(map(is_gone, started)), "the server's end")
