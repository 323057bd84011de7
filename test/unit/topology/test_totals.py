# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest
from topology_factory import graph, node, pub, sub

from nav2_composition_bench.topology.totals import totals_of, unheard


def test_messages_and_data_are_counted_at_both_ends() -> None:
    found = totals_of(
        graph(
            node("a", pub("x", 10, "stamped1kb"), pub("y", 5)),
            node("b", number=3, subscribers=[sub("x", kind="stamped1kb")]),
        )
    )
    assert (found.nodes, found.publishers, found.subscriptions, found.topics) == (4, 2, 3, 2)
    assert (found.published_hz, found.delivered_hz) == (15, 30)
    assert (found.published_bytes_hz, found.delivered_bytes_hz) == (10_740, 30_720)


def test_what_is_as_fast_as_it_goes_has_no_sum() -> None:
    found = totals_of(graph(node("a", pub("x", None, as_fast_as_possible=True), pub("y"))))
    assert found.published_hz is None and found.published_bytes_hz is None
    assert found.delivered_hz == 0


def test_a_compressed_image_is_taken_to_be_a_tenth() -> None:
    image: dict[str, Any] = {
        "kind": "image",
        "width": 100,
        "height": 10,
        "payload": "jpeg",
        "jpeg_quality": 30,
    }
    found = totals_of(graph(node("a", pub("x", 1, **image))))
    assert found.published_bytes_hz == pytest.approx(300)


def test_subscriptions_to_topics_that_nobody_publishes_are_found() -> None:
    found = unheard(graph(node("a", pub("x"), subscribers=[sub("x"), sub("z")])))
    assert [each.topic for each in found] == ["/z"]
