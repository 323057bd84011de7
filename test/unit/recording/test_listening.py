# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from nav2_composition_bench.recording.listening import MAX_AT_ONCE, batches


def test_five_hundred_topics_are_heard_a_few_at_a_time() -> None:
    topics = [(f"/topic_{number}", "std_msgs/msg/String") for number in range(500)]
    parts = batches(topics)
    assert [topic for part in parts for topic in part] == topics
    assert max(map(len, parts)) == MAX_AT_ONCE and len(parts) == 10
