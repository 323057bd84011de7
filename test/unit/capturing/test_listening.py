# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nav2_composition_bench.capturing.flow import Flow
from nav2_composition_bench.capturing.listening import MAX_AT_ONCE, Listener, batches
from nav2_composition_bench.capturing.seen import Topic

FLOW = {b"1": Flow(60, 20.0, 1e6, 1_000_000, None)}


def test_five_hundred_topics_are_heard_a_few_at_a_time() -> None:
    topics = [(f"/topic_{number}", "std_msgs/msg/String") for number in range(500)]
    parts = batches(topics)
    assert [topic for part in parts for topic in part] == topics
    assert max(map(len, parts)) == MAX_AT_ONCE and len(parts) == 10


def test_types_of_one_topic_are_not_heard_at_the_same_time() -> None:
    one, two = (
        ("/cmd_vel", "geometry_msgs/msg/Twist"),
        ("/cmd_vel", "geometry_msgs/msg/TwistStamped"),
    )
    other = ("/odom", "nav_msgs/msg/Odometry")
    assert batches([one, two, other]) == [[one, other], [two]]


@pytest.mark.parametrize(("silent", "times"), [(0, 1), (1, 2), (9, 3)])
def test_a_heavy_topic_of_which_nothing_comes_is_heard_again(
    silent: int, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Topic] = []

    def hear(self: Listener, _reader: Any, topics: Sequence[Topic], *_: Any, **how: Any) -> Any:
        if how["is_limited"]:
            return topics[:1]
        heard.extend(topics)
        self.heard.flows[topics[0]] = FLOW if len(heard) > silent else {}
        return []

    monkeypatch.setattr(Listener, "_hear", hear)
    listener = Listener(None, lambda: True)
    image, scan = ("/image", "sensor_msgs/msg/Image"), ("/scan", "sensor_msgs/msg/LaserScan")
    listener.listen([image, scan], 10.0)
    assert heard == [image] * times
    assert listener.heard.heavy == ["/image"]


def test_what_takes_its_time_is_done_between_batches_and_topics_heard_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    topics = [(f"/topic_{number}", "std_msgs/msg/String") for number in range(MAX_AT_ONCE + 1)]
    done: list[str] = []

    def hear(_self: Listener, _reader: Any, heard: Sequence[Topic], *_: Any, **how: Any) -> Any:
        done.append(f"hear {len(heard)}")
        _self.heard.flows |= dict.fromkeys(heard, FLOW)
        return topics[:1] if len(heard) > 1 else []

    monkeypatch.setattr(Listener, "_hear", hear)
    listener = Listener(None, lambda: True, lambda: done.append("between"))
    listener.listen(topics, 10.0)
    assert done == ["between", f"hear {MAX_AT_ONCE}", *["between", "hear 1"] * 2]
