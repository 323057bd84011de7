# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A copy of the source tree to build from, and what an installation of it must hold."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_BUILT = (
    "host_scripts",
    "interfaces",
    "launch",
    "maps",
    "nav2_composition_bench",
    "params",
    "results/paper",
    "scripts",
    "src",
    "topologies",
)
DATA = ("maps", "params", "results/paper", "topologies", "worlds")


@pytest.fixture
def source_tree(tmp_path: Path) -> Path:
    """A copy, since builds leave files behind."""
    tree = tmp_path / "tree"
    for name in (*_BUILT, "worlds"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file() and not path.is_symlink():
            shutil.copy2(path, tree)
    return tree


@pytest.fixture
def data_files() -> dict[str, bytes]:
    """Contents of all data files by their path below the share directory."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for folder in DATA
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }


@pytest.fixture
def library_environment() -> dict[str, str]:
    """The environment without anything that leads back to the source tree."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "AMENT_PREFIX_PATH", "NAV2_BENCH_SAMPLER")
    }
