# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The engine of topologies on rclcpp: its own process, and the component in standard containers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from composition_interfaces.srv import LoadNode
from engine_containers import CONTAINERS, built, loaded
from started_process import thread_names_of
from topology_engine import Engine, Node, ms
from waiting import TIMEOUT_S

from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.ament_index import executable
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.study.node_entry import thread_names

PROCESSES = {
    "one": (),
    "each": ("--per-node",),
    "many": ("--executor", "multi_threaded"),
    "each_many": ("--per-node", "--executor", "multi_threaded"),
    "events": ("--executor", "events"),
    "each_events": ("--per-node", "--executor", "events"),
    "ring_buffer": ("--executor", "ring_buffer"),
    "rclcpp_events": ("--executor", "rclcpp_events"),
    "events_cbg": ("--executor", "events_cbg"),
    "each_events_cbg": ("--per-node", "--executor", "events_cbg"),
    "many_events_cbg": ("--executor", "events_cbg_multi_threaded"),
    "static": ("--executor", "static_single_threaded"),
    "inside_events": ("--executor", "intra_process_events"),
    "each_inside_events": ("--per-node", "--executor", "intra_process_events"),
    "loops": ("--loop", "source", "--loop", "sink@0"),
    "ring_buffer_in_loops": ("--executor", "ring_buffer", "--loop", "source", "--loop", "sink"),
}
"""Options of topology_process, by a name."""


@pytest.fixture
def engine(domain_id: int, tmp_path: Path) -> Iterator[Engine]:
    engine = Engine(tmp_path)
    yield engine
    engine.kill()


def graph() -> list[Node]:
    source = Node("source").publisher("scan", "stamped10kb", period_ns=ms(10), matches=1)
    source.client("ask", "stamped10b", period_ns=ms(50)).action_client("move", period_ns=ms(50))
    sink = Node("sink").subscription("scan", "stamped10kb", paths=["whole"])
    return [source, sink.server("ask", "stamped10b").action_server("move", feedback=2)]


def check(engine: Engine) -> None:
    engine.wait_for_periods("source", 7)
    engine.end()
    source, sink = engine.statistics("source"), engine.statistics("sink")
    assert source.head["binding"] == "rclcpp"
    assert sink.total("paths", "whole", "count", skip=1) > 50
    assert sink.total("subscriptions", "scan", "lost", skip=1) == 0
    assert source.total("clients", "ask", "answered") > 5
    assert source.total("action_clients", "move", "succeeded") > 5
    assert source.has_ended and sink.has_ended


