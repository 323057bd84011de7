# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What axes are called."""

from __future__ import annotations

import inspect

from nav2_composition_bench.report.axis_words import axis_words, place_text
from nav2_composition_bench.study.exchange_section import COMPARED
from nav2_composition_bench.topology.generate import KINDS


def test_sizes_are_written_with_their_unit_and_counts_without() -> None:
    assert place_text("size_bytes", 1048576) == "1.05 MB"
    assert place_text("number", 70) == "70"
    assert axis_words("number").counted == "node"


def test_an_axis_that_is_not_known_is_called_by_its_name() -> None:
    assert axis_words("colour").label == "colour" and axis_words("colour").counted == ""


def test_every_argument_of_a_generated_graph_that_is_a_number_has_words() -> None:
    for make in KINDS.values():
        for name, parameter in inspect.signature(make).parameters.items():
            if parameter.annotation in ("int", "float") and name not in ("count", *COMPARED):
                words = axis_words(name)
                assert words.label != name or words.counted, name
