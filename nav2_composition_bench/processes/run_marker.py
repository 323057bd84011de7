# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What marks the processes that one run has started."""

from __future__ import annotations

import uuid

RUN_VARIABLE = "NAV2_BENCH_RUN_ID"
"""Marks everything one run started: it is inherited, and readable in /proc/PID/environ."""
GROUP_VARIABLE = "NAV2_BENCH_GROUP"
"""Marks the processes of one ProcessGroup within a run."""


def new_run_id() -> str:
    """A name no other run has."""
    return uuid.uuid4().hex
