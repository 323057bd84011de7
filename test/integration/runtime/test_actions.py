# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Action server and caller, each in a node with an executor of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import rclpy
from action_msgs.msg import GoalStatus
from action_outcome import outcome_of
from nav2_msgs.action import Wait
from rclpy.context import Context
from rclpy.signals import SignalHandlerOptions
from tiny_nodes import Tiny
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.reference_stack.runtime.action_caller import ActionCaller
from nav2_composition_bench.reference_stack.runtime.executor_thread import ExecutorThread
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode

LONG_S = 3600


@dataclass
class Pair:
    """A server's node and a caller."""

    server: Tiny
    caller: ActionCaller


@pytest.fixture(params=[1, 2], ids=["single_threaded", "multi_threaded"])
def pair(request: pytest.FixtureRequest, domain_id: int) -> Iterator[Pair]:
    context = Context()
    rclpy.init(context=context, domain_id=domain_id, signal_handler_options=SignalHandlerOptions.NO)
    executor = ExecutorThread("executor", context=context, threads=request.param)
    server = Tiny("server", context=context)
    client = ManagedNode("client", context=context)
    for node in (server, client):
        executor.add_node(node)
    server.transition("configure")
    server.transition("activate")
    caller = ActionCaller(client, Wait, "/server/wait")
    assert caller.wait_for_server(TIMEOUT_S)
    yield Pair(server, caller)
    caller.destroy()
    server.request_stop()
    client.request_stop()
    assert executor.stop(TIMEOUT_S)
    server.destroy_node()
    client.destroy_node()
    context.try_shutdown()


def goal(seconds: int) -> Wait.Goal:
    message = Wait.Goal()
    message.time.sec = seconds
    return message


def test_a_goal_succeeds_with_its_result(pair: Pair) -> None:
    outcome = outcome_of(pair.caller, goal(0))
    assert outcome.succeeded
    assert isinstance(outcome.result, Wait.Result)


def test_an_executor_may_ask_a_client_that_is_still_being_made(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def add(item: Any) -> None:
        asked.append(item.get_num_entities().num_clients)
        added(item)

    node = pair.server
    added = node.add_waitable
    monkeypatch.setattr(node, "add_waitable", add)
    ActionCaller(node, Wait, "/server/wait").destroy()
    assert asked == [3]  # for goals, results and cancelling


def test_feedback_reaches_the_caller(pair: Pair) -> None:
    call = pair.caller.start(goal(LONG_S))
    wait_until(lambda: call.feedback is not None, "feedback has come")
    call.cancel()
    assert call.wait(TIMEOUT_S)


def test_a_cancelled_goal_ends_cancelled(pair: Pair) -> None:
    call = pair.caller.start(goal(LONG_S))
    wait_until(lambda: pair.server.server.is_running, "the goal runs")
    call.cancel()
    assert call.wait(TIMEOUT_S)
    assert call.outcome is not None
    assert call.outcome.status == GoalStatus.STATUS_CANCELED


def test_a_newer_goal_replaces_the_running_one(pair: Pair) -> None:
    first = pair.caller.start(goal(LONG_S))
    wait_until(lambda: pair.server.server.is_running, "the first goal runs")
    second = pair.caller.start(goal(0))
    assert first.wait(TIMEOUT_S)
    assert second.wait(TIMEOUT_S)
    assert first.outcome is not None
    assert second.outcome is not None
    assert first.outcome.status == GoalStatus.STATUS_ABORTED
    assert second.outcome.succeeded


@pytest.mark.parametrize("seconds", [13, 14], ids=["raises", "forgets"])
def test_work_that_fails_aborts_its_goal_and_the_server_goes_on(pair: Pair, seconds: int) -> None:
    assert outcome_of(pair.caller, goal(seconds)).status == GoalStatus.STATUS_ABORTED
    assert outcome_of(pair.caller, goal(0)).succeeded


def test_deactivation_ends_the_running_goal_and_refuses_others(pair: Pair) -> None:
    call = pair.caller.start(goal(LONG_S))
    wait_until(lambda: pair.server.server.is_running, "the goal runs")
    pair.server.transition("deactivate")
    assert call.wait(TIMEOUT_S)
    assert call.outcome is not None
    assert call.outcome.status == GoalStatus.STATUS_ABORTED
    refused = outcome_of(pair.caller, goal(0))
    assert refused.reason == "the goal was refused"


def test_a_server_comes_back_after_cleanup(pair: Pair) -> None:
    for transition in ("deactivate", "cleanup", "configure", "activate"):
        pair.server.transition(transition)
    assert pair.caller.wait_for_server(TIMEOUT_S)
    wait_until(lambda: outcome_of(pair.caller, goal(0)).succeeded, "a goal succeeds again")


def test_a_missing_server_is_not_waited_for_longer_than_asked(pair: Pair) -> None:
    nobody = ActionCaller(pair.server, Wait, "/nobody")
    assert not nobody.wait_for_server(0.1)
    nobody.destroy()
