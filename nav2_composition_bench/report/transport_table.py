# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which way messages went, as rows of a table."""

from __future__ import annotations

from collections.abc import Mapping

from nav2_composition_bench.metrics import BYTES_PER_MEGABYTE, NOT_MEASURED
from nav2_composition_bench.trial.record import TrialRecord


def transport_rows(typical: Mapping[str, TrialRecord]) -> list[list[str]]:
    """Return heading and one row for the typical trial of each arm; empty without any."""
    rows = [
        [
            arm,
            found.asked,
            ", ".join(f"{way.replace('_', ' ')} {n}" for way, n in found.found.items() if n),
            _megabytes(found.messages_bytes_hz),
            _megabytes(found.loopback_bytes_hz),
            NOT_MEASURED if found.common_page_frames is None else str(found.common_page_frames),
        ]
        for arm, record in typical.items()
        if (found := record.transport) is not None and any(found.found.values())
    ]
    heading = [
        "arm",
        "asked",
        "went by (deliveries)",
        "data [MB/s]",
        "loopback [MB/s]",
        "common page frames",
    ]
    return [heading, *rows] if rows else []


def _megabytes(bytes_hz: float | None) -> str:
    return NOT_MEASURED if bytes_hz is None else f"{bytes_hz / BYTES_PER_MEGABYTE:.2f}"
