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
# of Jazzy's own packages.
HASHES = {
    "bond/msg/Status": "87eaccffa254ffffadc0b61600452e8251740f06c25659a2dbda4927fdb1f70a",
    "composition_interfaces/srv/ListNodes": "13f30d73a74c844ee4bacf78f3680f08777cad137f10fbd6a648544cc7b59d2a",
    "composition_interfaces/srv/LoadNode": "2e521ef6066fba6d7fc3a3b175d486709f01b4d738d9a59188858546fc8e5acd",
    "composition_interfaces/srv/UnloadNode": "dce562f83adc735ddcfe9dfb927b89293d4dd0fe2b8fc91e772fb83e970a43b0",
    "nav2_msgs/action/BackUp": "28d3ef6f5c43fdb860f960f4be61825e80d3c6fd54a12af77005eb477ad60d50",
    "nav2_msgs/action/ComputePathToPose": "b11d50c914791956069419b8f4ad441e3c66fcfbd9461f8e87110b77dc6febe9",
    "nav2_msgs/action/FollowPath": "9d95513552fb578cfb933d7e0160273911269cbdf4b348f1acb87d8a903b13cf",
    "nav2_msgs/action/FollowWaypoints": "09e36a19e0374ab692e78b877e3345daa223ca4186b8af90f77939b78c6e6d7b",
    "nav2_msgs/action/NavigateToPose": "a56dba8a3234a1215e610180dc703ae25bbf406dded8b54887891c9732857eab",
    "nav2_msgs/action/SmoothPath": "84ea77c54dbe197a3d45c188124cf4535b1a1f3f0ffd2f86b841a1d63f1c2cda",
    "nav2_msgs/action/Spin": "9fc4653cfb2982465e9ca4e2710f0532de8f6dce77d6a6eada55e4e22273b55c",
    "nav2_msgs/action/Wait": "0c5d418b19d8d009bb5bce6dca27687d9d43659016a70dc08307e38a032af2c3",
    "nav2_msgs/msg/CollisionMonitorState": "848f43f40716d6b3ac12a698cc3974a7eb2bf00158c5fca7bb93a128850d5a1e",
    "nav2_msgs/msg/Costmap": "d51bf7aecafdbb3f8f98215de648abe6d53f8db69156d6e143125d2ad2bf0027",
    "nav2_msgs/msg/CostmapMetaData": "1a41ec8428d50c3b4cd3f9055e1adb0eaec72fb39ae11686b59218f6e0884cbd",
    "nav2_msgs/msg/CostmapUpdate": "b44706e1f0906a3f72a1640bc2153e85576ff8e8ad203ec48b78c187669168a2",
    "nav2_msgs/msg/MissedWaypoint": "cc79d1e3a1b86cd6a80788b16c844c396932462560936293011f062c21b82ed1",
    "nav2_msgs/msg/Particle": "c4c61cd1468c7253cc6cc483ebec0c07d8d7d76e5e6c2bcef15c1c77cf70534c",
    "nav2_msgs/msg/ParticleCloud": "193d8cb88ca2b98cd81ece15342744f054bb398ebfa8f6369914432303f42b11",
    "nav2_msgs/msg/SpeedLimit": "83d8e4e842559f4d9a988b19d31b162216ec738536389f98438d1a166f91845a",
    "nav2_msgs/srv/ClearEntireCostmap": "553f54f9cadab44553fdf5627433fcb6701f71c1fc2eb55a7b4a004fdeeab952",
    "nav2_msgs/srv/GetCostmap": "1c3d7c36488ea60fb6ddf76482faf36cee004e29433fea60b8cee011fcd8ad73",
    "nav2_msgs/srv/LoadMap": "eb875de5ea9bb394573effc3f239015b19869dd7a8988136768372c6ef907ec1",
    "nav2_msgs/srv/ManageLifecycleNodes": "1850f4f677251bb8f7744e3c0a87ef4f66c205e2f8740a8330251af7d1804460",
    "tf2_msgs/msg/TFMessage": "e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087",
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
    assert hashes[name] == f"RIHS01_{HASHES[name]}"
