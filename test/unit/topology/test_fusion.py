# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from topology_factory import Content, fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.parameters import node_parameters


def cameras(fast_hz: float = 20, slow_hz: float = 10) -> list[Content]:
    return [node("left", pub("left", fast_hz)), node("right", pub("right", slow_hz))]


def fusing(*subscribers: Content) -> Content:
    return node("stereo", pub("depth", None), subscribers=list(subscribers))


def test_fused_subscriptions_publish_at_the_rate_of_the_slowest() -> None:
    fused = fusing(sub("left", "depth", fused=True), sub("right", "depth", fused=True))
    found = graph(*cameras(), fused).nodes[-1]
    assert found.publishers[0].rate_hz == 10
    alone = graph(*cameras(), fusing(sub("left", "depth"), sub("right", "depth"))).nodes[-1]
    assert alone.publishers[0].rate_hz == 30


def test_one_that_is_not_fused_publishes_besides() -> None:
    late = sub("late", "depth")
    fused = fusing(sub("left", "depth", fused=True), sub("right", "depth", fused=True), late)
    found = graph(*cameras(), node("late", pub("late", 5)), fused).nodes[-1]
    assert found.publishers[0].rate_hz == 15


def test_the_engine_is_told_which_subscriptions_are_fused() -> None:
    fused = fusing(
        sub("left", "depth", fused=True), sub("right", "depth", fused=True), sub("left_again")
    )
    told = node_parameters(graph(*cameras(), fused).nodes[-1])
    assert {key for key in told if key.endswith(".fused")} == {
        "subscription.left.fused", "subscription.right.fused",
    }  # fmt: skip


def test_a_path_through_a_fusion_names_the_beginning_of_each_input(tmp_path: Path) -> None:
    fused = fusing(sub("left", "depth", fused=True), sub("right", "depth", fused=True))
    user = node("user", subscribers=[sub("depth")])
    left, right = ({"node": side, "topic": side} for side in ("left", "right"))
    path = {"name": "seeing", "from": left, "to": {"node": "user"}}
    assert "also carries what begins at /right" in fault(
        written(tmp_path, *cameras(), fused, user, paths=[path])
    )
    found = graph(*cameras(), fused, user, paths=[{**path, "from": [left, right]}])
    assert len(found.paths[0].starts) == 2


@pytest.mark.parametrize(
    "second, complaint",
    [
        (sub("right", "depth"), "is true of this subscription alone"),
        (sub("right", fused=True), "its publishes differs"),
        (sub("right", "depth", fused=True, work_us=5), "its work differs"),
    ],
)
def test_a_fusion_that_depends_on_who_comes_last_is_refused(
    tmp_path: Path, second: Content, complaint: str
) -> None:
    fused = fusing(sub("left", "depth", fused=True), second)
    assert complaint in fault(written(tmp_path, *cameras(), fused))
