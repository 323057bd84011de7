# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a node of a topology has: publishers, subscriptions, timers, services and actions.

Names of topics and the like are fully qualified; names of entities are unique among those of
their kind in a node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from nav2_composition_bench.files.document import Document, Place
from nav2_composition_bench.topology.message_type import MessageType
from nav2_composition_bench.topology.qos import DEFAULT_QOS, Qos

BY_CALLBACKS = 0
"""Period of a publisher that publishes when a callback says so."""
AS_FAST_AS_POSSIBLE = -1
"""Period of a publisher that publishes again and again."""

NOWHERE = Place(Document(Path("topology"), {}, {}))
"""The place of what comes from no file."""


@dataclass(frozen=True)
class Work:
    """What a callback does before it publishes; at most one of them is not zero.

    :param work_us: microseconds of CPU time.
    :param work_primes: finds all primes up to this number.
    :param sleep_us: microseconds without CPU.
    """

    work_us: int = 0
    work_primes: int = 0
    sleep_us: int = 0


NO_WORK = Work()


@dataclass(frozen=True)
class Image:
    """What the messages of a publisher of images hold.

    :param payload: ``raw`` or ``jpeg``.
    :param jpeg_quality: 1 to 100; None for raw ones.
    """

    payload: str
    width: int
    height: int
    jpeg_quality: int | None = None


@dataclass(frozen=True)
class Publisher:
    """A publisher.

    :param size_bytes: of the data; of an image, before compression.
    :param period_ns: between messages, or ``BY_CALLBACKS``, or ``AS_FAST_AS_POSSIBLE``.
    :param count: messages after which it stops; 0 for never.
    :param skip_every: every how many tracking numbers one is left out; 0 for never.
    :param rate_hz: nominal rate, derived for callbacks; None where it is as fast as it goes.
    :param matches: subscriptions to its topic in the whole graph.
    """

    name: str
    topic: str
    type: MessageType
    size_bytes: int
    period_ns: int
    rate_hz: float | None = None
    matches: int = 0
    count: int = 0
    skip_every: int = 0
    image: Image | None = None
    pass_by: str = "unique_ptr"
    qos: Qos = DEFAULT_QOS
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    @property
    def sent_share(self) -> float:
        """Share of its tracking numbers that it sends."""
        return sent_share(self.skip_every)

    @property
    def is_compressed(self) -> bool:
        """Whether its messages are JPEG images."""
        return self.image is not None and self.image.payload == "jpeg"


def sent_share(skip_every: int) -> float:
    """Return which share of its tracking numbers a publisher sends that leaves every Nth out."""
    return 1.0 - 1.0 / skip_every if skip_every else 1.0


@dataclass(frozen=True)
class Subscription:
    """A subscription.

    :param publishes: names of publishers of its node.
    :param paths: names of the paths that end here.
    :param rate_hz: of all its publishers together; None where one is as fast as it goes.
    :param matches: publishers of its topic in the whole graph.
    :param late_ns: latency above which a message is late; 0 for no rule.
    :param too_late_ns: the same for too late.
    :param decode: decompress images in the callback.
    :param own_executor: a thread of the node's own spins it, and not the node's executor.
    :param taken: false of one that no executor spins: messages come and stay in the middleware.
    :param fused: the callback works and publishes once each fused subscription of its node has
        received a message since it last did; the chain goes on from the one that began latest.
    """

    name: str
    topic: str
    type: MessageType
    work: Work = NO_WORK
    publishes: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    rate_hz: float | None = None
    matches: int = 0
    late_ns: int = 0
    too_late_ns: int = 0
    decode: bool = False
    fused: bool = False
    own_executor: bool = False
    taken: bool = True
    pass_by: str = "shared_ptr"
    qos: Qos = DEFAULT_QOS
    place: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True)
class Timer:
    """A timer with a callback.

    :param renews: further timers of the node that each call replaces by new ones, never due.
    :param own_executor: as of a subscription; of one that renews nothing and publishes what
        nothing else publishes.
    """

    name: str
    period_ns: int
    work: Work = NO_WORK
    publishes: tuple[str, ...] = ()
    renews: int = 0
    own_executor: bool = False
    place: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True)
class Server:
    """A server of a service.

    :param size_bytes: of the data of an answer.
    :param rate_hz: of the requests of all clients together.
    """

    name: str
    service: str
    type: MessageType
    size_bytes: int
    work: Work = NO_WORK
    publishes: tuple[str, ...] = ()
    rate_hz: float | None = None
    qos: Qos = DEFAULT_QOS
    place: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True)
class Client:
    """A client that calls a service at a rate.

    :param own_executor: as of a subscription; of one that never calls.
    """

    name: str
    service: str
    type: MessageType
    period_ns: int
    own_executor: bool = False
    qos: Qos = DEFAULT_QOS
    place: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True)
class ActionServer:
    """A server of an action.

    :param type: of goal, result and feedback; None where these are headers alone.
    :param feedback: messages per goal.
    :param own_executor: as of a subscription.
    """

    name: str
    action: str
    type: MessageType | None = None
    feedback: int = 0
    work: Work = NO_WORK
    own_executor: bool = False
    place: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True)
class ActionClient:
    """A client that sends goals at a rate.

    :param type: as of the server.
    """

    name: str
    action: str
    period_ns: int
    type: MessageType | None = None
    place: Place = field(default=NOWHERE, repr=False, compare=False)
