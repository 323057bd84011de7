# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses

from recorded_systems import two_robots
from topology_factory import graph, node, pub

from nav2_composition_bench.cli.mapping_table import found_lines, mapping_rows
from nav2_composition_bench.mapping.outcome import Figures, Judged
from nav2_composition_bench.mapping.prediction import Objective
from nav2_composition_bench.mapping.trials import BEST
from nav2_composition_bench.study.loop_mapping import Loop, LoopMapping


def found(*loops: Loop) -> list[Judged]:
    return [Judged(LoopMapping(BEST, loops), Figures(10.0, None, None), 0)]


def test_the_best_mapping_is_told_as_run_takes_it() -> None:
    topology = graph(node("a", pub("t")), node("b"))
    (line,) = found_lines(found(Loop(("a",), 0), Loop(("b",), 1)), topology, (0, 1))
    assert line == "found: --mapping 'best=a@0 b@1'"


def test_the_heading_says_what_measured_mappings_ran_with() -> None:
    heading, row = mapping_rows(found(Loop(("a",), 0)), Objective.CPU, "rclcpp 28.1.21")
    assert heading[:2] == ["mapping (rclcpp 28.1.21)", "loops"] and len(row) == len(heading)
    assert mapping_rows([], Objective.CPU, "")[0][0] == "mapping"


def test_cores_of_the_best_mapping_have_the_numbers_of_those_it_is_for() -> None:
    topology = graph(node("a", pub("t")), node("b"))
    loops = found(Loop(("a",), 0), Loop(("b",), 1))
    assert found_lines(loops, topology, (2, 3)) == ["found: --mapping 'best=a@2 b@3'"]


def test_for_the_robot_itself_nodes_that_others_make_are_left_out() -> None:
    topology = two_robots().topology()
    made = {"/robot_1/costmap", "/robot_2/costmap"}
    nodes = (
        dataclasses.replace(each, own_executor=each.full_name in made) for each in topology.nodes
    )
    topology = dataclasses.replace(topology, nodes=tuple(nodes))
    loops = [
        Loop(tuple(f"robot_{number}/{name}" for name in ("controller", "costmap", "lidar")))
        for number in (1, 2)
    ]
    whole, robots = found_lines(found(*loops), topology, (0, 1))
    assert "robot_1/costmap" in whole
    assert robots == (
        "of the robot itself: --mapping"
        " 'best=robot_1/controller,robot_1/lidar robot_2/controller,robot_2/lidar'"
    )
