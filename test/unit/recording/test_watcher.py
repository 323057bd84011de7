# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from types import SimpleNamespace

from rclpy.qos import HistoryPolicy, QoSProfile

from nav2_composition_bench.recording.watcher import endpoints_of
from nav2_composition_bench.topology.qos import DEFAULT_QOS


def info(name: str, gid: list[int], qos: QoSProfile) -> SimpleNamespace:
    return SimpleNamespace(
        node_namespace="/robot",
        node_name=name,
        topic_type="std_msgs/msg/String",
        endpoint_gid=gid,
        qos_profile=qos,
    )


def test_a_gid_is_as_long_as_that_of_messages_whatever_a_distribution_shows_of_it() -> None:
    shown = list(range(16))
    infos = [
        info("a", shown, QoSProfile(depth=7)),
        info("b", [*shown, *[0] * 8], QoSProfile(history=HistoryPolicy.UNKNOWN, depth=0)),
    ]
    found = list(endpoints_of("/x", infos, "/own"))
    assert [each.gid for each in found] == [bytes(shown)] * 2
    assert [each.node for each in found] == ["/robot/a", "/robot/b"]
    assert [each.qos.depth for each in found] == [7, DEFAULT_QOS.depth]


def test_endpoints_of_ones_own_and_of_nodes_without_a_name_are_left_out() -> None:
    qos = QoSProfile(depth=1)
    infos = [info(name, [0] * 16, qos) for name in ("a", "_NODE_NAME_UNKNOWN_", "own")]
    assert [each.node for each in endpoints_of("/x", infos, "/robot/own")] == ["/robot/a"]
