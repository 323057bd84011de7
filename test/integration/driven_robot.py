# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The simulated robot with the whole stack active, for tests to send places."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml
from action_msgs.msg import GoalStatus
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import PoseStamped, Twist
from nav2_msgs.action import FollowWaypoints, NavigateToPose
from study_factory import settled_of
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.bringup.host_commands import host_processes
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.reference_stack.runtime.action_caller import RegisteringActionClient
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import RMW
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.study import Limits
from nav2_composition_bench.study.study_file import default_study_file, load_study

LEG_TIMEOUT_S = 300.0
ARRIVAL_M = 0.5
"""0.25 m of the goal checker, and as much for the error of the localisation."""
GOAL_A, GOAL_B = Goal("A", 3.0, -1.5, 0.0), Goal("B", -3.8, -2.2, 0.8)


class Leg:
    """A goal that was sent."""

    def __init__(self, client: RegisteringActionClient, goal: Any) -> None:
        self.feedback: list[Any] = []
        self.status: int = GoalStatus.STATUS_UNKNOWN
        self.result: Any = None
        self._handle: Any = None
        future = client.send_goal_async(
            goal, feedback_callback=lambda message: self.feedback.append(message.feedback)
        )
        future.add_done_callback(self._answered)

    def _answered(self, future: Any) -> None:
        self._handle = future.result()
        assert self._handle.accepted
        self._handle.get_result_async().add_done_callback(self._ended)

    def _ended(self, future: Any) -> None:
        self.result, self.status = future.result().result, future.result().status

    def cancel(self) -> None:
        wait_until(lambda: self._handle is not None, "the goal is accepted")
        self._handle.cancel_goal_async()

    def wait(self) -> int:
        """Wait for the end; return the status."""
        ended = lambda: self.status != GoalStatus.STATUS_UNKNOWN  # noqa: E731
        wait_until(ended, "the goal has ended", LEG_TIMEOUT_S)
        return self.status


class Robot:
    """What a test does with the robot, and what it knows of it."""

    def __init__(self, node: Any) -> None:
        self._node = node
        self.truth: dict[str, float] = {}
        self.commanded = (0.0, 0.0)
        self.navigator = RegisteringActionClient(node, NavigateToPose, "navigate_to_pose")
        self.waypoints = RegisteringActionClient(node, FollowWaypoints, "follow_waypoints")
        node.create_subscription(DiagnosticArray, "simulator/status", self._on_status, 10)
        node.create_subscription(Twist, "cmd_vel", self._on_command, 1)

    def go_to(self, goal: Goal) -> Leg:
        assert self.navigator.wait_for_server(TIMEOUT_S)
        return Leg(self.navigator, NavigateToPose.Goal(pose=pose_of(goal)))

    def distance_to(self, goal: Goal) -> float:
        """True distance, once the simulator has told it anew."""
        told = self.truth.get("sim_time_s", 0.0)
        wait_until(lambda: self.truth.get("sim_time_s", 0.0) > told, "the simulator tells a pose")
        return math.hypot(self.truth["true_x_m"] - goal.x_m, self.truth["true_y_m"] - goal.y_m)

    def _on_status(self, message: DiagnosticArray) -> None:
        self.truth = {pair.key: float(pair.value) for pair in message.status[0].values}

    def _on_command(self, message: Twist) -> None:
        self.commanded = message.linear.x, message.angular.z


def pose_of(goal: Goal) -> PoseStamped:
    pose = PoseStamped()
    pose.header.frame_id = "map"
    pose.pose.position.x, pose.pose.position.y = goal.x_m, goal.y_m
    pose.pose.orientation.z = math.sin(goal.yaw_rad / 2.0)
    pose.pose.orientation.w = math.cos(goal.yaw_rad / 2.0)
    return pose


def _with_patient_bonds(params_file: Path, directory: Path) -> Path:
    """Copy the parameters; a node that gets no processor for seconds is not lost."""
    content = yaml.safe_load(params_file.read_text())
    for manager in ("lifecycle_manager_localization", "lifecycle_manager_navigation"):
        content[manager]["ros__parameters"]["bond_timeout"] = TIMEOUT_S
    directory.mkdir(exist_ok=True)
    copy = directory / "patient_bonds.yaml"
    copy.write_text(yaml.safe_dump(content))
    return copy


@contextmanager
def driving(arm: Arm, directory: Path, map_file: Path | None) -> Iterator[Robot]:
    """A robot in the bench world with the stack active; the map may be another."""
    limits = Limits(bring_up_s=TIMEOUT_S, shutdown_s=TIMEOUT_S)
    study = replace(load_study(default_study_file()), limits=limits, seed=1)
    study = study.with_navigation(
        map_file=map_file or study.navigation.map_file,
        params_files=(_with_patient_bonds(study.navigation.params_files[0], directory),),
    )
    settled = settled_of(study)
    simulator = [each for each in host_processes(settled) if each.label == "simulator"]
    with BringUpSession(settled, arm[RMW], directory, host=simulator) as session:
        session.host.ensure_running()
        with session.start_system(arm) as system:
            robot = Robot(session.client.node)
            system.wait_until_active(TIMEOUT_S)
            wait_until(lambda: bool(robot.truth), "the simulator tells the robot's true pose")
            yield robot
            assert system.deaths() == ()
