# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import struct
from pathlib import Path

import pytest

from nav2_composition_bench.trial.middleware_memory import (
    loopback_bytes,
    read_middleware_memory,
)

PID = 0x16F86
"""Its lower 16 bits are those of the names below, the lower byte first."""
OWN, OTHER = "fastrtps_56be8e76ccf19863", "fastrtps_ee30b93e577c5abf"
WRITER = "fast_datasharing_01.0f.7f.01.86.6f.f9.97.00.00.00.00_0.0.3.3"
READER = "fast_datasharing_01.0f.7f.01.87.6f.94.90.00.00.00.00_0.0.3.4"
PAGE = 4096
PRESENT = 1 << 63


def mapping(page: int, name: str, offset: int = 0, pages: int = 2) -> str:
    begin, end = page * PAGE, (page + pages) * PAGE
    return f"{begin:x}-{end:x} rw-s {offset:08x} 00:1b 7          /dev/shm/{name}\n"


def process(proc: Path, maps: str, opened: tuple[str, ...] = (), pages: bytes = b"") -> None:
    directory = proc / str(PID)
    (directory / "fd").mkdir(parents=True)
    (directory / "maps").write_text(maps)
    (directory / "pagemap").write_bytes(pages)
    for number, name in enumerate(opened):
        (directory / "fd" / str(number)).symlink_to(f"/dev/shm/{name}")


@pytest.mark.parametrize("brand", ["fastrtps", "fastdds"])
def test_a_process_has_made_the_segments_whose_lock_it_keeps_open(
    tmp_path: Path, brand: str
) -> None:
    own, other = (name.replace("fastrtps", brand) for name in (OWN, OTHER))
    maps = mapping(16, own) + mapping(32, other) + mapping(48, f"{brand}_port7411")
    process(tmp_path, maps, opened=(f"{own}_el", f"{brand}_port7411_el"))
    found = read_middleware_memory(PID, tmp_path)
    assert found is not None and found.pid == PID
    assert found.own_segments == {own}
    assert found.mapped == {own: 1, other: 1}


def test_only_whole_mappings_count(tmp_path: Path) -> None:
    process(tmp_path, mapping(16, OWN) + mapping(18, OWN, offset=8192) + mapping(32, OWN))
    found = read_middleware_memory(PID, tmp_path)
    assert found is not None and found.mapped == {OWN: 2}


def test_a_history_is_told_from_what_wakes_a_subscription_and_by_its_process(
    tmp_path: Path,
) -> None:
    process(tmp_path, mapping(16, WRITER) + mapping(32, READER))
    found = read_middleware_memory(PID, tmp_path)
    assert found is not None and found.mapped == {WRITER: 1}
    assert found.histories_of(PID) == {WRITER}
    assert found.histories_of(PID + 1) == frozenset()


def test_page_frames_are_those_of_pages_that_are_present(tmp_path: Path) -> None:
    entries = [0] * 16 + [PRESENT | 77, 0]
    process(tmp_path, mapping(16, WRITER), pages=struct.pack("=18Q", *entries))
    found = read_middleware_memory(PID, tmp_path)
    assert found is not None and found.frames == {WRITER: (frozenset({77}),)}


def test_frames_that_the_kernel_hides_are_unknown(tmp_path: Path) -> None:
    process(tmp_path, mapping(16, WRITER), pages=struct.pack("=18Q", *[PRESENT] * 18))
    found = read_middleware_memory(PID, tmp_path)
    assert found is not None and found.frames == {}


def test_a_process_that_is_gone_is_not_seen(tmp_path: Path) -> None:
    assert read_middleware_memory(PID, tmp_path) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("head\n eth0: 5 0\n    lo:489015213 1053900 0\n", 489015213), ("eth0: 5\n", None)],
)
def test_loopback_is_one_of_the_interfaces(tmp_path: Path, text: str, expected: int | None) -> None:
    assert loopback_bytes(tmp_path) is None
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "dev").write_text(text)
    assert loopback_bytes(tmp_path) == expected
