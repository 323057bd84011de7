# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Wait until a system is ready to drive, or say what keeps it from being so."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lifecycle_msgs.srv import GetState
from std_srvs.srv import Trigger

from nav2_composition_bench.processes.outcomes import BringUpError, ProcessDeath
from nav2_composition_bench.ros_domain.ros_client import RosClient

_ASK_EVERY_S = 0.2
_ANSWER_TIMEOUT_S = 2.0  # Fast DDS loses some answer in every third bring-up of a container
_ASKS_OF_ONE_CLIENT = 3
"""A client whose answers are lost may never get one (ros2/rmw_fastrtps issue 842), a new one does.
A manager that is busy is silent, too, and to make a client costs the domain some discovery."""
_SILENT = "does not answer"
_LOST = "made a transition, but the answer did not reach the lifecycle manager, which waits for it"


def wait_until_active(
    client: RosClient,
    managed: Mapping[str, Sequence[str]],
    deaths: Callable[[], Sequence[ProcessDeath]],
    timeout_s: float,
    gave_up: Callable[[], Sequence[str]] = tuple,
    lost_transitions: Callable[[], Sequence[str]] = tuple,
    since_s: float | None = None,
) -> float:
    """Wait until every lifecycle manager says that all its nodes are active.

    :param managed: lifecycle manager → the nodes it drives.
    :param deaths: processes that have ended; any of them ends the wait.
    :param gave_up: managers that will not try any more; one that is waited for ends the wait.
    :param lost_transitions: nodes whose manager will never hear that they made a transition; one
        of a manager that is waited for ends the wait.
    :param since_s: CLOCK_MONOTONIC from which the time-out counts; None for now.
    :returns: CLOCK_MONOTONIC of the moment the last manager said so.
    :raises BringUpError: naming the process that died, or the nodes that are not active.
    """
    deadline = deadline_of(timeout_s, since_s)
    waiting = list(managed)
    unanswered = Counter[str]()
    while waiting:
        waiting = [
            manager for manager in waiting if not _is_active(client, manager, deaths, unanswered)
        ]
        raise_for(deaths())
        if quitters := [manager for manager in gave_up() if manager in waiting]:
            raise BringUpError(
                f"{', '.join(quitters)} gave up: {_explain(client, managed, quitters)}"
            )
        of_waiting = {node for manager in waiting for node in managed[manager]}
        if lost := [node for node in lost_transitions() if node in of_waiting]:
            raise BringUpError(f"{', '.join(lost)} {_LOST}")
        if waiting and time.monotonic() >= deadline:
            raise BringUpError(
                f"not active after {timeout_s:g} s: {_explain(client, managed, waiting)}"
            )
        if waiting:
            time.sleep(min(_ASK_EVERY_S, max(0.0, deadline - time.monotonic())))
    return time.monotonic()


def deadline_of(timeout_s: float, since_s: float | None) -> float:
    """Return the CLOCK_MONOTONIC at which a wait is given up.

    :param since_s: CLOCK_MONOTONIC from which the time-out counts; None for now.
    """
    return (time.monotonic() if since_s is None else since_s) + timeout_s


def raise_for(deaths: Sequence[ProcessDeath]) -> None:
    """:raises BringUpError: if a process has died."""
    if deaths:
        raise BringUpError("; ".join(death.reason for death in deaths))


def _is_active(
    client: RosClient,
    manager: str,
    deaths: Callable[[], Sequence[ProcessDeath]],
    unanswered: Counter[str],
) -> bool:
    """Ask once.

    :param unanswered: how often each manager was asked without an answer; is counted on.
    """
    service = f"/{manager}/is_active"
    response = client.call(
        Trigger,
        service,
        Trigger.Request(),
        _ANSWER_TIMEOUT_S,
        keep_waiting=lambda: not deaths(),
    )
    if response is None:
        unanswered[manager] += 1
        if unanswered[manager] % _ASKS_OF_ONE_CLIENT == 0:
            client.forget_service(service)
        return False
    return bool(response.success)


def _explain(client: RosClient, managed: Mapping[str, Sequence[str]], waiting: list[str]) -> str:
    states = {node: _state(client, node) for manager in waiting for node in managed[manager]}
    not_active = {node: state for node, state in states.items() if state != "is active"}
    # Managers go node by node: one that hangs keeps those after it waiting, so it comes first.
    ordered = sorted(not_active, key=lambda node: not _hangs(not_active[node]))
    if ordered:
        return ", ".join(f"{node} {not_active[node]}" for node in ordered)
    return f"{', '.join(waiting)} did not say so, though every node is active"


def _hangs(state: str) -> bool:
    """True for a node in the middle of a transition, or beyond answering."""
    return state == _SILENT or state.endswith("ing")


def _state(client: RosClient, node: str) -> str:
    response: Any = client.call(
        GetState, f"/{node}/get_state", GetState.Request(), _ANSWER_TIMEOUT_S
    )
    return _SILENT if response is None else f"is {response.current_state.label}"
