# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A fixture for tests of what sets handlers of signals for the rest of its process."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from nav2_composition_bench.processes.interruption import STOPPING_SIGNALS


@pytest.fixture
def handlers() -> Iterator[None]:
    """Begin with SIGHUP as by default, which a shell may have had ignored; take all back behind."""
    before = {number: signal.getsignal(number) for number in STOPPING_SIGNALS}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
