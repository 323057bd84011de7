# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the sourced ROS 2 installations hold, by their ament index."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from nav2_composition_bench.errors import UserError

_INDEX = Path("share") / "ament_index" / "resource_index"


def prefix_of(package: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the installation prefix of a package; None when it is not installed."""
    for prefix in prefixes(environment):
        if (prefix / _INDEX / "packages" / package).is_file():
            return prefix
    return None


def resource(kind: str, package: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return what a package has registered under a kind, such as ``rclcpp_components``."""
    for prefix in prefixes(environment):
        path = prefix / _INDEX / kind / package
        if path.is_file():
            return path.read_text(encoding="utf-8", errors="replace")
    return None


def executable(package: str, name: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the path of a package's executable, as ``ros2 run`` finds it.

    :raises UserError: if the package or the executable is not installed.
    """
    prefix = prefix_of(package, environment)
    if prefix is None:
        raise UserError(
            f"package {package} is not installed (AMENT_PREFIX_PATH names none that has it);"
            " install it and source its setup.bash"
        )
    path = prefix / "lib" / package / name
    if not os.access(path, os.X_OK):
        raise UserError(f"package {package} in {prefix} has no executable {name}; install it again")
    return str(path)


def version(package: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the version in a package's package.xml; None when that is not told."""
    prefix = prefix_of(package, environment)
    if prefix is None:
        return None
    try:
        root = ElementTree.parse(prefix / "share" / package / "package.xml").getroot()
    except (OSError, ElementTree.ParseError):
        return None
    text = root.findtext("version")
    return text.strip() if text else None


def registered(kind: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the packages that have registered something under a kind, sorted."""
    names: set[str] = set()
    for prefix in prefixes(environment):
        names |= _entries(prefix / _INDEX / kind)
    return sorted(names)


def kinds(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the kinds under which something is registered, sorted."""
    names: set[str] = set()
    for prefix in prefixes(environment):
        names |= _entries(prefix / _INDEX)
    return sorted(names)


def packages(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the names of all installed packages, sorted."""
    return registered("packages", environment)


def _entries(directory: Path) -> set[str]:
    return set(os.listdir(directory)) if directory.is_dir() else set()


def sourced_distro(environment: Mapping[str, str]) -> str | None:
    """Return the ROS distribution that is sourced; None without any.

    Containers of ROS images set ROS_DISTRO in shells that have sourced nothing, too.
    """
    return (environment.get("ROS_DISTRO") or None) if prefixes(environment) else None


def prefixes(environment: Mapping[str, str]) -> list[Path]:
    """Return the prefixes of the sourced installations, the first to be searched first."""
    paths = environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    return [Path(path) for path in paths if path]
