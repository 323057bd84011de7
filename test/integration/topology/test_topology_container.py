# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The container of topologies' nodes, through the services that every container has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from asking import ask_once
from composition_interfaces.srv import ListNodes, LoadNode, UnloadNode
from topology_engine import CONTAINER, Engine, Node, ms
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.component_loading import load_components, load_request
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.settling.commands import ComponentPlan

PLUGIN = "nav2_composition_bench::TopologyNode"
KINDS = {
    "single_threaded": (),
    "isolated": ("--isolated",),
    "multi_threaded": ("--executor", "multi_threaded"),
    "isolated_multi_threaded": ("--isolated", "--executor", "multi_threaded"),
    "events": ("--executor", "events"),
    "loops": ("--loop", "source,sink_2", "--loop", "sink_1", "--executor", "ring_buffer"),
    "static": ("--executor", "static_single_threaded"),
    "inside_events": ("--executor", "intra_process_events"),
    "isolated_inside_events": ("--isolated", "--executor", "intra_process_events"),
    "guard_condition_threads": ("--executor", "guard_condition_threads"),
    "isolated_timer_threads": ("--isolated", "--executor", "timer_threads"),
    "isolated_ring_buffer": ("--isolated", "--executor", "ring_buffer"),
}


def plan(node: Node) -> ComponentPlan:
    return ComponentPlan(
        container="box",
        package="nav2_composition_bench",
        plugin=PLUGIN,
        name=node.name,
        remappings=(),
        parameters=tuple(node.flat().items()),
        extra_arguments=(),
    )


def call(client: RosClient, kind: Any, name: str, request: Any) -> Any:
    # An empty request lists or is refused.
    return ask_once(client, kind, f"/box/_container/{name}", request, kind.Request())


@pytest.mark.parametrize("options", KINDS.values(), ids=KINDS)
def test_three_nodes_are_loaded_listed_run_and_unloaded(
    engine: Engine, client: RosClient, options: tuple[str, ...]
) -> None:
    source = Node("source").publisher("scan", "stamped10b", period_ns=ms(10), matches=2)
    sinks = [Node(name).subscription("scan", "stamped10b") for name in ("sink_1", "sink_2")]
    engine.file_of([source, *sinks])
    box = engine.run([str(CONTAINER), *options, "--ros-args", "-r", "__node:=box"])
    load_components(client, [plan(node) for node in (source, *sinks)], list, TIMEOUT_S)
    listed = call(client, ListNodes, "list_nodes", ListNodes.Request())
    assert list(listed.full_node_names) == ["/source", "/sink_1", "/sink_2"]
    for name in ("sink_1", "sink_2"):
        engine.wait_for_total(name, "subscriptions", "scan", "received", 50)
    assert call(client, UnloadNode, "unload_node", UnloadNode.Request(unique_id=2)).success
    assert engine.statistics("sink_1").has_ended
    listed = call(client, ListNodes, "list_nodes", ListNodes.Request())
    assert list(listed.unique_ids) == [1, 3]
    engine.end()
    assert engine.statistics("sink_2").has_ended
    assert engine.log(box) == ""


@pytest.mark.parametrize("intra_process", [False, True], ids=["middleware", "pointer"])
@pytest.mark.parametrize("options", KINDS.values(), ids=KINDS)
def test_a_node_is_unloaded_while_messages_for_it_wait(
    engine: Engine, client: RosClient, options: tuple[str, ...], intra_process: bool
) -> None:
    source = Node("source").publisher("scan", "stamped10b", period_ns=ms(1), matches=2)
    # Takes five messages' time for each.
    slow = Node("sink_1").subscription("scan", "stamped10b", sleep_us=5000)
    other = Node("sink_2").subscription("scan", "stamped10b")
    nodes = [node.having(intra_process=intra_process) for node in (source, slow, other)]
    engine.file_of(nodes)
    box = engine.run([str(CONTAINER), *options, "--ros-args", "-r", "__node:=box"])
    load_components(client, [plan(node) for node in nodes], list, TIMEOUT_S)
    engine.wait_for_periods("sink_1", 3)
    assert call(client, UnloadNode, "unload_node", UnloadNode.Request(unique_id=2)).success
    assert engine.statistics("sink_1").has_ended
    before = len(engine.statistics("sink_2").periods)
    engine.wait_for_periods("sink_2", before + 3)
    engine.wait_for_total("sink_2", "subscriptions", "scan", "received", 1)
    engine.end()
    assert engine.log(box) == ""


