# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.trial.find_transport import Evidence, find_transport, other_way
from nav2_composition_bench.trial.message_record import (
    MessageEntities,
    PublisherRecord,
    SubscriptionRecord,
    TransportRecord,
)
from nav2_composition_bench.trial.middleware_memory import MiddlewareMemory

RATE_HZ = 5e6
HOMES = {"talker": "talker", "listener": "listener"}
TOGETHER = {"talker": "container", "listener": "container"}
LENT = {"publisher.out.pass_by": "loaned_msg", "subscription.in.pass_by": "loaned_msg"}
POINTERS = {"intra_process": True}


def history(pid: int, number: int = 3) -> str:
    low, high = (f"{byte:02x}" for byte in pid.to_bytes(2, "little"))
    return f"fast_datasharing_01.0f.7f.01.{low}.{high}.f9.97.00.00.00.00_0.0.{number}.3"


def messages(bytes_hz: float = RATE_HZ, sent: int = 50) -> MessageEntities:
    publisher = PublisherRecord("/talker", "out", "/data", 50.0, sent, 0, 0, 50.0, bytes_hz)
    subscription = SubscriptionRecord(
        "/listener", "in", "/data", sent, 0, 0, 0, 0, 50.0, bytes_hz, None, None
    )
    return MessageEntities((publisher,), (subscription,))


def memory(pid: int, *mapped: str, own: tuple[str, ...] = (), **more: Any) -> MiddlewareMemory:
    return MiddlewareMemory(pid, frozenset(own), Counter((*own, *mapped)), **more)


APART = {"talker": memory(1, "b", own=("a",)), "listener": memory(2, "a", own=("b",))}
NO_SEGMENTS = {"talker": memory(1), "listener": memory(2)}
SHARING = {
    "talker": memory(1, "b", history(1), own=("a",)),
    "listener": memory(2, "a", history(1), own=("b",)),
}


def found(
    asked: Transport = Transport.DEFAULT,
    seen: dict[str, MiddlewareMemory] | None = None,
    loopback: float | None = 2e4,
    settings: dict[str, Any] | None = None,
    told: MessageEntities | None = None,
) -> TransportRecord:
    shared = APART if seen is None else seen
    evidence = Evidence(
        asked,
        homes=TOGETHER if "container" in shared else HOMES,
        memory=shared,
        settings=dict.fromkeys(HOMES, settings or {}),
        loopback_bytes_hz=loopback,
    )
    return find_transport(told or messages(), evidence)


def test_processes_without_a_common_segment_send_over_loopback_if_it_carries_that_much() -> None:
    assert found(seen=NO_SEGMENTS, loopback=1.02 * RATE_HZ).found == {"udp": 1}
    assert found(seen=NO_SEGMENTS, loopback=0.5 * RATE_HZ).found == {"unproven": 1}
    assert found(seen=NO_SEGMENTS, loopback=None).found == {"unproven": 1}


def test_a_segment_of_the_sender_that_the_receiver_maps_is_shared_memory() -> None:
    record = found()
    assert record.found == {"shared_memory": 1}
    assert (record.shared_segments, record.shared_histories) == (1, 0)
    assert record.messages_bytes_hz == RATE_HZ


def test_loopback_disproves_shared_memory_only_where_messages_are_more_than_discovery() -> None:
    assert found(loopback=1.02 * RATE_HZ).found == {"udp": 1}
    few = messages(bytes_hz=1e4)
    assert found(loopback=1e5, told=few).found == {"shared_memory": 1}


def test_a_history_that_both_map_is_data_sharing_or_a_loan_where_both_ends_ask_for_it() -> None:
    assert found(seen=SHARING).found == {"data_sharing": 1}
    assert found(seen=SHARING, settings=LENT).found == {"loan": 1}
    half = {"publisher.out.pass_by": "loaned_msg"}
    assert found(seen=SHARING, settings=half).found == {"data_sharing": 1}


def test_a_loan_without_a_common_history_was_copied() -> None:
    assert found(settings=LENT).found == {"shared_memory": 1}


