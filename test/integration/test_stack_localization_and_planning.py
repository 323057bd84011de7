# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""map_server, amcl, planner_server and smoother_server at work on a robot in a small room."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import rclpy
import yaml
from action_outcome import outcome_of
from fake_room import FakeRoom, write_room
from geometry_msgs.msg import PoseWithCovarianceStamped
from nav2_msgs.action import ComputePathToPose, SmoothPath
from nav2_msgs.srv import ClearEntireCostmap, LoadMap
from numpy.typing import NDArray
from rclpy.context import Context
from rclpy.qos import DurabilityPolicy, QoSProfile
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.reference_stack.localization.amcl import Amcl
from nav2_composition_bench.reference_stack.mapping.map_server import MapServer
from nav2_composition_bench.reference_stack.planning.path_message import positions_of
from nav2_composition_bench.reference_stack.planning.planner_server import PlannerServer
from nav2_composition_bench.reference_stack.planning.smoother_server import SmootherServer
from nav2_composition_bench.reference_stack.runtime.action_caller import ActionCaller, ActionOutcome
from nav2_composition_bench.reference_stack.runtime.executor_thread import ExecutorThread
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.polled_client import PolledClient

TRUTH = (1.0, 2.0, 0.0)
GOAL = (5.0, 2.0)
BOX_ON_THE_WAY = (2.4, 1.6, 2.7, 2.4)
LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class Client(ManagedNode):
    """The test's own node: asks for paths and sees where amcl thinks the robot is."""

    def __init__(self, context: Context) -> None:
        super().__init__("client", context=context)
        self.planner = ActionCaller(self, ComputePathToPose, "compute_path_to_pose")
        self.smoother = ActionCaller(self, SmoothPath, "smooth_path")
        self.clear = PolledClient(
            self, ClearEntireCostmap, "/global_costmap/clear_entirely_global_costmap"
        )
        self.estimate: tuple[float, float] | None = None
        self.create_subscription(PoseWithCovarianceStamped, "amcl_pose", self._hear, LATCHED)
        self.start_pose = self.create_publisher(PoseWithCovarianceStamped, "initialpose", 1)

    def _hear(self, message: PoseWithCovarianceStamped) -> None:
        position = message.pose.pose.position
        self.estimate = position.x, position.y

    def plan(self, x_m: float, y_m: float, planner_id: str = "") -> ActionOutcome:
        """Ask for a path from where the robot is."""
        goal = ComputePathToPose.Goal(planner_id=planner_id)
        goal.goal.header.frame_id = "map"
        goal.goal.pose.position.x, goal.goal.pose.position.y = x_m, y_m
        goal.goal.pose.orientation.w = 1.0
        return outcome_of(self.planner, goal)

    def planned(self) -> ActionOutcome:
        """The outcome of planning to GOAL, as soon as it succeeds.

        On a loaded machine the costmap may have no map when the planner is active.
        """
        outcomes: list[ActionOutcome] = []

        def succeeds() -> bool:
            outcomes.append(self.plan(*GOAL))
            return outcomes[-1].succeeded

        wait_until(succeeds, "a path is planned")
        return outcomes[-1]

    def path(self) -> NDArray[np.float64]:
        """The positions of the path to GOAL."""
        return positions_of(self.planned().result.path)


@dataclass
class Stack:
    """The nodes under test, active, and what drives them."""

    room: FakeRoom
    client: Client
    nodes: dict[str, ManagedNode]


@pytest.fixture
def context(domain_id: int) -> Iterator[Context]:
    """A context of its own, with the parameters of the package but for map and start pose."""
    made = Context()
    yield made
    made.try_shutdown()


def parameters_for(directory: Path, voxel_layer: dict[str, float] | None = None) -> Path:
    """The package's parameters with the room's map and a start pose that is a little wrong."""
    content = yaml.safe_load(data_file("params/reference_stack.yaml").read_text())
    costmap = content["global_costmap"]["global_costmap"]["ros__parameters"]
    costmap["voxel_layer"].update(voxel_layer or {})
    content["map_server"]["ros__parameters"]["yaml_filename"] = str(write_room(directory))
    content["amcl"]["ros__parameters"]["initial_pose"] = {
        "x": TRUTH[0] + 0.15,
        "y": TRUTH[1] - 0.1,
        "z": 0.0,
        "yaw": TRUTH[2] + 0.1,
    }
    path = directory / "parameters.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


