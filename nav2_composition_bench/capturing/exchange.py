# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Publishers and subscriptions of a capture, such that they meet; pure."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.capturing.flow import NOTHING, Flow
from nav2_composition_bench.capturing.known_types import (
    is_for_one,
    is_spun_apart,
    publishers_qos,
    subscriptions_qos,
)
from nav2_composition_bench.capturing.members import Member, Members
from nav2_composition_bench.capturing.node_costs import Traffic
from nav2_composition_bench.capturing.seen import (
    SeenEndpoint,
    is_feedback,
    is_of_nodes_own,
    replayed_name,
)
from nav2_composition_bench.capturing.sighting import Sighting
from nav2_composition_bench.topology.qos import Qos, mismatch


@dataclass(frozen=True)
class Sender:
    """What a node publishes to a topic, be it with several publishers.

    :param topic: as it is called in a replay.
    :param rate_hz: None where nobody could listen.
    :param mean_bytes: serialised; 0 where no message came.
    """

    member: Member
    topic: str
    type: str
    qos: Qos
    rate_hz: float | None
    mean_bytes: float
    largest_bytes: int
    burstiness: float | None

    @property
    def typeless_topic(self) -> str:
        """The topic, without the type that tells a further type of it apart."""
        return self.topic.removesuffix(f"/{self.type}")


@dataclass(frozen=True)
class Receiver:
    """A node's subscription.

    :param own_executor: a thread of the node's own spins it, and not the node's executor.
    :param taken: false of one whose messages stay in the middleware.
    """

    member: Member
    topic: str
    type: str
    qos: Qos
    own_executor: bool = False
    taken: bool = True


@dataclass(frozen=True)
class Exchanged:
    """All of it, and what had to be changed for it.

    :param notes: a sentence each.
    """

    senders: tuple[Sender, ...]
    receivers: tuple[Receiver, ...]
    notes: tuple[str, ...]

    def traffic(self) -> dict[str, Traffic]:
        """Return node → what it sends and gets."""
        found: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))

        def add(member: Member, what: str, sender: Sender, *, is_inside: bool) -> None:
            rate_hz = sender.rate_hz or 0.0
            inside = "inside_" if is_inside else ""
            found[member.name][f"{inside}{what}_hz"] += rate_hz
            found[member.name][f"{inside}bytes_hz"] += rate_hz * sender.mean_bytes

        for sender in self.senders:
            receivers = [each for each in self.receivers if each.topic == sender.topic]
            home = sender.member.process
            only_inside = {each.member.process for each in receivers} == {home}
            add(sender.member, "published", sender, is_inside=only_inside)
            # A message goes to a process once, whatever subscriptions there are to it.
            reached = {home}
            for each in receivers:
                is_inside = each.member.process in reached
                add(
                    each.member,
                    "received" if each.taken else "untaken",
                    sender,
                    is_inside=is_inside,
                )
                reached.add(each.member.process)
        return {name: Traffic(**its) for name, its in found.items()}


def exchanged(sighting: Sighting, members: Members) -> Exchanged:
    """Return what nodes send to each other.

    Of what nodes outside send and get, only what those inside have to do with.
    """
    notes: list[str] = []
    senders = _senders(sighting, members, notes)
    receivers = _receivers(sighting, members, notes)
    receivers = _with_takers(senders, receivers)
    senders, receivers = _feedback_as_topics(senders, receivers, notes)
    senders, receivers = _types_as_topics(senders, receivers, notes)
    heard = {each.topic for each in receivers if not each.member.is_outside}
    told = {each.topic for each in senders if not each.member.is_outside}
    senders = [s for s in senders if not s.member.is_outside or s.topic in heard]
    receivers = [r for r in receivers if not r.member.is_outside or r.topic in told]
    met = [new for each in receivers if (new := _fitting(each, senders, notes)) is not None]
    return Exchanged(tuple(senders), tuple(met), tuple(dict.fromkeys(notes)))


def _with_takers(senders: Sequence[Sender], receivers: Sequence[Receiver]) -> list[Receiver]:
    """Say of feedback that is for one who takes it; with the others it stays in the middleware.

    Nothing shows whose goal it is. The node that executes it has a client of its own with its other
    callbacks (Nav2's bt_navigator), which takes whatever comes, and so may one outside. Without
    either it is taken to be the first one's.
    """
    sent = {(each.member.name, each.topic) for each in senders}

    def is_own(each: Receiver) -> bool:
        return (each.member.name, each.topic) in sent

    certain = {each.topic for each in receivers if each.member.is_outside or is_own(each)}
    first = {each.topic: each for each in reversed(receivers)}

    def told(each: Receiver) -> Receiver:
        is_guessed = each.topic not in certain and first[each.topic] is each
        is_taken = each.member.is_outside or is_own(each) or is_guessed
        return dataclasses.replace(each, taken=is_taken, own_executor=is_taken and not is_own(each))

    return [told(each) if is_for_one(each.type) else each for each in receivers]


def _feedback_as_topics(
    senders: Sequence[Sender], receivers: Sequence[Receiver], notes: list[str]
) -> tuple[list[Sender], list[Receiver]]:
    """Give feedback that came a topic of its own, and leave the other out.

    Actions of a replay have their own, which is silent without goals.
    """
    came = {each.topic for each in senders if is_feedback(each.topic) and each.rate_hz}
    if came:
        names = ", ".join(sorted(replayed_name(topic) for topic in came))
        notes.append(
            f"goals: what their servers send meanwhile has topics of its own here, {names}"
        )

    def is_kept(topic: str) -> bool:
        return topic in came or not is_feedback(topic)

    return (
        [dataclasses.replace(s, topic=replayed_name(s.topic)) for s in senders if is_kept(s.topic)],
        [
            dataclasses.replace(r, topic=replayed_name(r.topic))
            for r in receivers
            if is_kept(r.topic)
        ],
    )


