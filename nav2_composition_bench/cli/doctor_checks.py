# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Judge what was read of a machine: which of it would spoil a study, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.installation.rclcpp_release import RclcppRelease
from nav2_composition_bench.trial.machine_state import PI_THROTTLED

HOT_C = 80.0
BUSY_LOAD_PER_CORE = 0.25
STEAL_PERCENT = 1.0
FREE_DISK_BYTES = 500_000_000
FREE_MEMORY_BYTES = 2_000_000_000
FREE_SHARED_MEMORY_BYTES = 64_000_000
_MAX_NAMED = 8


@dataclass(frozen=True)
class Finding:
    """What one check has to say.

    :param subject: what was looked at.
    :param state: how it is.
    :param remedy: what the user should do; None when all is well.
    """

    subject: str
    state: str
    remedy: str | None = None


def check_governor(governors: Sequence[str]) -> Finding:
    """Judge the frequency governors of the cores."""
    if not governors:
        return Finding("CPU governor", "not told by this machine")
    counts = Counter(governors)
    state = ", ".join(f"{name} on {count} cores" for name, count in sorted(counts.items()))
    if set(counts) == {"performance"}:
        return Finding("CPU governor", state)
    return Finding(
        "CPU governor",
        f"{state}, so CPU % depends on the frequency it chooses",
        "sudo cpupower frequency-set -g performance",
    )


def check_temperature(
    hottest_c: float | None, thermal_events: int | None, board_flags: int | None
) -> Finding:
    """Judge heat and the throttling that it causes.

    :param thermal_events: slow-downs for temperature since the machine was started.
    :param board_flags: a Raspberry Pi's get_throttled.
    """
    state = "temperature not told by this machine" if hottest_c is None else f"{hottest_c:.0f} °C"
    if board_flags is not None and board_flags & PI_THROTTLED:
        state += f", the firmware throttles the CPU now (flags {board_flags:#x})"
        return Finding("Throttling", state, "use a stronger power supply and a cooler")
    if hottest_c is not None and hottest_c >= HOT_C:
        return Finding("Throttling", f"{state}, close to throttling", "cool the machine first")
    if thermal_events:
        state += f", slowed down for its temperature {thermal_events} times since it was started"
        return Finding(
            "Throttling", state, "see that cooling holds under load: run stress-ng first"
        )
    return Finding("Throttling", state)


def check_swap(total_bytes: int, free_bytes: int) -> Finding:
    """Judge swap: pages in it are in no process's PSS."""
    used_bytes = total_bytes - free_bytes
    if used_bytes > 0:
        state = f"{used_bytes / 1e6:.0f} MB in use; trials that swap are invalid"
        return Finding("Swap", state, "sudo swapoff -a")
    return Finding("Swap", "none" if total_bytes == 0 else "unused")


def check_memory(available_bytes: int) -> Finding:
    """Judge how much memory is left for the system under test."""
    state = f"{available_bytes / 1e9:.1f} GB available"
    if available_bytes < FREE_MEMORY_BYTES:
        return Finding(
            "Memory",
            state,
            f"end other programs until {FREE_MEMORY_BYTES / 1e9:.0f} GB are available",
        )
    return Finding("Memory", state)


def check_load(load_average: float, cores: int) -> Finding:
    """Judge the load average of the last minute."""
    state = f"{load_average:.2f} on {cores} cores over the last minute"
    if load_average > BUSY_LOAD_PER_CORE * cores:
        return Finding("Load", state, "end what runs (see top) and wait a minute")
    return Finding("Load", state)


def check_participants(participants: Mapping[int, str]) -> Finding:
    """Judge who else takes part in any ROS domain of this machine.

    :param participants: pid → command line.
    """
    if not participants:
        return Finding("Other ROS 2 nodes", "none")
    named = ", ".join(f"{pid} ({command})" for pid, command in sorted(participants.items()))
    return Finding(
        "Other ROS 2 nodes",
        f"processes {named}; libraries that they map as well deflate PSS",
        "end them",
    )


def check_rclcpp(release: RclcppRelease) -> Finding:
    """Judge the installed release of rclcpp."""
    if release.has_busy_action_servers:
        state = (
            f"{release}, with which an idle action server of an events executor takes half a core"
        )
        return Finding("rclcpp", state, "install 28.1.9 or newer (rclcpp#2799)")
    return Finding("rclcpp", str(release))


