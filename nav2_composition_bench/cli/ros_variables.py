# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The shell's ROS variables, for verbs that are nodes themselves."""

from __future__ import annotations

import os

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.ament_index import sourced_distro
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.ros_domain.domain_id import parse_domain_id
from nav2_composition_bench.ros_domain.environment import loopback_variables


def checked_domain_id() -> int:
    """Return the domain that the shell names, before rclpy is imported.

    rcl ends the process, without a line of its own, where it cannot load the middleware.

    :raises UserError: if the domain is none, or the middleware that the shell names is not
        installed.
    """
    domain_id = parse_domain_id(os.environ.get("ROS_DOMAIN_ID") or "0")
    rmw = os.environ.get("RMW_IMPLEMENTATION")
    if rmw and (lack := Installation.here().lack_of_middleware(rmw)) is not None:
        raise UserError(f"RMW_IMPLEMENTATION is {rmw}, which is {lack}")
    return domain_id


def stay_on_this_machine() -> None:
    """Keep DDS traffic on the loopback unless the environment says otherwise."""
    for name, value in loopback_variables(sourced_distro(os.environ)).items():
        os.environ.setdefault(name, value)
