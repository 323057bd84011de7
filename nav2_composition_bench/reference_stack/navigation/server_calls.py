# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How a navigation task reaches the other nodes."""

from __future__ import annotations

from typing import Any

from nav2_msgs.action import BackUp, ComputePathToPose, FollowPath, SmoothPath, Spin, Wait
from nav2_msgs.srv import ClearEntireCostmap
from rclpy.duration import Duration

from nav2_composition_bench.reference_stack.navigation.recovery_settings import RecoverySettings
from nav2_composition_bench.reference_stack.runtime.action_caller import ActionCall
from nav2_composition_bench.reference_stack.runtime.action_node import ActionNode
from nav2_composition_bench.reference_stack.runtime.polled_client import PolledClient

CLEAR_TIMEOUT_S = 2.0
SMOOTHING_ALLOWANCE_S = 1.0


class ServerCalls:
    """Clients of the planner, smoother, controller and behaviour servers and the costmaps."""

    def __init__(self, node: ActionNode, recovery: RecoverySettings) -> None:
        self._node = node
        self._recovery = recovery
        self._planner = node.action_caller(ComputePathToPose, "compute_path_to_pose")
        self._smoother = node.action_caller(SmoothPath, "smooth_path")
        self._controller = node.action_caller(FollowPath, "follow_path")
        self._spinner = node.action_caller(Spin, "spin")
        self._backer = node.action_caller(BackUp, "backup")
        self._waiter = node.action_caller(Wait, "wait")
        self._global_clearer = _clearer(node, "global_costmap")
        self._local_clearer = _clearer(node, "local_costmap")

    def compute_path(self, goal: Any) -> ActionCall:
        """See Servers."""
        return self._planner.start(ComputePathToPose.Goal(goal=goal))

    def smooth_path(self, path: Any) -> ActionCall:
        """See Servers."""
        request = SmoothPath.Goal(path=path)
        request.max_smoothing_duration = Duration(seconds=SMOOTHING_ALLOWANCE_S).to_msg()
        return self._smoother.start(request)

    def follow_path(self, path: Any) -> ActionCall:
        """See Servers."""
        return self._controller.start(FollowPath.Goal(path=path))

    def spin(self) -> ActionCall:
        """See Servers."""
        request = Spin.Goal(target_yaw=self._recovery.spin_dist)
        request.time_allowance = self._allowance()
        return self._spinner.start(request)

    def back_up(self) -> ActionCall:
        """See Servers."""
        request = BackUp.Goal(speed=self._recovery.backup_speed)
        request.target.x = self._recovery.backup_dist
        request.time_allowance = self._allowance()
        return self._backer.start(request)

    def wait(self) -> ActionCall:
        """See Servers."""
        request = Wait.Goal()
        request.time = Duration(seconds=self._recovery.wait_duration).to_msg()
        return self._waiter.start(request)

    def clear_global_costmap(self) -> bool:
        """See Servers."""
        return self._clear(self._global_clearer)

    def clear_local_costmap(self) -> bool:
        """See Servers."""
        return self._clear(self._local_clearer)

    def _clear(self, client: PolledClient) -> bool:
        answer = client.call(ClearEntireCostmap.Request(), CLEAR_TIMEOUT_S, self._node.stopping)
        return answer is not None

    def _allowance(self) -> Any:
        return Duration(seconds=self._recovery.recovery_time_allowance).to_msg()


def _clearer(node: ActionNode, costmap: str) -> PolledClient:
    return PolledClient(node, ClearEntireCostmap, f"{costmap}/clear_entirely_{costmap}")
