# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest

from nav2_composition_bench.trial.deliveries import Delivery, deliveries_of
from nav2_composition_bench.trial.message_record import (
    MessageEntities,
    PublisherRecord,
    SubscriptionRecord,
)


def publisher(node: str, topic: str, sent: int = 10) -> PublisherRecord:
    return PublisherRecord(node, "out", topic, 10.0, sent, 0, 0, 10.0, 1000.0)


def subscription(node: str, topic: str) -> SubscriptionRecord:
    return SubscriptionRecord(node, "in", topic, 10, 0, 0, 0, 0, 10.0, 1000.0, None, None)


HOMES = {"robot/a": "one", "b": "one", "c": "two", "d": "two"}


def test_each_publisher_delivers_once_to_each_process_that_has_a_subscription() -> None:
    messages = MessageEntities(
        (publisher("/robot/a", "/x"), publisher("/c", "/y", sent=0)),
        (
            subscription("/d", "/x"),
            subscription("/c", "/x"),
            subscription("/b", "/x"),
            subscription("/b", "/y"),
            subscription("/b", "/z"),
        ),
    )
    assert deliveries_of(messages, HOMES, {}) == [
        Delivery("one", "one", 1000.0),
        Delivery("one", "two", 1000.0),
    ]


def test_pointers_and_loans_are_what_both_ends_are_told() -> None:
    messages = MessageEntities(
        (publisher("/robot/a", "/x"),), (subscription("/b", "/x"), subscription("/c", "/x"))
    )
    by_pointer = {node: {"intra_process": True} for node in HOMES}
    inside, between = deliveries_of(messages, HOMES, by_pointer)
    assert inside.by_pointer and not between.by_pointer
    lent: dict[str, dict[str, Any]] = {
        "robot/a": {"publisher.out.pass_by": "loaned_msg", "intra_process": True},
        "b": {"subscription.in.pass_by": "shared_ptr", "intra_process": True},
        "c": {"subscription.in.pass_by": "loaned_msg"},
    }
    inside, between = deliveries_of(messages, HOMES, lent)
    assert not inside.by_pointer and not inside.is_loaned
    assert between.is_loaned


@pytest.mark.parametrize("end", ["publisher.out", "subscription.in"])
def test_rclcpp_passes_no_pointer_into_a_history_that_keeps_all_and_rcl_does(end: str) -> None:
    messages = MessageEntities((publisher("/robot/a", "/x"),), (subscription("/b", "/x"),))
    told = {node: {"intra_process": True, f"{end}.qos.history": "keep_all"} for node in HOMES}
    (on_rcl,) = deliveries_of(messages, HOMES, told)
    (on_rclcpp,) = deliveries_of(messages, HOMES, told, ["robot/a", "b"])
    assert on_rcl.by_pointer and not on_rclcpp.by_pointer