@pytest.fixture
def stack(
    request: pytest.FixtureRequest, context: Context, domain_id: int, tmp_path: Path
) -> Iterator[Stack]:
    """Every node on an executor of its own, active; a parameter changes the voxel layer's."""
    parameters = parameters_for(tmp_path, getattr(request, "param", None))
    arguments = ["--ros-args", "--params-file", str(parameters)]
    rclpy.init(args=arguments, context=context, domain_id=domain_id)
    client = Client(context)
    room = FakeRoom(client, TRUTH)
    nodes: dict[str, ManagedNode] = {
        node.get_name(): node
        for node in (
            MapServer(context=context),
            Amcl(context=context),
            PlannerServer(context=context),
            SmootherServer(context=context),
        )
    }
    threads = [ExecutorThread(name[:15], context=context) for name in ("client", *nodes)]
    everything = [client, *nodes.values()]
    for thread, node in zip(threads, everything):
        thread.add_node(node)
    try:
        for transition in ("configure", "activate"):
            for node in nodes.values():
                node.transition(transition)
        yield Stack(room, client, nodes)
    finally:
        for thread in threads:
            thread.stop()
        for node in reversed(everything):
            node.destroy_node()


def side_steps(path: NDArray[np.float64]) -> float:
    """How far a path leaves the straight line from the robot to GOAL, metres."""
    return float(np.abs(path[:, 1] - 2.0).max())


def goes_round(stack: Stack, box: tuple[float, float, float, float]) -> Callable[[], bool]:
    """Whether a path planned now keeps the robot's radius away from a box's near face."""

    def check() -> bool:
        path = stack.client.path()
        beside = path[np.abs(path[:, 0] - box[0]) < 0.1]
        assert beside.size, "the path does not pass the box"
        return bool(((beside[:, 1] > box[3] + 0.15) | (beside[:, 1] < box[1] - 0.15)).all())

    return check


def goes_straight(stack: Stack) -> Callable[[], bool]:
    """Whether a path planned now is a straight line again."""
    return lambda: side_steps(stack.client.path()) < 0.3


def near_truth(client: Client, tolerance_m: float) -> Callable[[], bool]:
    """Whether amcl's estimate is near where the robot stands."""

    def check() -> bool:
        estimate = client.estimate
        return estimate is not None and math.dist(estimate, TRUTH[:2]) < tolerance_m

    return check


def test_the_robot_is_found_a_path_planned_and_smoothed(stack: Stack) -> None:
    wait_until(near_truth(stack.client, 0.2), "amcl finds the robot")
    path = stack.client.planned().result.path
    assert path.header.frame_id == "map"
    points = positions_of(path)
    assert math.dist(points[0], TRUTH[:2]) < 0.3
    assert points[-1] == pytest.approx(GOAL)
    goal = SmoothPath.Goal(path=path, check_for_collisions=True)
    goal.max_smoothing_duration.sec = 60
    smoothed = outcome_of(stack.client.smoother, goal)
    assert smoothed.succeeded, smoothed.reason
    assert smoothed.result.was_completed
    assert positions_of(smoothed.result.path)[-1] == pytest.approx(GOAL)


def test_an_obstacle_seen_by_the_scan_alone_is_driven_round_until_it_is_gone(
    stack: Stack,
) -> None:
    stack.room.scan_only = BOX_ON_THE_WAY
    wait_until(goes_round(stack, BOX_ON_THE_WAY), "the path goes round the obstacle")
    stack.room.scan_only = None
    wait_until(goes_straight(stack), "the path is straight again")


def test_an_obstacle_seen_by_depth_alone_is_driven_round_until_it_has_faded(
    stack: Stack,
) -> None:
    stack.room.depth_only = BOX_ON_THE_WAY
    wait_until(goes_round(stack, BOX_ON_THE_WAY), "the path goes round the obstacle")
    stack.room.depth_only = None
    wait_until(goes_straight(stack), "the path is straight again")


def test_goals_that_cannot_be_reached_are_aborted_with_the_reason(stack: Stack) -> None:
    codes = ComputePathToPose.Result
    stack.client.planned()
    for x_m, y_m, planner, code, reason in (
        (60.0, 2.0, "", codes.GOAL_OUTSIDE_MAP, "outside the global costmap"),
        (0.1, 2.0, "", codes.GOAL_OCCUPIED, "too close to an obstacle"),
        (5.0, 2.0, "Smac", codes.INVALID_PLANNER, "unknown planner 'Smac'; known: GridBased"),
    ):
        outcome = stack.client.plan(x_m, y_m, planner)
        assert not outcome.succeeded
        assert outcome.result.error_code == code
        assert reason in outcome.result.error_msg


