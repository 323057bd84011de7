# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from arm_studies import names, packaged

from nav2_composition_bench.placing.advice import usual_placements
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import (
    COMPOSITION,
    EXECUTOR,
    INTRA_PROCESS,
    PARAMS,
)
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.placement import STOCK
from nav2_composition_bench.study.study_file import default_study_file
from nav2_composition_bench.trial.machine_speed import idle_reading_s

FILES = sorted(default_study_file().parent.glob("*.yaml"))
NAMES = [path.stem for path in FILES]
TOPOLOGIES = [path.stem for path in FILES if "\nsystem: topology\n" in path.read_text()]
AROUND_S = 2.0
"""Bring-up, end and a pause of 1 s, where discovery needs no second announcement."""
LONG = {"reference_system": 20 * 60.0, "known_cost_topology": 12 * 60.0}
"""Name → seconds, of those that take more than ten minutes."""


def spun(arm: Arm) -> tuple[str, bool]:
    """Return an arm's executor, and whether each node has one."""
    shared = arm[COMPOSITION].shared([entry.name for entry in table_for("nav2", "jazzy")])
    return arm.executor.value, all(process.per_node for process in shared)


@pytest.mark.parametrize("name", NAMES)
def test_every_study_of_the_package_is_called_as_its_file(name: str) -> None:
    study = packaged(name)
    assert study.name == name
    assert (study.system == "topology") == (name in TOPOLOGIES)
    assert study.baseline in names(study.arms)


def test_every_executor_of_a_container_is_in_one_study_of_nav2_and_four_without_bonds() -> None:
    study = packaged("nav2_event_loops")
    assert {arm.name.removesuffix("+with_bonds"): spun(arm) for arm in study.arms} == {
        "multi_process": ("single_threaded", True),
        "isolated": ("single_threaded", True),
        "multi_threaded": ("multi_threaded", False),
        "events_cbg": ("events_cbg", False),
        "events_cbg_multi_threaded": ("events_cbg_multi_threaded", False),
        "isolated_events_cbg": ("events_cbg", True),
        "rclcpp_events": ("rclcpp_events", False),
        "events": ("events", False),
        "two_loops": ("events", False),
        "by_pointer": ("ring_buffer", False),
    }
    arms = {arm.name.partition("+")[0]: arm for arm in study.arms}
    assert [name for name, arm in arms.items() if arm[COMPOSITION].is_told] == ["two_loops"]
    assert [name for name, arm in arms.items() if arm[INTRA_PROCESS]] == ["by_pointer"]
    assert study.baseline == "isolated+with_bonds"
    without = packaged("nav2_executors")
    assert [arm.name for arm in without.arms if arm[PARAMS] != "without_bonds"] == [
        "isolated+with_bonds"
    ]
    for arm in without.arms:
        assert spun(arm) == spun(arms[arm.name.partition("+")[0]])


def test_the_study_of_executors_on_topologies_takes_the_steps_to_one_event_loop_in_turn() -> None:
    study = packaged("executors")
    steps = [arm for arm in study.arms if arm[INTRA_PROCESS] and arm.name != "events_by_pointer"]
    assert [arm[EXECUTOR].value for arm in steps] == [
        "stock",
        "guard_condition_threads",
        "condition_variable_threads",
        "timer_threads",
        "intra_process_events",
    ]
    assert {str(arm[COMPOSITION]) for arm in steps} == {"single_threaded"}
    assert study.baseline == "single_threaded"


def test_the_study_of_middleware_runs_three_arms_with_either() -> None:
    study = packaged("nav2_middleware")
    assert names(study.arms) == [
        f"{name}+{rmw}"
        for name in ("multi_process", "isolated", "events")
        for rmw in ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp")
    ]
    assert study.baseline == "multi_process+rmw_fastrtps_cpp"


