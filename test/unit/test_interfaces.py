# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The generated interface packages speak upstream's wire format."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARE = Path(sys.prefix) / "share"

# REP-2011 hashes of names, fields and their order, as the generators make them from the definitions
# of Jazzy's own packages; their first 24 digits.
HASHES = {
    "bond/msg/Status": "87eaccffa254ffffadc0b616",
    "composition_interfaces/srv/ListNodes": "13f30d73a74c844ee4bacf78",
    "composition_interfaces/srv/LoadNode": "2e521ef6066fba6d7fc3a3b1",
    "composition_interfaces/srv/UnloadNode": "dce562f83adc735ddcfe9dfb",
    "nav2_msgs/action/BackUp": "28d3ef6f5c43fdb860f960f4",
    "nav2_msgs/action/ComputePathToPose": "b11d50c914791956069419b8",
    "nav2_msgs/action/FollowPath": "9d95513552fb578cfb933d7e",
    "nav2_msgs/action/FollowWaypoints": "09e36a19e0374ab692e78b87",
    "nav2_msgs/action/NavigateToPose": "a56dba8a3234a1215e610180",
    "nav2_msgs/action/SmoothPath": "84ea77c54dbe197a3d45c188",
    "nav2_msgs/action/Spin": "9fc4653cfb2982465e9ca4e2",
    "nav2_msgs/action/Wait": "0c5d418b19d8d009bb5bce6d",
    "nav2_msgs/msg/CollisionMonitorState": "848f43f40716d6b3ac12a698",
    "nav2_msgs/msg/Costmap": "d51bf7aecafdbb3f8f98215d",
    "nav2_msgs/msg/CostmapMetaData": "1a41ec8428d50c3b4cd3f905",
    "nav2_msgs/msg/CostmapUpdate": "b44706e1f0906a3f72a1640b",
    "nav2_msgs/msg/MissedWaypoint": "cc79d1e3a1b86cd6a80788b1",
    "nav2_msgs/msg/Particle": "c4c61cd1468c7253cc6cc483",
    "nav2_msgs/msg/ParticleCloud": "193d8cb88ca2b98cd81ece15",
    "nav2_msgs/msg/SpeedLimit": "83d8e4e842559f4d9a988b19",
    "nav2_msgs/srv/ClearEntireCostmap": "553f54f9cadab44553fdf562",
    "nav2_msgs/srv/GetCostmap": "1c3d7c36488ea60fb6ddf764",
    "nav2_msgs/srv/LoadMap": "eb875de5ea9bb394573effc3",
    "nav2_msgs/srv/ManageLifecycleNodes": "1850f4f677251bb8f7744e3c",
    "tf2_msgs/msg/TFMessage": "e369d0f05a23ae52508854b6",
}


def test_every_definition_has_its_hash_here() -> None:
    defined = {
        path.relative_to(ROOT / "interfaces").with_suffix("").as_posix()
        for kind in ("msg", "srv", "action")
        for path in (ROOT / "interfaces").glob(f"*/{kind}/*.{kind}")
    }
    assert defined == HASHES.keys()


@pytest.mark.parametrize("name", HASHES)
def test_a_generated_interface_has_upstreams_type_hash(name: str) -> None:
    description = SHARE / f"{name}.json"
    if not description.is_file():
        pytest.skip(f"{name} comes from a ROS 2 installation")
    hashes = {
        entry["type_name"]: entry["hash_string"]
        for entry in json.loads(description.read_text(encoding="utf-8"))["type_hashes"]
    }
    assert hashes[name].startswith(f"RIHS01_{HASHES[name]}")
