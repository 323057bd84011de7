# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path

import pytest

from nav2_composition_bench.processes import cgroup
from nav2_composition_bench.processes.cgroup import (
    CgroupUnavailableError,
    CpuCgroup,
    cgroup_of_run,
    cgroup_parents,
    remove_cgroups_of_run,
)

MOUNTS = """\
proc /proc proc rw 0 0
tmpfs {0} tmpfs rw,relatime,mode=755 0 0
cgroup {0}/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0
cgroup {0}/memory cgroup rw,relatime,memory 0 0
cgroup2 {0}/unified cgroup2 rw,relatime 0 0
"""
MEMBERSHIP = """\
4:memory:/elsewhere
2:cpu,cpuacct:/robot
0::/user.slice/board
"""


@pytest.fixture
def hierarchy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ordinary directories in the place of a cgroup file system; our own cgroup in it."""
    own = tmp_path / "unified" / "own"
    own.mkdir(parents=True)
    (own / "cgroup.procs").touch()
    (tmp_path / "mounts").write_text(f"cgroup2 {own.parent} cgroup2 rw 0 0\n")
    (tmp_path / "membership").write_text("0::/own\n")
    monkeypatch.setattr(cgroup, "_MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(cgroup, "_MEMBERSHIP", tmp_path / "membership")
    return own


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Files that a new cgroup has; a directory that is removed takes them with it."""
    files = {"cgroup.procs", "cpu.stat"}
    make, remove = Path.mkdir, Path.rmdir

    def mkdir(path: Path) -> None:
        make(path)
        for name in files:
            (path / name).touch()

    def rmdir(path: Path) -> None:
        for each in path.iterdir():
            each.unlink()
        remove(path)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    monkeypatch.setattr(Path, "rmdir", rmdir)
    return files


def test_our_own_cgroup_of_version_2_comes_before_that_of_cpuacct(tmp_path: Path) -> None:
    for below in ("unified/user.slice/board", "cpu,cpuacct/robot"):
        (tmp_path / below).mkdir(parents=True)
    assert cgroup_parents(MOUNTS.format(tmp_path), MEMBERSHIP) == [
        tmp_path / "unified/user.slice/board",
        tmp_path / "cpu,cpuacct/robot",
    ]


def test_where_a_mount_shows_a_part_of_the_tree_it_is_our_own(tmp_path: Path) -> None:
    (tmp_path / "unified").mkdir()
    parents = cgroup_parents(MOUNTS.format(tmp_path), MEMBERSHIP)
    assert parents[0] == tmp_path / "unified"


def test_a_cgroup_is_made_below_our_own_and_removed(hierarchy: Path, kernel: set[str]) -> None:
    with CpuCgroup("bench") as made:
        assert made.path == hierarchy / "bench"
        made.add(7)
        assert (made.path / "cgroup.procs").read_text() == "7\n"
    assert not (hierarchy / "bench").exists()


@pytest.mark.parametrize("share", ["cpu.weight", "cpu.shares"])
def test_none_is_made_that_would_have_a_share_of_cpu(
    hierarchy: Path, kernel: set[str], share: str
) -> None:
    kernel.add(share)
    with pytest.raises(CgroupUnavailableError, match="share of CPU"):
        CpuCgroup("bench").__enter__()
    assert not (hierarchy / "bench").exists()


def test_none_is_made_that_takes_no_process(
    hierarchy: Path, kernel: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: path != hierarchy / "cgroup.procs" and allowed(path, mode)
    )
    with pytest.raises(CgroupUnavailableError, match="no process may be moved"):
        CpuCgroup("bench").__enter__()
    assert not (hierarchy / "bench").exists()


def test_a_name_that_is_taken_is_unavailable(hierarchy: Path) -> None:
    (hierarchy / "bench").mkdir()
    with pytest.raises(CgroupUnavailableError, match="File exists"):
        CpuCgroup("bench").__enter__()


def test_without_a_hierarchy_a_cgroup_is_unavailable(hierarchy: Path, tmp_path: Path) -> None:
    (tmp_path / "mounts").write_text("proc /proc proc rw 0 0\n")
    with pytest.raises(CgroupUnavailableError, match="no cgroup file system"):
        CpuCgroup("bench").__enter__()


def test_what_a_killed_run_left_is_found_by_its_id(hierarchy: Path, kernel: set[str]) -> None:
    for run, name in (("one", "system-1"), ("one", "system-2"), ("other", "system-1")):
        cgroup_of_run(run, name).__enter__()
    assert remove_cgroups_of_run("one") == ("nav2_bench_one_system-1", "nav2_bench_one_system-2")
    assert [path.name for path in hierarchy.glob("nav2_bench_*")] == ["nav2_bench_other_system-1"]
    assert remove_cgroups_of_run("one") == ()
