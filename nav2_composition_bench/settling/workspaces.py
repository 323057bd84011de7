# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Arms that run on install prefixes of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nav2_composition_bench.installation import ament_index
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import WORKSPACE

_EXCHANGED = (
    ("action_msgs", "msg", "GoalStatusArray"),
    ("composition_interfaces", "srv", "LoadNode"),
    ("geometry_msgs", "msg", "PoseWithCovarianceStamped"),
    ("geometry_msgs", "msg", "Twist"),
    ("geometry_msgs", "msg", "TwistStamped"),
    ("lifecycle_msgs", "srv", "GetState"),
    ("nav2_msgs", "action", "NavigateToPose"),
    ("nav2_msgs", "srv", "ManageLifecycleNodes"),
    ("nav_msgs", "msg", "Odometry"),
    ("rosgraph_msgs", "msg", "Clock"),
    ("sensor_msgs", "msg", "LaserScan"),
    ("tf2_msgs", "msg", "TFMessage"),
)
"""Package, kind and name of the types that the host side and the measurer share with a system."""


def installation_of(arm: Arm, here: Installation) -> Installation:
    """Return what an arm's processes run on.

    :raises UserError: for a workspace that is no install prefix.
    """
    workspace = arm[WORKSPACE]
    return here if workspace is None else here.at(workspace.prefix)


def workspace_lacks(arm: Arm, there: Installation, here: Installation) -> Iterator[str]:
    """Yield a clause for each type that differs from the one of the same name here.

    :param there: what the arm runs on.
    """
    if arm[WORKSPACE] is None:
        return
    for package, kind, name in _EXCHANGED:
        ours, theirs = (_type_hash(package, kind, name, each) for each in (here, there))
        if ours and theirs and ours != theirs:
            yield (
                f"in workspace {arm[WORKSPACE]} the type {package}/{kind}/{name} differs from the"
                " one that simulator and goal script use here"
            )


def _type_hash(package: str, kind: str, name: str, where: Installation) -> str | None:
    """Return the hash by REP 2011; None where none is installed, as before Iron."""
    prefix = ament_index.prefix_of(package, where.environment)
    if prefix is None:
        return None
    path = Path(prefix, "share", package, kind, f"{name}.json")
    try:
        document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    wanted = f"{package}/{kind}/{name}"
    hashes = {each["type_name"]: each["hash_string"] for each in document["type_hashes"]}
    found: str | None = hashes.get(wanted)
    return found
