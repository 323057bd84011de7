# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a study ran on and with: machine, software, files."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.metadata
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from nav2_composition_bench.bringup import ament_index
from nav2_composition_bench.bringup.parameters import files_read
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.package_files import share_directory
from nav2_composition_bench.study.study import Study

SCHEMA = 1
"""Version of the form of study.json and machine.json.

1: first form.
"""

NOTED = frozenset(
    {
        "software.git_commit",
        "software.git_dirty",
        "started_wall_s",
        "study.trials",
        "study.max_attempts",
        "study.world_file",
        "study.map_file",
        "study.params_file",
    }
)
"""Fields of a stamp that may differ between runs of one study: they say how much is run, or when,
or are told more exactly by another field (contents by hashes, code by ``source_sha256``)."""

LATER_FIELDS: Mapping[str, Any] = {"study.use_intra_process_comms": False, "study.groupings": []}
"""Fields that older stamps lack, and what held then."""

_NAV2_RUNS_ON = re.compile(
    r"nav2_.*|opennav_.*|dwb_.*|nav_2d_.*|costmap_queue|spatio_temporal_voxel_layer"
    r"|behaviortree_cpp.*|bondcpp|bond|class_loader|pluginlib|message_filters|tf2|tf2_ros"
    r"|rcl|rcl_lifecycle|rcl_action|rclcpp.*|rclpy|rmw.*|rosidl_typesupport_.*|fastrtps|fastcdr"
    r"|fastdds|cyclonedds|iceoryx.*|zenoh.*|gazebo_ros|ros_gz.*"
)

_LIBRARIES = ("mujoco", "numpy", "py_trees", "scikit-image", "scipy")
_SAME_MACHINE = ("cpu_model", "architecture", "cpu_cores")


def stamp(study: Study, rmw: str, started_wall_s: float) -> dict[str, Any]:
    """Return everything that study.json holds.

    :param rmw: identifier of the middleware that really runs.
    """
    return {
        "schema": SCHEMA,
        "started_wall_s": started_wall_s,
        "study": study_document(study),
        "machine": machine(),
        "software": software(rmw, installed_packages() if study.system == "nav2" else {}),
        "files": {
            "world_sha256": sha256([study.world_file]),
            "map_sha256": sha256(_map_files(study.map_file)),
            "params_sha256": sha256(files_read(study.params_file, study.distro)),
        },
    }


def study_document(study: Study) -> dict[str, Any]:
    """Return a study as JSON's types; files by name, since their hashes stand elsewhere."""
    document = dataclasses.asdict(study)
    document["compositions"] = [composition.value for composition in study.compositions]
    document["groupings"] = [
        {"name": grouping.name, "groups": [list(group) for group in grouping.groups]}
        for grouping in study.groupings
    ]
    if study.known_cost is None:  # likewise
        del document["known_cost"]
    document["goals"] = [dataclasses.asdict(goal) for goal in study.goals]
    for key in ("world_file", "map_file", "params_file"):
        document[key] = Path(document[key]).name
    return document


def refuse_other_stamp(earlier: dict[str, Any], now: dict[str, Any], where: Path) -> None:
    """Refuse to go on with a study under other conditions.

    :raises UserError: naming the first field that differs, with both values.
    """
    schema = earlier.get("schema")
    if not isinstance(schema, int) or schema > SCHEMA:
        raise UserError(
            f"{where} has schema {schema}, newer than {SCHEMA}, the newest this version reads;"
            " use a newer nav2_composition_bench"
        )
    before, after = compared_fields(earlier), compared_fields(now)
    for field in sorted((before.keys() | after.keys()) - NOTED):
        if before.get(field) != after.get(field):
            raise UserError(
                f"cannot resume {where.parent}: {field} was {before.get(field)!r} and is"
                f" {after.get(field)!r}; start another study: without --resume, or by another name"
            )


def refuse_other_machine(earlier: dict[str, Any], now: dict[str, Any], where: Path) -> None:
    """Refuse to file records of one machine under the name of another.

    :raises UserError: naming the field that differs, with both values.
    """
    if earlier.get("schema", 0) > SCHEMA:
        raise UserError(
            f"{where} has schema {earlier['schema']}, newer than {SCHEMA}, the newest this version"
            " reads; use a newer nav2_composition_bench"
        )
    for field in _SAME_MACHINE:
        if earlier.get(field) != now[field]:
            raise UserError(
                f"{where} describes another machine ({field} {earlier.get(field)!r}, here"
                f" {now[field]!r}); choose another name with --machine"
            )


