# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 installation that a study runs on."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from nav2_composition_bench.installation import ament_index
from nav2_composition_bench.installation.engine_features import features_of
from nav2_composition_bench.installation.plugin_classes import declared_classes
from nav2_composition_bench.installation.rclcpp_release import RclcppRelease, installed_rclcpp

_RMW = "rmw_typesupport"


@dataclass(frozen=True)
class Installation:
    """What is sourced: ROS 2, or nothing but the wheels in this Python's environment.

    :param environment: variables of the shell.
    """

    environment: Mapping[str, str]

    @staticmethod
    def here(environment: Mapping[str, str] = os.environ) -> Installation:
        """Return the installation that the shell has sourced; without one, the wheels'."""
        if ament_index.prefixes(environment):
            return Installation(dict(environment))
        rest = {name: value for name, value in environment.items() if name != "ROS_DISTRO"}
        return Installation({**rest, "AMENT_PREFIX_PATH": sys.prefix})

    @property
    def distro(self) -> str | None:
        """The ROS distribution that is sourced; None without any."""
        return self.environment.get("ROS_DISTRO")

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

    def has_component(self, package: str, plugin: str) -> bool:
        """Tell whether a package has registered a component."""
        registered = ament_index.resource("rclcpp_components", package, self.environment) or ""
        return plugin in (line.split(";")[0] for line in registered.splitlines())
