# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The core of executors under sanitizers."""

from __future__ import annotations

from pathlib import Path

import pytest
from native_builds import SOURCES, build_and_test, configure


# What compiles and runs in the least time together.
@pytest.mark.parametrize(
    "sanitizers, optimisation",
    [("thread", "-O2"), ("address,undefined", "-O0")],
    ids=["thread", "address,undefined"],
)
def test_no_sanitizer_has_anything_to_report(
    sanitizers: str, optimisation: str, tmp_path: Path
) -> None:
    options = f"-DEXECUTORS_SANITIZE={sanitizers}", f"-DCMAKE_CXX_FLAGS_DEBUG={optimisation}"
    configure(SOURCES / "executors", tmp_path, *options)
    build_and_test("executors", tmp_path, tmp_path)
