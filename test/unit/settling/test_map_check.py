# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.settling.map_check import check_map

MAP = """image: hall.pgm
resolution: 0.05
origin: [0.0, 0.0, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.25
"""


def refuse(path: Path, text: str, message: str) -> None:
    path.write_text(text)
    with pytest.raises(UserError, match=message) as caught:
        check_map(path)
    assert "\n" not in str(caught.value)


def test_the_packages_own_map_passes() -> None:
    check_map(data_file("maps/bench.yaml"))


def test_an_image_that_is_not_there_is_named(tmp_path: Path) -> None:
    refuse(tmp_path / "m.yaml", MAP, r"m\.yaml:1: image names .*hall\.pgm, which is no file")


def test_what_a_map_lacks_is_named(tmp_path: Path) -> None:
    (tmp_path / "hall.pgm").write_bytes(b"")
    refuse(tmp_path / "m.yaml", MAP.replace("resolution: 0.05\n", ""), "lacks resolution")
    refuse(tmp_path / "m.yaml", "", "holds no map")
