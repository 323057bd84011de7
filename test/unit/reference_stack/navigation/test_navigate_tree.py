# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the navigator's tree does when, with servers that answer as told."""

from __future__ import annotations

from fake_servers import FakeServers
from py_trees.behaviour import Behaviour
from py_trees.common import Status

from nav2_composition_bench.reference_stack.navigation.navigate_tree import (
    TreeSettings,
    build_tree,
)
from nav2_composition_bench.reference_stack.navigation.recovery_settings import RecoverySettings
from nav2_composition_bench.reference_stack.navigation.task import NavigationTask

NO_VALID_PATH, GOAL_OUTSIDE_MAP, NO_VALID_CONTROL = 208, 204, 106


class _World:
    """A task, its tree and a clock that only a test moves."""

    def __init__(
        self,
        servers: FakeServers | None = None,
        smooth: bool = False,
        recovery: RecoverySettings | None = None,
    ) -> None:
        self.now_s = 0.0
        self.servers = servers or FakeServers()
        self.task = NavigationTask("A", self.servers, clock=lambda: self.now_s)
        settings = TreeSettings(smooth_path=smooth, number_of_retries=6)
        self.tree: Behaviour = build_tree(self.task, settings, recovery or RecoverySettings())

    def tick(self, times: int = 1) -> Status:
        for _ in range(times):
            self.tree.tick_once()
            self.now_s += 0.125
        return self.tree.status

    def tick_with_recoveries(self) -> Status:
        """Tick to the end, letting every recovery behaviour succeed."""
        for _ in range(200):
            if self.tick() != Status.RUNNING:
                break
            for name in ("spin", "wait", "back_up"):
                if name in self.servers.last and not self.servers.last[name].is_done:
                    self.servers.last[name].succeed()
        return self.tree.status


def seconds_until_given_up(name: str, recovery: RecoverySettings) -> float:
    """How long the tree waits for a recovery behaviour that never ends."""
    world = _World(FakeServers(plan_error=NO_VALID_PATH), recovery=recovery)
    for _ in range(100):
        for call in world.servers.last.values():
            if not call.is_done:
                call.succeed()
        world.tick()
        if name in world.servers.last:
            break
    begun_s, call = world.now_s, world.servers.last[name]
    while not call.cancelled:
        world.tick()
    return world.now_s - begun_s


def test_a_path_is_planned_then_followed_to_success() -> None:
    world = _World()
    assert world.tick() == Status.RUNNING
    assert world.servers.calls == ["plan", "follow"]
    world.servers.last["follow"].succeed()
    assert world.tick() == Status.SUCCESS
    assert world.task.recoveries == 0


def test_replanning_happens_once_a_second_and_each_path_goes_to_the_controller() -> None:
    world = _World()
    world.tick(25)
    assert world.servers.calls.count("plan") == 4
    assert world.servers.calls.count("follow") == 4
    assert world.servers.followed == "path 4 to A"


def test_paths_are_smoothed_when_asked_and_used_raw_when_that_fails() -> None:
    world = _World(smooth=True)
    world.tick()
    assert world.servers.followed == "smooth path 1 to A"
    rough = _World(FakeServers(smooth_error=500), smooth=True)
    rough.tick()
    assert rough.servers.followed == "path 1 to A"


def test_a_goal_off_the_map_fails_at_once_without_recovery() -> None:
    world = _World(FakeServers(plan_error=GOAL_OUTSIDE_MAP))
    assert world.tick() == Status.FAILURE
    assert world.task.error_code == GOAL_OUTSIDE_MAP
    assert world.servers.calls == ["plan"]


def test_an_unreachable_goal_fails_after_the_recoveries_in_their_order() -> None:
    world = _World(FakeServers(plan_error=NO_VALID_PATH))
    assert world.tick_with_recoveries() == Status.FAILURE
    assert world.task.error_code == NO_VALID_PATH
    recoveries = [name for name in world.servers.calls if name != "plan"]
    own = "clear_global"  # of planning itself, before it fails
    clearing = ["clear_local", "clear_global"]
    assert recoveries == [
        own, *clearing, own, "spin", own, "wait", own, "back_up", own, *clearing, own, "spin", own
    ]  # fmt: skip
    assert world.task.recoveries == len(recoveries)


