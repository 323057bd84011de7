# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.trial.outsiders import find_outsiders

LIBRARY = "7f0000000000-7f0000004000 r-xp 00000000 08:01 42   /usr/lib/libx.so\n"
OTHER = "7f0000000000-7f0000008000 r-xp 00000000 08:01 43   /usr/lib/liby.so with blanks\n"
HEAP = "55d000000000-55d000002000 rw-p 00000000 00:00 0   [heap]\n"


def process(proc: Path, pid: int, name: str, maps: str) -> None:
    (proc / str(pid)).mkdir()
    (proc / str(pid) / "maps").write_text(maps)
    (proc / str(pid) / "comm").write_text(f"{name}\n")


def test_whoever_maps_a_file_of_the_system_is_an_outsider(tmp_path: Path) -> None:
    process(tmp_path, 1, "amcl", LIBRARY + HEAP)
    process(tmp_path, 2, "rviz", LIBRARY + LIBRARY + OTHER)
    process(tmp_path, 3, "bash", OTHER + HEAP)
    process(tmp_path, 4, "sampler", LIBRARY)
    (tmp_path / "self").mkdir()
    (outsider,) = find_outsiders([1], [4], tmp_path)
    assert (outsider.pid, outsider.name) == (2, "rviz")
    assert outsider.shared_file_bytes == 2 * 0x4000


def test_the_largest_sharer_comes_first(tmp_path: Path) -> None:
    process(tmp_path, 1, "amcl", LIBRARY + OTHER)
    process(tmp_path, 2, "small", LIBRARY)
    process(tmp_path, 3, "large", OTHER)
    assert [one.name for one in find_outsiders([1], [], tmp_path)] == ["large", "small"]


def test_processes_that_are_gone_or_unreadable_are_left_out(tmp_path: Path) -> None:
    process(tmp_path, 1, "amcl", LIBRARY)
    (tmp_path / "2").mkdir()
    assert find_outsiders([1, 99], [], tmp_path) == ()
