# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.trial import machine_stamp


def test_a_machine_is_read_from_its_files(tmp_path: Path) -> None:
    def write(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    write("cpuinfo", "processor : 0\nmodel name : Fast CPU\nflags : fpu hypervisor\n")
    write("meminfo", "MemTotal:     1000 kB\nSwapTotal:       0 kB\n")
    write("devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n")
    write("kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
    write("class/dmi/id/sys_vendor", "QEMU\n")
    write("sys/kernel/sched_autogroup_enabled", "1\n")
    machine = machine_stamp.machine(tmp_path, tmp_path)
    assert machine["sched_autogroup"] == "1"
    assert machine["cpu_model"] == "Fast CPU"
    assert machine["memory_bytes"] == 1_024_000
    assert machine["swap_bytes"] == 0
    assert machine["governor"] == "performance"
    assert machine["transparent_hugepages"] == "madvise"
    assert machine["virtualisation"] == "QEMU"


def test_what_a_machine_does_not_tell_is_none(tmp_path: Path) -> None:
    machine = machine_stamp.machine(tmp_path, tmp_path)
    for field in ("cpu_model", "memory_bytes", "governor", "sched_autogroup", "virtualisation"):
        assert machine[field] is None


def test_cores_that_may_not_be_used_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: {2})
    machine = machine_stamp.machine(tmp_path, tmp_path)
    assert (machine["cpu_cores"], machine[machine_stamp.USABLE_CORES]) == (4, 1)
