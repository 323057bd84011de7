# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from arm_studies import arm_of

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.arm_design import ArmDesign, arms_of
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.placement import (
    ISOLATED,
    MANUAL,
    MULTI_PROCESS,
    SINGLE_THREADED,
    STOCK,
    Loop,
    Placement,
    missing_cores,
    one_each,
    parse_placement,
    placed_names,
    refuse_other_nodes,
)

TABLE = table_for("nav2", "jazzy")
NAMES = placed_names(TABLE)
ABC = ("a", "b", "c")


def fault(call: Callable[[], object]) -> str:
    with pytest.raises(UserError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def processes(text: str, *names: str) -> list[list[tuple[tuple[str, ...], int | None]]]:
    """Return nodes and core of each executor of each shared process."""
    shared = parse_placement(f"x={text}").shared(names)
    return [[(loop.nodes, loop.core) for loop in process.loops] for process in shared]


def test_a_placement_is_read_as_the_command_line_gives_it() -> None:
    placement = parse_placement("two=a,/b@0|c d|robot/e")
    assert placement == Placement(
        "two",
        (
            (Loop(("a", "b"), 0), Loop(("c",))),
            (Loop(("d",)), Loop(("robot/e",))),
        ),
    )
    assert placement.text == "a,b@0|c d|robot/e"
    assert parse_placement(f"two={placement.text}") == placement


def test_space_parts_processes_and_does_not_count_around_what_parts_other_things() -> None:
    assert parse_placement("two= a , b @ 0 |\n c  d ").text == "a,b@0|c d"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("two", "--placement: cannot read 'two'; write 'NAME=NODE,NODE@CORE|NODE"),
        ("two=", "placement 'two' names no node; write"),
        ("two=a,,b", "the executor 'a,,b' has no node, or one without a name"),
        ("two=a|", "the executor '' has no node"),
        ("two=a b,a", "a is named twice; a node has one executor"),
        ("two=a,a", "a is named twice"),
        ("two=a@", "cannot read the executor 'a@'; after its nodes may come @ with"),
        ("two=a@-1", "cannot read the executor 'a@-1'"),
        ("two=a,* *", "* is named twice"),
        ("two=a,**", "** is an executor for each node; part it from others by |"),
        ("two=* **", "* and ** stand for the same nodes; leave one out"),
    ],
)
def test_a_placement_that_cannot_be_is_refused_in_one_line(text: str, said: str) -> None:
    assert said in fault(lambda: parse_placement(text))


@pytest.mark.parametrize("name", ["manual", "multi_process", "all", "", "a/b", "-x", "a b"])
def test_a_name_that_is_taken_or_no_directory_name_is_refused(name: str) -> None:
    assert "cannot be called" in fault(lambda: parse_placement(f"{name}=a|b"))


def test_nodes_that_no_process_names_and_those_alone_in_one_are_loaded_nowhere() -> None:
    assert processes("a|b", *ABC) == [[(("a",), None), (("b",), None)]]
    assert processes("a,b c", *ABC) == [[(("a", "b"), None)]]
    assert processes("a b", *ABC) == []
    assert processes("a@1", *ABC) == [[(("a",), 1)]]


def test_stars_stand_for_the_nodes_that_nothing_else_names() -> None:
    assert processes("a|*@1", *ABC) == [[(("a",), None), (("b", "c"), 1)]]
    assert processes("a **", *ABC) == [[(("b",), None), (("c",), None)]]
    assert processes("a,*", *ABC) == [[(ABC, None)]]
    assert processes("a|b|c|*", *ABC) == processes("a|b|c", *ABC)


def test_the_stock_compositions_are_placements() -> None:
    assert MULTI_PROCESS.shared(ABC) == ()
    assert [process.nodes for process in ISOLATED.shared(ABC)] == [ABC]
    for name in ("manual", "isolated"):
        assert STOCK[name].shared(ABC) == parse_placement("x=a|b|c").shared(ABC)
    for name in ("multi_threaded", "single_threaded"):
        assert [len(process.loops) for process in STOCK[name].shared(ABC)] == [1]


def test_a_system_of_one_node_is_loaded_by_compositions_that_load() -> None:
    compositions = (MULTI_PROCESS, ISOLATED, SINGLE_THREADED)
    alone, each, one = (placement.shared(["a"]) for placement in compositions)
    assert alone == () and each != one
    assert each[0].nodes == one[0].nodes == ("a",)
    runs = {placement.what_runs(["a"]) for placement in STOCK.values()}
    assert len(runs) == len(STOCK) - 1  # those of one executor for all differ by its kind alone


def test_a_partition_has_every_node_once_in_the_order_of_the_names() -> None:
    placement = parse_placement("x=c,a")
    assert placement.partition(ABC) == (("a", "c"), ("b",))
    assert MULTI_PROCESS.partition(ABC) == (("a",), ("b",), ("c",))
    assert ISOLATED.partition(ABC) == (ABC,)


