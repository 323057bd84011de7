# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Recordings of real systems of small nodes, beside what these are known to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from container_harness import Container
from topology_engine import Engine, Node, ms
from waiting import wait_until

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.recording import listening, message_types
from nav2_composition_bench.recording.document import document_of
from nav2_composition_bench.recording.node_costs import RCL
from nav2_composition_bench.recording.recorder import Recorder, RecordOptions
from nav2_composition_bench.recording.sighting import Sighting
from nav2_composition_bench.recording.watcher import Watcher
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import topology_of

BEST_EFFORT = {"reliability": "best_effort"}
LATCHED = {"durability": "transient_local"}


def camera() -> Node:
    return Node("camera").publisher(
        "image", "stamped10kb", period_ns=ms(50), matches=1, qos=BEST_EFFORT
    )


def sink(*topics: str, kind: str = "stamped10b") -> Node:
    """A node that hears these topics, without which nobody would listen to them."""
    node = Node(f"sink_{topics[0]}")
    for topic in topics:
        node.subscription(topic, kind)
    return node


def detector() -> Node:
    node = Node("robot_1/detector").subscription(
        "image", "stamped10kb", work_us=2000, publishes=["obstacles"], qos=BEST_EFFORT
    )
    return node.publisher("obstacles", "stamped1kb", period_ns=0, matches=1)


def wheel() -> Node:
    node = Node("wheel").subscription("obstacles", "stamped1kb")
    node.publisher("odom", "stamped100b", period_ns=ms(20)).subscription("odom", "stamped100b")
    node.publisher("unheard", "stamped100b", period_ns=ms(20))
    return node.server("reset", "stamped10b").action_server("spin")


def drive() -> Node:
    """A node that needs no other."""
    node = Node("drive").publisher("odom", "stamped100b", period_ns=ms(20))
    node.publisher("unheard", "stamped100b", period_ns=ms(20))
    return node.subscription("odom", "stamped100b")


def start_all(engine: Engine) -> None:
    """A process for the camera, and one for the two others."""
    engine.start([camera()])
    engine.start([detector(), wheel()], "--per-node")


def recorded(
    domain_id: int, duration_s: float = 8.0, meanwhile: Callable[[str], None] = lambda _: None
) -> Sighting:
    with Watcher() as watcher:
        return Recorder(watcher, RecordOptions(duration_s, domain_id), meanwhile).record()


def document(sighting: Sighting, outside: tuple[str, ...] = ()) -> dict[str, Any]:
    return document_of(sighting, "small", RCL, outside)


def says(sighting: Sighting, *words: str) -> bool:
    lines = document(sighting)["recorded"]["not_seen"]
    return any(all(word in line for word in words) for line in lines)


def rates(topology: Topology) -> dict[str, float]:
    return {each.topic: each.rate_hz or 0.0 for node in topology.nodes for each in node.publishers}


def names_on(domain_id: int) -> list[str]:
    client = RosClient(domain_id)
    try:
        wait_until(lambda: len(client.seen_nodes()) >= 3, "the system is seen")
        return [node.name for node in client.seen_nodes()]
    finally:
        client.close()


def test_a_container_tells_which_nodes_were_loaded_and_which_these_have_made(
    start_container: Callable[..., Container], domain_id: int
) -> None:
    container = start_container("--isolated")
    assert container.load("Host", "host").success and container.load("Tiny", "tiny").success
    sighting = recorded(domain_id)
    assert sighting.loaded == {"/nav2_container": ("/host", "/tiny")}
    topology = topology_of(document(sighting), "small")
    assert {node.full_name: node.own_executor for node in topology.nodes} == {
        "/host": False, "/tiny": False, "/inner/inner": True
    }  # fmt: skip


def test_feedback_of_goals_is_recorded_as_a_topic_of_the_actions_server(
    engine: Engine, domain_id: int
) -> None:
    engine.start([Node("arm").action_server("move", feedback=5)])
    engine.start([Node("planner").action_client("move", period_ns=ms(100))])
    engine.wait_for_periods("planner", 2)
    topology = topology_of(document(recorded(domain_id)), "small")
    nodes = {node.name: node for node in topology.nodes}
    assert rates(topology) == pytest.approx({"/move/action_feedback": 50.0}, rel=0.15)
    (heard,) = nodes["planner"].subscriptions
    assert (heard.topic, heard.own_executor) == ("/move/action_feedback", False)
    assert nodes["arm"].publishers[0].size_bytes > 0


