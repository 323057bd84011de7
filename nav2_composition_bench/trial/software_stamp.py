# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What software a study ran with: packages, middleware, and our own code."""

from __future__ import annotations

import email
import hashlib
import importlib.metadata
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from email.message import Message
from pathlib import Path
from types import MappingProxyType
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE, share_directory
from nav2_composition_bench.installation import ament_index
from nav2_composition_bench.installation.own_program import find_library, find_program
from nav2_composition_bench.installation.wheels import RCLPY, distro_of_wheels
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.settling.commands import MANUAL_COMPOSITION
from nav2_composition_bench.settling.containers import OWN_CONTAINERS
from nav2_composition_bench.settling.topology_commands import CONTAINER
from nav2_composition_bench.study.known_cost import KNOWN_COST
from nav2_composition_bench.study.topology_table import EXECUTABLE

OWN_BINARIES: Mapping[str, tuple[str, ...]] = {
    "reference": (),
    "nav2": (MANUAL_COMPOSITION, *OWN_CONTAINERS.values(), KNOWN_COST, "libknown_cost_node.so"),
    "topology": (
        EXECUTABLE,
        CONTAINER,
        *OWN_CONTAINERS.values(),
        "libtopology_node.so",
        "libtopology_rcl_actions.so",
        "libtopology_jpeg.so",
        f"lib{PACKAGE}__rosidl_generator_c.so",
        f"lib{PACKAGE}__rosidl_typesupport_cpp.so",
        f"lib{PACKAGE}__rosidl_typesupport_fastrtps_cpp.so",
        f"lib{PACKAGE}__rosidl_typesupport_introspection_cpp.so",
    ),
}
"""System → the programs of this package that hold its nodes, and the libraries of these nodes."""

_NEVER_RUNS = ("aggregate", "capturing", "report", "cli", "map_making", "placing", "metrics.py")
"""Of this package, what reads records, predicts or speaks to the user, and changes no trial."""

_NAV2_RUNS_ON = re.compile(
    r"nav2_.*|opennav_.*|dwb_.*|nav_2d_.*|costmap_queue|spatio_temporal_voxel_layer"
    r"|behaviortree_cpp.*|bondcpp|bond|class_loader|pluginlib|message_filters|tf2|tf2_ros"
    r"|rcl|rcl_lifecycle|rcl_action|rclcpp.*|rclpy|rmw.*|rosidl_typesupport_.*|fastrtps|fastcdr"
    r"|fastdds|cyclonedds|iceoryx.*|zenoh.*|gazebo_ros|ros_gz.*"
)

_LIBRARIES = ("mujoco", "numpy", "py_trees", "scikit-image", "scipy")


def software(
    rmws: Sequence[str],
    own_binaries: Sequence[str] = (),
    installed: Mapping[str, str | None] | None = None,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Describe what runs: interpreter, packages, middleware, and our own code.

    :param rmws: every middleware that arms of the study run with.
    :param own_binaries: names of this package's programs and libraries that arms may run.
    :param installed: ROS 2 packages besides those of this Python; None where the system needs none.
    :param variables: of the environment, that configure the middleware.
    :key packages: versions of ROS packages and measured libraries.
    :key rmw: middleware that ran; array of several.
    :key middleware_variables: of the shell → value, or hash of the file.
    :key preloaded: libraries of LD_PRELOAD → hash.
    :key source_sha256: of Python files that take part in a trial.
    :key binaries: of the package, that take part → hash.
    """
    told = [_header(distribution) for distribution in importlib.metadata.distributions()]
    distributions = {str(each["Name"]): str(each["Version"]) for each in told if each["Name"]}
    return {
        "python": platform.python_version(),
        "packages": {
            name: version
            for name, version in sorted(distributions.items())
            if name.startswith("ros-") or name in _LIBRARIES
        }
        | dict(installed or {}),
        "rmw": rmws[0] if len(rmws) == 1 else sorted(rmws),
        "middleware_variables": {name: _contents(value) for name, value in variables.items()},
        "preloaded": _preloaded(os.environ.get("LD_PRELOAD", "")),
        "ros_distro": ament_index.sourced_distro(os.environ)
        or distro_of_wheels(distributions.get(RCLPY)),
        "source_sha256": sha256(sources()),
        "binaries": {path.name: sha256([path]) for path in binaries(own_binaries)},
        **_git(share_directory()),
    }


def _header(distribution: importlib.metadata.Distribution) -> Message:
    """Return the metadata without the description, of which the most time goes into parsing."""
    # Of wheels, of directories of eggs, and of eggs that are a file, as Debian has them.
    texts = map(distribution.read_text, ("METADATA", "PKG-INFO", ""))
    text = next((each for each in texts if each), "")
    return email.message_from_string(text.partition("\n\n")[0])


def sources() -> list[Path]:
    """Return the Python files that take part in a trial."""
    package = Path(__file__).resolve().parents[1]
    return [
        path
        for path in sorted(package.rglob("*.py"))
        if path.relative_to(package).parts[0] not in _NEVER_RUNS
    ]


def binaries(own_binaries: Sequence[str]) -> list[Path]:
    """Return what of this package's compiled code measures or is measured, as far as it is there.

    :param own_binaries: names of the programs and libraries that are measured.
    """
    found = []
    try:
        found.append(find_sampler())
    except UserError:  # whoever runs it says so
        pass
    for name in own_binaries:
        is_library = name.endswith(".so")
        try:
            found.append(find_library(name) if is_library else Path(find_program(PACKAGE, name)))
        except UserError:  # no arm of the study needs it, or settling says so
            pass
    return found


def _preloaded(libraries: str) -> dict[str, str]:
    """Return what every process of the study loads first, by the names of the files."""
    return {Path(path).name: _contents(path) for path in libraries.replace(":", " ").split()}


def _contents(value: str) -> str:
    """Return the hash of the file that a value names; the value where it names none."""
    try:
        return sha256([Path(value.removeprefix("file://"))])
    except OSError:
        return value


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
