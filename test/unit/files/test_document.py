# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Document, existing_file


@pytest.mark.parametrize("name", ["a\0b", "a" * 5000])
def test_what_can_be_no_name_of_a_file_is_refused_with_its_place(tmp_path: Path, name: str) -> None:
    document = Document(tmp_path / "study.yaml", {}, {("map_file",): 3})
    with pytest.raises(UserError, match=r"study.yaml:3: map_file is '.*', no name of a file"):
        existing_file(document, ("map_file",), name)
