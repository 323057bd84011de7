# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How often, how large and how regular the messages of topics are."""

from __future__ import annotations

import contextlib
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nav2_composition_bench.capturing.flow import Flow, FlowMeter
from nav2_composition_bench.capturing.message_types import message_class
from nav2_composition_bench.capturing.raw_messages import RawReader, latched_qos, listening_qos
from nav2_composition_bench.capturing.seen import Topic

MAX_AT_ONCE = 50
"""Topics: each is announced to every participant of the system."""
MIN_EACH_S = 4.0
HEAVY_EACH_S = 3.0
"""How long a topic is heard that is heard alone."""
_HEAVY_HEARD = 3
"""How often at most, until a message of it comes."""
BUDGET_HZ = 1000.0
BUDGET_BYTES_HZ = 8e6
"""What listening to several topics at once may come to."""
_TAKE_EVERY_S = 0.02
_ASK_EVERY_S = 1.0
"""Whether the system is still there."""
_WARM_UP_S = 0.6
"""Until publishers have found a new subscription."""
_JUDGE_AFTER_S = 0.5
_LATCHED_S = 1.0
_DEPTH = 50
"""Messages that may wait; of those beyond, publishers' numbers tell how many there were."""


@dataclass
class Heard:
    """What listening came to.

    :param flows: name and type of a topic → GID of a publisher → its messages.
    :param unknown_types: topics that nobody could listen to, with their types.
    :param heavy: topics that were heard alone.
    :param refused: names of topics whose subscription the middleware refused, and what it said.
    """

    flows: dict[Topic, dict[bytes, Flow]] = field(default_factory=dict)
    unknown_types: list[Topic] = field(default_factory=list)
    heavy: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    messages: int = 0
    total_bytes: int = 0
    listened_s: float = 0.0


class _Subscription:
    """A subscription, and what came by it."""

    def __init__(self, topic: Topic, subscription: Any) -> None:
        self.topic = topic
        self.handle = subscription
        self.meters: dict[bytes, FlowMeter] = {}
        self.last_taken_s: dict[bytes, float] = {}

    @property
    def messages(self) -> int:
        return sum(meter.messages for meter in self.meters.values())

    @property
    def total_bytes(self) -> int:
        return sum(meter.total_bytes for meter in self.meters.values())


def batches(topics: Sequence[Topic]) -> list[Sequence[Topic]]:
    """Part topics into those that are heard at the same time, which have one type each.

    A participant of Fast DDS has no topic with two types.
    """
    rounds: dict[int, list[Topic]] = defaultdict(list)
    seen: Counter[str] = Counter()
    for topic in topics:
        rounds[seen[topic[0]]].append(topic)
        seen[topic[0]] += 1
    return [
        its[at : at + MAX_AT_ONCE]
        for its in rounds.values()
        for at in range(0, len(its), MAX_AT_ONCE)
    ]


