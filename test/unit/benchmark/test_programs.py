# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from benchmark.engine.programs import Latencies


def test_waits_are_told_for_each_message_and_without_messages_there_are_none() -> None:
    assert Latencies(messages=4, p50_ns=1.0, waits=8).waits_per_message == 2.0
    assert Latencies(messages=0, p50_ns=0.0, waits=8).waits_per_message == 0.0
