# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The reference stack's node of known cost."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from known_cost_processes import expect_what_it_says

pytestmark = pytest.mark.usefixtures("domain_id")


def test_the_node_costs_what_it_says(tmp_path: Path) -> None:
    module = "nav2_composition_bench.reference_stack.runtime.single_node"
    expect_what_it_says([sys.executable, "-m", module, "--node", "known_cost"], tmp_path)
