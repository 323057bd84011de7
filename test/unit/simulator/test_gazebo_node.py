# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the node beside Gazebo asks it for. Gazebo's own messages are stand-ins."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from geometry_msgs.msg import Pose
from simulator_worlds import box

import nav2_composition_bench.simulator
from nav2_composition_bench.simulator.mover_path import Tour
from nav2_composition_bench.simulator.world import World


class SetEntityState:
    """What gazebo_msgs has by that name."""

    @staticmethod
    def Request() -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace(state=SimpleNamespace(name="", reference_frame="", pose=Pose()))


class Handle:
    """Keeps what is sent to the service."""

    def __init__(self, sent: list[Any]) -> None:
        self.send_request = sent.append

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture
def gazebo_node(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module as it is where gazebo_msgs is installed; nobody else gets this one."""
    for name, member in (("msg", "ModelStates"), ("srv", "SetEntityState")):
        module = ModuleType(f"gazebo_msgs.{name}")
        setattr(module, member, SetEntityState)
        monkeypatch.setitem(sys.modules, f"gazebo_msgs.{name}", module)
    monkeypatch.setitem(sys.modules, "gazebo_msgs", ModuleType("gazebo_msgs"))
    folder = Path(nav2_composition_bench.simulator.__path__[0])
    spec = importlib.util.spec_from_file_location("gazebo_node_alone", folder / "gazebo_node.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_mover_is_placed_with_the_orientation_of_its_model(
    gazebo_node: ModuleType, world_of: Callable[..., World]
) -> None:
    path = (
        "<bench:mover><bench:speed>1</bench:speed><bench:waypoint>3 0</bench:waypoint>"
        "<bench:waypoint>0 0</bench:waypoint></bench:mover>"
    )
    model = world_of(box("cart", "3 0 0.1 0 0.2 1.2", "0.4 0.2 0.2", path)).models[-1]
    sent: list[Any] = []
    node = object.__new__(gazebo_node.GazeboNode)  # without a ROS node
    node._entities = SimpleNamespace(handle=Handle(sent))
    tour = Tour(model, np.random.default_rng(0))
    node.place(tour)
    (request,) = sent
    pose = request.state.pose
    assert request.state.name == "cart"
    assert (pose.position.x, pose.position.y, pose.position.z) == (tour.x_m, tour.y_m, 0.1)
    turn = pose.orientation
    assert (turn.w, turn.x, turn.y, turn.z) == model.pose.quaternion
    assert turn.z > 0.5
