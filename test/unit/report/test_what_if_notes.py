# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses

from captured_systems import two_robots
from placed_predictions import TOOK, trials
from topology_factory import graph, node, pub

from nav2_composition_bench.capturing.prediction import cheapest, predictions
from nav2_composition_bench.capturing.wake_cost import WakeCosts
from nav2_composition_bench.placing.outcome import Figures, Judged
from nav2_composition_bench.placing.trials import BEST
from nav2_composition_bench.report.what_if_notes import (
    cheapest_line,
    found_lines,
    prediction_notes,
)
from nav2_composition_bench.study.placement import Loop, Placement


def found(*loops: Loop) -> list[Judged]:
    return [Judged(Placement(BEST, (loops,)), len(loops), Figures(10.0, None, None), 0)]


def test_the_best_placement_is_told_as_run_takes_it_with_the_numbers_of_cores() -> None:
    topology = graph(node("a", pub("t")), node("b"))
    loops = found(Loop(("a",), 0), Loop(("b",), 1))
    assert found_lines(loops, topology, (0, 1)) == ["found: --placement 'best=a@0|b@1'"]
    assert found_lines(loops, topology, (2, 3)) == ["found: --placement 'best=a@2|b@3'"]


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
        "of the robot itself: --placement"
        " 'best=robot_1/controller,robot_1/lidar|robot_2/controller,robot_2/lidar'"
    )


def test_it_is_said_how_near_the_replay_comes_and_what_keeps_nodes_apart() -> None:
    found = predictions(trials(), (), TOOK)
    notes = prediction_notes(found, TOOK, WakeCosts())
    assert not any(each.startswith("wake-ups: ") for each in notes)
    for is_typical in (False, True):
        costs = WakeCosts({0: 4.0, 1: 4.4}, is_typical)
        (wakes,) = (e for e in prediction_notes(found, TOOK, costs) if e.startswith("wake-ups: "))
        assert "4.2 us more" in wakes and ("too few processes" in wakes) == is_typical
    (check,) = (each for each in notes if each.startswith("check: "))
    assert check.startswith("check: what was captured takes 100.0 % CPU at the machine's speed now")
    assert check.endswith("the replay of that placement 51.0 %")
    line = cheapest_line(found[1:], [frozenset({"b", "a"})])
    assert line == "cheapest that keep a/b apart: isolated (saves 20% of the CPU)"
    assert cheapest_line([], [frozenset("ab")]).endswith("apart: none")


def test_an_arm_that_does_not_keep_up_saves_nothing_and_is_named() -> None:
    captured, isolated = predictions(trials(), (), TOOK)
    slow = dataclasses.replace(isolated, delivered=0.52)
    (note,) = (
        each for each in prediction_notes([captured, slow], TOOK, WakeCosts()) if "isolated" in each
    )
    assert note.startswith("note: isolated delivers 52% of the messages that captured does")
    best = cheapest([captured, slow], ["captured", "isolated"])
    assert [each.arm for each in best] == ["captured"]
