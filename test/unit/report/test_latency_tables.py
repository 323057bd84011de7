# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Tables of latencies, late and lost messages."""

from __future__ import annotations

from curve_studies import entities, make_messages
from record_factory import make_record
from stored_studies import four_compositions

from nav2_composition_bench.report.latency_tables import (
    call_rows,
    latency_rows,
    path_rows,
    subscription_rows,
)


def test_each_arm_has_its_quantiles_and_its_late_and_lost_shares() -> None:
    records = [
        make_record("isolated", block, **make_messages(lost_percent=0.5 * block))
        for block in range(2)
    ]
    heading, row = latency_rows(records)
    assert heading[0] == "composition (rcl)" and heading[1:6] == [
        "p50 [µs]",
        "p90 [µs]",
        "p99 [µs]",
        "p99.9 [µs]",
        "max [µs]",
    ]
    assert row == ["isolated", "100", "200", "400", "900", "2000", "0.000", "0.000", "0.250"]


def test_systems_without_messages_have_no_such_tables() -> None:
    assert latency_rows(four_compositions(2)) == []
    record = make_record()
    assert subscription_rows(record, [record]) == [] and call_rows(record, [record]) == []
    assert path_rows({"isolated": record}, [record]) == []


def test_subscriptions_come_with_their_shares_the_slowest_first() -> None:
    record = make_record(**make_messages(), message_entities=entities())
    heading, slow, fast, deaf = subscription_rows(record, [record])
    assert heading[0] == "subscription (rcl)"
    assert slow[:5] == ["/slow", "/big", "400", "40", "2 MB/s"]
    assert slow[-3:] == ["1.000", "0.250", "20.000"]  # lost of 500 that should have come
    assert fast[0] == "/fast"
    assert deaf[5:] == ["–"] * 7 + ["–"]


def test_paths_and_clients_have_their_quantiles() -> None:
    record = make_record(**make_messages(), message_entities=entities())
    heading, path = path_rows({"isolated": record}, [record])
    assert heading[:2] == ["path (rcl)", "arm"] and path[:3] == ["seeing", "isolated", "3000"]
    _, call = call_rows(record, [record])
    assert call[:6] == ["/mission", "service", "/plan", "10", "9", "700"]
