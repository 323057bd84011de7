# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Captures of real systems of small nodes, beside what these are known to be."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from typing import Any

import psutil
import pytest
from container_harness import Container
from topology_engine import PROCESS, Engine, Node, ms
from waiting import wait_until

from nav2_composition_bench.capturing import capturer, listening, message_types
from nav2_composition_bench.capturing.capturer import CaptureOptions, Capturer
from nav2_composition_bench.capturing.document import document_of
from nav2_composition_bench.capturing.home_search import FoundHomes, find_homes
from nav2_composition_bench.capturing.node_costs import RCL
from nav2_composition_bench.capturing.sighting import Sighting
from nav2_composition_bench.capturing.watcher import Watcher
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.sampling.yardstick import Yardstick
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import topology_of

BEST_EFFORT = {"reliability": "best_effort"}
LATCHED = {"durability": "transient_local"}
STRETCH_S = 2.0
"""The times of messages tell a rate where they span half of the four seconds that are heard."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for what Fast DDS may bring a heartbeat of three seconds later, or not at first."""
    monkeypatch.setattr(listening, "_WARM_UP_S", 3.5)
    monkeypatch.setattr(listening, "_LATCHED_S", 30.0)
    listed = Watcher._listed

    def listed_at_last(watcher: Watcher, service: str) -> tuple[str, ...] | None:
        answers = (listed(watcher, service) for _ in range(5))
        return next((answer for answer in answers if answer is not None), None)

    monkeypatch.setattr(Watcher, "_listed", listed_at_last)


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


def captured(
    domain_id: int, duration_s: float = 8.0, meanwhile: Callable[[str], None] = lambda _: None
) -> Sighting:
    with Watcher() as watcher:
        return Capturer(watcher, CaptureOptions(duration_s, domain_id), meanwhile).capture()


def document(sighting: Sighting, outside: tuple[str, ...] = ()) -> dict[str, Any]:
    return document_of(sighting, "small", RCL, outside)


def says(sighting: Sighting, *words: str) -> bool:
    lines = document(sighting)["captured"]["not_seen"]
    return any(all(word in line for word in words) for line in lines)


def rates(topology: Topology) -> dict[str, float]:
    return {each.topic: each.rate_hz or 0.0 for node in topology.nodes for each in node.publishers}


def assert_as_sent(
    found: dict[str, float], engine: Engine, since_ns: int, *senders: tuple[str, str]
) -> None:
    """The rates of topics are those at which nodes have sent, within what their periods tell.

    A busy machine sends less than was asked for, and not evenly. A topic was heard for some
    seconds of the capture; its rate is one that the sender had in a stretch of about that length.

    :param since_ns: when the capture began, CLOCK_MONOTONIC.
    :param senders: nodes, each with the topic of which it has the publisher.
    """
    assert set(found) == {f"/{topic}" for _, topic in senders}
    for node, topic in senders:
        slowest, fastest = sent_hz(engine, node, topic, since_ns)
        assert 0.85 * slowest <= found[f"/{topic}"] <= 1.15 * fastest, (topic, slowest, fastest)


def sent_hz(
    engine: Engine,
    node: str,
    entity: str,
    since_ns: int,
    what: tuple[str, str] = ("publishers", "sent"),
) -> tuple[float, float]:
    """The lowest and the highest rate that a node has had in a stretch of its periods."""
    kind, key = what
    periods = [each for each in engine.statistics(node).periods if each["from_ns"] >= since_ns]
    rates = []
    for first in range(len(periods)):
        count = 0
        for each in periods[first:]:
            count += each[kind][entity][key]
            length_s = (each["to_ns"] - periods[first]["from_ns"]) / 1e9
            if length_s >= STRETCH_S:
                rates.append(count / length_s)
    return min(rates), max(rates)


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
    sighting = captured(domain_id)
    assert sighting.loaded == {"/nav2_container": ("/host", "/tiny")}
    topology = topology_of(document(sighting), "small")
    assert {node.full_name: node.own_executor for node in topology.nodes} == {
        "/host": False, "/tiny": False, "/inner/inner": True
    }  # fmt: skip