def check_footprint(unavailable_reason: str | None) -> Finding:
    """Judge whether the footprint can be measured.

    :param unavailable_reason: what the sampler says; None where it can.
    """
    if unavailable_reason is None:
        return Finding("Footprint", "page frame numbers are readable")
    return Finding(
        "Footprint",
        f"{unavailable_reason}, so it will be absent from the records",
        "run as root, or: sudo setcap cap_dac_read_search,cap_sys_ptrace,cap_sys_admin+ep on"
        " process_sampler",
    )


def check_disk(directory: str, free_bytes: int) -> Finding:
    """Judge the room for records."""
    state = f"{free_bytes / 1e9:.1f} GB free in {directory}"
    if free_bytes < FREE_DISK_BYTES:
        return Finding("Disk", state, f"make room for {FREE_DISK_BYTES / 1e9:.1f} GB, or use --out")
    return Finding("Disk", state)


def check_shared_memory(free_bytes: int, leftovers: Sequence[str]) -> Finding:
    """Judge /dev/shm, through which DDS participants of one machine talk.

    :param leftovers: names of files that Fast DDS has left there and nobody uses.
    """
    state = f"{free_bytes / 1e6:.0f} MB free"
    if free_bytes < FREE_SHARED_MEMORY_BYTES:
        return Finding("/dev/shm", state, "make it larger (containers: --shm-size=512m)")
    if leftovers:
        first = ", ".join(sorted(leftovers)[:3]) + (", ..." if len(leftovers) > 3 else "")
        return Finding("/dev/shm", f"{len(leftovers)} left-overs ({first})", "fastdds shm clean")
    return Finding("/dev/shm", f"{state}, no left-overs")


def check_virtualisation(hypervisor: str | None, steal_percent: float | None) -> Finding:
    """Judge what other guests of the same host take away.

    :param steal_percent: over the last second, of one core.
    """
    state = "bare metal" if hypervisor is None else f"a virtual machine ({hypervisor})"
    if steal_percent is None:
        return Finding("Virtualisation", state)
    state += f", {steal_percent:.1f} % stolen"
    if steal_percent > STEAL_PERCENT:
        return Finding(
            "Virtualisation", state, "measure on a machine of your own, or when it is idle"
        )
    return Finding("Virtualisation", state)


def check_sampler(path: str | None, problem: str) -> Finding:
    """Judge whether process_sampler is there.

    :param problem: why not, remedy included.
    """
    if path is None:
        return Finding("process_sampler", "not found", problem)
    return Finding("process_sampler", path)


def check_libraries(missing: Sequence[str], installing: str) -> Finding:
    """Judge whether every Python package is there that some verb needs.

    :param installing: what installs those that are missing.
    """
    if not missing:
        return Finding("Python packages", "all are installed")
    return Finding("Python packages", f"not installed: {', '.join(missing)}", installing)


def check_discovery(set_aside: Sequence[str]) -> Finding:
    """Say which settings of the shell a study does without.

    :param set_aside: their names.
    """
    if not set_aside:
        return Finding("Discovery", "a study sets nothing of the shell aside")
    return Finding("Discovery", f"a study sets aside {', '.join(set_aside)}, to choose by itself")


def check_study(
    study: str | None, lacks: Mapping[str, Sequence[str]], fault: str | None = None
) -> Finding:
    """Judge whether a study can be run here.

    :param study: its name; None when none is meant.
    :param lacks: arm → what it needs and is not there, one clause each.
    :param fault: why nothing of it can be run.
    """
    if study is None:
        return Finding("Nav2", "not sourced; studies of the reference stack need none")
    subject = f"Study {study}"
    if fault is not None:
        return Finding(subject, fault, "mend that, or install what is missing and source it")
    clauses = dict.fromkeys(clause for arm in lacks.values() for clause in arm)
    if not clauses:
        return Finding(subject, "all that its arms need is installed")
    shown = list(clauses)[:_MAX_NAMED]
    more = len(clauses) - len(shown)
    fit = [arm for arm, missing in lacks.items() if not missing]
    state = "; ".join(shown) + (f"; and {more} more" if more else "")
    lacking = [arm for arm, missing in lacks.items() if missing]
    return Finding(
        subject,
        f"cannot run {', '.join(lacking)}: {state}",
        "install that, and source its setup.bash" + (f"; or run {', '.join(fit)}" if fit else ""),
    )
