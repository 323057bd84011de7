# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import fcntl
import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nav2_composition_bench.ros_domain.shared_memory import (
    census,
    is_locked,
    mapping_pids,
    remove_leftovers,
    remove_stale_low_ports,
)

PORTS = range(7650, 7900)
SEGMENT = ("fastrtps_0123456789abcdef", "fastrtps_0123456789abcdef_el")
PORT = ("fastrtps_port7661", "fastrtps_port7661_el", "sem.fastrtps_port7661_mutex")
FOREIGN_PORT = ("fastrtps_port9000", "sem.fastrtps_port9000_mutex")
LOW_PORT = ("fastrtps_port7003", "fastrtps_port7003_sl", "sem.fastrtps_port7003_mutex")


@pytest.fixture
def shm(tmp_path: Path) -> Path:
    directory = tmp_path / "shm"
    directory.mkdir()
    return directory


def make(directory: Path, *names: str) -> None:
    for name in names:
        (directory / name).write_bytes(bytes(4096))


@contextmanager
def mapped(path: Path) -> Iterator[None]:
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 4096):
        yield


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def names(directory: Path) -> set[str]:
    return set(os.listdir(directory))


def test_only_files_of_fast_dds_are_counted(shm: Path) -> None:
    make(shm, *SEGMENT, *PORT, "lttng-ust-wait-6", "sem.other", "fastrtps_xyz", "psm_12ab")
    found = census(shm)
    assert set(found) == {*SEGMENT, *PORT}
    assert {found[name].stem for name in PORT} == {"fastrtps_port7661"}
    assert {found[name].port for name in PORT} == {7661}
    assert {found[name].port for name in SEGMENT} == {None}


def test_files_of_fast_dds_3_count_too(shm: Path) -> None:
    files = [name.replace("fastrtps", "fastdds") for name in (*SEGMENT, *PORT)]
    make(shm, *files, "fastdds_xyz")
    assert remove_leftovers({}, PORTS, directory=shm) == tuple(sorted(files))
    assert names(shm) == {"fastdds_xyz"}


def test_a_missing_directory_holds_nothing(tmp_path: Path) -> None:
    assert census(tmp_path / "nowhere") == {}


def test_what_appeared_since_the_start_is_removed_and_named(shm: Path) -> None:
    make(shm, *FOREIGN_PORT)
    before = census(shm)
    make(shm, *SEGMENT, *LOW_PORT)
    assert remove_leftovers(before, PORTS, directory=shm) == tuple(sorted(SEGMENT + LOW_PORT))
    assert names(shm) == set(FOREIGN_PORT)


def test_ports_of_the_runs_domain_are_removed_even_if_they_are_older(shm: Path) -> None:
    make(shm, *SEGMENT, *PORT)
    assert remove_leftovers(census(shm), PORTS, directory=shm) == tuple(sorted(PORT))
    assert names(shm) == set(SEGMENT)


def test_a_file_that_replaced_an_older_one_of_the_same_name_is_removed(shm: Path) -> None:
    make(shm, "fastrtps_aa")
    before = census(shm)
    (shm / "keeps_the_inode").hardlink_to(shm / "fastrtps_aa")
    (shm / "fastrtps_aa").unlink()
    make(shm, "fastrtps_aa")
    assert remove_leftovers(before, PORTS, directory=shm) == ("fastrtps_aa",)


@pytest.mark.parametrize("files", [SEGMENT, PORT])
def test_what_a_live_process_maps_is_left_with_its_siblings(
    shm: Path, files: tuple[str, ...]
) -> None:
    make(shm, *files)
    with mapped(shm / files[0]):
        assert remove_leftovers({}, PORTS, directory=shm) == ()
    assert names(shm) == set(files)
    assert remove_leftovers({}, PORTS, directory=shm) == tuple(sorted(files))


@pytest.mark.parametrize("files", [SEGMENT, PORT])
def test_what_a_live_participant_locks_is_left_with_its_siblings(
    shm: Path, files: tuple[str, ...]
) -> None:
    make(shm, *files)
    lock = shm / files[1]
    with locked(lock):
        assert is_locked(lock)
        assert remove_leftovers({}, PORTS, directory=shm) == ()
    assert not is_locked(lock)
    assert names(shm) == set(files)


def test_the_same_inode_of_another_mount_namespaces_file_system_is_another_file(
    shm: Path, tmp_path: Path
) -> None:
    make(shm, *SEGMENT)
    status = (shm / SEGMENT[0]).stat()
    major, minor = os.major(status.st_dev), os.minor(status.st_dev)
    for pid, device in (("7", f"{major:02x}:{minor:02x}"), ("8", f"{major:02x}:{minor + 1:02x}")):
        process = tmp_path / "proc" / pid
        process.mkdir(parents=True)
        line = f"7f00-7f01 rw-s 00000000 {device} {status.st_ino} {shm / SEGMENT[0]}\n"
        (process / "maps").write_text(line)
    assert mapping_pids(shm, tmp_path / "proc") == {status.st_ino: frozenset({7})}


def test_a_dead_participants_segment_goes_though_the_run_still_maps_it(shm: Path) -> None:
    make(shm, *SEGMENT)
    with mapped(shm / SEGMENT[0]):
        assert remove_leftovers({}, PORTS, [os.getpid()], shm) == SEGMENT


def test_a_port_stays_while_the_run_maps_it(shm: Path) -> None:
    make(shm, *PORT)
    with mapped(shm / PORT[0]):
        assert remove_leftovers({}, PORTS, [os.getpid()], shm) == ()


def test_a_live_participants_segment_stays_though_only_the_run_maps_it(shm: Path) -> None:
    make(shm, *SEGMENT)
    with mapped(shm / SEGMENT[0]), locked(shm / SEGMENT[1]):
        assert remove_leftovers({}, PORTS, [os.getpid()], shm) == ()


def test_stale_low_ports_are_removed_unless_somebody_maps_them(shm: Path) -> None:
    make(shm, *LOW_PORT, "fastrtps_port7004", *PORT, *SEGMENT)
    with mapped(shm / "fastrtps_port7004"):
        assert remove_stale_low_ports(shm) == tuple(sorted(LOW_PORT))
    assert names(shm) == {"fastrtps_port7004", *PORT, *SEGMENT}