def test_feedback_of_goals_is_captured_as_a_topic_of_the_actions_server(
    engine: Engine, domain_id: int
) -> None:
    engine.start([Node("arm").action_server("move", feedback=5)])
    engine.start([Node("planner").action_client("move", period_ns=ms(100))])
    engine.wait_for_periods("planner", 2)
    since_ns = time.monotonic_ns()
    topology = topology_of(document(captured(domain_id)), "small")
    nodes = {node.name: node for node in topology.nodes}
    found = rates(topology)
    assert set(found) == {"/move/action_feedback"}
    goals_hz = sent_hz(engine, "arm", "move", since_ns, ("action_servers", "requests"))
    slowest, fastest = (5 * each for each in goals_hz)
    assert 0.85 * slowest <= found["/move/action_feedback"] <= 1.15 * fastest
    (heard,) = nodes["planner"].subscriptions
    assert (heard.topic, heard.own_executor) == ("/move/action_feedback", False)
    assert nodes["arm"].publishers[0].size_bytes > 0


def test_the_captured_graph_is_the_true_one_and_nothing_is_left_in_it(
    engine: Engine, domain_id: int
) -> None:
    start_all(engine)
    engine.wait_for_periods("wheel", 2)
    since_ns = time.monotonic_ns()
    sighting = captured(domain_id)
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

    found = rates(topology)
    assert found.pop("/unheard") == pytest.approx(0.001)
    senders = (("camera", "image"), ("robot_1/detector", "obstacles"), ("wheel", "odom"))
    assert_as_sent(found, engine, since_ns, *senders)
    assert topology.captured is not None and topology.captured.yardstick is not None
    speed = topology.captured.yardstick
    assert speed.system_calls_us is not None and 0 < speed.system_calls_us < speed.unit_us
    sizes = {each.topic: each.size_bytes for node in nodes.values() for each in node.publishers}
    assert sizes["/image"] == pytest.approx(10 * 1024, abs=16)
    assert sizes["/obstacles"] == pytest.approx(1024, abs=16)

    assert topology.captured is not None
    parts = sorted(each.nodes for each in topology.captured.processes)
    assert parts == [("/camera",), ("/robot_1/detector", "/wheel")]
    assert all((each.cpu_percent or 0.0) > 0 for each in topology.captured.processes)
    assert all((each.pss_bytes or 0) > 1e6 for each in topology.captured.processes)
    shares = {each["node_name"]: each["captured"] for each in document(sighting)["nodes"]}
    assert shares["detector"]["cpu_from"] == "threads"
    assert shares["detector"]["cpu_percent"] > shares["wheel"]["cpu_percent"]
    assert says(sighting, "/robot_1/detector, /wheel", "pointer")
    assert says(sighting, "/unheard", "nobody subscribes to")

    assert sorted(names_on(domain_id)) == ["/camera", "/robot_1/detector", "/wheel"]
    engine.end()


def test_where_nothing_runs_it_is_said_what_to_set(domain_id: int) -> None:
    with pytest.raises(UserError, match=f"no node is on ROS domain {domain_id}, seen with rmw_"):
        captured(domain_id)


@pytest.mark.parametrize(("when", "quiet_share"), [("counting CPU", 0.99), ("listening", 0.01)])
def test_a_system_that_dies_meanwhile_is_not_written_and_not_waited_for(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch, when: str, quiet_share: float
) -> None:
    start_all(engine)
    engine.wait_for_periods("wheel", 1)
    monkeypatch.setattr(capturer, "_QUIET_SHARE", quiet_share)

    def kill(line: str) -> None:
        if line.startswith(when):
            engine.kill()

    began_s, duration_s = time.monotonic(), 600.0
    with pytest.raises(UserError, match="the system ended while it was captured: none of its 3"):
        captured(domain_id, duration_s, meanwhile=kill)
    assert time.monotonic() - began_s < duration_s / 4


