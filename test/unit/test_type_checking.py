# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""mypy is told of all Python there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = {"setup", "docs", "build"}
"""setup has a mypy.ini of its own, docs only Sphinx's configuration; build is made."""
FOLDERS = sorted(
    folder.name
    for folder in ROOT.iterdir()
    if not folder.name.startswith(".")
    and folder.name not in ELSEWHERE
    and any(folder.rglob("*.py"))
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_of_python_is_checked(folder: str) -> None:
    configuration = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"^files = \[(.*)\]$", configuration, re.MULTILINE)
    assert listed is not None
    files = re.findall(r'"([^"]+)"', listed.group(1))
    # A launch file's name has a dot, so mypy takes it as a file only, not from its folder.
    assert folder in files or f"{folder}/*.py" in files