def test_groups_of_nodes_make_a_placement_with_an_executor_for_each() -> None:
    assert one_each("x", [("a", "b"), ("c",)]) == parse_placement("x=a|b")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a|b c", []),
        ("a,b c|d", []),
        ("**", []),
        ("*", []),
        ("a|*", ["a", "b,c,d"]),
        ("a,b|c", ["a,b", "c"]),
        ("a,b@1", ["a,b@1"]),
        ("a|b@1", ["a", "b@1"]),
    ],
)
def test_a_program_is_told_its_executors_where_these_are_neither_one_nor_one_each(
    text: str, told: list[str]
) -> None:
    placement = parse_placement(f"x={text}")
    shared = placement.shared(("a", "b", "c", "d"))
    assert [str(loop) for process in shared for loop in process.told] == told
    assert placement.is_told == bool(told)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a,b|c", "c|b,a"),
        ("a|b", "b|a"),
        ("a|b c", "a|b"),
        ("a|b|c", "**"),
        ("a,b,c", "*"),
        ("a,b|*", "a,b|c"),
    ],
)
def test_placements_of_the_same_nodes_run_the_same(one: str, other: str) -> None:
    first, second = parse_placement(f"one={one}"), parse_placement(f"other={other}")
    assert first.what_runs(ABC) == second.what_runs(ABC)


@pytest.mark.parametrize(
    ("one", "other"), [("a,b|c", "a|b,c"), ("a,b", "a|b"), ("a,b@0", "a,b"), ("*", "**")]
)
def test_placements_that_differ_run_something_else(one: str, other: str) -> None:
    first, second = parse_placement(f"one={one}"), parse_placement(f"other={other}")
    assert first.what_runs(ABC) != second.what_runs(ABC)
    assert first.what_runs() != second.what_runs()


def test_what_constructs_its_nodes_runs_something_else_than_what_loads_them() -> None:
    assert MANUAL.what_runs(ABC) != ISOLATED.what_runs(ABC)


def test_a_placement_names_nodes_of_the_table() -> None:
    def refused(text: str) -> str:
        placement = parse_placement(f"x={text}")
        return fault(lambda: refuse_other_nodes(placement, NAMES, "placement 'x'", TABLE))

    refuse_other_nodes(parse_placement("x=amcl|map_server *"), NAMES, "", TABLE)
    assert "no node 'map_sever'; did you mean 'map_server'? known: " in refused("amcl|map_sever")
    assert "local_costmap is made by controller_server and follows it" in refused(
        "amcl|local_costmap"
    )
    client = "bt_navigator_navigate_to_pose_rclcpp_node"
    assert f"{client} is made by bt_navigator and follows it" in refused(f"amcl|{client}")


def test_a_placement_leaves_out_nodes_with_a_process_of_their_own() -> None:
    first, *others = TABLE
    table = [dataclasses.replace(first, apart=True), *others]
    names = placed_names(table)
    assert first.name not in names and len(names) == len(TABLE) - 1
    placement = parse_placement(f"x={first.name}|{names[0]}")
    said = fault(lambda: refuse_other_nodes(placement, names, "placement 'x'", table))
    assert f"{first.name} is outside, and has a process of its own" in said


def test_cores_that_are_not_there_are_said() -> None:
    placement = parse_placement("two=a,b@0|c")
    assert list(missing_cores(placement, (0, 1))) == []
    assert list(missing_cores(placement, (2, 3))) == [
        "placement two has an executor on core 0, and this machine's are 2, 3"
    ]


TWO = parse_placement("two=a,b@0|c")


@pytest.mark.parametrize("executor", ["stock", "single_threaded", "rclcpp_events"])
def test_an_executor_that_cannot_be_told_its_nodes_is_refused_a_placement_of_several(
    executor: str,
) -> None:
    design = ArmDesign({"composition": ("two",), "executor": (executor,)}, placements=(TWO,))
    said = fault(lambda: arms_of(design))
    assert "placement two has several nodes in one of several executors" in said
    assert said.endswith("take the executor events or ring_buffer")


def test_an_arm_of_a_placement_is_called_by_its_name() -> None:
    factors = {"composition": ("single_threaded", "two"), "executor": ("ring_buffer",)}
    plain, two = arms_of(ArmDesign(factors, placements=(TWO,)))
    assert [plain.name, two.name] == ["single_threaded+ring_buffer", "two+ring_buffer"]
    assert two.levels["composition"] == "two"


def test_arms_of_one_executor_and_placement_are_the_same_whatever_these_are_called() -> None:
    other = parse_placement("other=c|b,a@0")
    arms = [arm_of(placement, executor=Executor.EVENTS) for placement in (TWO, other)]
    assert len({arm.what_runs for arm in arms}) == 1
    moved = arm_of(parse_placement("two=a,b@1|c"), executor=Executor.EVENTS)
    assert moved.what_runs != arms[0].what_runs
