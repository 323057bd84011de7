# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A process that looks like a navigator: bt_navigator's state service and its action.

    python fake_navigator.py succeed|abort|hang|lose|inactive|deaf|mute

Prints ``goal X Y`` for every goal it accepts. ``hang`` ends a goal only when it is cancelled, and
says so. ``lose`` succeeds, but answers neither the first request for its state nor the first goal;
``deaf`` answers no request for its state and ``mute`` no goal. ``inactive`` never becomes active.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

import rclpy
from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState
from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor


def main() -> None:
    behaviour = sys.argv[1]
    rclpy.init()
    node = rclpy.create_node("bt_navigator")
    group = ReentrantCallbackGroup()
    ended = threading.Event()
    to_lose = {"lose": {"state", "goal"}, "deaf": {"state"}, "mute": {"goal"}}.get(behaviour, set())

    def maybe_lose(kind: str) -> None:
        if kind not in to_lose:
            return
        if behaviour == "lose":
            to_lose.remove(kind)
        print(f"answer lost: {kind}", flush=True)
        ended.wait()

    def state(_: GetState.Request, response: GetState.Response) -> GetState.Response:
        maybe_lose("state")
        active = behaviour != "inactive"
        number = State.PRIMARY_STATE_ACTIVE if active else State.PRIMARY_STATE_INACTIVE
        response.current_state = State(id=number, label="active" if active else "inactive")
        if not active:
            print("inactive", flush=True)
        return response

    def consider(_: NavigateToPose.Goal) -> GoalResponse:
        maybe_lose("goal")
        return GoalResponse.ACCEPT

    def execute(handle: Any) -> NavigateToPose.Result:
        position = handle.request.pose.pose.position
        place = f"{position.x:g} {position.y:g}"
        print(f"goal {place}", flush=True)
        while behaviour == "hang" and not handle.is_cancel_requested and not ended.wait(0.05):
            pass
        if handle.is_cancel_requested:
            print(f"cancelled {place}", flush=True)
            handle.canceled()
        elif behaviour in ("abort", "hang"):
            handle.abort()
        else:
            handle.succeed()
        return NavigateToPose.Result()

    node.create_service(GetState, "bt_navigator/get_state", state, callback_group=group)
    ActionServer(
        node,
        NavigateToPose,
        "navigate_to_pose",
        execute,
        callback_group=group,
        goal_callback=consider,
        cancel_callback=lambda _: CancelResponse.ACCEPT,
    )
    executor = MultiThreadedExecutor(200)  # an answer that is lost keeps its thread
    executor.add_node(node)
    try:
        executor.spin()
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        ended.set()
        executor.shutdown()
        node.destroy_node()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