def test_what_cannot_be_loaded_is_refused_with_the_reason(
    engine: Engine, client: RosClient
) -> None:
    engine.run([str(CONTAINER), "--ros-args", "-r", "__node:=box"])
    other = LoadNode.Request(package_name="demo_nodes_cpp", plugin_name="demo_nodes_cpp::Talker")
    answer = call(client, LoadNode, "load_node", other)
    assert not answer.success
    assert answer.error_message == (
        "this container has no component demo_nodes_cpp::Talker of demo_nodes_cpp, only "
        f"{PLUGIN} of nav2_composition_bench"
    )
    node = Node("source").publisher("scan", "stamped10tb")
    answer = call(client, LoadNode, "load_node", load_request(plan(node)))
    assert not answer.success
    assert answer.error_message.startswith(
        "parameter publisher.scan.type is 'stamped10tb'; it must be one of stamped10b,"
    )
    answer = call(client, UnloadNode, "unload_node", UnloadNode.Request(unique_id=7))
    assert answer.error_message == "no node has the number 7"
    engine.end()


def test_a_node_that_no_loop_names_is_refused_and_the_container_goes_on(
    engine: Engine, client: RosClient
) -> None:
    engine.run([str(CONTAINER), "--loop", "source", "--ros-args", "-r", "__node:=box"])
    source = Node("source").publisher("scan", "stamped10b", period_ns=ms(10))
    other = Node("other").subscription("scan", "stamped10b")
    engine.file_of([source, other])
    answer = call(client, LoadNode, "load_node", load_request(plan(other)))
    assert (answer.success, answer.error_message) == (False, "no --loop names /other")
    assert call(client, LoadNode, "load_node", load_request(plan(source))).success
    listed = call(client, ListNodes, "list_nodes", ListNodes.Request())
    assert list(listed.full_node_names) == ["/source"]
    engine.end()


def test_a_section_of_its_parameter_file_needs_no_slash(engine: Engine, client: RosClient) -> None:
    sink = Node("sink").subscription("scan", "stamped10b")
    path = engine.file_of([sink])
    path.write_text(path.read_text().replace("/sink:", "sink:"))
    words = ["--ros-args", "-r", "__node:=box", "--params-file", str(path)]
    engine.run([str(CONTAINER), *words])
    load_components(client, [replace(plan(sink), parameters=())], list, TIMEOUT_S)
    engine.wait_until(lambda: bool(engine.statistics("sink").periods), "the section is read")
    engine.end()


def test_a_topic_that_is_renamed_is_another_one_by_pointer_too(
    engine: Engine, client: RosClient
) -> None:
    source = Node("source").publisher("scan", "stamped10b", period_ns=ms(10), matches=1)
    near = Node("near").subscription("input", "stamped10b")
    far = Node("far").subscription("scan", "stamped10b", matches=0)
    rules = {"near": ("/input:=/scan",), "far": ("/scan:=/elsewhere",)}
    nodes = [node.having(intra_process=True) for node in (source, near, far)]
    engine.file_of(nodes)
    engine.run([str(CONTAINER), "--ros-args", "-r", "__node:=box"])
    plans = [replace(plan(node), remappings=rules.get(node.name, ())) for node in nodes]
    load_components(client, plans, list, TIMEOUT_S)
    engine.wait_for_total("near", "subscriptions", "input", "received", 50)
    engine.end()
    assert engine.statistics("far").total("subscriptions", "scan", "received") == 0
    assert [event["endpoints"] for event in engine.statistics("near").discovered] == [2]


@pytest.mark.parametrize(
    "options",
    [("--executor", "multi_threaded"), ("--loop", "source", "--loop", "*")],
    ids=["many_threads", "loops"],
)
def test_messages_for_a_node_that_fails_while_it_is_made_run_nothing(
    engine: Engine, client: RosClient, options: tuple[str, ...]
) -> None:
    source = Node("source").publisher("scan", "stamped10b", period_ns=ms(1), matches=1)
    engine.file_of([source.having(intra_process=True)])
    fails = Node("fails").subscription("scan", "stamped10b").having(intra_process=True)
    # While these are made messages come.
    for number in range(50):
        fails.server(f"ask_{number}", "stamped10b")
    # What a node opens last of all.
    fails.having(statistics={"file": "/nowhere/fails.jsonl"})
    box = engine.run([str(CONTAINER), *options, "--ros-args", "-r", "__node:=box"])
    load_components(client, [plan(source)], list, TIMEOUT_S)
    for _ in range(3):
        answer = call(client, LoadNode, "load_node", load_request(plan(fails)))
        assert not answer.success
        assert answer.error_message.startswith("cannot write statistics to /nowhere/fails.jsonl")
    engine.wait_for_total("source", "publishers", "scan", "sent", 1)
    engine.end()
    assert engine.log(box) == ""