@pytest.mark.parametrize("options", PROCESSES.values(), ids=PROCESSES)
def test_a_process_runs_a_graph(engine: Engine, options: tuple[str, ...]) -> None:
    program = Path(executable(PACKAGE, "topology_process"))
    if {"events", "ring_buffer", "intra_process_events"} & set(options):
        built(PACKAGE, "event_container")
    if "rclcpp_events" in options:
        built(PACKAGE, "rclcpp_events_container")
    if {"events_cbg", "events_cbg_multi_threaded"} & set(options):
        built(PACKAGE, "events_cbg_container")
    if "static_single_threaded" in options:
        built(PACKAGE, "static_single_threaded_container")
    engine.start(graph(), *options, program=program)
    check(engine)


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@pytest.mark.parametrize("intra_process", [False, True], ids=["middleware", "pointer"])
def test_containers_run_it(
    engine: Engine, domain_id: int, container: tuple[str, ...], intra_process: bool
) -> None:
    with loaded(engine, domain_id, container, graph(), intra_process):
        check(engine)


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
def test_a_node_with_an_executor_of_its_own_takes_no_turn_of_a_containers(
    engine: Engine, domain_id: int, container: tuple[str, ...]
) -> None:
    made = Node("sink").timer("beat", ms(20), renews=2).having(own_executor=True)
    made.publisher("tf", "stamped10b", period_ns=ms(20), matches=1)
    made.action_client("move", period_ns=ms(50))
    stuck = Node("source").timer("stuck", ms(300), sleep_us=280_000)
    stuck.subscription("tf", "stamped10b", own_executor=True)
    stuck.timer("beat", ms(20), own_executor=True).action_server("move", own_executor=True)
    with loaded(engine, domain_id, container, [stuck, made]) as process:
        engine.wait_for_periods("sink", 7)
        names = thread_names_of(process.pid)
        engine.end()
    says = engine.statistics("sink")
    assert says.head["executor"] == "single_threaded" and "sink" in names
    assert says.has_ended
    calls = says.total("timers", "beat", "count", skip=1) / len(says.periods[1:])
    apart = engine.statistics("source")
    heard = apart.total("subscriptions", "tf", "received", skip=1) / len(apart.periods[1:])
    assert heard > 4
    assert apart.total("timers", "beat", "count", skip=1) > 4 * len(apart.periods[1:])
    assert says.mean_latency_ns("action_clients", "move", skip=1) < ms(100)
    assert calls > 4  # 12.5 in a period of the statistics, and one where it waits for the other


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@pytest.mark.parametrize("intra_process", [False, True], ids=["middleware", "pointer"])
def test_messages_that_nothing_takes_stay_in_the_middleware(
    engine: Engine, domain_id: int, container: tuple[str, ...], intra_process: bool
) -> None:
    source = Node("source").publisher("feedback", "stamped10b", period_ns=ms(10), matches=2)
    source.subscription("feedback", "stamped10b")
    sink = Node("sink").subscription("feedback", "stamped10b", taken=False).timer("beat", ms(20))
    nodes = [node.having(intra_process=intra_process) for node in (source, sink)]
    with loaded(engine, domain_id, container, nodes, intra_process):
        engine.wait_for_total("source", "subscriptions", "feedback", "received", 50)
        engine.wait_for_total("sink", "timers", "beat", "count", 5)
        engine.end()
    says = engine.statistics("sink")
    assert says.discovered and says.has_ended
    assert says.total("subscriptions", "feedback", "received") == 0


@pytest.mark.parametrize(
    "kind", ["guard_condition_threads", "condition_variable_threads", "timer_threads"]
)
def test_an_executor_that_is_on_rcl_alone_is_refused(engine: Engine, kind: str) -> None:
    program = Path(executable(PACKAGE, "topology_process"))
    process = engine.start([Node("source")], "--executor", kind, program=program)
    assert process.wait(TIMEOUT_S) == 2
    assert engine.log(process) == f"topology_process: built without --executor {kind}\n"


def test_a_bad_parameter_is_named(engine: Engine) -> None:
    program = Path(executable(PACKAGE, "topology_process"))
    process = engine.start([Node("source").publisher("scan", "stamped10tb")], program=program)
    assert process.wait(TIMEOUT_S) == 2
    (line,) = engine.log(process).splitlines()
    assert line.startswith(
        "topology_process: /source: parameter publisher.scan.type is 'stamped10tb';"
    )


@pytest.mark.parametrize(
    "options", [{"pass_by": "loaned_msg"}, {"qos": {"history": "keep_all"}}], ids=["loan", "all"]
)
def test_what_rclcpp_passes_by_the_middleware_alone_arrives_inside_a_process(
    engine: Engine, options: dict[str, Any]
) -> None:
    source = Node("source").publisher("scan", "stamped10b", period_ns=ms(10), matches=1, **options)
    sink = Node("sink").subscription("scan", "stamped10b", **options)
    nodes = [node.having(intra_process=True) for node in (source, sink)]
    engine.start(nodes, program=Path(executable(PACKAGE, "topology_process")))
    engine.wait_for_total("sink", "subscriptions", "scan", "received", 50)
    engine.end()


def test_a_node_of_a_parameter_file_needs_no_slash(engine: Engine) -> None:
    path = engine.file_of([Node("camera").publisher("scan", "stamped10b")])
    path.write_text(path.read_text().replace("/camera:", "camera:"))
    words = ("--node", "camera", "--ros-args", "--params-file", str(path))
    engine.run([executable(PACKAGE, "topology_process"), *words])
    engine.wait_until(lambda: bool(engine.statistics("camera").periods), "the node runs")
    engine.end()
    assert engine.statistics("camera").head["node"] == "/camera"