def machine(proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> dict[str, Any]:
    """Describe the computer; None for what it does not tell."""
    cpu_info = _colon_table(_read(proc / "cpuinfo") or "")
    memory = _colon_table(_read(proc / "meminfo") or "")
    return {
        "schema": SCHEMA,
        "cpu_model": cpu_info.get("model name") or _read(sys / "firmware/devicetree/base/model"),
        "architecture": platform.machine(),
        "cpu_cores": os.cpu_count(),
        "memory_bytes": _kibibytes(memory.get("MemTotal")),
        "swap_bytes": _kibibytes(memory.get("SwapTotal")),
        "virtualisation": _virtualisation(cpu_info, sys),
        "kernel": platform.release(),
        "distribution": _distribution(),
        "governor": _read(sys / "devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "sched_autogroup": _read(proc / "sys/kernel/sched_autogroup_enabled"),
        "transparent_hugepages": _chosen(_read(sys / "kernel/mm/transparent_hugepage/enabled")),
    }


def software(rmw: str, installed: Mapping[str, str | None] | None = None) -> dict[str, Any]:
    """Describe what runs: interpreter, packages, middleware, and our own code.

    :param installed: ROS 2 packages besides those of this Python.
    """
    distributions = {
        str(distribution.metadata["Name"]): distribution.version
        for distribution in importlib.metadata.distributions()
        if distribution.metadata["Name"]
    }
    package = Path(__file__).resolve().parents[1]
    return {
        "python": platform.python_version(),
        "packages": {
            name: version
            for name, version in sorted(distributions.items())
            if name.startswith("ros-") or name in _LIBRARIES
        }
        | dict(installed or {}),
        "rmw": rmw,
        "ros_distro": os.environ.get("ROS_DISTRO"),
        "source_sha256": sha256(sorted(package.rglob("*.py"))),
        **_git(share_directory()),
    }


def installed_packages(environment: Mapping[str, str] = os.environ) -> dict[str, str | None]:
    """Return name → version of the packages that make up Nav2 and what it runs on."""
    return {
        name: ament_index.version(name, environment)
        for name in ament_index.packages(environment)
        if _NAV2_RUNS_ON.fullmatch(name)
    }


def sha256(paths: Iterable[Path]) -> str:
    """Hash the contents of files in the order given."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _map_files(path: Path) -> list[Path]:
    """A map's YAML file and the image it names, as far as that can be found."""
    try:
        content = yaml.safe_load(path.read_text())
    except (yaml.YAMLError, UnicodeDecodeError):  # whoever loads the map says what is wrong
        return [path]
    image = content.get("image") if isinstance(content, dict) else None
    beside = path.parent / str(image)
    return [path, beside] if image and beside.is_file() else [path]


def _git(directory: Path) -> dict[str, Any]:
    """Commit and whether the tree differs from it; None outside a clone."""
    nothing: dict[str, Any] = {"git_commit": None, "git_dirty": None}
    if not (directory / ".git").exists():
        return nothing
    try:
        commit = _run("git", "-C", str(directory), "rev-parse", "HEAD")
        changes = _run("git", "-C", str(directory), "status", "--porcelain", "-uno")
    except (OSError, subprocess.SubprocessError):
        return nothing
    return {"git_commit": commit.strip(), "git_dirty": bool(changes.strip())}


def _run(*command: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30)
    return done.stdout


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
        return path.read_text().strip("\0\n ") or None
    except (OSError, UnicodeDecodeError):
        return None


def compared_fields(stamp: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stamp's values by dotted name, with those that older stamps do not tell."""
    return {**(LATER_FIELDS if stamp.get("study") else {}), **flat_fields(stamp)}


def flat_fields(document: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a stamp's values by dotted name, such as ``software.rmw``, in its order."""
    flat: dict[str, Any] = {}
    for key, value in document.items():
        if isinstance(value, Mapping):
            flat.update(flat_fields(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat
