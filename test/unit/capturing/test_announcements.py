# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import socket
from types import SimpleNamespace

import psutil
import pytest

from nav2_composition_bench.capturing.announcements import (
    Announcements,
    local_addresses,
    owners_of,
    sender,
)
from nav2_composition_bench.capturing.homes import Home
from nav2_composition_bench.ros_domain.domain_id import domain_ports

CYCLONE = bytes.fromhex("01100c51") + bytes(range(8))
ANNOUNCEMENT = b"RTPS\x02\x01\x01\x10" + CYCLONE + b"and what it offers"
DOMAIN = 100


def test_the_participant_stands_in_the_head_of_a_datagram() -> None:
    assert sender(ANNOUNCEMENT) == CYCLONE
    assert sender(b"GIOP" + ANNOUNCEMENT) is None
    assert sender(b"RTPS") is None


def test_who_announces_itself_to_a_port_of_the_domain_is_the_process_of_its_socket() -> None:
    port = domain_ports(DOMAIN).start + 10 + 2 * 32
    with (
        Announcements(DOMAIN, ()) as announcements,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own,
    ):
        own.bind(("127.0.0.1", 0))
        own.sendto(b"noise", ("127.0.0.1", port))
        own.sendto(ANNOUNCEMENT, ("127.0.0.1", port))
        announcements.listen([CYCLONE], 10.0)
        assert announcements.homes == {CYCLONE: Home(os.getpid())}
        assert announcements.heard == {CYCLONE}


def test_listening_ends_when_time_is_up_and_gives_the_ports_back() -> None:
    for _ in range(2):  # the second time they would be taken
        with Announcements(DOMAIN, ()) as announcements:
            assert len(announcements._sockets) >= 8
            announcements.listen([CYCLONE], 0.05)
            assert (announcements.homes, announcements.heard) == ({}, set())


def test_every_interfaces_address_is_the_machines_own(monkeypatch: pytest.MonkeyPatch) -> None:
    family = {"10.0.0.1": socket.AF_INET, "192.168.7.1": socket.AF_INET, "fe80::1": socket.AF_INET6}
    cards = {name: [SimpleNamespace(family=family[name], address=name)] for name in family}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: cards)
    assert local_addresses() == {"10.0.0.1", "192.168.7.1"}


def test_a_port_of_nobody_and_one_of_two_processes_tell_nothing() -> None:
    ports = {CYCLONE: 7450, b"other": 7452, b"third": 7454}
    held = {7450: frozenset({1, 2}), 7454: frozenset({5})}
    assert owners_of(ports, lambda _ports: held) == {b"third": Home(5)}
