# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from nav2_composition_bench.recording.listening import MAX_AT_ONCE, Listener, Topic, batches


def test_five_hundred_topics_are_heard_a_few_at_a_time() -> None:
    topics = [(f"/topic_{number}", "std_msgs/msg/String") for number in range(500)]
    parts = batches(topics)
    assert [topic for part in parts for topic in part] == topics
    assert max(map(len, parts)) == MAX_AT_ONCE and len(parts) == 10


def test_what_takes_its_time_is_done_between_batches_and_topics_heard_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    topics = [(f"/topic_{number}", "std_msgs/msg/String") for number in range(MAX_AT_ONCE + 1)]
    done: list[str] = []

    def hear(_self: Listener, _reader: Any, heard: Sequence[Topic], *_: Any, **how: Any) -> Any:
        done.append(f"hear {len(heard)}")
        return topics[:1] if len(heard) > 1 else []

    monkeypatch.setattr(Listener, "_hear", hear)
    listener = Listener(None, lambda: True, lambda: done.append("between"))
    listener.listen(topics, 10.0)
    assert done == ["between", f"hear {MAX_AT_ONCE}", *["between", "hear 1"] * 2]