def test_the_recorded_graph_is_the_true_one_and_nothing_is_left_in_it(
    engine: Engine, domain_id: int
) -> None:
    start_all(engine)
    engine.wait_for_periods("wheel", 2)
    sighting = recorded(domain_id)
    topology = topology_of(document(sighting), "small")

    nodes = {node.full_name: node for node in topology.nodes}
    assert set(nodes) == {"/camera", "/robot_1/detector", "/wheel"}
    published = {name: [each.topic for each in node.publishers] for name, node in nodes.items()}
    assert published == {
        "/camera": ["/image"], "/robot_1/detector": ["/obstacles"],
        "/wheel": ["/odom", "/unheard"],
    }  # fmt: skip
    heard = {name: [each.topic for each in node.subscriptions] for name, node in nodes.items()}
    assert heard == {
        "/camera": [],
        "/robot_1/detector": ["/image"],
        "/wheel": ["/obstacles", "/odom"],
    }
    assert [each.service for each in nodes["/wheel"].servers] == ["/reset"]
    assert [each.action for each in nodes["/wheel"].action_servers] == ["/spin"]
    assert nodes["/camera"].publishers[0].qos.reliability == "best_effort"
    assert nodes["/wheel"].publishers[0].qos.reliability == "reliable"

    assert rates(topology) == pytest.approx(
        {"/image": 20.0, "/obstacles": 20.0, "/odom": 50.0, "/unheard": 0.001}, rel=0.15
    )
    assert topology.recorded is not None and topology.recorded.yardstick is not None
    assert topology.recorded.yardstick.unit_us > 0
    sizes = {each.topic: each.size_bytes for node in nodes.values() for each in node.publishers}
    assert sizes["/image"] == pytest.approx(10 * 1024, abs=16)
    assert sizes["/obstacles"] == pytest.approx(1024, abs=16)

    assert topology.recorded is not None
    parts = sorted(each.nodes for each in topology.recorded.processes)
    assert parts == [("/camera",), ("/robot_1/detector", "/wheel")]
    assert all((each.cpu_percent or 0.0) > 0 for each in topology.recorded.processes)
    assert all((each.pss_bytes or 0) > 1e6 for each in topology.recorded.processes)
    shares = {each["node_name"]: each["recorded"] for each in document(sighting)["nodes"]}
    assert shares["detector"]["cpu_from"] == "threads"
    assert shares["detector"]["cpu_percent"] > shares["wheel"]["cpu_percent"]
    assert says(sighting, "/robot_1/detector, /wheel", "pointer")
    assert says(sighting, "/unheard", "nobody subscribes to")

    assert sorted(names_on(domain_id)) == ["/camera", "/robot_1/detector", "/wheel"]
    engine.end()


def test_where_nothing_runs_it_is_said_what_to_set(domain_id: int) -> None:
    with pytest.raises(UserError, match=f"no node is on ROS domain {domain_id}, seen with rmw_"):
        recorded(domain_id)


@pytest.mark.parametrize("when", ["counting CPU", "listening"])
def test_a_system_that_dies_meanwhile_is_not_written(
    engine: Engine, domain_id: int, when: str
) -> None:
    start_all(engine)
    engine.wait_for_periods("wheel", 1)

    def kill(line: str) -> None:
        if line.startswith(when):
            engine.kill()

    with pytest.raises(UserError, match="the system ended while it was recorded: none of its 3"):
        recorded(domain_id, meanwhile=kill)


def test_a_process_that_is_killed_meanwhile_is_named(engine: Engine, domain_id: int) -> None:
    engine.start([drive()])
    doomed = engine.start([Node("lamp").publisher("light", "stamped10b", period_ns=ms(100))])
    engine.wait_for_periods("drive", 1)

    def kill(line: str) -> None:
        if line.startswith("listening"):
            doomed.kill()
            doomed.wait()

    sighting = recorded(domain_id, meanwhile=kill)
    assert list(sighting.gone) == ["/lamp"]
    assert says(sighting, "/lamp", "after they went")


