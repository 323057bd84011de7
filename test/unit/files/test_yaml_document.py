# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import yaml

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files import yaml_document
from nav2_composition_bench.files.package_files import share_directory
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
        ("placements:\n  2: a", "study.yaml:2: placements.2"),
        ("placements:\n  on: a", "study.yaml:1: placements.True"),
    ],
)
def test_a_key_that_is_no_text_is_refused_with_its_place(text: str, place: str) -> None:
    assert fault(text) == f"{place} is a key that is no text; put it in quotes"


def test_what_libyaml_does_not_find_before_the_end_is_in_the_last_line() -> None:
    assert fault("a: 1\nb: [1, 2").startswith("study.yaml:2 is not YAML: ")


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML was built without libyaml")
def test_without_libyaml_a_document_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    spec = importlib.util.spec_from_file_location("of_python_alone", yaml_document.__file__)
    assert spec is not None and spec.loader is not None
    of_python_alone = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(of_python_alone)
    for path in (share_directory() / "params").rglob("*.yaml"):
        text = path.read_text()
        assert parse_yaml(text, path) == of_python_alone.parse_yaml(text, path)
