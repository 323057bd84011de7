# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The fixtures of topology_engine and container_harness."""

from __future__ import annotations

from container_harness import client, start_container
from topology_engine import engine

__all__ = ["client", "engine", "start_container"]
