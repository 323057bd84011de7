# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from topology_factory import chain, graph, node, pub, sub

from nav2_composition_bench.topology.graph import Topology, TopologyNode
from nav2_composition_bench.topology.parameters import (
    EngineOptions,
    graph_sha256,
    node_parameters,
    parameter_sections,
    statistics_file,
)

QOS = {"history": "keep_last", "depth": 10, "reliability": "reliable", "durability": "volatile",
       "liveliness": "automatic"}  # fmt: skip
KINDS = {
    "publishers": ("publisher", "topic"),
    "subscriptions": ("subscription", "topic"),
    "timers": ("timer", "period_ns"),
    "servers": ("server", "service"),
    "clients": ("client", "service"),
    "action_servers": ("action_server", "action"),
    "action_clients": ("action_client", "action"),
}


def below(parameters: dict[str, Any], place: str) -> dict[str, Any]:
    start = f"{place}."
    return {key[len(start) :]: value for key, value in parameters.items() if key.startswith(start)}


def qos(**other: Any) -> dict[str, Any]:
    return {f"qos.{key}": value for key, value in (QOS | other).items()}


def parameters_of(*nodes: Any, at: int = 0, **root: Any) -> dict[str, Any]:
    return node_parameters(graph(*nodes, **root).nodes[at])


def test_a_publisher_has_all_that_the_engine_asks_for() -> None:
    found = parameters_of(node("a", pub("x", 50, count=500, skip_every=100, qos_depth=1)))
    assert found["publishers"] == ["x"]
    assert below(found, "publisher.x") == {
        "topic": "/x", "type": "stamped100b", "period_ns": 20_000_000, "matches": 0,
        "pass_by": "unique_ptr", "count": 500, "skip_every": 100, **qos(depth=1),
    }  # fmt: skip


def test_sizes_are_given_for_types_of_no_fixed_size() -> None:
    found = parameters_of(
        node("a", pub("v", kind="stamped_vector", msg_size=77),
             pub("i", kind="image", width=4, height=2, payload="jpeg", jpeg_quality=30))
    )  # fmt: skip
    assert found["publisher.v.size_bytes"] == 77
    image = below(found, "publisher.i")
    assert {key: image[key] for key in ("size_bytes", "payload", "width", "height")} == {
        "size_bytes": 24, "payload": "jpeg", "width": 4, "height": 2,
    }  # fmt: skip
    assert image["jpeg_quality"] == 30


def test_a_subscription_has_thresholds_work_and_what_it_publishes() -> None:
    (first, second, third) = chain("a", "b", "c", first_hz=10)
    second["subscribers"][0]["work_primes"] = 4096
    way = {"name": "way", "from": {"node": "a", "topic": "a"}, "to": {"node": "c"}}
    nodes = (first, second, third)
    middle = parameters_of(*nodes, at=1)
    assert below(middle, "subscription.a") == {
        "topic": "/a", "type": "stamped100b", "matches": 1, "pass_by": "shared_ptr",
        "late_ns": 5_000_000, "too_late_ns": 50_000_000, "work_primes": 4096, "publishes": ["b"],
        **qos(),
    }  # fmt: skip
    assert middle["publisher.b.period_ns"] == 0
    assert parameters_of(*nodes, at=2, paths=[way])["subscription.b.paths"] == ["way"]


def test_compressed_images_are_decoded_and_no_others() -> None:
    image: dict[str, Any] = {"kind": "image", "width": 8, "height": 8}
    found = parameters_of(
        node("a", pub("r", **image), pub("j", **image, payload="jpeg", jpeg_quality=30),
             subscribers=[sub("r", kind="image"), sub("j", kind="image")])
    )  # fmt: skip
    assert found["subscription.j.decode"] is True
    assert "subscription.r.decode" not in found


