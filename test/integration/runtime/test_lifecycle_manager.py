# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asking import ask, ask_once
from container_harness import Container, wait_for_log
from diagnostic_msgs.msg import DiagnosticArray
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetState
from nav2_msgs.srv import ManageLifecycleNodes
from std_srvs.srv import Trigger
from waiting import wait_until

UNKNOWN = 255
"""No command of a manager."""
MANAGER = "nav2_composition_bench.reference_stack.runtime.lifecycle_manager.LifecycleManager"


def manage(container: Container, *nodes: str, autostart: bool = True) -> None:
    answer = container.load(MANAGER, "manager", node_names=list(nodes), autostart=autostart)
    assert answer.success, answer.error_message


def state(container: Container, node: str) -> str:
    answer = ask(container.client, GetState, f"/{node}/get_state", GetState.Request())
    return str(answer.current_state.label)


def is_active(container: Container) -> bool:
    return bool(ask(container.client, Trigger, "/manager/is_active", Trigger.Request()).success)


def command(container: Container, code: int) -> Any:
    kind, service = ManageLifecycleNodes, "/manager/manage_nodes"
    unknown, request = kind.Request(command=UNKNOWN), kind.Request(command=code)
    return ask_once(container.client, kind, service, request, unknown)


def bring_up(container: Container, *, one: str, two: str) -> None:
    """Have a manager make nodes of these classes active, which are called as the arguments."""
    container.load(one, "one")
    container.load(two, "two")
    manage(container, "one", "two")
    wait_until(lambda: is_active(container), "the manager says active")
    assert (state(container, "one"), state(container, "two")) == ("active", "active")


def test_nodes_are_configured_then_activated_in_order(container: Container) -> None:
    bring_up(container, one="Tiny", two="Host")
    steps = ["Configuring one", "Configuring two", "Activating one", "Activating two"]
    places = [container.log.index(step) for step in steps]
    assert places == sorted(places)
    assert container.end() == 0


def test_a_manager_loaded_before_its_nodes_waits_for_them(container: Container) -> None:
    manage(container, "one")
    container.load("Tiny", "one")
    wait_until(lambda: is_active(container), "the manager says active")


def test_the_commands_lead_through_the_states(start_container: Callable[..., Container]) -> None:
    container = start_container()
    container.load("Tiny", "one")
    manage(container, "one", autostart=False)
    kind = ManageLifecycleNodes.Request
    for code, label in (
        (kind.STARTUP, "active"),
        (kind.PAUSE, "inactive"),
        (kind.RESUME, "active"),
        (kind.RESET, "unconfigured"),
        (kind.STARTUP, "active"),
        (kind.SHUTDOWN, "finalized"),
    ):
        assert command(container, code).success, container.log
        assert state(container, "one") == label
        assert is_active(container) == (label == "active")
    assert container.end() == 0


def test_nodes_are_configured_and_cleaned_up_by_command(
    start_container: Callable[..., Container],
) -> None:
    container = start_container()
    container.load("Tiny", "one")
    manage(container, "one", autostart=False)
    kind = ManageLifecycleNodes.Request
    for code, label, succeeds in (
        (kind.CONFIGURE, "inactive", True),
        (kind.RESUME, "active", True),
        (kind.CLEANUP, "active", False),
        (kind.PAUSE, "inactive", True),
        (kind.CLEANUP, "unconfigured", True),
    ):
        assert command(container, code).success == succeeds, container.log
        assert state(container, "one") == label
        assert is_active(container) == (label == "active")


def test_a_start_of_active_nodes_leaves_them_active(
    start_container: Callable[..., Container],
) -> None:
    container = start_container()
    bring_up(container, one="Tiny", two="Tiny")
    assert command(container, ManageLifecycleNodes.Request.STARTUP).success
    assert is_active(container)
    assert (state(container, "one"), state(container, "two")) == ("active", "active")
    assert "Deactivating" not in container.log


def test_a_transition_that_the_state_does_not_allow_is_answered_and_the_node_stays(
    container: Container,
) -> None:
    container.load("Tiny", "one")
    request = ChangeState.Request(transition=Transition(id=Transition.TRANSITION_ACTIVATE))
    answer = ask(container.client, ChangeState, "/one/change_state", request)
    assert not answer.success
    assert state(container, "one") == "unconfigured"
    assert "is not possible from unconfigured" in container.log


def test_a_refusing_node_fails_the_start_with_its_reason(
    start_container: Callable[..., Container],
) -> None:
    container = start_container()
    container.load("Tiny", "one")
    container.load("Refusing", "two")
    manage(container, "one", "two", autostart=False)
    assert not command(container, ManageLifecycleNodes.Request.STARTUP).success
    assert "failed to configure: ValueError: the map is upside down" in container.log
    assert state(container, "one") == "unconfigured"


def test_a_transition_whose_answer_is_lost_counts_as_made(container: Container) -> None:
    bring_up(container, one="Unheard", two="Tiny")
    assert container.log.count("one did not answer, but made the transition") == 2


def test_an_unknown_parameter_is_refused_when_the_node_is_configured(
    start_container: Callable[..., Container],
) -> None:
    container = start_container()
    container.load("Tiny", "one", rato=1.0)
    manage(container, "one", autostart=False)
    assert not command(container, ManageLifecycleNodes.Request.STARTUP).success
    assert "unknown parameter 'rato' of node /one" in container.log


def test_parameters_of_a_plugin_that_is_described_and_not_listed_are_not_unknown(
    start_container: Callable[..., Container],
) -> None:
    container = start_container()
    container.load("Tiny", "one", **{"far_layer.plugin": "ObstacleLayer", "far_layer.range": 2.5})
    container.load("Tiny", "two", **{"far_zone.range": 2.5})
    manage(container, "one", "two", autostart=False)
    assert not command(container, ManageLifecycleNodes.Request.STARTUP).success
    assert "of node /one" not in container.log
    assert "unknown parameter 'far_zone.range' of node /two" in container.log


def test_losing_a_bond_brings_all_nodes_down(start_container: Callable[..., Container]) -> None:
    container = start_container()
    lost = container.load("Tiny", "one").unique_id
    container.load("Tiny", "two")
    manage(container, "one", "two")
    wait_until(lambda: is_active(container), "the manager says active")
    assert container.unload(lost).success
    wait_for_log(container, "the bond with one is broken")
    wait_until(lambda: state(container, "two") == "unconfigured", "two is brought down")
    assert not is_active(container)


def test_diagnostics_tell_the_health_of_the_managed_nodes(
    start_container: Callable[..., Container],
) -> None:
    container = start_container()
    messages: list[DiagnosticArray] = []
    node = container.client.node
    node.create_subscription(DiagnosticArray, "/diagnostics", messages.append, 10)
    container.load("Tiny", "one")
    manage(container, "one")

    def healthy() -> bool:
        return any(m.status[0].message == "Managed nodes are active" for m in list(messages))

    wait_until(healthy, "diagnostics say active")
    assert messages[-1].status[0].name == "manager: Nav2 Health"
