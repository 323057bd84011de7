# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.names import directory_name


@pytest.mark.parametrize("name", ["a", "my-board_2", "v1.0"])
def test_a_plain_name_is_taken_as_it_is(name: str) -> None:
    assert directory_name("--name", name) == name


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a b", "-x", "a\n", "\0"])
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="--name is '.*', must be usable as a directory name"):
        directory_name("--name", name)
