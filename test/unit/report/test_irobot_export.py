# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import csv
import io

from message_records import (
    make_entities,
    make_latency,
    make_publisher,
    make_subscription,
    make_topology_record,
)

from nav2_composition_bench.report.irobot_export import irobot_files
from nav2_composition_bench.trial.record import TrialRecord


def rows(record: TrialRecord, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(irobot_files(record)[name])))


def test_the_latency_of_each_subscription_is_without_what_came_too_late() -> None:
    one = make_subscription(
        too_late=3, late=2, lost=1, latency=make_latency(mean_us=900.0), punctual=make_latency(497)
    )
    record = make_topology_record(message_entities=make_entities(subscriptions=(one,)))
    (row,) = rows(record, "latency_all.txt")
    assert row == {
        "node": "/listener",
        "topic": "/data",
        "size_b": "1024",
        "received_msgs": "500",
        "late_msgs": "2",
        "too_late_msgs": "3",
        "lost_msgs": "1",
        "mean_us": "200.000",
        "sd_us": "50.000",
        "min_us": "90.000",
        "max_us": "1200.000",
        "freq_hz": "50.000",
        "throughput_Kb_per_sec": "50.000",
    }


def test_a_subscription_that_received_nothing_has_no_latency() -> None:
    one = make_subscription(received=0, rate_hz=0.0, bytes_per_s=0.0, latency=None, punctual=None)
    entities = make_entities(subscriptions=(one,), publishers=(make_publisher(nominal_hz=None),))
    record = make_topology_record(message_entities=entities)
    (row,) = rows(record, "latency_all.txt")
    assert (row["size_b"], row["mean_us"], row["freq_hz"]) == ("", "", "0.000")
    (total,) = rows(record, "latency_total.txt")
    assert (total["mean_us"], total["late_perc"]) == ("", "")


def test_the_total_weighs_subscriptions_by_their_messages() -> None:
    many = make_subscription(received=300, punctual=make_latency(300, mean_us=100.0), lost=5)
    few = make_subscription(received=100, punctual=make_latency(100, mean_us=500.0), late=10)
    record = make_topology_record(message_entities=make_entities(subscriptions=(many, few)))
    (total,) = rows(record, "latency_total.txt")
    assert total["received_msgs"] == "400" and total["mean_us"] == "200.000"
    assert (total["late_perc"], total["lost_perc"]) == ("2.500", "1.235")


def test_resources_leave_empty_what_is_not_recorded() -> None:
    first, *_, last = rows(make_topology_record(), "resources.txt")
    assert first == {
        "time_ms": "8000",  # from the start of the first process, 5 s before all was active
        "cpu_perc": "40.000",
        "arena_KB": "",
        "in_use_KB": "",
        "mmap_KB": "",
        "rss_KB": "",
        "vsz_KB": "",
    }
    assert last["rss_KB"] == ""  # after the window
    steady = [row for row in rows(make_topology_record(), "resources.txt") if row["rss_KB"]]
    assert {row["rss_KB"] for row in steady} == {"117188"} and len(steady) == 16


def test_events_tell_discovery_and_the_window_in_order() -> None:
    events = rows(make_topology_record(), "events.txt")
    assert [int(row["Time_ms"]) for row in events] == [500, 5000, 13000, 28000]
    assert events[0]["Description"] == "[discovery] complete: 2 participants, 2 endpoints"
    assert {row["Code"] for row in events} == {"0"}
