# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import signal
from collections.abc import Callable

import pytest
from asking import ask
from composition_interfaces.srv import LoadNode
from container_harness import SERVICES, Container, load_request, wait_for_log
from lifecycle_msgs.srv import GetState
from rcl_interfaces.srv import GetParameters
from waiting import TIMEOUT_S, wait_until

INNER = "inner:\n  inner:\n    ros__parameters: {rate: 7.0}\n"


def test_components_are_loaded_listed_and_unloaded(container: Container) -> None:
    assert container.list() == {}
    loaded = container.load("Tiny", "one")
    assert (loaded.success, loaded.full_node_name, loaded.unique_id) == (True, "/one", 1)
    assert container.load("Tiny", "two").unique_id == 2
    assert container.list() == {1: "/one", 2: "/two"}
    assert container.unload(1).success
    assert container.list() == {2: "/two"}
    names = container.client.node.get_node_names
    wait_until(lambda: "one" not in names() and "two" in names(), "only two is on the graph")
    assert container.load("Tiny", "one").unique_id == 3
    assert container.end() == 0


def test_a_component_gets_the_parameters_of_its_request(container: Container) -> None:
    container.load("Tiny", "one", rate=3.0)
    assert rate_of(container, "/one") == 3.0


def test_a_hidden_node_keeps_its_name_and_gets_the_containers_parameters(
    start_container: Callable[..., Container],
) -> None:
    container = start_container("--isolated", INNER)
    assert container.load("Host", "host").success
    assert rate_of(container, "/inner/inner") == 7.0
    assert container.end() == 0


def rate_of(container: Container, node: str) -> float:
    request = GetParameters.Request(names=["rate"])
    answer = ask(container.client, GetParameters, f"{node}/get_parameters", request)
    return float(answer.values[0].double_value)


@pytest.mark.parametrize(
    "plugin, message",
    [
        ("Tony", "unknown plugin 'tiny_nodes.Tony': 'tiny_nodes' has no 'Tony'"),
        ("nowhere.Amcl", "unknown plugin 'nowhere.Amcl': no module 'nowhere'"),
        ("NotANode", "plugin 'tiny_nodes.NotANode' is not a node class"),
    ],
)
def test_an_unknown_plugin_is_refused_by_name(
    start_container: Callable[..., Container], plugin: str, message: str
) -> None:
    answer = start_container().load(plugin, "one")
    assert (answer.success, answer.error_message) == (False, message)


def test_a_second_node_of_one_name_is_refused(start_container: Callable[..., Container]) -> None:
    container = start_container()
    container.load("Tiny", "one")
    answer = container.load("Tiny", "one")
    assert answer.error_message == "node /one is loaded already, as component 1"
    assert container.list() == {1: "/one"}


def test_a_parameter_of_the_wrong_type_is_refused(
    start_container: Callable[..., Container],
) -> None:
    answer = start_container().load("Tiny", "one", rate="fast")
    assert "parameter 'rate' of node /one is 'fast'" in answer.error_message


def test_unloading_what_is_not_there_is_refused(start_container: Callable[..., Container]) -> None:
    assert start_container().unload(7).error_message == "there is no component 7"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_container_ends_in_order_on_a_signal(container: Container, number: int) -> None:
    container.load("Host", "host")
    container.load("Tiny", "one")
    assert container.end(number) == 0
    assert "Traceback" not in container.log


def test_nodes_are_listed_while_a_constructor_hangs(container: Container) -> None:
    container.load("Tiny", "one")
    start_loading(container, "Hanging")
    wait_for_log(container, "constructing")
    assert container.list() == {1: "/one"}
    assert container.end() == 1
    assert "a component is still being constructed" in container.log
    assert "Traceback" not in container.log


def start_loading(container: Container, class_name: str) -> None:
    """Send a load request without waiting for its answer."""
    service = f"{SERVICES}/load_node"
    ask(container.client, LoadNode, service, LoadNode.Request())
    client = container.client.prepare(LoadNode, service)
    client.call_async(load_request(f"tiny_nodes.{class_name}", "late"))


def test_an_exception_in_a_callback_ends_the_process_with_its_traceback(
    container: Container,
) -> None:
    start_loading(container, "Crashing")  # the answer and the end may come in either order
    assert container.process.wait(TIMEOUT_S) == 1
    assert "RuntimeError: a bug" in container.log


def test_a_node_is_unconfigured_after_loading(start_container: Callable[..., Container]) -> None:
    container = start_container()
    container.load("Tiny", "one")
    answer = ask(container.client, GetState, "/one/get_state", GetState.Request())
    assert answer.current_state.label == "unconfigured"
