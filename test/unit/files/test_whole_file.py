# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from no_permission import without_permission

from nav2_composition_bench.files.whole_file import is_pipe_or_device, write_whole


@pytest.mark.parametrize("old", [None, "longer than the new content"])
def test_a_file_holds_the_text_and_nothing_lies_beside_it(tmp_path: Path, old: str | None) -> None:
    path = tmp_path / "report.md"
    if old is not None:
        path.write_text(old)
    write_whole(path, "±2 %\n")
    assert path.read_text(encoding="utf-8") == "±2 %\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_intact(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    path.write_text("old")
    with pytest.raises(PermissionError), without_permission(tmp_path):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_stays_one_and_its_file_is_written(tmp_path: Path, is_there: bool) -> None:
    (tmp_path / "kept").mkdir()
    kept, link = tmp_path / "kept" / "report.md", tmp_path / "link.md"
    link.symlink_to(kept)
    if is_there:
        kept.write_text("old")
    write_whole(link, "new")
    assert link.is_symlink()
    assert kept.read_text() == "new"


@pytest.mark.parametrize("is_linked", [True, False])
def test_a_pipe_stays_one_and_is_written_to(tmp_path: Path, is_linked: bool) -> None:
    pipe = path = tmp_path / "pipe"
    os.mkfifo(pipe)
    if is_linked:
        path = tmp_path / "link"
        path.symlink_to(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(path, "new")
        assert os.read(reading, 100) == b"new"
    finally:
        os.close(reading)
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


def test_a_device_stays_one_and_is_written_to(tmp_path: Path) -> None:
    link = tmp_path / "link"  # so that a fault here replaces no device of the machine
    link.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left on device"):
        write_whole(link, "new")
    assert link.is_symlink()


def test_only_what_is_neither_file_nor_directory_is_a_pipe_or_a_device(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert is_pipe_or_device(Path("/dev/null"))
    for name in ("file", "absent", "."):
        assert not is_pipe_or_device(tmp_path / name)
