# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which publisher's messages go to which process; pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.topology.parameters import LOANED
from nav2_composition_bench.topology.qos import KEEP_ALL
from nav2_composition_bench.trial.counted import Settings
from nav2_composition_bench.trial.message_record import (
    MessageEntities,
    PublisherRecord,
    SubscriptionRecord,
)


@dataclass(frozen=True)
class Delivery:
    """The messages of one publisher to all subscriptions of one process.

    :param sender: label of the publisher's process.
    :param receiver: label of the subscriptions'.
    :param by_pointer: the engine hands them over without the middleware.
    :param is_loaned: publisher and subscriptions ask the middleware for its memory.
    """

    sender: str
    receiver: str
    bytes_hz: float
    by_pointer: bool = False
    is_loaned: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        """Sender and receiver."""
        return self.sender, self.receiver


def deliveries_of(
    messages: MessageEntities,
    homes: Mapping[str, str],
    settings: Mapping[str, Settings],
    on_rclcpp: Collection[str] = (),
) -> list[Delivery]:
    """Return what publishers that have sent something deliver, by sender and receiver.

    :param homes: node → label of its process.
    :param settings: node → its parameters.
    :param on_rclcpp: nodes that are bound to it, and not to rcl.
    """
    told = _Teller(settings, on_rclcpp)
    subscriptions: dict[str, list[SubscriptionRecord]] = defaultdict(list)
    for subscription in messages.subscriptions:
        subscriptions[subscription.topic].append(subscription)
    found = []
    for publisher in messages.publishers:
        groups: dict[str, list[SubscriptionRecord]] = defaultdict(list)
        for each in subscriptions[publisher.topic]:
            groups[homes[_bare(each.node)]].append(each)
        if publisher.sent:
            found += [
                _delivery(publisher, homes[_bare(publisher.node)], receiver, group, told)
                for receiver, group in groups.items()
            ]
    return sorted(found, key=lambda each: each.pair)


def _delivery(
    publisher: PublisherRecord,
    sender: str,
    receiver: str,
    subscriptions: Sequence[SubscriptionRecord],
    told: _Teller,
) -> Delivery:
    own = told.of("publisher", publisher)
    theirs = [told.of("subscription", each) for each in subscriptions]
    return Delivery(
        sender,
        receiver,
        publisher.bytes_per_s,
        by_pointer=(
            sender == receiver and not own.is_loaned and all(t.by_pointer for t in (own, *theirs))
        ),
        is_loaned=all(t.is_loaned for t in (own, *theirs)),
    )


@dataclass(frozen=True)
class _Told:
    by_pointer: bool
    is_loaned: bool


@dataclass(frozen=True)
class _Teller:
    """Says what parameters say of entities.

    :param on_rclcpp: as of ``deliveries_of``.
    """

    settings: Mapping[str, Settings]
    on_rclcpp: Collection[str]

    def of(self, kind: str, entity: PublisherRecord | SubscriptionRecord) -> _Told:
        """Return what they say of one."""
        name, place = _bare(entity.node), f"{kind}.{entity.name}"
        node = self.settings.get(name, {})
        # What latecomers get is the middleware's to keep, and rclcpp passes none by pointer into a
        # history that keeps all.
        is_volatile = node.get(f"{place}.qos.durability", "volatile") == "volatile"
        keeps_all = node.get(f"{place}.qos.history") == KEEP_ALL and name in self.on_rclcpp
        return _Told(
            bool(node.get("intra_process", False)) and is_volatile and not keeps_all,
            node.get(f"{place}.pass_by") == LOANED,
        )


def _bare(node: str) -> str:
    return node.lstrip("/")
