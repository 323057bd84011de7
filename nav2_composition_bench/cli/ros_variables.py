# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The shell's ROS variables, for verbs that are nodes themselves."""

from __future__ import annotations

import os
import sys

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.ament_index import sourced_distro
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.ros_domain.domain_id import parse_domain_id
from nav2_composition_bench.ros_domain.environment import loopback_variables
from nav2_composition_bench.ros_domain.log_directory import let_ros_log


def checked_domain_id() -> int:
    """See that rcl can start, before rclpy is imported, and return the domain of the shell.

    rcl ends the process, without a line of its own, where it cannot load the middleware.

    :raises UserError: if the domain is none, or the middleware that the shell names is not
        installed, or nothing can be logged.
    """
    domain_id = parse_domain_id(os.environ.get("ROS_DOMAIN_ID") or "0")
    rmw = os.environ.get("RMW_IMPLEMENTATION")
    if rmw and (lack := Installation.here().lack_of_middleware(rmw)) is not None:
        raise UserError(f"RMW_IMPLEMENTATION is {rmw}, which is {lack}")
    if (note := let_ros_log()) is not None:
        print(note, file=sys.stderr)
    return domain_id


def stay_on_this_machine() -> None:
    """Keep DDS traffic on the loopback unless the environment says otherwise."""
    for name, value in loopback_variables(sourced_distro(os.environ)).items():
        os.environ.setdefault(name, value)
