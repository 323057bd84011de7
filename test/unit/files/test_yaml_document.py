# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.yaml_document import parse_yaml

HERE = Path("study.yaml")


def fault(text: str) -> str:
    with pytest.raises(UserError) as caught:
        parse_yaml(text, HERE)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["name: 2024-02-30", "a: 0x_", "a: !!int foo", 'a: !!int ""', 'a: !!float ""', 'a: !!int "-"'],
)
def test_a_value_that_cannot_be_is_one_line(text: str) -> None:
    assert fault(text).startswith("study.yaml holds a value that cannot be read: ")


@pytest.mark.parametrize("text", ["a: !!bool 3", "a: !!timestamp x"])
def test_a_tag_that_does_not_fit_its_value_is_one_line(text: str) -> None:
    assert fault(text).endswith("cannot be read: its tag, such as !!bool, does not fit")


@pytest.mark.parametrize("text", ["&a [*a]", "[" * 5000 + "]" * 5000])
def test_nesting_without_end_is_one_line(text: str) -> None:
    assert fault(text) == "study.yaml is nested too deeply"


def test_a_number_that_no_float_holds_is_one_line() -> None:
    assert fault(f"a: {10**400}") == "study.yaml:1: a is too large a number"
    assert fault(f"a: 1{'0' * 5000}").startswith("study.yaml")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("mappings:\n  2: [a]", "study.yaml:2: mappings.2"),
        ("groupings:\n  on: [a]", "study.yaml:1: groupings.True"),
    ],
)
def test_a_key_that_is_no_text_is_refused_with_its_place(text: str, place: str) -> None:
    assert fault(text) == f"{place} is a key that is no text; put it in quotes"
