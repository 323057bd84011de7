# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures of these tests."""

from __future__ import annotations

from world_fixtures import default_goals, world_of

__all__ = ["default_goals", "world_of"]