def test_a_process_that_is_killed_meanwhile_is_named(engine: Engine, domain_id: int) -> None:
    engine.start([drive()])
    doomed = engine.start([Node("lamp").publisher("light", "stamped10b", period_ns=ms(100))])
    engine.wait_for_periods("drive", 1)

    def kill(line: str) -> None:
        if line.startswith("listening"):
            doomed.kill()
            doomed.wait()

    sighting = captured(domain_id, meanwhile=kill)
    assert list(sighting.gone) == ["/lamp"]
    assert says(sighting, "/lamp", "after they went")


def test_a_process_that_has_ended_and_is_still_in_the_graph_is_left_out_and_named(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.start([drive()])
    lamp = Node("lamp").publisher("light", "stamped10b", period_ns=ms(100))
    doomed = engine.start([lamp.subscription("light", "stamped10b")])
    engine.wait_for_periods("lamp", 1)

    def find_homes_then(*arguments: Any) -> FoundHomes:
        doomed.kill()
        doomed.wait()
        return find_homes(*arguments)

    monkeypatch.setattr(capturer, "find_homes", find_homes_then)
    sighting = captured(domain_id)
    assert sighting.ended == ("/lamp",)
    assert says(sighting, "/lamp", "had ended")
    content = document(sighting)
    assert [node["node_name"] for node in content["nodes"]] == ["drive"]
    assert [each["nodes"] for each in content["captured"]["processes"]] == [["/drive"]]


def test_a_process_with_another_pid_inside_its_container_is_found(
    engine: Engine, domain_id: int
) -> None:
    own_pids = ["unshare", "--pid", "--fork", "--kill-child"]
    if shutil.which("unshare") is None or subprocess.run([*own_pids, "true"]).returncode != 0:
        pytest.skip("no process may have pids of its own here")
    parameters = engine.file_of([drive()])
    outer = engine.run([*own_pids, str(PROCESS), "--ros-args", "--params-file", str(parameters)])
    engine.wait_for_periods("drive", 1)
    (inner,) = psutil.Process(outer.pid).children()
    sighting = captured(domain_id)
    (process,) = document(sighting)["captured"]["processes"]
    assert (process["pid"], process["nodes"]) == (inner.pid, ["/drive"])
    assert process["cpu_percent"] > 0
    assert sighting.ended == ()


def test_a_node_that_joins_late_is_captured_and_named(engine: Engine, domain_id: int) -> None:
    engine.start([drive()])
    engine.wait_for_periods("drive", 1)

    def join(line: str) -> None:
        if line.startswith("counting CPU"):
            late = Node("late").publisher("news", "stamped10b", period_ns=ms(100))
            engine.start([late.subscription("news", "stamped10b")])

    since_ns = time.monotonic_ns()
    sighting = captured(domain_id, duration_s=12.0, meanwhile=join)
    assert list(sighting.late) == ["/late"]
    assert says(sighting, "/late", "before they came")
    news_hz = rates(topology_of(document(sighting), "small"))["/news"]
    assert_as_sent({"/news": news_hz}, engine, since_ns, ("late", "news"))


def test_a_system_that_is_measured_meanwhile_does_not_tell_how_fast_the_machine_is(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", str(domain_id))
    engine.start([drive()])
    lines: list[str] = []
    with Yardstick() as yardstick:
        sighting = captured(domain_id, meanwhile=lines.append)
    assert any(f"its yardstick has pid {yardstick.pid}" in line for line in lines)
    assert sighting.yardstick is None and "yardstick" not in document(sighting)["captured"]
    assert says(sighting, "how fast the machine was", "measured")
    (process,) = document(sighting)["captured"]["processes"]
    assert process["cpu_percent"] > 0


def test_each_type_of_a_topic_is_heard(engine: Engine, domain_id: int) -> None:
    kinds = {"joystick": "stamped10b", "planner": "stamped1kb"}
    for name, kind in kinds.items():
        engine.start([Node(name).publisher("cmd_vel", kind, period_ns=ms(50))])
        engine.start([Node(f"sink_of_{name}").subscription("cmd_vel", kind)])
        engine.wait_for_periods(name, 1)
    sighting = captured(domain_id)
    assert sighting.refused == ()
    found = rates(topology_of(document(sighting), "small"))
    assert len(found) == 2 and all(rate_hz > 5.0 for rate_hz in found.values()), found


def test_a_type_that_is_not_installed_is_named_and_the_others_are_heard(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.start([drive()])
    engine.wait_for_periods("drive", 1)
    real = message_types.message_class

    def without(type_name: str) -> Any:
        return None if type_name.endswith("Stamped100b") else real(type_name)

    monkeypatch.setattr(listening, "message_class", without)
    sighting = captured(domain_id)
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
    sighting = captured(domain_id)
    assert sighting.latched_bytes[
        ("/map", "nav2_composition_bench/msg/Stamped100kb")
    ] == pytest.approx(100 * 1024, abs=64)
    found = topology_of(document(sighting), "small")
    (publisher,) = (each for n in found.nodes for each in n.publishers if each.topic == "/map")
    assert publisher.rate_hz is not None and publisher.rate_hz < 0.01
    assert publisher.qos.durability == "transient_local"


def test_each_publisher_of_a_topic_has_its_own_rate(engine: Engine, domain_id: int) -> None:
    for name, period_ms in (("slow", 200), ("fast", 20)):
        engine.start([Node(name).publisher("tf", "stamped1kb", period_ns=ms(period_ms))])
    engine.start([sink("tf", kind="stamped1kb")])
    engine.wait_for_periods("fast", 2)
    since_ns = time.monotonic_ns()
    found = topology_of(document(captured(domain_id)), "small")
    own = {node.name: each.rate_hz or 0.0 for node in found.nodes for each in node.publishers}
    assert set(own) == {"slow", "fast"}
    for name, rate_hz in own.items():
        assert_as_sent({"/tf": rate_hz}, engine, since_ns, (name, "tf"))


def test_heavy_topics_are_heard_alone_and_with_their_rates(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One image in the time after which is judged is more than that.
    monkeypatch.setattr(listening, "BUDGET_BYTES_HZ", 5e4)
    monkeypatch.setattr(listening, "_JUDGE_AFTER_S", 2.0)
    engine.start([Node("camera").publisher("image", "stamped250kb", period_ns=ms(100))])
    engine.start([drive(), sink("image", kind="stamped250kb")], "--per-node")
    engine.wait_for_periods("drive", 2)
    since_ns = time.monotonic_ns()
    sighting = captured(domain_id)
    assert list(sighting.heavy) == ["/image"]
    found = rates(topology_of(document(sighting), "small"))
    assert found.pop("/unheard") == pytest.approx(0.001)
    assert_as_sent(found, engine, since_ns, ("camera", "image"), ("drive", "odom"))


def test_hundreds_of_topics_are_heard_in_turns(
    engine: Engine, domain_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "MIN_EACH_S", 3.0)
    nodes = []
    for number in range(30):
        node = Node(f"node_{number}")
        for topic in range(10):
            name = f"topic_{number}_{topic}"
            node.publisher(name, "stamped10b", period_ns=ms(500)).subscription(name, "stamped10b")
        nodes.append(node)
    engine.start(nodes, "--executor", "events")
    engine.wait_for_periods("node_29", 1)
    since_ns = time.monotonic_ns()
    sighting = captured(domain_id)
    assert sighting.cost.listened_s >= 300 / listening.MAX_AT_ONCE * 3.0 * 0.9
    found = rates(topology_of(document(sighting), "small"))
    assert len(found) == 300
    for number in range(30):
        # All of a node's timers are due at the same times.
        slowest, fastest = sent_hz(engine, f"node_{number}", f"topic_{number}_0", since_ns)
        for topic in range(10):
            rate_hz = found[f"/topic_{number}_{topic}"]
            assert 0.5 * slowest <= rate_hz <= 1.5 * fastest, (number, topic, slowest, fastest)
