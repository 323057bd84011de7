# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from ament_prefix import Prefix

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.launch_substitutions import substituted
from nav2_composition_bench.settling.parameters import load_parameters


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    return Prefix(tmp_path, distro=None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$(find-pkg-share mine)/trees/a.xml", "PREFIX/share/mine/trees/a.xml"),
        ("$(find-pkg-prefix mine)/lib:$(env HOME_OF)", "PREFIX/lib:/home/robot"),
        ("$(env UNSET 5)", "5"),
        ("$(env UNSET '')", ""),
        ("$(env UNSET 'a b')", "a b"),
        ("$(find-pkg-share $(env PACKAGE))", "PREFIX/share/mine"),
        ("a $b (c)", "a $b (c)"),
    ],
)
def test_what_a_substitution_stands_for_is_put_in_its_place(
    prefix: Prefix, text: str, expected: str
) -> None:
    prefix.register("packages", "mine")
    variables = {"HOME_OF": "/home/robot", "PACKAGE": "mine"}
    environment = {**prefix.installation.environment, **variables}
    assert substituted(text, "here", environment) == expected.replace("PREFIX", str(prefix.path))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("$(find-pkg-share mine)", "$(find-pkg-share mine), and package mine is not installed"),
        ("$(env MINE)", "$(env MINE), and the variable MINE is not set"),
        ("$(var map)", "$(var map), which only a launch file can fill in"),
        ("$(find-pkg-share)", "$(find-pkg-share), which only a launch file can fill in"),
        ("$(env 'a)", "$(env 'a), which only a launch file can fill in"),
        ("$()", "$(), which only a launch file can fill in"),
    ],
)
def test_a_substitution_that_cannot_be_made_is_named(prefix: Prefix, text: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        substituted(f"a {text} b", "here", prefix.installation.environment)
    assert str(caught.value).startswith(f"here holds {said}")


def test_what_is_put_in_a_values_place_has_the_type_that_it_looks_like(
    prefix: Prefix, tmp_path: Path
) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("a: {ros__parameters: {x: $(env N), y: '$(env N)', z: [$(env N)0.5]}}")
    environment = {**prefix.installation.environment, "N": "3"}
    found = load_parameters([path], environment=environment).of_node("a")
    assert found == {"x": 3, "y": 3, "z": [30.5]}
