# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from captured_systems import prefix

from nav2_composition_bench.capturing import home_search
from nav2_composition_bench.capturing.announcements import Announcements
from nav2_composition_bench.capturing.home_search import (
    LEASE_S,
    FoundHomes,
    are_all_seen,
    candidates_on,
    find_homes,
)
from nav2_composition_bench.capturing.homes import UNKNOWN, Candidates, Home
from nav2_composition_bench.ros_domain.domain_id import domain_ports

DOMAIN = 99
KERNEL_THREAD = 0x00200000
OWN = prefix(99)


@pytest.fixture
def proc(tmp_path: Path) -> Callable[..., Path]:
    """Add a process to a directory that is as /proc is."""

    def add(pid: int, state: str = "S", flags: int = 0) -> Path:
        files = tmp_path / str(pid) / "fd"
        files.mkdir(parents=True)
        rest = " ".join([state, "1", "1", "1", "0", "-1", str(flags), *["0"] * 12, "500", "0"])
        (files.parent / "stat").write_text(f"{pid} (a name) {rest}")
        return files

    return add


def listen_on(
    monkeypatch: pytest.MonkeyPatch, candidates: Candidates, within_s: float = 0.05
) -> list[str]:
    """Let there be these processes, and little time; return what will be said."""
    monkeypatch.setattr(home_search, "candidates_on", lambda _ports: candidates)
    monkeypatch.setattr(home_search, "_FAST_DDS_WITHIN_S", within_s)
    return []


def test_kernel_threads_the_dead_and_this_process_are_no_candidates(
    proc: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proc(10)
    hidden = [proc(11), proc(12, flags=KERNEL_THREAD), proc(13, state="Z"), proc(os.getpid())]
    real = os.listdir

    def guarded(path: Path) -> list[str]:
        if path in hidden:
            raise PermissionError
        return real(path)

    monkeypatch.setattr(os, "listdir", guarded)
    held = {7410: frozenset({10, os.getpid()}), 7411: frozenset[int]()}
    found = candidates_on(domain_ports(0), tmp_path, tmp_path, lambda ports: held)
    assert found == Candidates(frozenset({10}), {11: 11}, frozenset({10, 11}))


def test_ports_in_shared_memory_are_as_good_as_sockets(
    proc: Callable[..., Path], tmp_path: Path
) -> None:
    memory = tmp_path / "shm"
    memory.mkdir()
    device = memory.stat().st_dev
    for pid, port in ((10, 7410), (11, 7410), (12, 7660)):
        file = memory / f"fastrtps_port{port}"
        file.touch()
        where = f"{os.major(device):02x}:{os.minor(device):02x} {file.stat().st_ino} {file}"
        (proc(pid).parent / "maps").write_text(f"7f00-7f01 rw-s 00000000 {where}\n")
    found = candidates_on(domain_ports(0), tmp_path, memory, lambda ports: {})
    assert found.on_domain == {10, 11}
    assert candidates_on(domain_ports(1), tmp_path, memory, lambda ports: {}).on_domain == {12}


def test_a_participant_that_counts_its_pid_in_a_container_is_found_by_its_announcement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = listen_on(monkeypatch, Candidates([300], living=[300]), within_s=10.0)
    port = domain_ports(DOMAIN).start + 10 + 2 * 32
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
        own.bind(("127.0.0.1", 0))

        class Announced(Announcements):
            def __enter__(self) -> Announced:
                own.sendto(b"RTPS\x02\x03\x01\x0f" + prefix(87), ("127.0.0.1", port))
                return self

        monkeypatch.setattr(home_search, "Announcements", Announced)
        found = find_homes([prefix(87), prefix(300)], DOMAIN, OWN, said.append)
    assert found.homes == {prefix(87): Home(os.getpid()), prefix(300): Home(300)}
    assert (found.silent, said) == (
        frozenset(), ["waiting for 1 participants to announce themselves"]
    )  # fmt: skip


def test_who_has_no_process_and_announces_nothing_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = listen_on(monkeypatch, Candidates(living=[87]))
    found = find_homes([prefix(86), prefix(87)], DOMAIN, OWN, said.append)
    assert found.homes == dict.fromkeys([prefix(86), prefix(87)], UNKNOWN)
    assert found.silent == {prefix(86)}  # the other has the pid of a process, whoever's


def test_who_may_have_begun_with_another_address_and_announces_nothing_is_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = listen_on(monkeypatch, Candidates([300], living=[300]))
    other = prefix(300, b"\x00\x02")
    found = find_homes([other], DOMAIN, OWN, said.append)
    assert found.homes == {other: Home(None, is_elsewhere=True)}
    assert (found.silent, len(said)) == (frozenset(), 1)


def test_nobody_is_waited_for_where_all_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said = listen_on(monkeypatch, Candidates([86]), within_s=600.0)
    assert find_homes([prefix(86)], DOMAIN, OWN, said.append) == FoundHomes({prefix(86): Home(86)})
    assert said == []


def test_who_is_in_the_graph_after_its_lease_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    dead, alive = prefix(86), prefix(87)
    now_s = time.monotonic()
    clock = SimpleNamespace(monotonic=lambda: now_s)
    monkeypatch.setattr(home_search, "time", clock)
    found = FoundHomes({}, frozenset({dead, alive}), now_s - LEASE_S + 1)
    assert found.ended(lambda: [alive]) == {dead, alive}
    now_s += 2
    assert found.ended(lambda: [alive]) == {dead}


@pytest.mark.parametrize(
    ("participants", "are_seen"),
    [
        ([prefix(300), prefix(70_001)], True),
        ([prefix(300)], False),
        ([], False),
        ([b"\x01\x10" + bytes(10)], True),
    ],
)
def test_a_process_on_the_domain_without_a_participant_has_not_been_seen_yet(
    monkeypatch: pytest.MonkeyPatch, participants: list[bytes], are_seen: bool
) -> None:
    monkeypatch.setattr(home_search, "pids_on", lambda _ports: frozenset([300, 70_001]))
    assert are_all_seen(participants, DOMAIN) is are_seen
