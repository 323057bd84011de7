# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Published statements of the package: whether each can be judged."""

from __future__ import annotations

import pytest

from nav2_composition_bench.aggregate.statements import (
    ABOVE,
    BELOW,
    Kind,
    Statement,
    packaged_statements,
)
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.study.factor import FACTORS

PUBLISHED = packaged_statements()


def test_a_study_under_a_longer_name_is_the_same_study_again() -> None:
    assert PUBLISHED.of_study("goodput")
    assert PUBLISHED.of_study("goodput-rclcpp") == PUBLISHED.of_study("goodput")
    assert not PUBLISHED.of_study("goodputs")


def test_every_publication_is_named_with_what_is_left_out() -> None:
    assert "2305.09933" in PUBLISHED.source and PUBLISHED.left_out


@pytest.mark.parametrize("one", PUBLISHED.statements, ids=lambda one: f"{one.study}-{one.figure}")
def test_every_statement_can_be_judged_and_names_where_it_was_read(one: Statement) -> None:
    assert one.metric in METRICS and one.text and one.figure
    assert one.read_in and set(one.read_in) <= PUBLISHED.places.keys()
    for selector in filter(None, (one.of, one.against)):
        assert selector.keys() <= {*FACTORS, "kind"}
    assert (one.value is None) == (one.kind is Kind.ORDERING)
    assert (one.against is None) == (one.kind in (Kind.LEVEL, Kind.SLOPE))
    assert one.relation in (None, BELOW, ABOVE) and (one.relation or one.value)
    assert one.value is None or 0 < one.value[0] <= one.value[1]