def test_a_recovery_that_fails_passes_its_turn_on() -> None:
    world = _World(FakeServers(plan_error=NO_VALID_PATH, clearing_works=False))
    assert world.tick() == Status.RUNNING
    assert world.servers.calls == ["plan", "clear_global", "clear_local", "spin"]


def test_a_controller_failure_clears_the_local_costmap_and_tries_again() -> None:
    world = _World()
    world.tick()
    world.servers.last["follow"].fail(NO_VALID_CONTROL)
    world.tick(2)
    assert world.servers.calls[:4] == ["plan", "follow", "clear_local", "follow"]
    world.servers.last["follow"].succeed()
    assert world.tick() == Status.SUCCESS
    assert world.task.recoveries == 1


def test_navigation_that_recovers_goes_on_to_the_goal() -> None:
    world = _World(FakeServers(plan_error=NO_VALID_PATH))
    world.tick(6)
    assert "spin" in world.servers.calls
    world.servers.plan_error = 0
    world.servers.last["spin"].succeed()
    world.tick(3)
    world.servers.last["follow"].succeed()
    assert world.tick() == Status.SUCCESS


def test_a_new_goal_is_planned_for_at_once_and_the_robot_keeps_driving() -> None:
    world = _World()
    world.tick(3)
    world.task.replace_goal("B")
    world.tick()
    assert world.servers.followed == "path 2 to B"
    assert world.servers.calls.count("follow") == 2


def test_reaching_the_old_goal_is_not_success_for_a_new_one() -> None:
    world = _World()
    world.tick(3)
    world.servers.last["follow"].succeed()
    world.task.replace_goal("B")
    world.servers.compute_path = lambda goal: world.servers._call("slow plan")  # type: ignore[method-assign]
    assert world.tick() == Status.RUNNING


def test_a_new_goal_ends_a_recovery() -> None:
    world = _World(FakeServers(plan_error=NO_VALID_PATH))
    world.tick(6)
    spin = world.servers.last["spin"]
    world.task.replace_goal("B")
    world.servers.plan_error = 0
    world.tick(3)
    assert spin.cancelled
    assert world.servers.followed.endswith("to B")


def test_a_goal_replaced_before_a_recovery_begins_does_not_end_it() -> None:
    world = _World()
    world.tick(3)
    world.task.replace_goal("B")
    world.tick()
    world.servers.plan_error = NO_VALID_PATH
    world.tick(9)
    assert world.servers.calls[-3:] == ["plan", "clear_local", "clear_global"]


def test_a_recovery_may_take_as_long_as_its_parameters_say() -> None:
    long = RecoverySettings(wait_duration=60.0, recovery_time_allowance=40.0)
    assert seconds_until_given_up("spin", long) > 40.0
    assert seconds_until_given_up("wait", long) > 60.0
    assert seconds_until_given_up("back_up", long) > 40.0
    assert seconds_until_given_up("spin", RecoverySettings()) < 20.0


def test_a_recovery_without_a_time_limit_is_waited_for_as_long_as_it_takes() -> None:
    assert RecoverySettings(recovery_time_allowance=0.0).motion_timeout_s == float("inf")


def test_stopping_the_tree_cancels_what_is_under_way() -> None:
    world = _World()
    world.tick(3)
    world.tree.stop(Status.INVALID)
    assert world.servers.last["follow"].cancelled


def test_a_planner_that_never_answers_is_given_up_on() -> None:
    world = _World()
    world.servers.compute_path = lambda goal: world.servers._call("silent")  # type: ignore[method-assign]
    world.tick(82)
    assert world.servers.last["silent"] is not None
    assert "no answer" in world.task.error_msg
