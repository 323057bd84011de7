# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from topology_factory import graph, node, pub, sub

from nav2_composition_bench.mapping.genome import one_per_node
from nav2_composition_bench.mapping.trials import CALIBRATED_ON, mapping_study
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import COMPOSITION, RMW
from nav2_composition_bench.topology.units import units


@pytest.mark.parametrize(
    ("is_outside", "composition"), [(False, Composition.MANUAL), (True, Composition.ISOLATED)]
)
def test_a_container_has_the_nodes_where_others_are_outside(
    is_outside: bool, composition: Composition
) -> None:
    topology = graph(
        node("a", pub("t")),
        node("b", subscribers=[sub("t")]),
        node("c", outside=is_outside, subscribers=[sub("t")]),
    )
    mapping = one_per_node(units(topology), CALIBRATED_ON)
    study = mapping_study(
        "map",
        topology,
        Executor.EVENTS,
        [mapping],
        rmw="rmw_cyclonedds_cpp",
        trials=1,
        seed=1,
        window_s=10.0,
    )
    (arm,) = study.arms
    assert arm[RMW] == "rmw_cyclonedds_cpp"
    assert arm[COMPOSITION] is composition and arm.name == CALIBRATED_ON
    assert len(mapping.loops) == (2 if is_outside else 3)
