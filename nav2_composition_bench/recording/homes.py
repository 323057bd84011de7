# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which process each participant lives in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from nav2_composition_bench.ros_domain.foreign_nodes import gid_pid

_HOST = slice(2, 4)
"""Of a Fast DDS GID: what its host is told by."""
_PID_BITS = 0xFFFF
VENDORS = {b"\x01\x0f": "rmw_fastrtps_cpp", b"\x01\x10": "rmw_cyclonedds_cpp"}
"""First two bytes of a GID → the middleware that most likely made it."""


@dataclass(frozen=True)
class Home:
    """Where a participant lives.

    :param pid: None where that is not known.
    :param is_elsewhere: it is on another machine, or in a container with a network of its own.
    """

    pid: int | None
    is_elsewhere: bool = False


UNKNOWN = Home(None)


def home_told_by_gid(
    participant: bytes, own: bytes | None, on_domain: Collection[int], living: Collection[int]
) -> Home:
    """Return where a participant lives, as far as its GIDs tell.

    :param participant: beginning of its GIDs.
    :param own: that of this process; None where it is not known.
    :param on_domain: pids that hold sockets of the domain, of those whose files can be read.
    :param living: all pids.
    """
    low = gid_pid(participant)
    if low is None:
        return UNKNOWN
    if own is not None and gid_pid(own) is not None and own[_HOST] != participant[_HOST]:
        return Home(None, is_elsewhere=True)
    for candidates in (on_domain, living):
        found = [pid for pid in candidates if pid & _PID_BITS == low]
        if len(found) == 1:
            return Home(found[0])
    return UNKNOWN
