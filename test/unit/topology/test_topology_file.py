# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from topology_factory import chain, fault, graph, node, pub, sub, written

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import share_directory
from nav2_composition_bench.topology.graph import Requirements
from nav2_composition_bench.topology.message_type import ACTION_TYPES, MESSAGE_TYPES, SERVICE_TYPES
from nav2_composition_bench.topology.topology_file import (
    find_topology_file,
    load_topology,
    packaged_topologies,
)

EVERY_KEY_OF_IROBOT = {
    "nodes": [
        {
            "node_name": "sender",
            "node_namespace": "/lab",
            "executor_id": 1,
            "publishers": [
                {
                    "topic_name": "far", "msg_type": "stamped4mb", "period_ms": 1000,
                    "qos_depth": 5, "qos_history": "keep_last", "qos_reliability": "reliable",
                    "qos_durability": "volatile", "qos_deadline": "default",
                    "qos_lifespan": "default", "qos_liveliness": "system_default",
                    "qos_liveliness_lease_duration": "default",
                    "qos_avoid_ros_namespace_conventions": "false", "msg_pass_by": "loaned_msg",
                },
                {"topic_name": "near", "msg_type": "stamped_vector", "msg_size": 9, "freq_hz": 2},
            ],
            "servers": [{"service_name": "ask", "srv_type": "stamped10b", "qos_depth": 3}],
        },
        {
            "node_name": "receiver",
            "number": 5,
            "subscribers": [
                {"topic_name": "/lab/far", "msg_type": "stamped4mb", "msg_pass_by": "shared_ptr"}
            ],
            "clients": [{"service_name": "/lab/ask", "srv_type": "stamped10b", "period_ms": 10}],
        },
    ]
}  # fmt: skip


TYPES_OF_IROBOTS_NEWER_FILES = {
    "nodes": [
        {
            "node_name": "one",
            "publishers": [
                {"topic_name": kind, "msg_type": kind, "freq_hz": 5, "msg_pass_by": "loaned_msg"}
                for kind in ("stamped50b", "stamped5kb", "stamped25kb")
            ],
            "servers": [
                {"service_name": kind, "srv_type": kind} for kind in ("stamped1mb", "stamped4mb")
            ],
            "clients": [{"service_name": "stamped4mb", "srv_type": "stamped4mb", "freq_hz": 5}],
            "action_servers": [{"action_name": "big", "action_type": "stamped4mb"}],
        },
        {
            "node_name": "other",
            "clients": [
                {"service_name": "stamped1mb", "srv_type": "stamped1mb", "period_ms": 600000}
            ],
            "action_clients": [{"action_name": "big", "action_type": "stamped4mb", "freq_hz": 5}],
            "number": 9,
        },
    ]
}


def test_types_of_irobots_newer_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    path.write_text(json.dumps(TYPES_OF_IROBOTS_NEWER_FILES))
    found = load_topology([path])
    first, second = found.nodes[0], found.nodes[1]
    assert [each.size_bytes for each in first.publishers] == [50, 5 * 1024, 25 * 1024]
    assert [each.type.data_bytes for each in first.servers] == [1024**2, 4 * 1024**2]
    actions = [*(each.type for each in first.action_servers)]
    actions += [each.type for each in second.action_clients]
    for kind in actions:
        assert kind is MESSAGE_TYPES["stamped4mb"]


def test_types_of_irobots_older_files_are_read_by_the_names_of_then() -> None:
    names = {"10b": 10, "1kb": 1024, "4mb": 4 * 1024**2, "3float32": 12, "4int32": 16, "int64": 8}
    found = graph(
        node(
            "a",
            *(pub(f"of_{name}", kind=name) for name in names),
            pub("v", kind="vector", msg_size=7),
            servers=[{"service_name": "ask", "srv_type": "10b"}],
            subscribers=[sub("of_4mb", kind="stamped4mb")],
        )
    )
    assert [each.size_bytes for each in found.nodes[0].publishers] == [*names.values(), 7]
    assert found.nodes[0].servers[0].type is MESSAGE_TYPES["stamped10b"]


