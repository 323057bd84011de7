# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The form of published statements, and those of the package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nav2_composition_bench.aggregate.statements import (
    Kind,
    packaged_statements,
    read_statements,
)
from nav2_composition_bench.errors import UserError

STATEMENT: dict[str, Any] = {
    "study": "goodput",
    "figure": "Fig. 4",
    "statement": "Twice as much.",
    "kind": "ratio",
    "metric": "goodput_bytes_hz",
    "of": {"composition": ["manual", "isolated"], "intra_process": "off"},
    "against": {"composition": "multi_process"},
    "value": 2,
    "read_in": ["a"],
}


def written(directory: Path, **changes: Any) -> Path:
    statement = {key: value for key, value in {**STATEMENT, **changes}.items() if value is not None}
    document = {
        "schema": 1,
        "kind": "statements",
        "source": "Somebody: Something",
        "places": {"a": "a note"},
        "statements": [statement],
    }
    path = directory / "statements.json"
    path.write_text(json.dumps(document, indent=1))
    return path


def test_a_statement_is_read_with_what_it_is_about(tmp_path: Path) -> None:
    (one,) = read_statements(written(tmp_path)).statements
    assert one.kind is Kind.RATIO and one.value == (2.0, 2.0) and not one.is_range
    assert one.of == {"composition": ("manual", "isolated"), "intra_process": ("off",)}
    assert one.at == "every" and one.read_in == ("a",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"metric": "beauty"}, "metric is 'beauty', must be one of cpu_percent"),
        ({"kind": "guess"}, "kind is 'guess', must be one of ratio, ordering, level, slope"),
        ({"value": None}, "lacks value, which a statement of kind ratio needs"),
        ({"value": -1}, "value is -1, must be a positive number"),
        ({"read_in": ["b"]}, "read_in is 'b', must be one of a"),
        ({"at": "somewhere"}, "at is 'somewhere', must be one of every, least, most"),
        ({"of": {"colour": "red"}}, "of.colour is unknown; known: composition"),
        ({"kind": "ordering", "relation": "beside"}, "relation is 'beside', must be one of below"),
        ({"figure": ""}, "figure must be a text"),
        ({"colour": "red"}, "colour is unknown; known: study"),
    ],
)
def test_a_fault_is_named_with_its_line_and_key(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = written(tmp_path, **changes)
    with pytest.raises(UserError) as caught:
        read_statements(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}:")


def test_another_file_is_no_statements(tmp_path: Path) -> None:
    path = tmp_path / "arm.json"
    path.write_text('{"schema": 1, "kind": "published"}')
    with pytest.raises(UserError, match="no statements of schema 1"):
        read_statements(path)


def test_a_study_under_a_longer_name_is_the_same_study_again(tmp_path: Path) -> None:
    published = read_statements(written(tmp_path))
    assert len(published.of_study("goodput")) == 1
    assert len(published.of_study("goodput-rclcpp")) == 1
    assert not published.of_study("goodputs")


def test_every_packaged_statement_says_where_it_was_read() -> None:
    published = packaged_statements()
    assert "2305.09933" in published.source and published.left_out
    for one in published.statements:
        assert one.read_in, one.text
    assert {one.figure for one in published.statements} >= {"Fig. 2", "Fig. 3", "Fig. 4", "Fig. 5"}
