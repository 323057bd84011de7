# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Cost per process and per node."""

from __future__ import annotations

import pytest
from record_factory import invalid, make_process, make_record

from nav2_composition_bench.aggregate.breakdown import (
    UNNAMED,
    NodeChange,
    cpu_percent_by_node,
    node_changes,
    process_costs,
)
from nav2_composition_bench.trial.record import ThreadRecord


def test_named_threads_are_their_nodes_and_the_rest_stands_apart() -> None:
    (cost,) = process_costs([make_record("isolated")], "isolated")
    assert cost.node_cpu_percent == {"amcl": 25.0, "map_server": 5.0, UNNAMED: 10.0}
    assert list(cost.node_cpu_percent) == ["amcl", "map_server", UNNAMED]


def test_cpu_of_exited_threads_is_not_lost() -> None:
    process = make_process(cpu_percent=50.0)
    (cost,) = process_costs([make_record("isolated", processes=(process,))], "isolated")
    assert sum(cost.node_cpu_percent.values()) == pytest.approx(50.0)


def test_costs_are_means_over_valid_trials_only() -> None:
    records = [
        make_record("isolated", 0, processes=(make_process(cpu_percent=40.0),)),
        make_record("isolated", 1, processes=(make_process(cpu_percent=60.0),)),
        invalid(make_record("isolated", 2, processes=(make_process(cpu_percent=900.0),))),
    ]
    assert process_costs(records, "isolated")[0].cpu_percent == 50.0


def test_the_costliest_process_comes_first() -> None:
    processes = (
        make_process("map_server", nodes=("map_server",), cpu_percent=1.0),
        make_process("amcl", nodes=("amcl",), cpu_percent=9.0),
    )
    costs = process_costs([make_record("multi_process", processes=processes)], "multi_process")
    assert [cost.label for cost in costs] == ["amcl", "map_server"]


def test_a_process_of_one_node_is_that_nodes_with_all_its_threads() -> None:
    process = make_process(
        "amcl",
        nodes=("amcl",),
        cpu_percent=9.0,
        threads=(ThreadRecord("amcl", "amcl", 1, 4.0), ThreadRecord("dds.shm", None, 1, 5.0)),
    )
    records = [make_record("multi_process", processes=(process,))]
    assert cpu_percent_by_node(process_costs(records, "multi_process")) == {"amcl": 9.0}


def test_a_change_is_laid_to_the_node_it_lies_with() -> None:
    amcl, cost = (ThreadRecord(name, name, 1, 20.0) for name in ("amcl", "known_cost"))
    before, after = (
        process_costs(
            [make_record(processes=(make_process(threads=its, cpu_percent=cpu_percent),))],
            "isolated",
        )
        for its, cpu_percent in (((amcl,), 30.0), ((amcl, cost), 51.0))
    )
    assert node_changes(before, after) == (
        NodeChange("known_cost", None, 20.0),
        NodeChange(UNNAMED, 10.0, 11.0),
        NodeChange("amcl", 20.0, 20.0),
    )


def test_an_arm_without_trials_has_no_costs() -> None:
    assert process_costs([], "isolated") == ()
