# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What tests need of an installation that not every one has."""

from __future__ import annotations

import importlib.util

import pytest


def needs(module: str) -> pytest.MarkDecorator:
    """Skip tests by name where a module is not installed; it is not imported.

    A module of tests that skips itself while it is imported would take its whole folder along:
    launch_testing's plugin imports every module while pytest collects the folder.
    """
    missing = importlib.util.find_spec(module) is None
    return pytest.mark.skipif(missing, reason=f"{module} is not installed")
