# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.json_document import parse_json, read_json

HERE = Path("graph.json")

TEXT = """{
  "nodes": [
    {"name": "a", "rates": [1, 2.5,
      1e3]},

    {"name": "{\\"},:[\\n\\u00e9", "inner": {"x": null}}
  ],
  "done": true
}
"""


def fault(text: str) -> str:
    with pytest.raises(UserError) as caught:
        parse_json(text, HERE)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_content_is_that_of_the_standard_reader() -> None:
    assert parse_json(TEXT, HERE).content == json.loads(TEXT)


def test_every_key_and_item_has_its_line() -> None:
    assert parse_json(TEXT, HERE).lines == {
        ("nodes",): 2,
        ("nodes", 0): 3,
        ("nodes", 0, "name"): 3,
        ("nodes", 0, "rates"): 3,
        ("nodes", 0, "rates", 0): 3,
        ("nodes", 0, "rates", 1): 3,
        ("nodes", 0, "rates", 2): 4,
        ("nodes", 1): 6,
        ("nodes", 1, "name"): 6,
        ("nodes", 1, "inner"): 6,
        ("nodes", 1, "inner", "x"): 6,
        ("done",): 8,
    }


def test_tabs_empty_values_and_escaped_characters_are_read() -> None:
    text = '{\t"a": [],\r\n\t"b": {},\n\t"\\ud83d\\ude00": [[], [{}]],\n"c": ""}'
    document = parse_json(text, HERE)
    assert document.content == {"a": [], "b": {}, "\U0001f600": [[], [{}]], "c": ""}
    assert document.lines[("b",)] == 2
    assert document.lines[("\U0001f600", 1, 0)] == 3
    assert document.where(("c",)) == "graph.json:4: c"


@pytest.mark.parametrize("text", ["1", '"a"', "[]", "{}", " null "])
def test_a_lone_value_is_a_document(text: str) -> None:
    assert parse_json(text, HERE).content == json.loads(text)


def test_what_is_not_json_is_named_by_line_and_column() -> None:
    assert fault('{"a": 1,\n "b": }') == "graph.json:2 is not JSON: Expecting value (column 7)"
    assert fault("") == "graph.json:1 is not JSON: Expecting value (column 1)"


def test_a_repeated_key_is_named_with_both_lines() -> None:
    assert fault('{"a": {"b": 1,\n"b": 2}}') == "graph.json:2: a.b is given already in line 1"


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_not_finite_are_refused(word: str) -> None:
    assert fault(f'{{"a": [0, {word}]}}').startswith("graph.json:1: a[1] is ")


def test_nesting_without_end_is_one_line() -> None:
    assert fault("[" * 100_000 + "]" * 100_000) == "graph.json is nested too deeply"


def test_a_file_that_is_missing_or_no_text_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read .*none.json: No such file"):
        read_json(tmp_path / "none.json")
    (tmp_path / "binary.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(UserError, match=r"is not UTF-8 text \(byte 7\)"):
        read_json(tmp_path / "binary.json")


def test_a_number_that_no_float_holds_is_one_line() -> None:
    assert fault(f'{{"a": {10**400}}}') == "graph.json:1: a is too large a number"
    assert fault(f'{{"a": 1{"0" * 5000}}}').startswith("graph.json")
