#!/usr/bin/env python3
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Drive the goals with every Nav2 that comes up, by nav2_simple_commander, for ever.

AMCL must get its initial pose as a parameter, as it does in a study: this script sets none. For a
host without ROS 2 there is `nav2-bench drive`, which does the same over plain services.
"""

from __future__ import annotations

import math
import signal
import sys
import time

import rclpy
from geometry_msgs.msg import PoseStamped
from nav2_simple_commander.robot_navigator import BasicNavigator, TaskResult
from rclpy.signals import SignalHandlerOptions
from rclpy.utilities import remove_ros_args
from std_srvs.srv import Trigger

from nav2_composition_bench.cli import drive
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.simulator.goal_script import DriveLimits, return_line
from nav2_composition_bench.simulator.navigation_client import RETURN_SERVICE
from nav2_composition_bench.study.goal import Goal

NODE, ACTION_STATUS = "goal_script", "navigate_to_pose/_action/status"
LOOK_EVERY_S = 0.5
ACTIVATION_S, CANCEL_S, RETURN_S = 180.0, 10.0, 10.0
ANSWER_S = DriveLimits.answer_s


class NavigatorGone(Exception):
    """Nav2 left, or a new one came."""


class TookTooLong(Exception):
    """What was waited for did not come in time."""


class WatchedNavigator(BasicNavigator):
    """A BasicNavigator that waits for nobody who has left.

    Its methods wait for answers without a time-out. The timer here runs while they do, and an
    exception raised in a timer ends such a wait.

    :ivar servers: identities of the action servers of the Nav2 that is being driven.
    """

    def __init__(self) -> None:
        super().__init__(node_name=NODE)
        self.servers: frozenset[bytes] = frozenset()
        self._deadline_s = math.inf
        self._watch = self.create_timer(LOOK_EVERY_S, self._look)

    def present(self) -> frozenset[bytes]:
        """Identities of the action servers there are; a new bring-up has a new one."""
        found = self.get_publishers_info_by_topic(f"/{ACTION_STATUS}")
        return frozenset(bytes(info.endpoint_gid) for info in found)

    def allow(self, duration_s: float) -> None:
        """Whatever comes next may take so long."""
        self._deadline_s = time.monotonic() + duration_s

    def idle(self, duration_s: float) -> None:
        """Do nothing for a while but watch."""
        end = time.monotonic() + duration_s
        while time.monotonic() < end:
            rclpy.spin_once(self, timeout_sec=min(0.2, duration_s))

    def _look(self) -> None:
        if not self.servers:
            return
        present = self.present()
        # A killed Nav2 stays in discovery for its lease, so that a new one may come before.
        if not present & self.servers or present - self.servers:
            raise NavigatorGone
        if time.monotonic() > self._deadline_s:
            raise TookTooLong


def serve_next(
    served: set[bytes], goals: tuple[Goal, ...], settle_s: float, leg_s: float
) -> tuple[str, ...]:
    """Wait for a Nav2 not served yet and drive the goals.

    :param served: identities of earlier action servers; is added to.
    :returns: an outcome per goal; fewer than goals if Nav2 was lost.
    """
    navigator, outcomes = WatchedNavigator(), list[str]()
    try:
        tell("waiting for a navigator")
        while not navigator.present() - served:
            rclpy.spin_once(navigator, timeout_sec=LOOK_EVERY_S)
        navigator.servers = navigator.present() - served
        served |= navigator.servers
        wait_until_active(navigator)
        tell("navigator active")
        navigator.allow(settle_s + CANCEL_S)
        navigator.idle(settle_s)
        for number, goal in enumerate(goals):
            if number:
                navigator.allow(DriveLimits.between_s + CANCEL_S)
                navigator.idle(DriveLimits.between_s)  # else the goal may be lost, see there
            begin = time.monotonic()
            tell(f"goal {goal.name} ({goal.x_m:g}, {goal.y_m:g}, {goal.yaw_rad:g}): sent")
            outcomes.append(drive_to(navigator, goal, leg_s))
            tell(f"goal {goal.name}: {outcomes[-1]} after {time.monotonic() - begin:.1f} s")
    except NavigatorGone:
        tell("LOST: the navigator has gone")
    except TookTooLong:
        tell("LOST: the navigator does not answer")
    finally:
        navigator.destroy_node()
    return tuple(outcomes)


def wait_until_active(navigator: WatchedNavigator) -> None:
    """Return when bt_navigator is active.

    Asks again after a while without an answer: a request sent while discovery is still matching
    the endpoints goes astray.

    :raises TookTooLong: if it is not active in time.
    """
    deadline = time.monotonic() + ACTIVATION_S
    while True:
        navigator.allow(ANSWER_S)
        try:
            # With 'amcl' it would publish its own initial pose over that of the parameters.
            return navigator.waitUntilNav2Active(localizer="robot_localization")
        except TookTooLong:
            if time.monotonic() > deadline:
                raise


def is_accepted(navigator: WatchedNavigator, pose: PoseStamped) -> bool:
    """Send a goal, once more if the first got no answer.

    :raises TookTooLong: if neither got one.
    """
    navigator.allow(ANSWER_S)
    try:
        return navigator.goToPose(pose)
    except TookTooLong:
        navigator.allow(ANSWER_S)
        return navigator.goToPose(pose)


def drive_to(navigator: WatchedNavigator, goal: Goal, leg_s: float) -> str:
    """Drive to one goal and return how that ended."""
    pose = PoseStamped()
    pose.header.frame_id = "map"
    pose.header.stamp = navigator.get_clock().now().to_msg()
    pose.pose.position.x, pose.pose.position.y = goal.x_m, goal.y_m
    pose.pose.orientation.z = math.sin(goal.yaw_rad / 2)
    pose.pose.orientation.w = math.cos(goal.yaw_rad / 2)
    if not is_accepted(navigator, pose):
        return "REJECTED"
    end = time.monotonic() + leg_s
    navigator.allow(leg_s + CANCEL_S)
    while not navigator.isTaskComplete():
        if time.monotonic() > end:
            navigator.allow(CANCEL_S)
            navigator.cancelTask()
            return "TIMED_OUT"
    result = navigator.getResult()
    return "ABORTED" if result == TaskResult.FAILED else result.name


def bring_back() -> None:
    """Have the project's simulator put an astray robot back: the next Nav2 takes it to be there."""
    node = rclpy.create_node(NODE)
    try:
        client = node.create_client(Trigger, RETURN_SERVICE)
        answer = None
        if client.wait_for_service(timeout_sec=RETURN_S):
            answer = client.call_async(Trigger.Request())
            rclpy.spin_until_future_complete(node, answer, timeout_sec=RETURN_S)
        tell(return_line(answer))
    finally:
        node.destroy_node()


def tell(line: str) -> None:
    """Print an event with its time."""
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


def main() -> int:
    """Drive until stopped, or once: status 0 if every goal succeeded, 1 if not, 2 for bad input."""
    parser = drive.parser(__doc__)
    arguments = parser.parse_args(remove_ros_args(sys.argv)[1:])
    try:
        goals = drive.goals_of(arguments)
        drive.check_times(arguments)
    except UserError as error:
        print(f"goal_script: error: {error}", file=sys.stderr)
        return 2
    served: set[bytes] = set()
    # rclpy's own handlers would end the context below a node that has still to be destroyed.
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        while True:
            outcomes = serve_next(served, goals, arguments.settle, arguments.leg_timeout)
            if outcomes and outcomes[len(goals) - 1 :] != ("SUCCEEDED",):
                bring_back()
            if arguments.once:
                return 0 if outcomes == ("SUCCEEDED",) * len(goals) else 1
    except KeyboardInterrupt:
        return 0
    finally:
        rclpy.try_shutdown()


if __name__ == "__main__":
    sys.exit(main())
