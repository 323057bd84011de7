# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests that run whole studies."""

from study_fixtures import start, write_study

__all__ = ["start", "write_study"]
