# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Participants' own announcements, of any middleware, and the processes that send them.

GIDs of Cyclone DDS hide the process, and those of Fast DDS tell the pid that it has in a container.
But every participant announces itself again and again to the well-known ports of its domain (RTPS
2.5, 9.6.2.3), by multicast or to each port that another one on this machine may have; and the port
that a datagram comes from belongs to a process.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import struct
import time
from collections.abc import Callable, Collection, Iterator, Mapping

import psutil

from nav2_composition_bench.capturing.homes import Home
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.foreign_nodes import socket_owners

_GROUP = "239.255.0.1"
_FIRST_UNICAST, _UNICAST_STEP = 10, 2
_INDICES = (119, 99, 98, 32, 31, 30, 9, 8, 7)
"""Numbers of participants whose ports are listened at where nobody has them: the last ones that
middlewares announce themselves to."""
_MAGIC = b"RTPS"
_PREFIX = slice(8, 20)
"""Of an RTPS message: the participant that sent it."""
_LOOPBACK = "127.0.0.1"


def sender(datagram: bytes) -> bytes | None:
    """Return what the GIDs of a datagram's sender begin with; None for what is not RTPS."""
    if datagram[:4] != _MAGIC or len(datagram) < _PREFIX.stop:
        return None
    return datagram[_PREFIX]


class Announcements:
    """Hears who is on a domain; a context manager that gives its ports back.

    :ivar homes: of the participants heard so far, where they are known.
    :ivar heard: all participants heard so far.
    """

    def __init__(self, domain_id: int, local_addresses: Collection[str]) -> None:
        self.homes: dict[bytes, Home] = {}
        self.heard: set[bytes] = set()
        self._ports = domain_ports(domain_id)
        self._local = {*local_addresses, _LOOPBACK}
        self._sockets = list(_sockets(self._ports))

    def __enter__(self) -> Announcements:
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._sockets:
            each.close()

    def listen(self, wanted: Collection[bytes], max_s: float) -> None:
        """Listen until everybody that is wanted has been heard, or time is up."""
        ports: dict[bytes, int] = {}
        end_s = time.monotonic() + max_s
        with selectors.DefaultSelector() as selector:
            for each in self._sockets:
                selector.register(each, selectors.EVENT_READ)
            while not set(wanted) <= self.heard:
                left_s = end_s - time.monotonic()
                if left_s <= 0:
                    break
                for key, _ in selector.select(left_s):
                    self._take(key.fileobj, ports)
        self.homes |= owners_of(ports)

    def _take(self, source: object, ports: dict[bytes, int]) -> None:
        assert isinstance(source, socket.socket)
        datagram, (address, port) = source.recvfrom(65536)
        participant = sender(datagram)
        if participant is None:
            return
        self.heard.add(participant)
        if address in self._local:
            ports[participant] = port
        else:
            self.homes[participant] = Home(None, is_elsewhere=True)


def owners_of(
    ports: Mapping[bytes, int],
    owners: Callable[[range], Mapping[int, frozenset[int]]] = socket_owners,
) -> dict[bytes, Home]:
    """Return the processes that ports belong to; without those whose port nobody has."""
    if not ports:
        return {}
    held = owners(range(min(ports.values()), max(ports.values()) + 1))
    return {
        participant: Home(next(iter(held[port])))
        for participant, port in ports.items()
        if len(held.get(port, ())) == 1
    }


def local_addresses() -> frozenset[str]:
    """Return the IPv4 addresses of this machine."""
    return frozenset(
        each.address
        for its in psutil.net_if_addrs().values()
        for each in its
        if each.family == socket.AF_INET
    )


def _sockets(ports: range) -> Iterator[socket.socket]:
    with contextlib.suppress(OSError):
        yield _multicast(ports.start)
    for index in _INDICES:
        port = ports.start + _FIRST_UNICAST + _UNICAST_STEP * index
        if port in ports:
            with contextlib.suppress(OSError):  # a participant has it
                yield _bound(port)


def _bound(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        found.bind(("", port))
    except OSError:
        found.close()
        raise
    return found


def _multicast(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        found.bind(("", port))
        for interface in ("0.0.0.0", _LOOPBACK):
            group = struct.pack("4s4s", socket.inet_aton(_GROUP), socket.inet_aton(interface))
            with contextlib.suppress(OSError):
                found.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    except OSError:
        found.close()
        raise
    return found