def test_a_goal_behind_a_wall_has_no_valid_path(stack: Stack) -> None:
    across_the_room = (2.4, -1.0, 2.7, 5.0)
    stack.room.scan_only = across_the_room
    expected = ComputePathToPose.Result.NO_VALID_PATH
    wait_until(lambda: stack.client.plan(*GOAL).result.error_code == expected, "the way is barred")


def test_a_start_pose_by_topic_moves_the_estimate(stack: Stack) -> None:
    wait_until(near_truth(stack.client, 0.2), "amcl finds the robot")
    elsewhere = PoseWithCovarianceStamped()
    elsewhere.header.frame_id = "map"
    elsewhere.pose.pose.position.x, elsewhere.pose.pose.position.y = 4.0, 3.0
    elsewhere.pose.pose.orientation.w = 1.0

    def moved() -> bool:
        stack.client.start_pose.publish(elsewhere)
        estimate = stack.client.estimate
        return estimate is not None and math.dist(estimate, (4.0, 3.0)) < 0.2

    wait_until(moved, "the estimate is at the start pose given")


@pytest.mark.parametrize(
    "stack", [{"voxel_decay": 86400.0, "decay_acceleration": 0.0}], indirect=True
)
def test_clearing_forgets_obstacles_and_keeps_the_map(stack: Stack) -> None:
    stack.room.depth_only = BOX_ON_THE_WAY
    wait_until(goes_round(stack, BOX_ON_THE_WAY), "the path goes round the obstacle")
    stack.room.depth_only = None
    assert stack.client.clear.call(ClearEntireCostmap.Request(), TIMEOUT_S) is not None
    wait_until(goes_straight(stack), "the path is straight again")
    in_a_wall = stack.client.plan(0.1, 2.0)
    assert in_a_wall.result.error_code == ComputePathToPose.Result.GOAL_OCCUPIED


def test_the_nodes_can_be_stopped_and_started_again(stack: Stack) -> None:
    for transition in ("deactivate", "cleanup", "configure", "activate"):
        for node in stack.nodes.values():
            node.transition(transition)
    assert stack.client.planned().succeeded


def test_a_map_loaded_by_service_replaces_the_old_one(stack: Stack, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    path = write_room(other)
    path.write_text(path.read_text().replace("[0.0, 0.0, 0.0]", "[-2.0, 0.0, 0.0]"))
    loader = PolledClient(stack.client, LoadMap, "map_server/load_map")
    answer = loader.call(LoadMap.Request(map_url=f"file://{path}"), TIMEOUT_S)
    assert answer.result == LoadMap.Response.RESULT_SUCCESS
    expected = ComputePathToPose.Result.GOAL_OUTSIDE_MAP
    wait_until(
        lambda: stack.client.plan(*GOAL).result.error_code == expected, "the new map is in use"
    )
    missing = loader.call(LoadMap.Request(map_url="/no/such.yaml"), TIMEOUT_S)
    assert missing.result == LoadMap.Response.RESULT_MAP_DOES_NOT_EXIST


@pytest.fixture
def map_server_of(
    context: Context, domain_id: int, tmp_path: Path
) -> Iterator[Callable[[str], MapServer]]:
    """Make a map_server that shall load a file."""
    made: list[MapServer] = []

    def make(yaml_filename: str) -> MapServer:
        arguments = ["--ros-args", "-p", f"yaml_filename:={yaml_filename}"]
        rclpy.init(args=arguments, context=context, domain_id=domain_id)
        made.append(MapServer(context=context))
        return made[0]

    yield make
    for node in made:
        node.destroy_node()


def test_a_missing_map_refuses_to_be_configured(
    map_server_of: Callable[[str], MapServer], tmp_path: Path
) -> None:
    node = map_server_of(str(tmp_path / "none.yaml"))
    with pytest.raises(RuntimeError, match="map_server failed to configure"):
        node.transition("configure")
    assert node.state_label == "unconfigured"


def test_a_costmap_that_waits_for_the_robot_stops_waiting_when_its_server_ends(
    context: Context, domain_id: int, tmp_path: Path
) -> None:
    arguments = ["--ros-args", "--params-file", str(parameters_for(tmp_path))]
    rclpy.init(args=arguments, context=context, domain_id=domain_id)
    planner = PlannerServer(context=context)
    planner.transition("configure")
    activation = threading.Thread(target=planner.trigger_activate)
    activation.start()
    planner.request_stop()
    activation.join(TIMEOUT_S)
    assert not activation.is_alive()
    assert planner.state_label == "inactive"
    planner.destroy_node()
