# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from no_permission import without_permission

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.map_making.map_stem import map_stem


def test_the_home_directory_is_filled_in_and_the_directory_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert map_stem("~/maps/lab_1.2") == tmp_path / "maps" / "lab_1.2"
    assert (tmp_path / "maps").is_dir()


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    with without_permission(hidden), pytest.raises(UserError, match="--save: cannot write"):
        map_stem(str(hidden / "hall"))
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="--save: cannot write"):
        map_stem(str(tmp_path / "file" / "hall"))
