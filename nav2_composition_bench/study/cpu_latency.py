# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Levels of the factor ``cpu_latency_us``: how deep idle cores may sleep meanwhile; pure."""

from __future__ import annotations

import re

from nav2_composition_bench.errors import UserError

UNLIMITED = "unlimited"
"""Level of ``cpu_latency_us`` that leaves idle states to the kernel."""
MAX_LIMIT_US = 2_000_000_000
"""Longest limit that the kernel takes."""

_NUMBER = re.compile(r"0|[1-9][0-9]*")


def check_limit(where: str, level: str) -> None:
    """:raises UserError: for what is no level of ``cpu_latency_us``."""
    if level == UNLIMITED or (_NUMBER.fullmatch(level) and int(level) <= MAX_LIMIT_US):
        return
    raise UserError(
        f"{where} is '{level}', must be {UNLIMITED} or a whole number of µs from 0 to"
        f" {MAX_LIMIT_US}"
    )


def limit_of(level: str) -> int | None:
    """Return the limit in µs that a checked level sets; None for no limit."""
    return None if level == UNLIMITED else int(level)