def test_every_key_of_irobots_framework_is_read(tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    path.write_text(json.dumps(EVERY_KEY_OF_IROBOT))
    found = load_topology([path])
    assert found.name == "all" and len(found.nodes) == 6
    far, near = found.nodes[0].publishers
    assert (far.topic, far.qos.depth, far.pass_by) == ("/lab/far", 5, "loaned_msg")
    assert (near.size_bytes, near.rate_hz, far.rate_hz, far.matches) == (9, 2, 1, 5)
    assert found.nodes[0].servers[0].rate_hz == 500


@pytest.mark.parametrize(
    "said, expected",
    [
        ({"publisher": []}, ".publisher is unknown; did you mean 'publishers'? known: "),
        ({"node_name": "a b"}, ".node_name is 'a b', must match ^[A-Za-z_][A-Za-z0-9_]*$"),
        ({"number": 0}, ".number is 0, must be at least 1"),
        ({"executor_id": "one"}, ".executor_id is 'one', must be of type integer"),
        ({"subscribers": {}}, ".subscribers is an object of 0, must be of type array"),
        ({"subscribers": [{"topic_name": "x"}]}, ".subscribers[0] lacks msg_type; add it"),
        (
            {"subscribers": [sub("x", kind="stamped10k")]},
            ".subscribers[0].msg_type 'stamped10k' is unknown; did you mean 'stamped10kb'? known:",
        ),
        (
            {"subscribers": [sub("x", qos_reliability="reliabel")]},
            ".subscribers[0].qos_reliability 'reliabel' is unknown; did you mean 'reliable'?",
        ),
        (
            {"subscribers": [sub("x", qos_reliabilty="reliable")]},
            ".subscribers[0].qos_reliabilty is unknown; did you mean 'qos_reliability'? known:",
        ),
        (
            {"subscribers": [sub("x", qos_deadline=5)]},
            ".subscribers[0].qos_deadline is 5; it can only be \"default\"",
        ),
        ({"subscribers": [sub("x", qos_depth=0)]}, ".subscribers[0].qos_depth is 0, must be at"),
        ({"subscribers": [sub("1x")]}, ".subscribers[0].topic_name is '1x', must match "),
        ({"subscribers": [sub("x", work_us=-1)]}, ".subscribers[0].work_us is -1, must be at"),
    ],
)  # fmt: skip
def test_what_the_form_does_not_have_is_refused(
    tmp_path: Path, said: dict[str, Any], expected: str
) -> None:
    path = written(tmp_path, node("a"), node("b", **{"node_name": "b", **said}) | said)
    assert fault(path).startswith(f"test.json:4: nodes[1]{expected}")


def test_a_file_without_a_node_is_refused(tmp_path: Path) -> None:
    assert fault(written(tmp_path)) == (
        "test.json:2: nodes is [], number of entries must be at least 1"
    )
    (tmp_path / "none.json").write_text("{}")
    assert fault(tmp_path / "none.json") == "none.json:1 lacks nodes; add it"


@pytest.mark.parametrize(
    "text",
    [
        '{"nodes": [{"node_name": "a\\n"}]}',
        '{"nodes": [{"node_name": "a", "b\\nc": 1}]}',
        '{"nodes": [{"node_name": "a", "subscribers": [{"topic_name": "x\\n"}]}]}',
        '{"nodes": [{"node_name": "a"}], "requirements": {"path_p99_ms": {"a\\nb": 1}}}',
        '{"nodes": [{"node_name": "a"}], "paths": [{"name": "w", "to": {"node": "\\n"}}]}',
        '[{"nodes": []}]',
        '"nodes"',
        '{"nodes": [null, 5]}',
        '{"nodes": [{"node_name": "a", "number": 1e300}]}',
    ],
)
def test_whatever_is_in_a_file_its_fault_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "odd.json").write_text(text)
    assert fault(tmp_path / "odd.json").startswith("odd.json:1")


def test_a_file_that_is_no_json_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "half.json").write_text('{"nodes": [\n{"node_name": }]}')
    assert fault(tmp_path / "half.json").startswith("half.json:2 is not JSON: Expecting value")


def test_several_files_are_one_graph(tmp_path: Path) -> None:
    one = written(tmp_path, node("a", pub("x")), name="one")
    two = written(tmp_path, node("b", subscribers=[sub("x")]), name="two", requirements={})
    found = load_topology([one, two])
    assert found.name == "one"
    assert [each.full_name for each in found.nodes] == ["/a", "/b"]
    assert found.nodes[1].subscriptions[0].matches == 1