class Listener:
    """Listens to topics with subscriptions that ask nothing of publishers.

    :param node: the rclpy node to subscribe with.
    :param alive: asked every second, and to be answered in milliseconds since messages wait;
        listening ends when it says False.
    :param between: called before each batch, when no message waits.
    """

    def __init__(
        self, node: Any, alive: Callable[[], bool], between: Callable[[], None] = lambda: None
    ) -> None:
        self._node = node
        self._alive = alive
        self._between = between
        self.heard = Heard()

    def listen(self, topics: Sequence[Topic], duration_s: float) -> None:
        """Hear all topics, those with heavy traffic one at a time behind the others.

        Nothing of one that was heavy before is a subscription that was not found in time, which is
        made again.

        :param duration_s: of the light ones together; a batch takes ``MIN_EACH_S`` at least.
        """
        known = [topic for topic in topics if self._is_known(topic)]
        parts = batches(known)
        heavy: list[Topic] = []
        with RawReader() as reader:
            for part in parts:
                self._between()
                if not self._alive():
                    return
                each_s = max(MIN_EACH_S, duration_s / len(parts))
                heavy += self._hear(reader, part, each_s, is_limited=len(part) > 1)
            for topic in heavy:
                self.heard.heavy.append(topic[0])
                for _ in range(_HEAVY_HEARD):
                    self._between()
                    if not self._alive():
                        return
                    self._hear(reader, [topic], HEAVY_EACH_S, is_limited=False)
                    if self.heard.flows.get(topic):
                        break

    def sizes_of_latched(self, topics: Sequence[Topic]) -> dict[Topic, int]:
        """Return topic → bytes of the message that is kept for latecomers, where there is one."""
        found: dict[Topic, int] = {}
        known = [topic for topic in topics if message_class(topic[1]) is not None]
        with RawReader() as reader:
            for part in batches(known):
                with self._subscribed(part, latched_qos()) as subscriptions:
                    end_s = time.monotonic() + _LATCHED_S
                    while time.monotonic() < end_s and len(found) < len(known):
                        for each in subscriptions:
                            for message in reader.waiting(each.handle):
                                self.heard.messages += 1
                                self.heard.total_bytes += message.size_bytes
                                found[each.topic] = message.size_bytes
                        time.sleep(_TAKE_EVERY_S)
        return found

    def _is_known(self, topic: Topic) -> bool:
        if message_class(topic[1]) is None:
            self.heard.unknown_types.append(topic)
            return False
        return True

    def _hear(
        self, reader: RawReader, topics: Sequence[Topic], each_s: float, is_limited: bool
    ) -> list[Topic]:
        """Hear topics at once; return those that were too heavy for that."""
        too_heavy: list[Topic] = []
        with self._subscribed(topics, listening_qos(_DEPTH)) as subscriptions:
            self._take_for(reader, subscriptions, _WARM_UP_S)
            for each in subscriptions:
                each.meters.clear()
            began_s = time.monotonic()
            if is_limited:
                self._take_for(reader, subscriptions, _JUDGE_AFTER_S)
                too_heavy = self._without_heavy(subscriptions, time.monotonic() - began_s)
            self._take_for(reader, subscriptions, each_s - (time.monotonic() - began_s))
            ended_s = time.monotonic()
            self.heard.listened_s += ended_s - began_s
            for each in subscriptions:
                self._keep(each, began_s, ended_s)
        return too_heavy

    def _take_for(
        self, reader: RawReader, subscriptions: Sequence[_Subscription], duration_s: float
    ) -> None:
        now_s = time.monotonic()
        end_s, ask_s = now_s + duration_s, now_s + _ASK_EVERY_S
        while now_s < end_s:
            for each in subscriptions:
                for message in reader.waiting(each.handle):
                    meter = each.meters.setdefault(message.publisher, FlowMeter())
                    meter.add(message.size_bytes, message.sent_ns, message.number)
                    each.last_taken_s[message.publisher] = now_s
            if now_s >= ask_s:
                if not self._alive():
                    return
                ask_s = now_s + _ASK_EVERY_S
            time.sleep(_TAKE_EVERY_S)
            now_s = time.monotonic()

    def _without_heavy(self, subscriptions: list[_Subscription], heard_s: float) -> list[Topic]:
        """Take the heaviest away until the others are within the budget."""
        taken: list[Topic] = []
        while len(subscriptions) > 1:
            over_hz = sum(each.messages for each in subscriptions) / heard_s / BUDGET_HZ
            over_bytes = sum(each.total_bytes for each in subscriptions) / heard_s / BUDGET_BYTES_HZ
            if max(over_hz, over_bytes) <= 1:
                break
            by_number = over_hz >= over_bytes
            heaviest = max(
                subscriptions, key=lambda each: each.messages if by_number else each.total_bytes
            )
            self._count(heaviest)
            self._node.destroy_subscription(heaviest.handle)
            subscriptions.remove(heaviest)
            taken.append(heaviest.topic)
        return taken

    def _keep(self, subscription: _Subscription, began_s: float, ended_s: float) -> None:
        self._count(subscription)
        of_topic = self.heard.flows.setdefault(subscription.topic, {})
        for publisher, meter in subscription.meters.items():
            silent_s = ended_s - subscription.last_taken_s[publisher]
            of_topic[publisher] = meter.flow(ended_s - began_s, silent_s)

    def _count(self, subscription: _Subscription) -> None:
        self.heard.messages += subscription.messages
        self.heard.total_bytes += subscription.total_bytes

    @contextlib.contextmanager
    def _subscribed(self, topics: Sequence[Topic], qos: Any) -> Iterator[list[_Subscription]]:
        """Subscribe; what is left of the list is given up at the end."""
        subscriptions: list[_Subscription] = []
        try:
            for topic in topics:
                kind = message_class(topic[1])
                assert kind is not None, "those that are unknown were left out"
                try:
                    subscription = self._node.create_subscription(
                        kind, topic[0], _nothing, qos, raw=True
                    )
                except Exception as error:
                    self.heard.refused.append((topic[0], str(error)))
                    continue
                subscriptions.append(_Subscription(topic, subscription))
            yield subscriptions
        finally:
            for each in subscriptions:
                self._node.destroy_subscription(each.handle)


def _nothing(_message: Any) -> None:
    """Never called: nothing spins the node."""


def rates_of(flows: Mapping[bytes, Flow]) -> float:
    """Return the rate of a topic, of all its publishers together."""
    return sum(flow.rate_hz for flow in flows.values())
