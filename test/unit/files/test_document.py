# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from no_permission import without_permission

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Document, existing_file


@pytest.mark.parametrize(
    ("name", "said"),
    [("a\0b", "is '.*', no name of a file"), ("a" * 5000, ": cannot read .*: File name too long")],
)
def test_what_can_be_no_name_of_a_file_is_refused_with_its_place(
    tmp_path: Path, name: str, said: str
) -> None:
    document = Document(tmp_path / "study.yaml", {}, {("map_file",): 3})
    with pytest.raises(UserError, match=f"study.yaml:3: map_file ?{said}"):
        existing_file(document, ("map_file",), name)


def test_a_file_in_a_directory_without_permission_is_refused_with_its_place(
    tmp_path: Path,
) -> None:
    document = Document(tmp_path / "study.yaml", {}, {("map_file",): 3})
    said = r"study.yaml:3: map_file: cannot read .*/map.yaml: Permission denied$"
    with pytest.raises(UserError, match=said), without_permission(tmp_path):
        existing_file(document, ("map_file",), "map.yaml")
