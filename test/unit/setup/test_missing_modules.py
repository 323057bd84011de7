# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the ROS installation's Python lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from missing_modules import missing

PYPROJECT = """\
[project]
dependencies = ["here_already>=1.0", "Not-Here>=2.1"]
"""


@pytest.fixture
def pyproject(tmp_path: Path) -> Path:
    path = tmp_path / "pyproject.toml"
    path.write_text(PYPROJECT)
    return path


def install(directory: Path, name: str) -> None:
    metadata = directory / f"{name}-1.0.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")


def test_what_is_not_installed_is_named_with_its_version(pyproject: Path, tmp_path: Path) -> None:
    assert {"here_already>=1.0", "Not-Here>=2.1"} <= set(missing(pyproject, tmp_path / "none"))


def test_what_the_directory_holds_counts_whatever_the_spelling(
    pyproject: Path, tmp_path: Path
) -> None:
    install(tmp_path / "modules", "Here.Already")
    names = missing(pyproject, tmp_path / "modules")
    assert "here_already>=1.0" not in names
    assert "Not-Here>=2.1" in names


def test_what_this_interpreter_has_is_not_asked_for(pyproject: Path, tmp_path: Path) -> None:
    assert "pytest" not in missing(pyproject, tmp_path / "none")
