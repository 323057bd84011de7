# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Answers to action requests that come faster than rclpy expects them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
import rclpy
from action_outcome import outcome_of
from nav2_msgs.action import Wait
from rclpy.context import Context

from nav2_composition_bench.reference_stack.runtime.action_caller import ActionCaller
from nav2_composition_bench.reference_stack.runtime.action_server import SimpleActionServer
from nav2_composition_bench.reference_stack.runtime.executor_thread import ExecutorThread
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal

LINGER_S = 0.5
"""Far longer than a server in the same process needs to answer."""


class LingeringHandle:
    """A client handle that stays in each sending call until the answer must have come."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def __enter__(self) -> Any:
        return self._handle.__enter__()

    def __exit__(self, *details: Any) -> Any:
        return self._handle.__exit__(*details)

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._handle, name)
        if not name.startswith("send_"):
            return attribute

        def send_and_linger(request: Any) -> Any:
            sequence_number = attribute(request)
            threading.Event().wait(LINGER_S)
            return sequence_number

        return send_and_linger


class WaitServer(ManagedNode):
    """Succeeds at once."""

    def __init__(self, context: Context) -> None:
        super().__init__("wait_server", context=context)

    def configure(self) -> None:
        self.server = SimpleActionServer(self, Wait, "wait", self._execute)

    def activate(self) -> None:
        self.server.activate()

    def cleanup(self) -> None:
        self.server.destroy()

    def _execute(self, goal: RunningGoal) -> None:
        goal.succeed()


@pytest.fixture
def caller(domain_id: int) -> Iterator[ActionCaller]:
    """A caller of an active server; both spin on threads of their own."""
    context = Context()
    rclpy.init(context=context, domain_id=domain_id)
    server = WaitServer(context)
    client = ManagedNode("client", context=context)
    made = ActionCaller(client, Wait, "wait")
    threads = [ExecutorThread(name, context=context) for name in ("wait_server", "client")]
    for thread, node in zip(threads, (server, client)):
        thread.add_node(node)
    server.transition("configure")
    server.transition("activate")
    yield made
    for thread in threads:
        thread.stop()
    server.destroy_node()
    client.destroy_node()
    context.try_shutdown()


def test_an_answer_that_comes_before_its_request_is_noted_is_not_lost(
    caller: ActionCaller,
) -> None:
    client: Any = caller._client
    client._client_handle = LingeringHandle(client._client_handle)
    outcome = outcome_of(caller, Wait.Goal())
    assert outcome.succeeded, outcome.reason