def test_a_topic_without_a_history_of_its_own_went_another_way() -> None:
    one = messages()
    two = PublisherRecord("/talker", "more", "/data", 50.0, 50, 0, 0, 50.0, 1e4)
    both = MessageEntities((*one.publishers, two), one.subscriptions)
    record = found(Transport.DATA_SHARING, seen=SHARING, told=both)
    assert record.found == {"data_sharing": 1, "shared_memory": 1}
    assert "1 of 2 deliveries by shared_memory" in (other_way(record) or "")


def test_common_page_frames_are_counted_from_both_ends() -> None:
    seen = {
        "talker": memory(1, history(1), frames={history(1): (frozenset({1, 2, 3}),)}),
        "listener": memory(2, history(1), frames={history(1): (frozenset({2, 3, 9}),)}),
    }
    record = found(seen=seen)
    assert (record.shared_histories, record.common_page_frames) == (1, 2)
    assert found(seen=SHARING).common_page_frames is None


def test_a_history_that_the_receiver_has_not_touched_was_not_read() -> None:
    seen = {
        "talker": memory(1, "b", history(1), own=("a",), frames={history(1): (frozenset({1}),)}),
        "listener": memory(2, "a", history(1), frames={history(1): (frozenset(),)}),
    }
    assert found(seen=seen).found == {"shared_memory": 1}


@pytest.mark.parametrize(
    ("mapped", "loopback", "settings", "way"),
    [
        ((), 2e4, POINTERS, "pointer"),
        (
            (),
            2e4,
            {**POINTERS, "publisher.out.qos.durability": "transient_local"},
            "inside_process",
        ),
        ((), 2e4, {**POINTERS, **LENT}, "inside_process"),
        ((), 2e4, {}, "inside_process"),
        (("a",), 2e4, {}, "shared_memory"),
        ((history(1), history(1)), 2e4, {}, "data_sharing"),
        ((history(1), history(1)), 2e4, LENT, "loan"),
        ((history(1),), 2e4, LENT, "inside_process"),
    ],
)
def test_a_process_maps_twice_what_it_sends_to_itself_by(
    mapped: tuple[str, ...], loopback: float, settings: dict[str, Any], way: str
) -> None:
    seen = {"container": memory(1, *mapped, own=("a",))}
    assert found(seen=seen, loopback=loopback, settings=settings).found == {way: 1}


def test_a_process_without_a_segment_sends_itself_datagrams_or_nothing_at_all() -> None:
    seen = {"container": memory(1)}
    assert found(seen=seen, loopback=1.02 * RATE_HZ).found == {"udp": 1}
    assert found(seen=seen).found == {"inside_process": 1}


def test_nothing_is_found_of_publishers_that_were_silent() -> None:
    record = found(Transport.UDP, told=messages(sent=0))
    assert record.found == {} and other_way(record) is None


@pytest.mark.parametrize("asked", list(Transport))
def test_the_way_that_was_asked_for_is_no_fault(asked: Transport) -> None:
    way = "shared_memory" if asked is Transport.DEFAULT else asked.value
    record = TransportRecord(asked.value, {way: 4}, RATE_HZ, 0.0, 0, 4, None)
    assert other_way(record) is None


def test_loans_that_a_topology_asks_for_are_shared_data_too() -> None:
    record = TransportRecord("data_sharing", {"loan": 1, "data_sharing": 1}, RATE_HZ, 0.0, 2, 0, 9)
    assert other_way(record) is None


def test_a_fault_says_what_was_asked_what_ran_and_by_what_it_is_told() -> None:
    record = TransportRecord("loan", {"loan": 1, "udp": 2}, RATE_HZ, None, 1, 0, None)
    assert other_way(record) == (
        "transport loan was asked for, but messages went another way: 2 of 3 deliveries by udp"
        " (processes share 1 histories and 0 segments, loopback carried an unknown rate and"
        " messages are 5.00 MB/s)"
    )
