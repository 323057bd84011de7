# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable

import pytest
from arm_studies import arm_of, design_of

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.arm import arm_of as arm_of_levels
from nav2_composition_bench.study.arm_design import ArmDesign, arms_of
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.design_changes import check_levels, with_arm
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import MAPPING
from nav2_composition_bench.study.grouping import Grouping
from nav2_composition_bench.study.loop_mapping import (
    Loop,
    LoopMapping,
    loops_of_document,
    make_mapping,
    mapping_document,
    missing_cores,
    parse_mapping,
    refuse_other_nodes,
)
from nav2_composition_bench.study.node_table import table_for

TWO = LoopMapping("two", (Loop(("a", "b"), 0), Loop(("c",))))
TABLE = table_for("nav2", "jazzy")
NAMES = tuple(entry.name for entry in TABLE)


def fault(call: Callable[[], object]) -> str:
    with pytest.raises(UserError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def mapped(
    mapping: LoopMapping = TWO, *, executor: str = "ring_buffer", **levels: str
) -> ArmDesign:
    composition = levels.get("composition", "single_threaded")
    return ArmDesign(
        {"composition": (composition,), "executor": (executor,), "mapping": ("none", mapping.name)},
        groupings=(Grouping("pair", (("a", "b"),)),),
        mappings=(mapping,),
    )


def test_a_mapping_is_read_as_the_command_line_gives_it() -> None:
    assert parse_mapping("two=a,/b@0 c") == TWO
    assert TWO.words == ("--loop", "a,b@0", "--loop", "c")


def test_a_mapping_survives_json() -> None:
    document = json.loads(json.dumps(mapping_document(TWO)))
    assert document == [{"nodes": ["a", "b"], "core": 0}, {"nodes": ["c"]}]
    assert make_mapping("two", loops_of_document(document), "") == TWO


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("two", "cannot read 'two'"),
        ("two=", "cannot read 'two='"),
        ("none=a", "cannot be called 'none'"),
        ("two=a,,b", "loop 1 of mapping 'two' names no node or an empty one"),
        ("two=a b,a", "a is in two loops"),
        ("two=a,a", "a is twice in one loop"),
        ("two=a@", "cannot read the loop 'a@'; after its nodes may come @ with"),
        ("two=a@-1", "cannot read the loop 'a@-1'"),
    ],
)
def test_a_mapping_that_cannot_be_is_refused_in_one_line(text: str, said: str) -> None:
    assert said in fault(lambda: parse_mapping(text))


def test_a_mapping_names_every_node_of_the_table_and_no_other() -> None:
    refuse_other_nodes(LoopMapping("all", (Loop(NAMES),)), TABLE, "mapping 'all'")

    def refused(*nodes: str) -> str:
        mapping = LoopMapping("some", (Loop(nodes),))
        return fault(lambda: refuse_other_nodes(mapping, TABLE, "mapping 'some'"))

    assert "did you mean 'map_server'?" in refused(*NAMES, "map_sever")
    assert "no loop has the node" in refused(*NAMES[1:]) and NAMES[0] in refused(*NAMES[1:])
    hidden = refused(*NAMES, "local_costmap")
    assert "local_costmap is made by controller_server and follows it" in hidden


def test_a_star_stands_for_the_nodes_that_no_other_loop_names() -> None:
    mapping = parse_mapping("two=collision_monitor *@1")
    assert str(mapping) == "collision_monitor *@1"
    refuse_other_nodes(mapping, TABLE, "mapping 'two'")
    assert "* is in two loops" in fault(lambda: parse_mapping("two=a,* *"))


def test_a_mapping_leaves_out_nodes_with_a_process_of_their_own() -> None:
    first, *others = TABLE
    table = [dataclasses.replace(first, apart=True), *others]
    refuse_other_nodes(LoopMapping("all", (Loop(NAMES[1:]),)), table, "mapping 'all'")
    everything = LoopMapping("all", (Loop(NAMES),))
    said = fault(lambda: refuse_other_nodes(everything, table, "mapping 'all'"))
    assert f"{first.name} is outside, and has a process of its own" in said


def test_cores_that_are_not_there_are_said() -> None:
    assert list(missing_cores(TWO, (0, 1))) == []
    assert list(missing_cores(TWO, (2, 3))) == [
        "mapping two has a loop on core 0, and this machine's are 2, 3"
    ]


def test_an_arm_with_a_mapping_is_told_by_its_name_and_can_be_made_of_its_levels() -> None:
    plain, two = arms_of(mapped())
    assert [plain.name, two.name] == [
        "single_threaded+ring_buffer",
        "single_threaded+ring_buffer+two",
    ]
    assert "mapping" not in plain.levels and two.levels["mapping"] == "two"
    assert arm_of_levels(two.levels, mapped(), two.name) == two
    assert two.what_runs != plain.what_runs


def test_what_a_container_runs_is_told_by_loops_and_not_by_names() -> None:
    other = LoopMapping("other", (Loop(("c",)), Loop(("b", "a"), 0)))
    arms = [
        arm_of(composition, executor=Executor.EVENTS, mapping=mapping)
        for composition in (Composition.SINGLE_THREADED, Composition.ISOLATED)
        for mapping in (TWO, other)
    ]
    assert len({arm.what_runs for arm in arms}) == 1
    by_itself = arm_of(Composition.MANUAL, executor=Executor.EVENTS, mapping=TWO)
    assert by_itself.what_runs != arms[0].what_runs
    elsewhere = LoopMapping("two", (Loop(("a", "b"), 1), Loop(("c",))))
    moved = arm_of(Composition.ISOLATED, executor=Executor.EVENTS, mapping=elsewhere)
    assert moved.what_runs != arms[0].what_runs


@pytest.mark.parametrize("executor", ["stock", "single_threaded", "rclcpp_events"])
def test_an_executor_without_mappings_is_refused_one(executor: str) -> None:
    said = fault(lambda: arms_of(mapped(executor=executor)))
    assert f"the executor {executor}, which has none; take events or ring_buffer" in said


@pytest.mark.parametrize("composition", ["multi_process", "pair"])
def test_nodes_of_several_processes_are_refused_a_mapping(composition: str) -> None:
    said = fault(lambda: arms_of(mapped(composition=composition)))
    assert f"the composition {composition}, and a mapping is of nodes that all share" in said


def test_an_unknown_mapping_is_no_level() -> None:
    said = fault(lambda: check_levels("mapping", ["to"], "--factor", mapped()))
    assert "did you mean 'two'?" in said and "known: none, two" in said


def test_a_mapped_arm_can_be_added_to_a_design_that_knows_the_mapping() -> None:
    design = ArmDesign(design_of("manual").factors, mappings=(TWO,))
    levels = {"composition": "manual", "executor": "events", "mapping": "two"}
    grown, arm = with_arm(design, levels)
    assert arm[MAPPING] == TWO and arms_of(grown)[-1] == arm
