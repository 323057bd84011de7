# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from nav2_composition_bench.report.graph_layers import layers_of


def test_a_box_stands_right_of_all_that_it_depends_on() -> None:
    after = {"a": ["b", "d"], "b": ["c"], "c": ["d"], "d": []}
    assert layers_of(after) == {"a": 0, "b": 1, "c": 2, "d": 3}


def test_what_depends_on_nothing_stands_near_what_depends_on_it() -> None:
    after = {"late": ["c"], "a": ["b"], "b": ["c"], "c": [], "alone": []}
    assert layers_of(after) == {"late": 1, "a": 0, "b": 1, "c": 2, "alone": 0}


def test_a_cycle_is_opened_where_it_comes_back() -> None:
    after = {"b": ["c"], "c": ["b"], "a": ["b"], "self": ["self"]}
    assert layers_of(after) == {"a": 0, "b": 1, "c": 2, "self": 0}


def test_a_chain_of_thousands_has_as_many_layers() -> None:
    after = {str(n): [str(n + 1)] if n < 4999 else [] for n in range(5000)}
    assert layers_of(after)["4999"] == 4999