def test_a_fault_between_files_names_both(tmp_path: Path) -> None:
    one = written(tmp_path, node("a", pub("x")), name="one")
    two = written(tmp_path, node("b", subscribers=[sub("x", kind="stamped1kb")]), name="two")
    message = fault(one, two)
    assert message.startswith("two.json:3: nodes[0].subscribers[0].msg_type")
    assert "one.json:3: nodes[0].publishers[0]" in message


@pytest.mark.parametrize("key", ["requirements", "thresholds"])
def test_what_is_of_the_whole_graph_stands_in_one_file(tmp_path: Path, key: str) -> None:
    one = written(tmp_path, node("a"), name="one", **{key: {}})
    two = written(tmp_path, node("b"), name="two", **{key: {}})
    assert fault(one, two) == f"two.json:1: {key} stands in one.json too; say it in one file"


def test_replicas_live_in_namespaces_of_their_own() -> None:
    found = graph(
        node("a", pub("x"), pub("/shared")),
        node("b", subscribers=[sub("x"), sub("/shared")], node_namespace="arm"),
        replicas={"number": 2, "namespace": "unit"},
    )
    assert [each.full_name for each in found.nodes] == [
        "/unit_1/a", "/unit_1/arm/b", "/unit_2/a", "/unit_2/arm/b",
    ]  # fmt: skip
    assert [each.topic for each in found.nodes[2].publishers] == ["/unit_2/x", "/shared"]
    assert [each.matches for each in found.nodes[3].subscriptions] == [0, 2]


def test_requirements_are_read(tmp_path: Path) -> None:
    found = graph(
        *chain("a", "b"),
        paths=[{"name": "way", "from": {"node": "a", "topic": "a"}, "to": {"node": "b"}}],
        requirements={"cpu_percent": 20, "lost_percent": 0, "path_p99_ms": {"way": 5}},
    )
    assert found.requirements == Requirements(
        cpu_percent=20.0, lost_percent=0.0, path_p99_ms=(("way", 5.0),)
    )


def test_what_is_required_of_a_path_is_required_of_each_replica() -> None:
    found = graph(
        *chain("a", "b"),
        replicas={"number": 2},
        paths=[{"name": "way", "from": {"node": "a", "topic": "a"}, "to": {"node": "b"}}],
        requirements={"cpu_percent": 20, "path_p99_ms": {"way": 5}},
    )
    assert found.required == {
        "cpu_percent": 20.0,
        "path_p99_ms": {"robot_1_way": 5.0, "robot_2_way": 5.0},
    }
    assert graph(*chain("a", "b")).required == {}


def test_requirements_that_cannot_be_are_refused(tmp_path: Path) -> None:
    unknown = written(tmp_path, node("a"), requirements={"cpu_percnt": 20})
    assert "requirements.cpu_percnt is unknown; did you mean 'cpu_percent'? known:" in fault(
        unknown
    )
    nowhere = written(tmp_path, node("a"), requirements={"path_p99_ms": {"way": 5}})
    assert fault(nowhere) == (
        "test.json:1: requirements.path_p99_ms.way: there is no path 'way'; known: none"
    )


def test_a_message_is_late_before_it_is_too_late(tmp_path: Path) -> None:
    path = written(tmp_path, node("a"), thresholds={"late_ms": 60})
    assert fault(path) == (
        "test.json:1: thresholds.late_ms is above too_late_ms; a message is late before it is too"
        " late"
    )


def test_thresholds_reach_the_subscriptions() -> None:
    found = graph(*chain("a", "b"), thresholds={"late_ms": 1, "too_late_percent": 20})
    (subscription,) = found.nodes[1].subscriptions
    assert (subscription.late_ns, subscription.too_late_ns) == (1_000_000, 20_000_000)


def test_topologies_of_the_package_go_by_name() -> None:
    assert find_topology_file("create3") == packaged_topologies()["create3"]
    assert find_topology_file("create3.json") == Path("create3.json")
    with pytest.raises(
        UserError, match="FILE 'creat3' is no topology of the package; did you mean"
    ):
        find_topology_file("creat3", "FILE")


def test_the_schema_knows_the_types_that_the_code_knows() -> None:
    schema = json.loads((share_directory() / "topologies" / "topology.schema.json").read_text())
    assert set(schema["$defs"]["msg_type"]["enum"]) == set(MESSAGE_TYPES)
    assert tuple(schema["$defs"]["srv_type"]["enum"]) == SERVICE_TYPES
    assert tuple(schema["$defs"]["action_type"]["enum"]) == ACTION_TYPES
