# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ROS domain of a study: its ports, and a lease so that no other bench takes it."""

from __future__ import annotations

import socket

from nav2_composition_bench.errors import UserError

MAX_DOMAIN_ID = 101
"""Above it all UDP ports are in Linux's ephemeral range (7400 + 250 × 102 > 32768)."""
_EPHEMERAL_PORT = 32768
"""From here on the kernel gives ports to any socket, also of programs without ROS."""
_PORT_BASE = 7400
_PORTS_PER_DOMAIN = 250


def domain_ports(domain_id: int) -> range:
    """The ports of a domain in DDS's well-known numbering (RTPS 2.5, 9.6.2.3).

    Of the last domain those that the kernel gives to others are left out.
    """
    first = _PORT_BASE + _PORTS_PER_DOMAIN * domain_id
    return range(first, min(first + _PORTS_PER_DOMAIN, _EPHEMERAL_PORT))


def parse_domain_id(text: str) -> int:
    """Read a domain id as in ROS_DOMAIN_ID.

    :raises UserError: if it is not a whole number from 0 to 101.
    """
    if not text.isdecimal() or int(text) > MAX_DOMAIN_ID:
        raise UserError(
            f"ROS_DOMAIN_ID is {text!r}; it must be a whole number from 0 to {MAX_DOMAIN_ID}"
        )
    return int(text)


class DomainLease:
    """A domain that no other bench on this machine takes while this object lives.

    The lease is an abstract Unix socket: the kernel frees it when the runner dies by any means.
    """

    def __init__(self, domain_id: int, lock: socket.socket) -> None:
        self.domain_id = domain_id
        self._lock = lock

    def release(self) -> None:
        """Let others have the domain; may be called twice."""
        self._lock.close()


def lease_domain(wanted: int | None, used_ports: frozenset[int]) -> DomainLease:
    """Take the wanted domain, or the first one whose ports nobody uses.

    :param used_ports: UDP ports in use on this machine.
    :raises UserError: if another bench holds the wanted domain, or none is free.
    """
    if wanted is not None:
        lock = _lock(wanted)
        if lock is None:
            raise UserError(
                f"another nav2-bench is running on ROS domain {wanted}; wait for it, "
                "or set ROS_DOMAIN_ID to another number"
            )
        return DomainLease(wanted, lock)
    for domain_id in range(1, MAX_DOMAIN_ID + 1):
        if used_ports.isdisjoint(domain_ports(domain_id)):
            lock = _lock(domain_id)
            if lock is not None:
                return DomainLease(domain_id, lock)
    raise UserError("no ROS domain from 1 to 101 is free; end other ROS 2 programs")


def _lock(domain_id: int) -> socket.socket | None:
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        lock.bind(f"\0nav2_composition_bench/domain/{domain_id}")
    except OSError:
        lock.close()
        return None
    return lock