def test_a_node_that_joins_late_is_recorded_and_named(engine: Engine, domain_id: int) -> None:
    engine.start([drive()])
    engine.wait_for_periods("drive", 1)

    def join(line: str) -> None:
        if line.startswith("counting CPU"):
            late = Node("late").publisher("news", "stamped10b", period_ns=ms(100))
            engine.start([late.subscription("news", "stamped10b")])

    sighting = recorded(domain_id, duration_s=12.0, meanwhile=join)
    assert list(sighting.late) == ["/late"]
    assert says(sighting, "/late", "before they came")
    assert rates(topology_of(document(sighting), "small"))["/news"] == pytest.approx(10, rel=0.2)


def test_a_type_that_is_not_installed_is_named_and_the_others_are_heard(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.start([drive()])
    engine.wait_for_periods("drive", 1)
    real = message_types.message_class

    def without(type_name: str) -> Any:
        return None if type_name.endswith("Stamped100b") else real(type_name)

    monkeypatch.setattr(listening, "message_class", without)
    sighting = recorded(domain_id)
    assert sighting.unknown_types == (("/odom", "nav2_composition_bench/msg/Stamped100b"),)
    assert says(sighting, "/odom", "not installed")


def test_a_message_that_was_sent_once_and_kept_tells_its_size(
    engine: Engine, domain_id: int
) -> None:
    mapper = Node("map_server").publisher(
        "map", "stamped100kb", period_ns=ms(100), count=1, qos=LATCHED
    )
    engine.start([mapper])
    engine.start([drive(), sink("map", kind="stamped100kb")], "--per-node")
    engine.wait_for_periods("map_server", 3)
    sighting = recorded(domain_id)
    assert sighting.latched_bytes["/map"] == pytest.approx(100 * 1024, abs=64)
    found = topology_of(document(sighting), "small")
    (publisher,) = (each for n in found.nodes for each in n.publishers if each.topic == "/map")
    assert publisher.rate_hz is not None and publisher.rate_hz < 0.01
    assert publisher.qos.durability == "transient_local"


def test_each_publisher_of_a_topic_has_its_own_rate(engine: Engine, domain_id: int) -> None:
    for name, period_ms in (("slow", 200), ("fast", 20)):
        engine.start([Node(name).publisher("tf", "stamped1kb", period_ns=ms(period_ms))])
    engine.start([sink("tf", kind="stamped1kb")])
    engine.wait_for_periods("fast", 2)
    found = topology_of(document(recorded(domain_id)), "small")
    own = {node.name: each.rate_hz for node in found.nodes for each in node.publishers}
    assert own == pytest.approx({"slow": 5.0, "fast": 50.0}, rel=0.2)


def test_heavy_topics_are_heard_alone_and_with_their_rates(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "BUDGET_BYTES_HZ", 1e6)
    engine.start([Node("camera").publisher("image", "stamped250kb", period_ns=ms(100))])
    engine.start([drive(), sink("image", kind="stamped250kb")], "--per-node")
    engine.wait_for_periods("drive", 2)
    sighting = recorded(domain_id)
    assert list(sighting.heavy) == ["/image"]
    found = rates(topology_of(document(sighting), "small"))
    assert found == pytest.approx({"/image": 10.0, "/odom": 50.0, "/unheard": 0.001}, rel=0.2)


def test_hundreds_of_topics_are_heard_in_turns(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "MIN_EACH_S", 2.0)
    nodes = []
    for number in range(30):
        node = Node(f"node_{number}")
        for topic in range(10):
            name = f"topic_{number}_{topic}"
            node.publisher(name, "stamped10b", period_ns=ms(500)).subscription(name, "stamped10b")
        nodes.append(node)
    engine.start(nodes, "--executor", "events")
    engine.wait_for_periods("node_29", 1)
    sighting = recorded(domain_id)
    assert sighting.cost.listened_s >= 300 / listening.MAX_AT_ONCE * 2.0 * 0.9
    found = rates(topology_of(document(sighting), "small"))
    assert len(found) == 300
    assert all(1.0 <= rate_hz <= 3.0 for rate_hz in found.values())