def _types_as_topics(
    senders: Sequence[Sender], receivers: Sequence[Receiver], notes: list[str]
) -> tuple[list[Sender], list[Receiver]]:
    """Give each type of a topic but the first a topic of its own: in a file a topic has one."""
    types: dict[str, dict[str, None]] = defaultdict(dict)
    for each in senders:
        types[each.topic][each.type] = None
    names = {
        (topic, kind): f"{topic}/{kind}" for topic, its in types.items() for kind in [*its][1:]
    }
    notes += [f"{topic} with the type {kind}, here {new}" for (topic, kind), new in names.items()]
    return (
        [dataclasses.replace(s, topic=names.get((s.topic, s.type), s.topic)) for s in senders],
        [dataclasses.replace(r, topic=names.get((r.topic, r.type), r.topic)) for r in receivers],
    )


def _counted(
    endpoints: Sequence[SeenEndpoint], members: Members, notes: list[str]
) -> list[tuple[Member, SeenEndpoint]]:
    found = []
    for endpoint in endpoints:
        member = members.of_endpoint(endpoint)
        if member is None or not is_of_nodes_own(endpoint.topic):
            continue
        found.append((member, endpoint))
    return found


def _senders(sighting: Sighting, members: Members, notes: list[str]) -> list[Sender]:
    grouped: dict[tuple[str, str, str], list[tuple[Member, SeenEndpoint]]] = {}
    for member, endpoint in _counted(sighting.graph.publishers, members, notes):
        key = (member.name, endpoint.topic, endpoint.type)
        grouped.setdefault(key, []).append((member, endpoint))
    found = []
    for (name, topic, _), its in grouped.items():
        if len(its) > 1:
            notes.append(f"{name} publishes {topic} with {len(its)} publishers, here one")
        member, first = its[0]
        flows = [flow for _, each in its if (flow := _flow(sighting, each, notes))]
        found.append(_sender(sighting, member, first, flows))
    return found


def _flow(sighting: Sighting, endpoint: SeenEndpoint, notes: list[str]) -> Flow | None:
    """Return what came of a publisher; None where nobody listened to its topic.

    Cyclone DDS tells messages apart by handles, which it shows of no publisher, and a node that has
    restarted sends by GIDs that were not seen: messages of nobody known are parted evenly among
    those publishers of the topic of which none came.
    """
    heard = endpoint.topic_and_type
    flows = sighting.flows.get(heard)
    if flows is None:
        return None
    gids = {each.gid for each in sighting.graph.publishers if each.topic_and_type == heard}
    together = [flow for gid, flow in flows.items() if gid not in gids]
    if endpoint.gid in flows or not together:
        return flows.get(endpoint.gid, NOTHING)
    its = gids - flows.keys()
    if len(gids) > 1:
        notes.append(f"which of the {len(gids)} publishers of {endpoint.topic} sends what")
    number = sum(flow.messages for flow in together)
    total = sum(flow.mean_bytes * flow.messages for flow in together)
    return Flow(
        -(-number // len(its)),
        sum(flow.rate_hz for flow in together) / len(its),
        total / number if number else 0.0,
        max(flow.largest_bytes for flow in together),
        together[0].burstiness if len(together) == 1 == len(its) else None,
    )


def _sender(
    sighting: Sighting, member: Member, endpoint: SeenEndpoint, flows: Sequence[Flow]
) -> Sender:
    rate_hz = sum(flow.rate_hz for flow in flows)
    number = sum(flow.messages for flow in flows)
    mean = sum(flow.mean_bytes * flow.messages for flow in flows) / number if number else 0.0
    kept = sighting.latched_bytes.get(endpoint.topic_and_type, 0)
    return Sender(
        member,
        endpoint.topic,
        endpoint.type,
        publishers_qos(endpoint.type, endpoint.qos),
        rate_hz if flows else None,
        mean or float(kept),
        max([kept, *(flow.largest_bytes for flow in flows)]),
        flows[0].burstiness if len(flows) == 1 else None,
    )


def _receivers(sighting: Sighting, members: Members, notes: list[str]) -> list[Receiver]:
    return [
        Receiver(
            member,
            endpoint.topic,
            endpoint.type,
            subscriptions_qos(endpoint.type, endpoint.qos),
            is_spun_apart(endpoint.type),
        )
        for member, endpoint in _counted(sighting.graph.subscriptions, members, notes)
    ]


def _fitting(receiver: Receiver, senders: Sequence[Sender], notes: list[str]) -> Receiver | None:
    """Return a subscription that fits every publisher; None for one that gets nothing."""
    where = f"subscription of {receiver.member.name} to {receiver.topic}"
    all_its = [each for each in senders if each.topic == receiver.topic]
    its = [each for each in all_its if each.type == receiver.type]
    if all_its and not its:
        notes.append(f"the {where} has the type {receiver.type}, which nobody publishes there")
        return None
    faults = [fault for each in its if (fault := mismatch(each.qos, receiver.qos)) is not None]
    if not faults:
        return receiver
    if len(faults) == len(its):
        notes.append(f"the {where} {faults[0][1]}: it gets nothing, and is left out")
        return None
    notes.append(f"the {where} {faults[0][1]}, of some; here it gets the messages of all")
    return dataclasses.replace(
        receiver,
        qos=dataclasses.replace(receiver.qos, reliability="best_effort", durability="volatile"),
    )
