# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path

import pytest
from no_permission import without_permission

from nav2_composition_bench.processes.proc_table import (
    command_line,
    innermost_pid,
    parse_stat,
    read_entry,
    read_environment,
    search,
)

MARKER = {"RUN": "one"}
KERNEL_THREAD = 0x00200000


class FakeProc:
    """A /proc with the files that are read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(
        self,
        pid: int,
        *,
        parent: int = 1,
        process_group: int = 1,
        start: int = 100,
        state: str = "S",
        flags: int = 0,
        environment: bytes | None = b"PATH=/bin\0",
        name: str = "node",
    ) -> None:
        directory = self.path / str(pid)
        directory.mkdir()
        fields = [state, parent, process_group, 1, 0, -1, flags, *[0] * 12, start, 0, 0]
        (directory / "stat").write_text(f"{pid} ({name}) {' '.join(map(str, fields))}\n")
        if environment is not None:
            (directory / "environ").write_bytes(environment)


@pytest.fixture
def proc(tmp_path: Path) -> FakeProc:
    return FakeProc(tmp_path)


def test_a_name_with_blanks_and_brackets_is_read_whole() -> None:
    fields = ["R", 3, 4, 5, 0, -1, 0, *[0] * 12, 777, 0]
    entry = parse_stat(9, f"9 (a) b (c) {' '.join(map(str, fields))}")
    assert (entry.name, entry.state, entry.parent_pid, entry.process_group) == (
        "a) b (c",
        "R",
        3,
        4,
    )
    assert entry.start_time_ticks == 777


def test_this_process_is_listed_with_its_parent() -> None:
    entry = read_entry(os.getpid())
    assert entry is not None
    assert entry.parent_pid == os.getppid()
    assert not entry.is_dead


def test_a_process_that_is_gone_has_no_entry_and_no_environment(proc: FakeProc) -> None:
    assert read_entry(5, proc.path) is None
    assert read_environment(5, proc.path) is None
    assert command_line(5, proc.path) == ""


def test_a_process_that_may_not_be_looked_at_has_no_entry(proc: FakeProc) -> None:
    proc.add(10)
    with without_permission(proc.path / "10"):
        assert read_entry(10, proc.path) is None


def test_a_process_with_the_whole_marker_is_found(proc: FakeProc) -> None:
    proc.add(10, environment=b"A=1\0RUN=one\0GROUP=x\0")
    proc.add(11, environment=b"RUN=one1\0")
    proc.add(12, environment=b"RUN=one\0GROUP=y\0")
    found = search({**MARKER, "GROUP": "x"}, proc=proc.path).found
    assert set(found) == {10}


def test_descendants_of_a_marked_process_are_found_whatever_their_environment(
    proc: FakeProc,
) -> None:
    proc.add(10, environment=b"RUN=one\0")
    proc.add(7, parent=10)
    proc.add(6, parent=7, environment=None)
    proc.add(8)
    assert set(search(MARKER, proc=proc.path).found) == {10, 7, 6}


def test_members_of_a_dead_roots_process_group_are_found(proc: FakeProc) -> None:
    proc.add(20, process_group=15)
    assert set(search(MARKER, [(15, 90)], proc=proc.path).found) == {20}


def test_a_process_group_whose_number_was_given_to_somebody_else_is_left_alone(
    proc: FakeProc,
) -> None:
    proc.add(15, process_group=15, start=200)
    proc.add(20, process_group=15, start=210)
    assert search(MARKER, [(15, 90)], proc=proc.path).found == {}


def test_a_known_process_is_found_again_but_not_its_successor(proc: FakeProc) -> None:
    proc.add(20, start=300)
    assert set(search(MARKER, known=[(20, 300)], proc=proc.path).found) == {20}
    assert search(MARKER, known=[(20, 299)], proc=proc.path).found == {}


def test_a_process_between_fork_and_exec_is_undecided(proc: FakeProc) -> None:
    proc.add(20, environment=b"")
    proc.add(21, environment=b"", flags=KERNEL_THREAD)
    proc.add(22, environment=b"", state="Z")
    assert search(MARKER, proc=proc.path).undecided == {20}


def test_what_is_older_than_the_roots_is_not_undecided(proc: FakeProc) -> None:
    proc.add(20, environment=b"", start=50)
    assert search(MARKER, [(15, 90)], proc=proc.path).undecided == frozenset()


def test_this_process_never_belongs(proc: FakeProc) -> None:
    proc.add(os.getpid(), environment=b"RUN=one\0")
    assert search(MARKER, proc=proc.path).found == {}


def test_a_process_in_a_container_has_another_pid_for_itself(tmp_path: Path) -> None:
    for pid, told in ((5, "NSpid:\t5\t63\n"), (6, "NSpid:\t6\n"), (7, "")):
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "status").write_text(f"Name:\ta b\n{told}Threads:\t1\n")
    assert [innermost_pid(pid, tmp_path) for pid in (5, 6, 7, 8)] == [63, 6, 7, 8]
