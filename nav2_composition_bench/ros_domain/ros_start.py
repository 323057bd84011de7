# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The start of rclpy, for programs that catch signals themselves."""

from __future__ import annotations

import rclpy
from rclpy._rclpy_pybind11 import RCLError, UnknownROSArgsError
from rclpy.context import Context
from rclpy.signals import SignalHandlerOptions

from nav2_composition_bench.errors import UserError


def init_ros(arguments: list[str], context: Context | None = None) -> None:
    """Initialise rclpy without its signal handlers.

    :param arguments: of the command line, those of ROS among them.
    :param context: None for rclpy's default.
    :raises UserError: for ROS arguments that cannot be read.
    """
    try:
        rclpy.init(args=arguments, context=context, signal_handler_options=SignalHandlerOptions.NO)
    except UnknownROSArgsError as error:
        raise UserError(f"unknown ROS arguments {error}; leave them out") from None
    except RCLError as error:
        raise UserError(" ".join(str(error).split())) from None
