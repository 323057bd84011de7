# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The core of executors under sanitizers."""

from __future__ import annotations

from pathlib import Path

import pytest
from native_builds import SOURCES, build_and_test, configure


@pytest.mark.parametrize("sanitizers", ["thread", "address,undefined"])
def test_no_sanitizer_has_anything_to_report(sanitizers: str, tmp_path: Path) -> None:
    configure(SOURCES / "executors", tmp_path, f"-DEXECUTORS_SANITIZE={sanitizers}")
    build_and_test("executors", tmp_path, tmp_path)
