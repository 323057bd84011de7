# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which way the messages of a trial really went; pure.

Fast DDS falls back in silence: from data sharing to its shared-memory transport for a message of
no fixed size or a full /dev/shm, and from there to UDP where a participant got no segment. So it is
told from what the processes map, and from what the loopback interface carried meanwhile.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.trial.counted import Settings
from nav2_composition_bench.trial.deliveries import Delivery, deliveries_of
from nav2_composition_bench.trial.message_record import MessageEntities, TransportRecord
from nav2_composition_bench.trial.middleware_memory import MiddlewareMemory

INSIDE, POINTER, UNPROVEN = "inside_process", "pointer", "unproven"
"""Ways that are no levels: the middleware's own inside a process, the engine's there, none seen."""

CARRIED = 0.9
"""Share of the messages' bytes that loopback carries at least where they go over it."""
DECISIVE_BYTES_HZ = 1e6
"""Rate of the messages' bytes from which loopback's counter alone disproves shared memory.

Below it, what Fast DDS sends to find its peers is as much: 70 participants send 0.5 MB a second.
"""
_AS_ASKED = {
    Transport.UDP: {"udp"},
    Transport.SHARED_MEMORY: {"shared_memory"},
    Transport.DATA_SHARING: {"data_sharing", "loan"},  # a file's own loans are shared data, too
    Transport.LOAN: {"loan"},
}


@dataclass(frozen=True)
class Evidence:
    """What was seen of a trial's messages besides what the nodes say.

    :param asked: the arm's transport.
    :param homes: node → label of its process.
    :param memory: label → what that process shares.
    :param settings: node → its parameters.
    :param on_rclcpp: nodes that are bound to it, and not to rcl.
    :param loopback_bytes_hz: over the steady windows; None where it is unknown.
    """

    asked: Transport
    homes: Mapping[str, str] = field(default_factory=dict)
    memory: Mapping[str, MiddlewareMemory] = field(default_factory=dict)
    settings: Mapping[str, Settings] = field(default_factory=dict)
    on_rclcpp: Collection[str] = ()
    loopback_bytes_hz: float | None = None


def find_transport(messages: MessageEntities, evidence: Evidence) -> TransportRecord:
    """Tell from the evidence which way each publisher's messages went to each process."""
    deliveries = deliveries_of(messages, evidence.homes, evidence.settings, evidence.on_rclcpp)
    memory, ways = evidence.memory, Counter[str]()
    histories: set[str] = set()
    frames: list[int | None] = []
    left: list[Delivery] = []
    for (sender, receiver), group in itertools.groupby(deliveries, key=lambda each: each.pair):
        each_way = list(group)
        ways[POINTER] += sum(each.by_pointer for each in each_way)
        # Which publisher a history is of cannot be told, so they count as the loaned ones' first.
        rest = sorted(
            (each for each in each_way if not each.by_pointer), key=lambda each: not each.is_loaned
        )
        shared = _shared_histories(memory.get(sender), memory.get(receiver))
        histories |= shared
        frames += [_common_frames(name, memory[sender], memory[receiver]) for name in shared]
        for each in rest[: len(shared)]:
            ways["loan" if each.is_loaned else "data_sharing"] += 1
        left += rest[len(shared) :]
    ways += _by_transport(left, memory, evidence.loopback_bytes_hz)
    known = [count for count in frames if count is not None]
    return TransportRecord(
        asked=evidence.asked.value,
        found={way: count for way, count in sorted(ways.items()) if count},
        messages_bytes_hz=math.fsum(each.bytes_hz for each in deliveries),
        loopback_bytes_hz=evidence.loopback_bytes_hz,
        shared_histories=len(histories),
        shared_segments=sum(
            _has_shared_segment(memory.get(sender), memory.get(receiver))
            for sender, receiver in {each.pair for each in deliveries}
        ),
        common_page_frames=sum(known) if known else None,
    )


def other_way(found: TransportRecord) -> str | None:
    """Say in one clause that messages went another way than the arm's; None if they did not."""
    asked = Transport(found.asked)
    if asked is Transport.DEFAULT or found.found.keys() <= _AS_ASKED[asked]:
        return None
    deliveries = sum(found.found.values())
    others = ", ".join(
        f"{count} of {deliveries} deliveries by {way}"
        for way, count in found.found.items()
        if way not in _AS_ASKED[asked]
    )
    loopback = found.loopback_bytes_hz
    carried = "an unknown rate" if loopback is None else f"{loopback / 1e6:.2f} MB/s"
    return (
        f"transport {asked} was asked for, but messages went another way: {others} (processes share"
        f" {found.shared_histories} histories and {found.shared_segments} segments, loopback"
        f" carried {carried} and messages are {found.messages_bytes_hz / 1e6:.2f} MB/s)"
    )


def _shared_histories(
    sender: MiddlewareMemory | None, receiver: MiddlewareMemory | None
) -> frozenset[str]:
    """Return the histories of one process's publishers that subscriptions of another map.

    One of which no page frame is known to both was not written or not read.
    """
    if sender is None or receiver is None:
        return frozenset()
    times = 2 if sender.pid == receiver.pid else 1
    return frozenset(
        name
        for name in receiver.histories_of(sender.pid) & sender.histories_of(sender.pid)
        if receiver.mapped[name] >= times and _common_frames(name, sender, receiver) != 0
    )


def _has_shared_segment(sender: MiddlewareMemory | None, receiver: MiddlewareMemory | None) -> bool:
    """Whether a process maps a segment into which another writes what it sends."""
    if sender is None or receiver is None:
        return False
    times = 2 if sender.pid == receiver.pid else 1
    return any(receiver.mapped[name] >= times for name in sender.own_segments)


def _common_frames(name: str, sender: MiddlewareMemory, receiver: MiddlewareMemory) -> int | None:
    """Return how many page frames of a history both have touched; None where it is unknown."""
    mine, theirs = sender.frames.get(name), receiver.frames.get(name)
    if not mine or not theirs:
        return None
    if sender.pid == receiver.pid:
        return len(frozenset.intersection(*mine))
    return len(frozenset().union(*mine) & frozenset().union(*theirs))


def _by_transport(
    deliveries: Sequence[Delivery],
    memory: Mapping[str, MiddlewareMemory],
    loopback_bytes_hz: float | None,
) -> Counter[str]:
    """Tell shared memory, UDP and delivery inside the process from one another."""
    ways: Counter[str] = Counter()
    inside, through_memory, neither = [], [], []
    for each in deliveries:
        sender, receiver = memory.get(each.sender), memory.get(each.receiver)
        if _has_shared_segment(sender, receiver):
            through_memory.append(each)
        elif sender is not None and sender is receiver and sender.own_segments:
            inside.append(each)  # sent to itself, it would map its own segment again
        else:
            neither.append(each)
    expected_hz = sum(each.bytes_hz for each in (*through_memory, *neither))
    all_hz = -1.0 if loopback_bytes_hz is None else loopback_bytes_hz
    if expected_hz >= DECISIVE_BYTES_HZ and all_hz >= CARRIED * expected_hz:
        ways["udp"] += len(through_memory)
    else:
        ways["shared_memory"] += len(through_memory)
    ways[INSIDE] += len(inside)
    min_hz = CARRIED * sum(each.bytes_hz for each in neither)
    for each in neither:
        if loopback_bytes_hz is not None and loopback_bytes_hz >= min_hz:
            ways["udp"] += 1
        else:
            ways[INSIDE if each.sender == each.receiver else UNPROVEN] += 1
    return ways
