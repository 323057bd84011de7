# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.sampling import cgroup
from nav2_composition_bench.sampling.cgroup import (
    CgroupUnavailableError,
    CpuCgroup,
    cgroup_hierarchies,
)

MOUNTS = """\
proc /proc proc rw 0 0
tmpfs /sys/fs/cgroup tmpfs rw,relatime,mode=755 0 0
cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0
cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0
cgroup2 /sys/fs/cgroup/unified cgroup2 rw,relatime 0 0
"""


@pytest.fixture
def hierarchy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An ordinary directory in the place of a cgroup file system."""
    mounts = tmp_path / "mounts"
    mounts.write_text(f"cgroup2 {tmp_path} cgroup2 rw 0 0\n")
    monkeypatch.setattr(cgroup, "_MOUNTS", mounts)
    return tmp_path


def test_version_2_comes_before_the_cpuacct_controller() -> None:
    assert cgroup_hierarchies(MOUNTS) == [
        Path("/sys/fs/cgroup/unified"),
        Path("/sys/fs/cgroup/cpu,cpuacct"),
    ]


def test_a_cgroup_is_made_and_removed(hierarchy: Path) -> None:
    with CpuCgroup("bench") as made:
        assert made.path == hierarchy / "bench"
        assert made.path.is_dir()
    assert not (hierarchy / "bench").exists()


def test_a_name_that_is_taken_is_unavailable(hierarchy: Path) -> None:
    (hierarchy / "bench").mkdir()
    with pytest.raises(CgroupUnavailableError, match="File exists"):
        CpuCgroup("bench").__enter__()


def test_without_a_hierarchy_a_cgroup_is_unavailable(hierarchy: Path) -> None:
    (hierarchy / "mounts").write_text("proc /proc proc rw 0 0\n")
    with pytest.raises(CgroupUnavailableError, match="no cgroup file system"):
        CpuCgroup("bench").__enter__()
