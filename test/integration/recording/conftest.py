# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The fixtures of topology_engine."""

from __future__ import annotations

from topology_engine import engine

__all__ = ["engine"]
