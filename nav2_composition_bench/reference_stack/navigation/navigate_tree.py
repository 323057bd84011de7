# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The tree that navigates to a pose with replanning and recovery.

Shaped like Nav2's navigate_to_pose_w_replanning_and_recovery.xml.
"""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.behaviour import Behaviour
from py_trees.composites import Sequence

from nav2_composition_bench.reference_stack.navigation.control_nodes import (
    PipelineSequence,
    RateController,
    RecoveryNode,
    RoundRobin,
)
from nav2_composition_bench.reference_stack.navigation.leaves import (
    ClearCostmap,
    ComputePath,
    FollowPath,
    Recover,
    RecoveryFallback,
    SmoothPath,
    WouldRecoveryHelp,
)
from nav2_composition_bench.reference_stack.navigation.recovery_settings import RecoverySettings
from nav2_composition_bench.reference_stack.navigation.task import NavigationTask


@dataclass(frozen=True)
class TreeSettings:
    """Parameters of the tree.

    :param replanning_rate: Hz.
    :param smooth_path: whether planned paths are smoothed before they are followed.
    :param number_of_retries: recoveries of the whole navigation before it fails.
    """

    replanning_rate: float = 1.0
    smooth_path: bool = True
    number_of_retries: int = 6


def build_tree(
    task: NavigationTask, settings: TreeSettings, recovery: RecoverySettings
) -> Behaviour:
    """Build the tree of one task."""
    return RecoveryNode(
        "NavigateRecovery",
        settings.number_of_retries,
        PipelineSequence("NavigateWithReplanning", [_plan(task, settings), _follow(task)]),
        _recover(task, recovery),
    )


def _plan(task: NavigationTask, settings: TreeSettings) -> Behaviour:
    steps: list[Behaviour] = [ComputePath(task, settings.smooth_path)]
    if settings.smooth_path:
        steps.append(SmoothPath(task))
    planned = RecoveryNode(
        "ComputePathToPose",
        1,
        Sequence("PlanAndSmooth", memory=True, children=steps),
        Sequence(
            "ClearAndReplan",
            memory=True,
            children=[
                WouldRecoveryHelp(task),
                ClearCostmap("ClearGlobalCostmap-Context", task, task.servers.clear_global_costmap),
            ],
        ),
    )
    return RateController("RateController", settings.replanning_rate, task, planned)


def _follow(task: NavigationTask) -> Behaviour:
    return RecoveryNode(
        "FollowPath",
        1,
        FollowPath(task),
        ClearCostmap("ClearLocalCostmap-Context", task, task.servers.clear_local_costmap),
    )


def _recover(task: NavigationTask, recovery: RecoverySettings) -> Behaviour:
    servers = task.servers
    clearing = Sequence(
        "ClearingActions",
        memory=True,
        children=[
            ClearCostmap("ClearLocalCostmap-Subtree", task, servers.clear_local_costmap),
            ClearCostmap("ClearGlobalCostmap-Subtree", task, servers.clear_global_costmap),
        ],
    )
    actions = RoundRobin(
        "RecoveryActions",
        [
            clearing,
            Recover("Spin", task, servers.spin, recovery.motion_timeout_s),
            Recover("Wait", task, servers.wait, recovery.wait_timeout_s),
            Recover("BackUp", task, servers.back_up, recovery.motion_timeout_s),
        ],
    )
    fallback = RecoveryFallback(task, actions)
    return Sequence("RecoverIfItHelps", memory=True, children=[WouldRecoveryHelp(task), fallback])
