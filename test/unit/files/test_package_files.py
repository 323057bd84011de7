# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files import package_files


def test_a_source_tree_comes_before_what_is_sourced_and_installed() -> None:
    candidates = package_files.share_candidates(
        source_tree=Path("/clone"), ament_prefix_path="/overlay:/opt/ros", prefixes=["/venv"]
    )
    assert candidates == [
        Path("/clone"),
        Path("/overlay/share/nav2_composition_bench"),
        Path("/opt/ros/share/nav2_composition_bench"),
        Path("/venv/share/nav2_composition_bench"),
    ]


def test_an_empty_ament_prefix_path_adds_no_candidate() -> None:
    candidates = package_files.share_candidates(
        source_tree=Path("/clone"), ament_prefix_path="", prefixes=["/venv", "/venv"]
    )
    assert candidates == [Path("/clone"), Path("/venv/share/nav2_composition_bench")]


def test_a_missing_data_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(package_files, "share_directory", lambda: tmp_path)
    with pytest.raises(UserError, match=r"worlds/nowhere\.sdf is missing"):
        package_files.data_file("worlds/nowhere.sdf")


def test_an_installation_without_data_names_the_places_looked_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def one_empty_place(**_: object) -> list[Path]:
        return [tmp_path]

    monkeypatch.setattr(package_files, "share_candidates", one_empty_place)
    with pytest.raises(UserError, match=f"in none of {tmp_path}"):
        package_files.share_directory()
