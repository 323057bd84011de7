# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The one rclpy context of the runner."""

from __future__ import annotations

from typing import Any


class RosClient:
    """One context and node ``nav2_bench_<pid>``, spun in one background thread.

    :ivar node: the rclpy node; subscribe on it, callbacks come in the background thread.
    """

    node: Any
