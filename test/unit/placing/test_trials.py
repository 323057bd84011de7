# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from topology_factory import graph, node, pub, sub

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.space import one_per_unit
from nav2_composition_bench.placing.trials import CALIBRATED_ON, loops_in, placement_study
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import COMPOSITION, RMW
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.topology.units import units

TOPOLOGY = graph(
    node("a", pub("t")),
    node("b", subscribers=[sub("t")]),
    node("c", subscribers=[sub("t")]),
    node("d", outside=True, subscribers=[sub("t")]),
)


def test_each_placement_has_an_arm_of_its_name() -> None:
    placement = one_per_unit(units(TOPOLOGY), CALIBRATED_ON)
    study = placement_study(
        "place",
        TOPOLOGY,
        Executor.EVENTS,
        [placement],
        rmw="rmw_cyclonedds_cpp",
        trials=1,
        seed=1,
        window_s=10.0,
    )
    (arm,) = study.arms
    assert arm[RMW] == "rmw_cyclonedds_cpp"
    assert arm[COMPOSITION] == placement and arm.name == CALIBRATED_ON


def test_the_loops_of_a_process_have_its_nodes_by_name_and_their_program_is_told_them() -> None:
    placement = one_per_unit(units(TOPOLOGY), CALIBRATED_ON)
    assert [loop.nodes for loop in loops_in(placement, TOPOLOGY)] == [("a",), ("b",), ("c",)]
    assert placement.is_told


@pytest.mark.parametrize("text", ["x=a,b", "x=a|b c", "x=a"])
def test_a_placement_in_several_processes_has_no_loops_of_one(text: str) -> None:
    with pytest.raises(UserError, match="placement 'x' has nodes in several processes, and a sea"):
        loops_in(parse_placement(text), TOPOLOGY)
