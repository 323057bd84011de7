# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The publishers of a node of a topology file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Place
from nav2_composition_bench.topology.entities import (
    AS_FAST_AS_POSSIBLE,
    BY_CALLBACKS,
    Image,
    Publisher,
)
from nav2_composition_bench.topology.message_type import (
    BYTES_PER_PIXEL,
    IMAGE,
    MAX_BYTES,
    MESSAGE_TYPES,
    VECTOR,
    MessageType,
)
from nav2_composition_bench.topology.naming import entity_names
from nav2_composition_bench.topology.pace import read_period_ns
from nav2_composition_bench.topology.qos import read_qos

_IMAGE_KEYS = ("payload", "width", "height", "jpeg_quality")


def read_publishers(
    items: Sequence[Mapping[str, Any]], place: Place, full_name: Callable[[str], str]
) -> tuple[Publisher, ...]:
    """Return the publishers of a node.

    :param place: of the list.
    :param full_name: of a topic that this node names.
    :raises UserError: for what the schema cannot tell to be wrong.
    """
    found: list[Publisher] = []
    names = entity_names(item["topic_name"] for item in items)
    for index, (name, item) in enumerate(zip(names, items)):
        own = _read(name, item, place.below(index), full_name)
        if any(other.topic == own.topic for other in found):
            raise UserError(
                f"{own.place.at('topic_name')} '{item['topic_name']}' is published by this node"
                " already; name it once"
            )
        found.append(own)
    return tuple(found)


def read_pass_by(item: Mapping[str, Any], kind: MessageType, default: str) -> str:
    """Return how messages are handed over.

    Nothing can be lent for messages of no fixed size: those are handed over by default, as rclcpp
    makes them in memory of its own where the middleware lends none.
    """
    said: str = item.get("msg_pass_by", default)
    return default if said == "loaned_msg" and not kind.is_bounded else said


def _read(
    name: str, item: Mapping[str, Any], place: Place, full_name: Callable[[str], str]
) -> Publisher:
    kind = MESSAGE_TYPES[item["msg_type"]]
    image = _image(item, kind, place)
    return Publisher(
        name,
        full_name(item["topic_name"]),
        kind,
        read_size_bytes(item, kind, image, place),
        _period_ns(item, place),
        count=int(item.get("count", 0)),
        skip_every=int(item.get("skip_every", 0)),
        image=image,
        pass_by=read_pass_by(item, kind, "unique_ptr"),
        qos=read_qos(item),
        place=place,
    )


def _period_ns(item: Mapping[str, Any], place: Place) -> int:
    has_rate = "freq_hz" in item or "period_ms" in item
    if not item.get("as_fast_as_possible", False):
        return read_period_ns(item, place) if has_rate else BY_CALLBACKS
    if has_rate:
        raise UserError(
            f"{place.at('as_fast_as_possible')} stands beside a rate; leave one of the two out"
        )
    return AS_FAST_AS_POSSIBLE


def read_size_bytes(
    item: Mapping[str, Any], kind: MessageType, image: Image | None, place: Place
) -> int:
    """Return the data bytes of a message.

    Types of fixed size have theirs, whatever ``msg_size`` says: files of iRobot's have both.

    :raises UserError: if the type leaves them open and they are not there, or an image has others.
    """
    said = item.get("msg_size")
    if kind.data_bytes is not None:
        return kind.data_bytes
    if image is None:
        if said is None:
            raise UserError(f"{place.at()} lacks msg_size, the data bytes of a {VECTOR}; add it")
        return int(said)
    own = image.width * image.height * BYTES_PER_PIXEL
    if said is not None and said != own:
        raise UserError(
            f"{place.at('msg_size')} is {said}, and the {IMAGE} has {own} bytes; leave it out"
        )
    return own


def _image(item: Mapping[str, Any], kind: MessageType, place: Place) -> Image | None:
    if kind is not IMAGE:
        for key in _IMAGE_KEYS:
            if key in item:
                raise UserError(f"{place.at(key)} is of type {IMAGE} alone; leave it out")
        return None
    for key in ("width", "height"):
        if key not in item:
            raise UserError(f"{place.at()} lacks {key}, in pixels; add it")
    pixels = int(item["width"]) * int(item["height"])
    if pixels * BYTES_PER_PIXEL > MAX_BYTES:
        raise UserError(
            f"{place.at('width')} and height make {pixels * BYTES_PER_PIXEL} bytes; at most"
            f" {MAX_BYTES} are possible"
        )
    payload = item.get("payload", "raw")
    quality = item.get("jpeg_quality")
    if payload == "jpeg" and quality is None:
        raise UserError(f"{place.at()} lacks jpeg_quality, 1 to 100; add it")
    if payload != "jpeg" and quality is not None:
        raise UserError(f"{place.at('jpeg_quality')} is of payload jpeg alone; leave it out")
    return Image(
        payload,
        int(item["width"]),
        int(item["height"]),
        None if quality is None else int(quality),
    )
