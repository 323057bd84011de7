# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Launch tests are skipped by name where launch_testing or Nav2 is not installed.

They are made of launch_testing's decorators, so they cannot be imported without it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """Stand in for a launch test that cannot be imported."""
    if module_path.parent != HERE or missing() is None:
        return None
    return NotImported.from_parent(parent, path=module_path)


def missing() -> str | None:
    """Name the first module that launch tests need and that is not installed."""
    needed = ("launch_testing", "nav2_msgs")
    return next((name for name in needed if importlib.util.find_spec(name) is None), None)


class NotImported(pytest.File):
    """A launch test's module that is left alone."""

    def collect(self) -> Iterator[pytest.Item]:
        """Give one item that is skipped."""
        yield Skipped.from_parent(self, name="launch_test")


class Skipped(pytest.Item):
    """In place of the tests of a module."""

    def runtest(self) -> None:
        """Skip."""
        pytest.skip(f"{missing()} is not installed")
