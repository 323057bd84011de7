# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

from topology_factory import fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.parameters import node_parameters


def test_copies_are_numbered_and_their_namespaces_too() -> None:
    found = graph(
        node("a", number=2), node("b", number=1), node("c", number=2, node_namespace="/arm")
    )
    assert [each.full_name for each in found.nodes] == [
        "/a_1", "/a_2", "/b_1", "/arm_1/c_1", "/arm_2/c_2",
    ]  # fmt: skip


def test_names_are_relative_to_the_nodes_namespace() -> None:
    (found,) = graph(
        node(
            "driver", pub("points"), pub("/clock"), pub("~/state"),
            node_namespace="front",
            servers=[{"service_name": "reset", "srv_type": "stamped10b"}],
            clients=[{"service_name": "/front/reset", "srv_type": "stamped10b", "freq_hz": 1}],
            action_servers=[{"action_name": "~/move"}],
        )
    ).nodes  # fmt: skip
    assert found.full_name == "/front/driver"
    assert [each.topic for each in found.publishers] == [
        "/front/points", "/clock", "/front/driver/state",
    ]  # fmt: skip
    assert found.servers[0].service == found.clients[0].service == "/front/reset"
    assert found.action_servers[0].action == "/front/driver/move"


def test_subscriptions_are_handed_a_shared_pointer_unless_they_say_otherwise() -> None:
    said = [sub("x"), sub("x", msg_pass_by="unique_ptr")]
    (found,) = graph(node("a", pub("x"), subscribers=said)).nodes
    assert [each.pass_by for each in found.subscriptions] == ["shared_ptr", "unique_ptr"]
    assert [each.name for each in found.subscriptions] == ["x", "x_2"]


def test_a_node_may_ask_for_a_middleware() -> None:
    first, second = graph(node("a"), node("b", rmw="rmw_cyclonedds_cpp")).nodes
    assert (first.rmw, second.rmw) == ("", "rmw_cyclonedds_cpp")
    assert "rmw" not in node_parameters(first)
    assert node_parameters(second)["rmw"] == "rmw_cyclonedds_cpp"


def test_timers_have_a_name_each() -> None:
    timers = [{"freq_hz": 1}, {"freq_hz": 2, "timer_name": "control"}, {"period_ms": 5}]
    (found,) = graph(node("a", timers=timers)).nodes
    assert [each.name for each in found.timers] == ["timer", "control", "timer_2"]
    assert found.timers[2].period_ns == 5_000_000


def test_an_answer_has_the_size_of_its_type_or_that_of_the_file(tmp_path: Path) -> None:
    servers: list[dict[str, Any]] = [
        {"service_name": "s", "srv_type": "stamped1kb"},
        {"service_name": "t", "srv_type": "stamped_vector", "msg_size": 77},
    ]
    (found,) = graph(node("a", servers=servers)).nodes
    assert [each.size_bytes for each in found.servers] == [1024, 77]
    del servers[1]["msg_size"]
    assert "servers[1] lacks msg_size" in fault(written(tmp_path, node("a", servers=servers)))


def test_what_nothing_takes_has_no_callback_and_does_not_keep_all(tmp_path: Path) -> None:
    def reading(**more: Any) -> Path:
        heard = sub("x", taken=False, **more)
        return written(tmp_path, node("a", pub("y", None), subscribers=[heard]))

    (found,) = graph(node("a", subscribers=[sub("x", taken=False)])).nodes
    assert not found.subscriptions[0].taken
    refused = "test.json:3: nodes[0].subscribers[0].taken is false, and "
    for key, value in {"own_executor": True, "work_us": 5, "publishes": ["y"]}.items():
        assert fault(reading(**{key: value})) == f"{refused}{key} stands beside it; leave one out"
    assert fault(reading(qos_history="keep_all")).startswith(f"{refused}qos_history is keep_all")


def test_a_timer_with_a_thread_of_its_own_shares_no_publisher(tmp_path: Path) -> None:
    beat = {"timer_name": "beat", "freq_hz": 10, "publishes": ["t"], "own_executor": True}
    alone = node("a", pub("t", None), timers=[beat])
    (timer,) = graph(alone).nodes[0].timers
    assert timer.own_executor
    refused = "test.json:3: nodes[0].timers[0].own_executor is true, and "
    renewing = {**beat, "renews": 2}
    assert fault(written(tmp_path, node("a", pub("t", None), timers=[renewing]))) == (
        f"{refused}renews stands beside it; leave one out"
    )
    too = f"{refused}something else publishes 't' too; leave one out"
    other = {"timer_name": "other", "freq_hz": 1, "publishes": ["t"]}
    assert fault(written(tmp_path, node("a", pub("t", None), timers=[beat, other]))) == too
    assert fault(written(tmp_path, node("a", pub("t", 5.0), timers=[beat]))) == too
