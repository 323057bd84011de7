# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Messages as they came, with their publisher: what rcl tells, and rclpy does not.

A wait set of many subscriptions costs rclpy milliseconds at each message, so that nothing waits
here: whoever listens takes what has come, a few times a second.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy

from nav2_composition_bench.capturing.seen import GID_BYTES

_OK = 0
_STORED_GID_BYTES = 24
"""Up to Humble; 16 from Iron on, where the field behind is not read."""


class _Gid(ctypes.Structure):
    _fields_ = (("identifier", ctypes.c_char_p), ("data", ctypes.c_uint8 * _STORED_GID_BYTES))


class _MessageInfo(ctypes.Structure):
    """``rmw_message_info_t``."""

    _fields_ = (
        ("source_timestamp", ctypes.c_int64),
        ("received_timestamp", ctypes.c_int64),
        ("publication_sequence_number", ctypes.c_uint64),
        ("reception_sequence_number", ctypes.c_uint64),
        ("publisher_gid", _Gid),
        ("from_intra_process", ctypes.c_bool),
    )


class _Allocator(ctypes.Structure):
    """``rcutils_allocator_t``."""

    _fields_ = tuple(
        (name, ctypes.c_void_p)
        for name in ("allocate", "deallocate", "reallocate", "zero_allocate", "state")
    )


class _Bytes(ctypes.Structure):
    """``rcutils_uint8_array_t``."""

    _fields_ = (
        ("buffer", ctypes.c_void_p),
        ("length", ctypes.c_size_t),
        ("capacity", ctypes.c_size_t),
        ("allocator", _Allocator),
    )


@dataclass(frozen=True)
class RawMessage:
    """What counts of a message.

    :param sent_ns: by the clock of its publisher's machine.
    :param number: of its publisher's messages; 0 where the middleware does not number them.
    """

    publisher: bytes
    size_bytes: int
    sent_ns: int
    number: int


class RawReader:
    """Takes messages of any subscription into one buffer; a context manager that frees it."""

    def __init__(self) -> None:
        rcutils = ctypes.CDLL("librcutils.so")
        self._take = ctypes.CDLL("librcl.so").rcl_take_serialized_message
        self._take.argtypes = [ctypes.c_void_p] * 4
        self._free = rcutils.rcutils_uint8_array_fini
        rcutils.rcutils_get_default_allocator.restype = _Allocator
        allocator = rcutils.rcutils_get_default_allocator()
        self._buffer, self._info = _Bytes(), _MessageInfo()
        status = rcutils.rcutils_uint8_array_init(
            ctypes.byref(self._buffer), ctypes.c_size_t(0), ctypes.byref(allocator)
        )
        assert status == _OK, f"rcutils_uint8_array_init says {status}"

    def __enter__(self) -> RawReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._free(ctypes.byref(self._buffer))

    def waiting(self, subscription: Any) -> Iterator[RawMessage]:
        """Take the messages that have come."""
        handle = subscription.handle
        into = ctypes.byref(self._buffer), ctypes.byref(self._info)
        with handle:
            while self._take(handle.pointer, *into, None) == _OK:
                number = self._info.publication_sequence_number
                yield RawMessage(
                    bytes(self._info.publisher_gid.data[:GID_BYTES]),
                    self._buffer.length,
                    self._info.source_timestamp,
                    0 if number == 2**64 - 1 else number,
                )


def listening_qos(depth: int) -> QoSProfile:
    """Return what asks nothing of a publisher: it neither waits for us nor keeps anything."""
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=depth,
        reliability=ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.VOLATILE,
    )


def latched_qos() -> QoSProfile:
    """Return what asks for the last message that was kept for latecomers."""
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=1,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    )