@pytest.mark.parametrize("name", ["nav2_executors", "nav2_middleware"])
def test_a_study_with_a_baseline_can_be_restricted_to_other_arms(name: str) -> None:
    study = packaged(name, compositions=["isolated"])
    assert all(arm[COMPOSITION].name == "isolated" for arm in study.arms)
    assert study.baseline == study.arms[0].name


def test_the_study_of_placements_is_of_those_that_are_predicted() -> None:
    study = packaged("placements")
    expected = ["multi_process", "isolated", "localization_navigation", "sensors"]
    assert names(study.arms) == expected
    order = [entry.name for entry in table_for("reference")]
    predicted = {each.what_runs(order) for each in usual_placements(order)}
    own = [arm[COMPOSITION] for arm in study.arms if arm.name not in STOCK]
    assert len(own) == 2 and {each.what_runs(order) for each in own} <= predicted


@pytest.mark.parametrize(
    ("name", "axis", "least", "greatest"),
    [
        ("memory_vs_nodes", "number", 1, 70),
        ("message_size", "size_bytes", 1024, 5 * 1024**2),
        ("goodput", "size_bytes", 1024, 5 * 1024**2),
        ("containers", "subscriptions", 1, 10),
        ("containers_without_work", "subscriptions", 1, 10),
        ("image_latency", "period_ms", 30, 50),
    ],
)
def test_a_study_over_a_factor_has_the_range_of_the_paper(
    name: str, axis: str, least: float, greatest: float
) -> None:
    exchange = packaged(name).exchange
    assert exchange.axis == axis
    assert (min(exchange.values.values()), max(exchange.values.values())) == (least, greatest)


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_a_study_of_topologies_takes_ten_minutes_at_most(name: str) -> None:
    study = packaged(name)
    window_s = study.exchange.window_s
    trial_s = study.limits.rest_s + window_s + idle_reading_s(study.workload) + AROUND_S
    assert len(study.arms) * study.trials * trial_s <= LONG.get(name, 600.0)
    assert study.trials >= 2, "a single trial has no interval"


def test_messages_by_pointer_are_an_arm_where_their_size_matters() -> None:
    for name in ("message_size", "goodput", "image_latency"):
        found = {(arm[COMPOSITION].name, arm[INTRA_PROCESS]) for arm in packaged(name).arms}
        assert ("isolated", True) in found and ("isolated", False) in found
        assert ("multi_process", True) not in found


def test_images_go_between_all_pairs_of_two_middlewares() -> None:
    graphs = packaged("image_middlewares").exchange.graphs.values()
    pairs = [tuple(node.rmw for node in graph.nodes) for graph in graphs]
    fast, cyclone = "rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"
    assert sorted(pairs) == sorted(2 * [(a, b) for a in (fast, cyclone) for b in (fast, cyclone)])


def test_what_cannot_be_held_is_a_finding_of_studies_over_sizes_and_loads() -> None:
    for name in ("message_size", "containers", "containers_without_work"):
        assert packaged(name).exchange.rate_held_ratio == 0.0
    assert packaged("create3").exchange.rate_held_ratio == 0.95


def test_the_floor_robot_is_held_against_its_memory() -> None:
    assert packaged("create3").exchange.graphs["create3"].required == {"memory_mb": 60}


def test_the_reference_system_can_be_run_with_rclcpps_event_loop_beside_the_others() -> None:
    study = packaged(
        "reference_system", factors=["executor=stock,rclcpp_events,events,ring_buffer"]
    )
    least = [name for name in names(study.arms) if name.endswith("+primes-64")]
    assert least == [
        "single_threaded+primes-64",
        "single_threaded+rclcpp_events+primes-64",
        "single_threaded+events+primes-64",
        "single_threaded+ring_buffer+primes-64",
        "hot_path_first+ring_buffer+primes-64",
        "lidars_apart+ring_buffer+primes-64",
    ]
    comment = (default_study_file().parent / "reference_system.yaml").read_text()
    assert "--factor executor=stock,rclcpp_events,events,ring_buffer\n" in comment
