# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 installation that a study runs on."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nav2_composition_bench.installation import ament_index
from nav2_composition_bench.installation.engine_features import features_of
from nav2_composition_bench.installation.own_program import find_program
from nav2_composition_bench.installation.plugin_classes import declared_classes
from nav2_composition_bench.installation.rclcpp_release import RclcppRelease, installed_rclcpp
from nav2_composition_bench.installation.workspace import python_of, variables_of

_RMW = "rmw_typesupport"
_PYTHON_S = 60.0


@dataclass(frozen=True)
class Installation:
    """What is sourced: ROS 2, or nothing but the wheels in this Python's environment.

    :param environment: variables of the shell.
    :param python: the interpreter of its Python programs.
    """

    environment: Mapping[str, str]
    python: str = sys.executable

    @staticmethod
    def here(environment: Mapping[str, str] = os.environ) -> Installation:
        """Return the installation that the shell has sourced; without one, the wheels'."""
        if ament_index.prefixes(environment):
            return Installation(dict(environment))
        rest = {name: value for name, value in environment.items() if name != "ROS_DISTRO"}
        return Installation({**rest, "AMENT_PREFIX_PATH": sys.prefix})

    def at(self, prefix: Path) -> Installation:
        """Return the installation at a prefix in place of what the shell has sourced.

        :raises UserError: if it is no install prefix; see :func:`~.workspace.variables_of`.
        """
        variables = variables_of(prefix)
        return Installation({**self.environment, **variables}, python_of(variables))

    def find_program(self, package: str, name: str) -> str:
        """Return the path of a program; see :func:`~.own_program.find_program`.

        :raises UserError: if the package or the program is not installed.
        """
        return find_program(package, name, self.environment, self.python)

    @property
    def distro(self) -> str | None:
        """The ROS distribution that is sourced; None without any."""
        return self.environment.get("ROS_DISTRO") or None

    @cached_property
    def cores(self) -> tuple[int, ...]:
        """Numbers of the cores that processes started here may use."""
        return tuple(sorted(os.sched_getaffinity(0)))

    @cached_property
    def middlewares(self) -> tuple[str, ...]:
        """Every middleware that nodes can be run with."""
        known = ament_index.registered(_RMW, self.environment)
        return tuple(name for name in known if name != "rmw_implementation")

    def lack_of_middleware(self, rmw: str) -> str | None:
        """Say that a middleware is not installed, and which are; None if it is."""
        known = self.middlewares
        if rmw in known:
            return None
        return "not installed" + (f"; installed: {', '.join(known)}" if known else "")

    @cached_property
    def rclcpp(self) -> RclcppRelease | None:
        """The release of rclcpp; None where there is none or its version is not told."""
        return installed_rclcpp(self.environment)

    @cached_property
    def plugin_classes(self) -> frozenset[str]:
        """Every name under which pluginlib finds a class."""
        return frozenset(declared_classes(self.environment))

    @cached_property
    def engine_features(self) -> frozenset[str] | None:
        """What the engine of topologies was built with; None where it cannot be asked."""
        return features_of(self.environment)

    def has_module(self, name: str) -> bool:
        """Return whether a Python module is there, of which the package is."""
        if self.python == sys.executable:
            return importlib.util.find_spec(name) is not None
        script = (
            "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)"
        )
        found = subprocess.run(
            [self.python, "-c", script, name],
            env=dict(self.environment),
            stderr=subprocess.DEVNULL,  # its package may be missing, too
            timeout=_PYTHON_S,
            check=False,
        )
        return found.returncode == 0

    def has_component(self, package: str, plugin: str) -> bool:
        """Tell whether a package has registered a component."""
        registered = ament_index.resource("rclcpp_components", package, self.environment) or ""
        return plugin in (line.split(";")[0] for line in registered.splitlines())
