# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The versions that studies ran with, in one phrase."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.study.factor import TOPOLOGY, WORKSPACE
from nav2_composition_bench.study.nav2_table import ALL_NODES
from nav2_composition_bench.study.workspace import SOURCED
from nav2_composition_bench.trial.stamped_arms import arms_of_stamp

_NAV2 = "Nav2"
_NAV2_PACKAGES = tuple(dict.fromkeys(entry.package for entry in ALL_NODES))
_RMW = "rmw_"
_FIRST = ("rclcpp", "rclpy", "rcl", _NAV2)
"""What stands before the middlewares."""


def versions_of_stamps(*stamps: Mapping[str, Any]) -> str:
    """Return the versions of client library, Nav2 and middleware.

    Such as ``rclcpp 28.1.6, Nav2 1.3.13, rmw_fastrtps_cpp 8.4.3``. Of several studies each name
    stands once, with all versions: ``rclcpp 28.1.6 and 28.1.21``.

    Of one study with workspaces the versions of each stand behind its name.

    :param stamps: contents of ``study.json``; what one of them does not tell is left out.
    """
    if len(stamps) == 1 and (parts := dict(_by_workspace(stamps[0]))):
        return "; ".join(f"{name}: {versions_of_stamps(part)}" for name, part in parts.items())
    found: dict[str, set[str]] = {name: set() for name in _FIRST}
    for stamp in stamps:
        for name, version in _versions(stamp):
            found.setdefault(name, set()).add(version)
    return ", ".join(
        f"{name} {' and '.join(sorted(versions, key=_numbers))}"
        for name, versions in found.items()
        if versions
    )


def _by_workspace(stamp: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield name and stamp of each installation that arms ran on, where these are several."""
    software = stamp.get("software") or {}
    workspaces = software.get("workspaces") or {}
    levels = [arm.get(WORKSPACE.name, SOURCED) for arm in arms_of_stamp(stamp).values()]
    for name in dict.fromkeys(levels) if workspaces else ():
        its = workspaces.get(name, {})
        yield (
            name,
            {
                "study": {
                    **stamp["study"],
                    "distro": its.get("ros_distro", stamp["study"].get("distro")),
                },
                "software": {
                    "rmw": software.get("rmw"),
                    "packages": its.get("packages", software.get("packages")),
                },
            },
        )


def sourced_versions(environment: Mapping[str, str] = os.environ) -> str:
    """Return ROS distribution, client library, Nav2 and middlewares of the sourced installation."""
    # slow to import
    from nav2_composition_bench.trial.software_stamp import installed_packages

    installation = Installation.here(environment)
    sourced = {
        "study": {"system": "nav2", "distro": installation.distro},
        "software": {
            "packages": installed_packages(environment),
            "rmw": list(installation.middlewares),
        },
    }
    return ", ".join(filter(None, [f"ROS {installation.distro}", versions_of_stamps(sourced)]))


def _versions(stamp: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield name and version of what nodes were made of, the middlewares last."""
    study, software = stamp.get("study") or {}, stamp.get("software") or {}
    packages: Mapping[str, str | None] = software.get("packages") or {}
    is_sourced = study.get("distro") is not None
    rmw = software.get("rmw") or ()
    middlewares = {rmw} if isinstance(rmw, str) else {*rmw}
    # Nodes of a topology may ask for another one, which older stamps have in levels' names alone.
    levels = [str(arm.get(TOPOLOGY.name)) for arm in arms_of_stamp(stamp).values()]
    middlewares |= {
        name for name in packages if name.startswith(_RMW) and any(name in each for each in levels)
    }
    of_components = "rclcpp" if is_sourced else "rcl"
    library = "rclpy" if study.get("system") == "reference" else of_components
    names = [(library, library)]
    if study.get("system") == "nav2":
        names += [(_NAV2, package) for package in _NAV2_PACKAGES]
    names += [(each, each) for each in sorted(middlewares)]
    for name, package in names:
        found = package if is_sourced else f"ros-{package.replace('_', '-')}"
        if version := packages.get(found) or packages.get(package):
            yield name, version


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]