@pytest.mark.parametrize("name", ["one", "many", "events", "static", "inside_events"])
def test_every_period_of_a_timer_is_sent_or_missed(engine: Engine, name: str) -> None:
    publisher = sent_beside_a_slow_timer(engine, name)
    assert publisher["missed"] > 0.3 * publisher["periods"]
    assert publisher["sent"] + publisher["missed"] == pytest.approx(publisher["periods"], rel=0.1)


def test_an_executor_that_calls_back_for_every_period_misses_none(engine: Engine) -> None:
    built(PACKAGE, "rclcpp_events_container")
    publisher = sent_beside_a_slow_timer(engine, "rclcpp_events")
    assert publisher["missed"] < 0.1 * publisher["periods"]
    assert publisher["sent"] == pytest.approx(publisher["periods"], rel=0.1)


def sent_beside_a_slow_timer(engine: Engine, name: str) -> dict[str, float]:
    """What a publisher's timer does while another one takes most of its node's time."""
    node = Node("source").publisher("scan", "stamped10b", period_ns=ms(10))
    engine.start(
        [node.timer("stuck", ms(150), sleep_us=100_000)],
        *PROCESSES[name],
        program=Path(executable(PACKAGE, "topology_process")),
    )
    engine.wait_for_periods("source", 9)
    engine.end()
    source = engine.statistics("source")
    periods = source.periods[1:]
    counts = {key: source.total("publishers", "scan", key, skip=1) for key in ("sent", "missed")}
    return {"periods": (periods[-1]["to_ns"] - periods[0]["from_ns"]) / ms(10), **counts}


def test_a_container_refuses_a_node_that_is_called_by_slashes_alone_and_goes_on(
    engine: Engine, domain_id: int
) -> None:
    source = Node("source").timer("beat", ms(20))
    with loaded(engine, domain_id, CONTAINERS["events"], [source]) as process:
        request = LoadNode.Request(
            package_name=PACKAGE, plugin_name="nav2_composition_bench::TopologyNode", node_name="/"
        )
        client = RosClient(domain_id)
        try:
            answer = client.call(LoadNode, "/box/_container/load_node", request, TIMEOUT_S)
        finally:
            client.close()
        assert answer is not None and not answer.success and answer.error_message
        engine.wait_for_periods("source", 2)
        assert process.poll() is None
        engine.end()


def test_a_stock_container_ends_in_order_while_a_goal_is_done(
    engine: Engine, domain_id: int
) -> None:
    sink = Node("sink").action_server("move", feedback=2, sleep_us=300_000)
    source = Node("source").action_client("move", period_ns=ms(50))
    with loaded(engine, domain_id, CONTAINERS["component_container"], [sink, source]):
        # From the first one on the next one waits all the time.
        engine.wait_for_total("sink", "action_servers", "move", "requests", 2)
        engine.end()


def test_threads_of_nodes_own_are_told_apart_by_their_namespaces(engine: Engine) -> None:
    names = ["robot_1/lifecycle_manager", "robot_2/planner_of_docks", "robot_2/planner_of_paths"]
    nodes = [Node(name).timer("beat", ms(20)).having(own_executor=True) for name in names]
    program = Path(executable(PACKAGE, "topology_process"))
    process = engine.start(nodes, program=program)
    engine.wait_for_periods(names[-1], 2)
    assert set(thread_names(names).values()) <= thread_names_of(process.pid)
    engine.end()


def test_threads_of_a_container_tell_the_nodes_of_two_robots_apart(
    engine: Engine, domain_id: int
) -> None:
    names = ["robot_1/source", "robot_2/source"]
    nodes = [Node(name).timer("beat", ms(20)) for name in names]
    with loaded(engine, domain_id, CONTAINERS["isolated_events"], nodes) as process:
        engine.wait_for_periods(names[-1], 2)
        assert set(thread_names(names).values()) <= thread_names_of(process.pid)
        engine.end()
