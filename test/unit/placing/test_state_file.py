# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.search import SearchState
from nav2_composition_bench.placing.state_file import SEARCH, read_state, write_state

STATE = SearchState(
    3, ((0, 1, 0), (0, 0, 0)), (((0, 12.5), (0, 1, 0)),), random.Random(4).getstate()
)
SETUP = {"loops": 2, "costs": {"wake_us": 3.25}}


def test_a_state_comes_back_as_it_was(tmp_path: Path) -> None:
    assert read_state(tmp_path, SETUP) is None
    write_state(tmp_path, STATE, SETUP)
    assert read_state(tmp_path, SETUP) == STATE
    assert [path.name for path in tmp_path.iterdir()] == [SEARCH]


def test_loops_in_which_no_message_arrives_come_back_too(tmp_path: Path) -> None:
    state = dataclasses.replace(STATE, best=(((0, math.inf), (0, 1, 0)),))
    write_state(tmp_path, state, SETUP)
    assert read_state(tmp_path, SETUP) == state


def test_the_state_of_another_search_is_refused_with_what_differs(tmp_path: Path) -> None:
    write_state(tmp_path, STATE, SETUP)
    with pytest.raises(UserError, match="loops was 2 and is 3; choose another --name"):
        read_state(tmp_path, {**SETUP, "loops": 3})


@pytest.mark.parametrize("changes", [{"setup": None}, {"random_state": [3]}, {"population": [1]}])
def test_what_is_no_state_is_one_line(tmp_path: Path, changes: dict[str, Any]) -> None:
    write_state(tmp_path, STATE, SETUP)
    whole = json.loads((tmp_path / SEARCH).read_text())
    (tmp_path / SEARCH).write_text(json.dumps({**whole, **changes}))
    with pytest.raises(UserError, match="holds no state of a search; choose another --name"):
        read_state(tmp_path, SETUP)


def test_the_state_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / SEARCH).write_text(json.dumps({"schema": 2}))
    with pytest.raises(UserError, match="has schema 2, which this version cannot read"):
        read_state(tmp_path, SETUP)
