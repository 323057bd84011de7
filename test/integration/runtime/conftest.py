# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The fixtures of container_harness."""

from __future__ import annotations

from container_harness import client, container, start_container

__all__ = ["client", "container", "start_container"]
