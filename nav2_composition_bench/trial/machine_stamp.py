# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What computer a study ran on."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

SCHEMA = 1
"""Version of the form of machine.json.

1: first form.
"""

USABLE_CORES = "usable_cores"
"""How many cores this process and what it starts may run on."""


def machine(proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> dict[str, Any]:
    """Describe the computer; None for what it does not report.

    :key usable_cores: after ``taskset``.
    :key virtualisation: hypervisor; null on bare metal.
    :key kernel: release.
    :key distribution: of Linux.
    :key governor: of the first core.
    :key sched_autogroup: 1 if sessions share CPU first.
    :key transparent_hugepages: always, madvise or never.
    """
    cpu_info = _colon_table(_read(proc / "cpuinfo") or "")
    memory = _colon_table(_read(proc / "meminfo") or "")
    return {
        "schema": SCHEMA,
        "cpu_model": cpu_info.get("model name") or _read(sys / "firmware/devicetree/base/model"),
        "architecture": platform.machine(),
        "cpu_cores": os.cpu_count(),
        USABLE_CORES: len(os.sched_getaffinity(0)),
        "memory_bytes": _kibibytes(memory.get("MemTotal")),
        "swap_bytes": _kibibytes(memory.get("SwapTotal")),
        "virtualisation": _virtualisation(cpu_info, sys),
        "kernel": platform.release(),
        "distribution": _distribution(),
        "governor": _read(sys / "devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "sched_autogroup": _read(proc / "sys/kernel/sched_autogroup_enabled"),
        "transparent_hugepages": _chosen(_read(sys / "kernel/mm/transparent_hugepage/enabled")),
    }


def _virtualisation(cpu_info: dict[str, str], sys: Path) -> str | None:
    """Name the hypervisor, as far as the firmware tells; None on bare metal."""
    hypervisor = _read(sys / "hypervisor/type")
    if hypervisor is None and "hypervisor" in cpu_info.get("flags", "").split():
        hypervisor = _read(sys / "class/dmi/id/sys_vendor") or "yes"
    return hypervisor


def _distribution() -> str | None:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME")
    except OSError:
        return None


def _colon_table(text: str) -> dict[str, str]:
    """Read ``key : value`` lines; the first of equal keys counts."""
    table: dict[str, str] = {}
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if colon:
            table.setdefault(key.strip(), value.strip())
    return table


def _kibibytes(value: str | None) -> int | None:
    return None if value is None else 1024 * int(value.split()[0])


def _chosen(text: str | None) -> str | None:
    """Return the word in brackets of ``always [madvise] never``."""
    return text.partition("[")[2].partition("]")[0] or None if text else None


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8").strip("\0\n ") or None
    except (OSError, UnicodeDecodeError):
        return None
