# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Topologies that studies generate, over a factor.

Each is the content of a file, checked as one: :func:`topology_of` makes the graph of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nav2_composition_bench.files.json_document import read_json
from nav2_composition_bench.topology.message_type import MESSAGE_TYPES, VECTOR
from nav2_composition_bench.topology.topology_file import find_topology_file

Content = dict[str, Any]

PUBLISHER_NODE = "talker"
SUBSCRIBER_NODE = "listener"
TOPIC = "data"

MESSAGE_RATE_HZ = 50.0
"""Rate of the paper's messages."""
CONTAINER_BYTES = 500 * 1024
CONTAINER_WORK_US = 500
IMAGE_WIDTH = 640
IMAGE_HEIGHT = 480
REFERENCE_SYSTEM = "reference_system"
CONSUMER_ROBOT = "consumer_robot"
KNOWN_COST_NODE = "known_cost"
KNOWN_COST_PERIOD_MS = 10
KNOWN_COST_STEP_PERCENT = 0.01
"""A microsecond of each period."""
MAX_KNOWN_COST_PERCENT = 90.0
"""Of one core; a thread that is to be busy all the time could never pause to check."""
FLEET = "fleet"


def empty_nodes(number: int) -> Content:
    """Nodes that do nothing, for the memory of a node."""
    return {"name": "empty_nodes", "nodes": [{"node_name": "node", "number": number}]}


def message_stream(
    size_bytes: int, rate_hz: float = MESSAGE_RATE_HZ, *, loaned: bool = False
) -> Content:
    """One node publishes messages of a size at a rate, another receives them.

    :param loaned: publish from, and receive in, the middleware's memory.
    :raises ValueError: for a loan of a size that no type of fixed size has.
    """
    return _pair("message_stream", size_bytes, {"freq_hz": rate_hz}, loaned)


def goodput_stream(size_bytes: int, *, loaned: bool = False) -> Content:
    """As :func:`message_stream`, as fast as it goes."""
    return _pair("goodput_stream", size_bytes, {"as_fast_as_possible": True}, loaned)


def loaded_container(
    subscriptions: int,
    *,
    size_bytes: int = CONTAINER_BYTES,
    rate_hz: float = MESSAGE_RATE_HZ,
    work_us: int = CONTAINER_WORK_US,
) -> Content:
    """One node publishes; so many nodes receive it and work on it.

    :param work_us: CPU time of each callback in microseconds; 0 for none.
    """
    kind, size = _type_of(size_bytes, loaned=False)
    topic = {"topic_name": TOPIC, "msg_type": kind}
    return {
        "name": "loaded_container",
        "nodes": [
            {"node_name": PUBLISHER_NODE, "publishers": [{**topic, **size, "freq_hz": rate_hz}]},
            {
                "node_name": SUBSCRIBER_NODE,
                "number": subscriptions,
                "subscribers": [{**topic, "work_us": work_us}],
            },
        ],
    }


def image_stream(
    payload: str,
    period_ms: float,
    *,
    jpeg_quality: int = 30,
    count: int = 0,
    sender_rmw: str = "",
    receiver_rmw: str = "",
) -> Content:
    """One node publishes images of a camera, another receives them.

    Compression is inside the latency, since messages are stamped before it, and decompression too.

    :param payload: ``raw`` or ``jpeg``.
    :param jpeg_quality: of ``jpeg``, 1 to 100.
    :param count: images after which it ends; 0 to go on.
    :param sender_rmw: middleware of the node that publishes; empty for the arm's.
    :param receiver_rmw: that of the other.
    """
    image: Content = {"payload": payload, "width": IMAGE_WIDTH, "height": IMAGE_HEIGHT}
    if payload == "jpeg":
        image["jpeg_quality"] = jpeg_quality
    topic = {"topic_name": TOPIC, "msg_type": "image"}
    publisher = {**topic, **image, "period_ms": period_ms}
    if count:
        publisher["count"] = count
    return {
        "name": "image_stream",
        "nodes": [
            {"node_name": PUBLISHER_NODE, "publishers": [publisher], **_rmw(sender_rmw)},
            {"node_name": SUBSCRIBER_NODE, "subscribers": [topic], **_rmw(receiver_rmw)},
        ],
    }


def reference_system(primes: int) -> Content:
    """The package's topology of that name with another amount of work.

    :param primes: each callback that works looks for all primes up to this number.
    :raises ValueError: for less than 2, up to which there is no work.
    """
    if primes < 2:
        raise ValueError(f"primes is {primes}, must be 2 or more")
    changed: Content = _with_primes(_packaged(REFERENCE_SYSTEM), primes)
    return changed


def known_cost(cpu_percent: float) -> Content:
    """The consumer robot beside a node whose timer takes so much CPU, measured by its own clock.

    :param cpu_percent: of one core, in steps of 0.01, since a timer works for whole microseconds;
        at 0 the timer is called and does nothing.
    :raises ValueError: for a share that the timer cannot take.
    """
    least = KNOWN_COST_STEP_PERCENT
    if cpu_percent != 0.0 and not least <= cpu_percent <= MAX_KNOWN_COST_PERCENT:
        raise ValueError(
            f"cpu_percent is {cpu_percent:g}, must be 0, or from {least:g} to"
            f" {MAX_KNOWN_COST_PERCENT:g}"
        )
    robot = _packaged(CONSUMER_ROBOT)
    node = {
        "node_name": KNOWN_COST_NODE,
        "own_cpu_percent": cpu_percent,
        "timers": [{"timer_name": "work", "period_ms": KNOWN_COST_PERIOD_MS}],
    }
    return {"name": KNOWN_COST_NODE, "nodes": [*robot["nodes"], node]}


def _packaged(name: str) -> Content:
    content: Content = read_json(find_topology_file(name)).content
    return content


def _with_primes(content: Any, primes: int) -> Any:
    if isinstance(content, Mapping):
        return {
            key: primes if key == "work_primes" else _with_primes(value, primes)
            for key, value in content.items()
        }
    if isinstance(content, list):
        return [_with_primes(each, primes) for each in content]
    return content


def _rmw(name: str) -> Content:
    return {"rmw": name} if name else {}


def _pair(name: str, size_bytes: int, pace: Content, loaned: bool) -> Content:
    kind, size = _type_of(size_bytes, loaned)
    topic = {"topic_name": TOPIC, "msg_type": kind}
    if loaned:
        topic["msg_pass_by"] = "loaned_msg"
    return {
        "name": name,
        "nodes": [
            {"node_name": PUBLISHER_NODE, "publishers": [{**topic, **size, **pace}]},
            {"node_name": SUBSCRIBER_NODE, "subscribers": [topic]},
        ],
    }


def _type_of(size_bytes: int, loaned: bool) -> tuple[str, Content]:
    """Return the type for a size, and what a publisher has to say of it."""
    for kind in MESSAGE_TYPES.values():
        if kind.data_bytes == size_bytes:
            return kind.name, {}
    if loaned:
        raise ValueError(f"no type of fixed size holds {size_bytes} bytes exactly, to be loaned")
    return VECTOR.name, {"msg_size": size_bytes}
