# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Processes of the host side, ended whatever happens to the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from started_process import Process, starter


@pytest.fixture
def start(domain_id: int, tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Return a function that starts a Python command on the test's domain."""
    with starter(tmp_path) as run:
        yield run
