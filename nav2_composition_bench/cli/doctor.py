# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench doctor``: is this machine fit for a study?"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from nav2_composition_bench.bringup.reach import reach_of
from nav2_composition_bench.cli import doctor_checks as checks
from nav2_composition_bench.cli.doctor_checks import Finding
from nav2_composition_bench.cli.study_arguments import add_study_arguments, study_options
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import looking_at, real_path, user_path
from nav2_composition_bench.installation import ament_index
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.installation.libraries import installing, missing_libraries
from nav2_composition_bench.processes.proc_table import PROC, command_line
from nav2_composition_bench.ros_domain.domain_id import MAX_DOMAIN_ID, domain_ports
from nav2_composition_bench.ros_domain.environment import Reach, set_aside
from nav2_composition_bench.ros_domain.foreign_nodes import socket_owners
from nav2_composition_bench.ros_domain.shared_memory import (
    DIRECTORY,
    census,
    is_locked,
    mapping_pids,
)
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study, study_file
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.trial.machine_stamp import machine
from nav2_composition_bench.trial.machine_state import read_machine_state, steal_percent

_SIGN_OF_NAV2 = "nav2_bt_navigator"

NAME = "doctor"
HELP = "check whether machine, shell and installation are fit for a study and its arms"

SYS = Path("/sys")
_STEAL_INTERVAL_S = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("results"),
        metavar="DIR",
        help="where results of all machines go (default: %(default)s)",
    )
    add_study_arguments(parser)
    parser.add_argument(
        "--external-host",
        action="store_true",
        help="others start simulator and goal script",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a line per check.

    :returns: 0 when all is well, 1 when something is not.
    :raises UserError: as ``study_of``.
    """
    findings = [
        *examine(user_path("--out", arguments.out)),
        discovery_of(arguments),
        study_of(arguments),
    ]
    for finding in findings:
        mark = "ok     " if finding.remedy is None else "WARNING"
        remedy = "" if finding.remedy is None else f" -> {finding.remedy}"
        print(f"{mark} {finding.subject}: {finding.state}{remedy}")
    warnings = sum(finding.remedy is not None for finding in findings)
    print(f"{warnings} of {len(findings)} checks warn" if warnings else "fit for a study")
    return 1 if warnings else 0


def examine(out: Path) -> Iterator[Finding]:
    """Read this machine and judge it; takes a second."""
    before = read_machine_state()
    time.sleep(_STEAL_INTERVAL_S)
    after = read_machine_state()
    missing = missing_libraries()
    yield checks.check_libraries(missing, installing(missing))
    program, why_not = sampler()
    yield checks.check_sampler(program, why_not)
    yield checks.check_governor(governors())
    yield checks.check_temperature(hottest_c(), after.thermal_events, after.board_flags)
    yield checks.check_virtualisation(machine()["virtualisation"], steal_percent(before, after))
    yield checks.check_load(os.getloadavg()[0], os.cpu_count() or 1)
    yield checks.check_memory(psutil.virtual_memory().available)
    swap = psutil.swap_memory()
    yield checks.check_swap(swap.total, swap.free)
    yield checks.check_participants(participants())
    if (release := Installation.here().rclcpp) is not None:
        yield checks.check_rclcpp(release)
    if program is not None:
        yield checks.check_footprint(footprint_unavailable_reason())
    yield checks.check_disk(*free_disk(out))
    if DIRECTORY.is_dir():
        yield checks.check_shared_memory(shutil.disk_usage(DIRECTORY).free, leftovers())


def study_of(arguments: argparse.Namespace) -> Finding:
    """Look for everything that a study starts or loads, arm by arm.

    Where nothing is said of a study, Nav2's is looked at if Nav2 is sourced.

    :raises UserError: for a study that cannot be read, or an option that does not fit it.
    """
    study = _asked_study(arguments)
    if study is None:
        return checks.check_study(None, {})
    try:
        settled = settle(study, Installation.here())
    except UserError as error:
        return checks.check_study(study.name, {}, str(error))
    return checks.check_study(study.name, {name: one.lacks for name, one in settled.arms.items()})


def discovery_of(arguments: argparse.Namespace) -> Finding:
    """Look for settings of the shell that the study sets aside; without one, any on this machine.

    :raises UserError: as ``study_of``.
    """
    study = _asked_study(arguments)
    if study is not None:
        reach = reach_of(study)
    else:
        reach = Reach.SHELL if arguments.external_host else Reach.THIS_MACHINE
    return checks.check_discovery(set_aside(os.environ, reach))


def _asked_study(arguments: argparse.Namespace) -> Study | None:
    system, options = arguments.system, study_options(arguments)
    if all(each in (None, ()) for each in (arguments.study, *options.values())):
        if ament_index.prefix_of(_SIGN_OF_NAV2) is None:
            return None
        system = "nav2"
    study = load_study(study_file(arguments.study, system))
    return override(study, StudyOptions(external_host=arguments.external_host, **options))


def sampler() -> tuple[str | None, str]:
    """Return the path of process_sampler, else None and why it is missing."""
    try:
        return str(find_sampler()), ""
    except UserError as error:
        return None, str(error)


def governors(sys: Path = SYS) -> list[str]:
    """Return the frequency governor of every core that has one."""
    found = []
    for path in sorted(sys.glob("devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")):
        with contextlib.suppress(OSError):  # of a core that is offline
            found.append(path.read_text(encoding="utf-8").strip())
    return found


def hottest_c(sys: Path = SYS) -> float | None:
    """Return the highest temperature of the machine's thermal zones; None without any."""
    temperatures = []
    for path in sys.glob("class/thermal/thermal_zone*/temp"):
        try:
            temperatures.append(int(path.read_text(encoding="utf-8")) / 1000.0)
        except (OSError, ValueError):  # a zone whose sensor is switched off
            continue
    return max(temperatures, default=None)


def participants() -> dict[int, str]:
    """Return pid → command line of every process that holds a port of a ROS domain.

    Other machines' nodes are not seen, nor are those of other users without privileges.
    """
    ports = range(domain_ports(0).start, domain_ports(MAX_DOMAIN_ID).stop)
    owners: set[int] = set().union(*socket_owners(ports).values())
    return {pid: command_line(pid) or "unknown" for pid in owners}


def footprint_unavailable_reason() -> str | None:
    """Return why process_sampler cannot measure the footprint; None where it can.

    It is asked itself, since it may have capabilities that this process lacks.
    """
    try:
        with ProcessSampler([os.getpid()], memory_interval_s=0) as asked:
            return asked.stop().header.footprint_unavailable_reason
    except (UserError, OSError) as error:
        return f"process_sampler does not run here ({error})"


def free_disk(out: Path) -> tuple[str, int]:
    """Return the nearest directory that exists above the output, and the bytes free there."""
    directory = real_path(out)
    with looking_at(directory, "--out"):
        while not directory.is_dir():
            directory = directory.parent
    return str(directory), shutil.disk_usage(directory).free


def leftovers(directory: Path = DIRECTORY, proc: Path = PROC) -> list[str]:
    """Return names of files of Fast DDS that no process maps or locks."""
    used = mapping_pids(directory, proc)
    files = census(directory).values()
    busy = {file.stem for file in files if file.inode in used or is_locked(directory / file.name)}
    return sorted(file.name for file in files if file.stem not in busy)