def test_what_a_thread_of_the_nodes_own_spins_is_told_so() -> None:
    client = {"service_name": "s", "srv_type": "stamped10b", "freq_hz": 0, "own_executor": True}
    server = {"service_name": "s", "srv_type": "stamped10b"}
    heard = {**sub("x"), "own_executor": True}
    found = parameters_of(
        node(
            "a", pub("x"), subscribers=[heard], clients=[client], servers=[server],
            timers=[{"timer_name": "beat", "freq_hz": 10, "own_executor": True}],
            action_servers=[{"action_name": "go", "own_executor": True}, {"action_name": "stay"}],
        )
    )  # fmt: skip
    assert below(found, "timer.beat")["own_executor"] is True
    assert below(found, "subscription.x")["own_executor"] is True
    assert below(found, "client.s")["own_executor"] is True
    assert below(found, "action_server.go")["own_executor"] is True
    assert "own_executor" not in below(found, "action_server.stay")


def test_of_a_subscription_it_is_told_if_nothing_takes_its_messages() -> None:
    found = parameters_of(node("a", pub("x"), subscribers=[sub("x"), sub("x", taken=False)]))
    assert "taken" not in below(found, "subscription.x")
    assert below(found, "subscription.x_2")["taken"] is False


def test_a_node_that_spins_itself_is_told_so() -> None:
    assert parameters_of(node("a", own_executor=True))["own_executor"] is True
    assert "own_executor" not in parameters_of(node("a"))


def test_timers_services_and_actions_are_given() -> None:
    found = parameters_of(
        node(
            "a",
            pub("x", None),
            timers=[
                {"timer_name": "loop", "freq_hz": 50, "work_us": 9, "publishes": ["x"]},
                {"timer_name": "beat", "freq_hz": 10, "renews": 2},
            ],
            servers=[{"service_name": "s", "srv_type": "stamped_vector", "msg_size": 8}],
            clients=[{"service_name": "s", "srv_type": "stamped_vector", "freq_hz": 4}],
            action_servers=[
                {"action_name": "go", "feedback": 3, "sleep_us": 5},
                {"action_name": "big", "action_type": "stamped1kb"},
            ],
            action_clients=[
                {"action_name": "go", "period_ms": 100},
                {"action_name": "big", "period_ms": 100, "action_type": "stamped1kb"},
            ],
        )
    )
    assert below(found, "timer.loop") == {
        "period_ns": 20_000_000, "work_us": 9, "publishes": ["x"],
    }  # fmt: skip
    assert below(found, "timer.beat") == {"period_ns": 100_000_000, "renews": 2}
    assert below(found, "server.s") == {"service": "/s", "type": "stamped_vector", "size_bytes": 8}
    assert below(found, "client.s") == {
        "service": "/s", "type": "stamped_vector", "period_ns": 250_000_000,
    }  # fmt: skip
    assert below(found, "action_server.go") == {"action": "/go", "feedback": 3, "sleep_us": 5}
    assert below(found, "action_client.go") == {"action": "/go", "period_ns": 100_000_000}
    for kind in ("action_server", "action_client"):
        assert below(found, f"{kind}.big")["size_bytes"] == 1024


def test_the_quality_of_a_service_is_given_where_it_is_not_the_default() -> None:
    server = {"service_name": "s", "srv_type": "stamped10b", "qos_depth": 3}
    found = below(parameters_of(node("a", servers=[server])), "server.s")
    assert found == {"service": "/s", "type": "stamped10b", **qos(depth=3)}


def test_a_trial_chooses_pointers_tracking_and_statistics() -> None:
    (found,) = graph(node("a", node_namespace="lab")).nodes
    assert node_parameters(found) == {"intra_process": False, "track": True}
    options = EngineOptions(True, False, Path("/tmp/out"), 500)
    assert node_parameters(found, options) == {
        "intra_process": True,
        "track": False,
        "statistics.file": "/tmp/out/lab.a.jsonl",
        "statistics.period_ms": 500,
    }
    assert statistics_file(Path("d"), "/a") == Path("d/a.jsonl")


