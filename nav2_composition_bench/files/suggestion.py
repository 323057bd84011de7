# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a user may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def suggestion(value: object, known: Iterable[str]) -> str:
    """Return a clause that offers the nearest of what is known; empty where nothing is near."""
    close = difflib.get_close_matches(str(value), list(known), n=1)
    return f"did you mean '{close[0]}'? " if close else ""
