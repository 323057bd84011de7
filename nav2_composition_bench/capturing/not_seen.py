# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a capture could not see, in words; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nav2_composition_bench.capturing.calls import Calls
from nav2_composition_bench.capturing.exchange import Exchanged
from nav2_composition_bench.capturing.homes import dds_of
from nav2_composition_bench.capturing.members import Members, middleware_of, processes_of
from nav2_composition_bench.capturing.node_costs import BY_SHARE, MAX_OWN_PERCENT, NodeCpu
from nav2_composition_bench.capturing.sighting import Sighting

_ALWAYS = (
    "timers and what makes a node publish: each rate of a node's topics is a timer's here",
    "depth of queues, which DDS does not announce: 10 here, but for transforms, bonds and clocks",
    "calls of services, goals and their sizes: seldom and small here",
)
_NAMED = 12


def not_seen(
    sighting: Sighting,
    members: Members,
    exchange: Exchanged,
    calls: Calls,
    cpu: Mapping[str, NodeCpu],
) -> list[str]:
    """Return a sentence for each thing that is not as it really is, or not known."""
    return list(
        dict.fromkeys(
            (
                *members.notes,
                *_ALWAYS,
                *_machine(sighting),
                *_middleware(sighting, members),
                *_processes(sighting, members),
                *_topics(sighting, exchange),
                *exchange.notes,
                *calls.notes,
                *_nodes(sighting, members, cpu),
            )
        )
    )


def _machine(sighting: Sighting) -> Iterator[str]:
    if sighting.is_measured:
        yield (
            "how fast the machine was: nav2-bench measured the system meanwhile, and beside its"
            " yardstick another would tell of a faster machine"
        )


def _middleware(sighting: Sighting, members: Members) -> Iterator[str]:
    told = sorted(members.middlewares)
    if told and told != [dds_of(sighting.rmw)]:
        yield (
            f"what differs with {sighting.rmw}, which the capturer had: the system has"
            f" {_list(told)}, so set RMW_IMPLEMENTATION; a replay has"
            f" {middleware_of(sighting, members)}"
        )


def _processes(sighting: Sighting, members: Members) -> Iterator[str]:
    for its in processes_of(members.inside).values():
        names = _list([node.name for node in its])
        if len(its) > 1:
            yield f"messages that {names} pass by pointer in their process, and their executors"
        pid = its[0].home.pid
        process = sighting.process_of(its[0].home)
        if pid is None:
            yield f"the process of {names}, which its middleware does not tell; nor its CPU"
        elif process is None or process.cpu_percent is None:
            yield f"CPU of the process of {names} (pid {pid})"
        elif process.pss_bytes is None:
            yield f"memory of the process of {names} (pid {pid}), which is another user's"
        if process is not None and _is_python(process.command):
            yield (
                f"what rclpy costs {names}, whose process is Python: it counts as own work, and"
                " composition does not save it here"
            )


def _is_python(command: str) -> bool:
    program = command.split(" ", 1)[0].rpartition("/")[2]
    return program.startswith("python")


def _topics(sighting: Sighting, exchange: Exchanged) -> Iterator[str]:
    for topic, kind in sighting.unknown_types:
        yield f"rate and size of {topic}: its type {kind} is not installed here"
    for topic, why in sighting.refused:
        yield f"rate and size of {topic}: {why}"
    said = {topic for topic, _ in (*sighting.unknown_types, *sighting.refused)}
    left = [each.typeless_topic for each in exchange.senders if each.rate_hz is None]
    left = [topic for topic in left if topic not in said]
    subscribed = sighting.graph.subscribed()
    if alone := [topic for topic in left if topic not in subscribed]:
        yield (
            f"rate and size of {_list(alone)}, which nobody subscribes to: listening might make"
            " nodes begin to publish them"
        )
    if unheard := [topic for topic in left if topic in subscribed]:
        yield f"rate and size of {_list(unheard)}, which came too late to be listened to"
    silent = [each for each in exchange.senders if each.rate_hz == 0.0]
    heard = {each.topic for each in exchange.senders if each.rate_hz}
    if topics := [each.topic for each in silent if each.topic not in heard]:
        yield f"messages of {_list(topics)}: none came while they were listened to"
    for each in silent:
        if each.topic in heard:
            yield f"messages of {each.topic} from {each.member.name}: only others sent any"
    if sighting.heavy:
        yield (
            f"{_list(sighting.heavy)} beside other topics: their traffic is heavy, and each"
            " was heard alone"
        )


def _nodes(sighting: Sighting, members: Members, cpu: Mapping[str, NodeCpu]) -> Iterator[str]:
    renamed = [node for node in members.nodes if node.name != node.seen]
    for node in renamed:
        yield f"which services {node.seen} and {node.name} have each, of one name in the system"
    outside = [node.name for node in members.nodes if node.is_outside]
    if outside:
        yield f"CPU and memory of {_list(outside)}, which are outside"
    if members.left_out:
        yield f"nodes that load, start or look at others: {_list(members.left_out)}"
    yield from _comings_and_goings(sighting)
    shared = [name for name, its in cpu.items() if its.source == BY_SHARE]
    if shared:
        yield (
            f"CPU of {_list(shared)} each: no thread has their names, so that what their process"
            " takes is parted by messages"
        )
    for name, its in cpu.items():
        if its.is_overestimated:
            yield (
                f"own work of {name}: it took {its.cpu_percent:.2f} %, and its messages are taken"
                f" to cost {its.messages_percent:.2f} %"
            )
        if its.is_cut:
            own_percent = (its.cpu_percent or 0.0) - its.messages_percent
            yield (
                f"own work of {name} beyond {MAX_OWN_PERCENT:.0f} %, of {own_percent:.2f} %: one"
                " executor's thread can do no more"
            )


def _comings_and_goings(sighting: Sighting) -> Iterator[str]:
    there = set(sighting.graph.nodes)
    if sighting.ended:
        yield (
            f"processes of {_list(sighting.ended)} that had ended, though the graph still showed"
            " their nodes: these are left out"
        )
    if late := [name for name in sighting.late if name in there]:
        yield f"all of {_list(late)} before they came while it was captured"
    if gone := [name for name in sighting.gone if name in there]:
        yield f"all of {_list(gone)} after they went while it was captured"
    if missed := [name for name in sighting.late if name not in there | set(sighting.ended)]:
        yield f"all of {_list(missed)}, which came and went while it was captured"


def _list(names: Sequence[str]) -> str:
    distinct = list(dict.fromkeys(names))
    more = len(distinct) - _NAMED
    return ", ".join(distinct[:_NAMED]) + (f" and {more} more" if more > 0 else "")
