# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Types of messages and their sizes; the engine has an interface of each name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

HEADER_BYTES = 32
"""Two int64 stamps, tracking number, publisher, frequency and size; before the data."""

BYTES_PER_PIXEL = 3
MAX_BYTES = 64 * 1024**2
"""Data of one message."""

_FIXED_SIZES = (
    *("10b", "50b", "100b", "250b"),
    *("1kb", "5kb", "10kb", "25kb", "50kb", "100kb", "250kb", "500kb", "600kb", "900kb"),
    *("1mb", "4mb", "5mb", "8mb"),
)
_UNITS = {"b": 1, "kb": 1024, "mb": 1024**2}
_ARRAYS = {
    **{f"stamped{length}_float32": 4 * length for length in (3, 4, 9, 12)},
    "stamped4_int32": 16,
    "stamped_int64": 8,
}


@dataclass(frozen=True)
class MessageType:
    """A type of messages.

    :param name: as files and the engine call it.
    :param data_bytes: size of the data behind the header; None where the sender chooses it.
    """

    name: str
    data_bytes: int | None

    def __str__(self) -> str:
        return self.name

    @property
    def is_bounded(self) -> bool:
        """Whether all messages have one size, so that they can be loaned."""
        return self.data_bytes is not None


def _of_bytes(suffix: str) -> MessageType:
    number, unit = re.findall(r"\d+|[a-z]+", suffix)
    return MessageType(f"stamped{suffix}", int(number) * _UNITS[unit])


VECTOR = MessageType("stamped_vector", None)
"""A sequence of bytes whose length the publisher's ``msg_size`` says."""
IMAGE = MessageType("image", None)
"""Three bytes a pixel, or a JPEG of these."""

MESSAGE_TYPES: Mapping[str, MessageType] = MappingProxyType(
    {
        each.name: each
        for each in (
            *map(_of_bytes, _FIXED_SIZES),
            *(MessageType(name, size) for name, size in _ARRAYS.items()),
            VECTOR,
            IMAGE,
        )
    }
)
"""Every type by name, those of bytes first; 1 kb = 1024 bytes, 1 mb = 1024 kb."""

SERVICE_TYPES = (
    "stamped10b",
    "stamped1kb",
    "stamped10kb",
    "stamped100kb",
    "stamped1mb",
    "stamped4mb",
    "stamped3_float32",
    "stamped4_int32",
    "stamped_int64",
    "stamped_vector",
)
"""Types of requests and answers."""

ACTION_TYPES = tuple(f"stamped{size}" for size in _FIXED_SIZES)
"""Types of goals, results and feedback, which then hold so many bytes."""

OLDER_NAMES: Mapping[str, str] = MappingProxyType(
    {
        name.removeprefix("stamped").replace("_", ""): name
        for name in MESSAGE_TYPES
        if name.startswith("stamped")
    }
)
"""What older files of iRobot's call the types: ``10b``, ``3float32``, ``vector``."""
