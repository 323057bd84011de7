# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest
from fake_runner import make_study

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.known_cost import KNOWN_COST_NODES, KnownCost, parse_known_cost
from nav2_composition_bench.study.node_entry import all_node_names, thread_names
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.study_options import StudyOptions, override


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("cpu=5,memory=20", KnownCost(5.0, 20.0)),
        ("memory=1.5, cpu=0.5", KnownCost(0.5, 1.5)),
        ("cpu=5", KnownCost(5.0, 0.0)),
        ("cpu=0,memory=0", KnownCost()),
    ],
)
def test_a_cost_is_read(text: str, cost: KnownCost) -> None:
    assert parse_known_cost(text) == cost


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read ''"),
        ("5", "write cpu=PERCENT,memory=MEGABYTES"),
        ("cpu=5,cpu=6", "cannot read"),
        ("cpu=-1", "cannot read"),
        ("cpu=99", "cpu is 99 %, must be 0 to 90"),
    ],
)
def test_what_is_no_cost_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        parse_known_cost(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("system", "distro"), [("reference", None), ("nav2", "humble"), ("nav2", "jazzy")]
)
def test_the_node_is_one_of_the_systems_if_it_is_asked_for_and_has_a_thread_name_of_its_own(
    system: str, distro: str | None
) -> None:
    study = replace(make_study(), system=system, distro=distro)
    assert study.nodes == table_for(system, distro)
    with_it = override(study, StudyOptions(known_cost=KnownCost(5.0, 20.0)))
    assert with_it.nodes == (*study.nodes, KNOWN_COST_NODES[system])
    names = thread_names(all_node_names(with_it.nodes))
    assert names["known_cost"] == "known_cost"
