# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from figures.blocks import refreshed
from nav2_composition_bench.errors import UserError


def size(of: str, unit: str = "m") -> str:
    return f"{len(of)} {unit}"


FIGURES = {"size": size}


def new_text(text: str) -> str:
    return refreshed("page.md", text, FIGURES)[0]


def test_a_marker_on_a_line_of_its_own_gets_lines_of_its_own() -> None:
    text = "before\n\n<!-- figures: size abc -->\nold\n<!-- end -->\n\nafter\n"
    assert new_text(text) == (
        "before\n\n<!-- figures: size abc -->\n\n3 m\n\n<!-- end -->\n\nafter\n"
    )


def test_a_block_inside_a_list_keeps_its_indentation() -> None:
    text = "- item\n\n  <!-- figures: size abc -->\n  <!-- end -->\n"
    wanted = "- item\n\n  <!-- figures: size abc -->\n\n  3 m\n\n  <!-- end -->\n"
    assert new_text(text) == wanted


def test_a_marker_in_a_sentence_leaves_the_line_as_it_is() -> None:
    text = "It is <!-- figures: size ab cm -->old<!-- end --> long.\n"
    assert new_text(text) == "It is <!-- figures: size ab cm -->2 cm<!-- end --> long.\n"


def test_what_is_current_stays_so() -> None:
    text = new_text(
        "a <!-- figures: size ab --><!-- end -->\n\n<!-- figures: size b -->\n<!-- end -->"
    )
    again, blocks = refreshed("page.md", text, FIGURES)
    assert again == text
    assert [block.is_current for block in blocks] == [True, True]


def test_a_stale_block_is_told_with_its_line() -> None:
    text = "a <!-- figures: size ab -->2 m<!-- end -->\nb <!-- figures: size ab -->3 m<!-- end -->"
    _, blocks = refreshed("page.md", text, FIGURES)
    assert [block.line_number for block in blocks if not block.is_current] == [2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x <!-- figures: weight ab --><!-- end -->", "page.md:1: no figure is called 'weight'"),
        ("\nx <!-- figures: size --><!-- end -->", "page.md:2: size: missing a required argument"),
        ("x <!-- figures: size ab -->", "page.md:1: the block has no end"),
        (
            "x <!-- figures: size a --> <!-- figures: size b --><!-- end -->",
            "page.md:1: the block has no end",
        ),
        ("x\n<!-- figures: size a --><!-- end -->", "page.md:2: Markdown ends a paragraph"),
    ],
)
def test_a_marker_that_cannot_be_right_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        new_text(text)
    assert str(error.value).startswith(message)
