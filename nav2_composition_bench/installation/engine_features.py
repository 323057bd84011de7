# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the installed engine of topologies was built with, as it says itself."""

from __future__ import annotations

import subprocess

JPEG = "jpeg"
_TIMEOUT_S = 30.0


def features_of(program: str) -> frozenset[str] | None:
    """Ask ``topology_process``; None where it does not start or does not know the question."""
    try:
        told = subprocess.run(
            [program, "--features"], capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return frozenset(told.stdout.split()) if told.returncode == 0 else None