def test_sections_are_called_as_the_nodes_with_their_namespaces() -> None:
    found = graph(node("a"), node("b", node_namespace="/x/y"))
    assert list(parameter_sections(found)) == ["a", "x/y/b"]


def any_topology(seed: int) -> Topology:
    """A valid graph of entities of all kinds."""
    dice = random.Random(seed)
    topics: list[tuple[str, str]] = []
    nodes = []
    for number in range(dice.randint(1, 12)):
        heard = dice.sample(topics, min(len(topics), dice.randint(0, 4)))
        subscribers = [sub(topic, kind=kind, work_us=dice.randint(0, 50)) for topic, kind in heard]
        publishers = []
        for count in range(dice.randint(0, 3)):
            name = dice.choice(["on", "Points", "nan", "y", "deep/er"]) + f"_{number}_{count}"
            kind = dice.choice(["stamped10b", "stamped1mb", "stamped4_int32"])
            by_callback = bool(subscribers) and dice.random() < 0.5
            topic = f"/{name}"
            publishers.append(pub(topic, None if by_callback else dice.randint(1, 200), kind))
            topics.append((topic, kind))
            if by_callback:
                dice.choice(subscribers).setdefault("publishes", []).append(topic)
        service = {"service_name": f"serve_{number}", "srv_type": "stamped10b"}
        action = {"action_name": f"act_{number}"}
        nodes.append(
            node(
                f"n{number}", *publishers, subscribers=subscribers,
                timers=[{"period_ms": dice.randint(1, 99)} for _ in range(dice.randint(0, 2))],
                servers=[service], clients=[{**service, "freq_hz": 1}] * dice.randint(0, 2),
                action_servers=[action], action_clients=[{**action, "freq_hz": 1}],
            )
        )  # fmt: skip
    return graph(*nodes)


def refuse_a_gap(node: TopologyNode, parameters: dict[str, Any]) -> None:
    """Every entity is listed once, described under its name, and nothing else is."""
    described = set()
    for attribute, (kind, must_have) in KINDS.items():
        names = [entity.name for entity in getattr(node, attribute)]
        assert parameters.get(attribute, []) == names and len(set(names)) == len(names)
        for name in names:
            assert must_have in below(parameters, f"{kind}.{name}"), (node.full_name, kind, name)
            described.add(f"{kind}.{name}")
    found = {".".join(key.split(".")[:2]) for key in parameters if "." in key}
    assert found == described


@pytest.mark.parametrize("seed", range(60))
def test_the_parameters_of_any_topology_carry_every_entity(seed: int) -> None:
    for each in any_topology(seed).nodes:
        parameters = node_parameters(each)
        refuse_a_gap(each, parameters)
        assert all(value != [] for value in parameters.values())
        for attribute in KINDS:
            for name in dict[str, Any](parameters).get(attribute, ()):
                assert yaml.safe_load(name) == name


def test_a_trial_can_ask_for_loans_of_all_messages_of_fixed_size() -> None:
    content = node("a", pub("fixed"), pub("free", kind="stamped_vector", msg_size=9))
    (found,) = graph({**content, "subscribers": [sub("fixed")]}).nodes
    parameters = node_parameters(found, EngineOptions(loans=True))
    assert parameters["publisher.fixed.pass_by"] == "loaned_msg"
    assert parameters["publisher.free.pass_by"] == "unique_ptr"
    assert parameters["subscription.fixed.pass_by"] == "loaned_msg"


def test_a_graph_of_which_other_nodes_are_compared_has_another_hash() -> None:
    parts = [node("a", pub("t")), node("b", subscribers=[sub("t")])]
    whole, again = (graph(*parts) for _ in "ab")
    without = graph(parts[0], node("b", subscribers=[sub("t")], outside=True))
    assert graph_sha256(whole) == graph_sha256(again) != graph_sha256(without)
