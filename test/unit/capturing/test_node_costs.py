# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.capturing.node_costs import (
    BY_PROCESS,
    BY_SHARE,
    BY_THREADS,
    MessageCosts,
    Traffic,
    node_cpu,
)

COSTS = MessageCosts(1.0, 100.0, 50.0, 1.0, 10.0, 5.0, 0.1, "test")


def test_a_node_alone_has_its_processs_cpu_less_messages_and_the_idle_process() -> None:
    traffic = Traffic(published_hz=100, received_hz=200, bytes_hz=1e6)
    (found,) = node_cpu(["/a"], 10.0, {}, {"/a": traffic}, COSTS).values()
    assert found.messages_percent == pytest.approx(1.0 + 1.0 + 1.0 + 0.1)
    assert found.own_percent == pytest.approx(6.9)
    assert (found.source, found.is_overestimated) == (BY_PROCESS, False)


def test_messages_that_stay_in_the_process_cost_what_they_cost_there() -> None:
    traffic = Traffic(inside_published_hz=100, inside_received_hz=200, inside_bytes_hz=1e6)
    assert COSTS.percent(traffic) == pytest.approx(0.1 + 0.1 + 0.01)


def test_a_message_that_nothing_takes_costs_what_brings_it_to_the_process() -> None:
    assert COSTS.percent(Traffic(untaken_hz=200)) == pytest.approx(200 * (50.0 - 5.0) / 1e4)


def test_messages_that_cost_more_than_the_node_took_leave_no_work() -> None:
    (found,) = node_cpu(["/a"], 1.5, {}, {"/a": Traffic(published_hz=100)}, COSTS).values()
    assert (found.own_percent, found.is_overestimated) == (0.0, True)


def test_a_node_whose_messages_cost_just_what_it_took_is_not_overestimated() -> None:
    traffic = {"/a": Traffic(published_hz=31.0), "/b": Traffic(published_hz=77.7)}
    took = 0.7 * (1.0 + sum(COSTS.percent(each) for each in traffic.values()))
    fitted = COSTS.fitted([(took, took / 0.7)])
    found = node_cpu(["/a", "/b"], took * (1 - 1e-9), {}, traffic, fitted)
    assert [each.is_overestimated for each in found.values()] == [False, False]


def test_costs_are_made_smaller_where_processes_took_less() -> None:
    assert COSTS.fitted([(5.0, 4.0), (9.0, 1.0)]) is COSTS
    assert COSTS.fitted([]) is COSTS
    one_stray = [(0.6, 6.0), *[(2.0, 4.0)] * 10, (0.01, 0.2)]
    fitted = COSTS.fitted(one_stray)
    assert (fitted.publish_us, fitted.inside_byte_ns) == (50.0, 0.05)
    assert fitted.source == "test, times 0.50: processes took less"


def test_costs_are_made_larger_on_a_slower_machine_as_far_as_processes_show() -> None:
    busy, idle = [(9.0, 1.0)] * 4, [(1.3, 1.0)] * 4
    slow = COSTS.fitted(busy, 2 * 21.8)
    assert (slow.publish_us, slow.process_percent) == (200.0, 2 * COSTS.process_percent)
    assert slow.source == "test, times 2.00: the machine was slower"
    shown = COSTS.fitted([*busy, *idle], 2 * 21.8)
    assert shown.publish_us == pytest.approx(130.0)
    assert COSTS.fitted(busy, 10.0) is COSTS  # a faster one shows in what processes take


def test_threads_with_nodes_names_tell_nodes_of_a_process_apart() -> None:
    threads = {"amcl": 4.0, "planner_server": 2.0, "dds.udp": 3.0, "a_container": 1.0}
    traffic = {"/r/amcl": Traffic(received_hz=200), "/r/planner_server": Traffic()}
    found = node_cpu(["/r/amcl", "/r/planner_server"], 10.0, threads, traffic, COSTS)
    assert {each.source for each in found.values()} == {BY_THREADS}
    shares = {name: each.cpu_percent for name, each in found.items()}
    assert sum(filter(None, shares.values())) == pytest.approx(10.0)
    assert shares["/r/amcl"] == pytest.approx(4.0 + 4.0 * 1.5 / 2.0)


def test_without_such_threads_a_process_is_parted_by_messages() -> None:
    traffic = {"/a": Traffic(published_hz=350), "/b": Traffic(published_hz=50)}
    found = node_cpu(["/a", "/b"], 10.0, {"main": 10.0}, traffic, COSTS)
    assert [each.cpu_percent for each in found.values()] == [pytest.approx(8.0), pytest.approx(2.0)]
    assert {each.source for each in found.values()} == {BY_SHARE}


def test_threads_that_are_called_as_their_program_are_no_nodes_even_of_that_name() -> None:
    threads = {"controller_serv": 9.0, "dds.udp": 1.0}
    nodes = ["/controller_server", "/local_costmap/local_costmap"]
    traffic = {nodes[0]: Traffic(published_hz=50), nodes[1]: Traffic(published_hz=350)}
    found = node_cpu(nodes, 10.0, threads, traffic, COSTS, unnamed="controller_serv")
    assert [each.cpu_percent for each in found.values()] == [pytest.approx(2.0), pytest.approx(8.0)]
    assert {each.source for each in found.values()} == {BY_SHARE}


def test_own_work_is_cut_at_what_one_thread_can_do() -> None:
    (found,) = node_cpu(["/a"], 131.0, {}, {}, COSTS).values()
    assert (found.own_percent, found.is_cut) == (100.0, True)
    (found,) = node_cpu(["/a"], 101.0, {}, {}, COSTS).values()
    assert (found.own_percent, found.is_cut) == (100.0, False)


def test_threads_may_carry_the_namespace_too() -> None:
    nodes = ["/robot_1/amcl", "/robot_2/amcl"]
    found = node_cpu(nodes, 10.0, {"robot_1/amcl": 7.0, "robot_2/amcl": 3.0}, {}, COSTS)
    assert [each.cpu_percent for each in found.values()] == [7.0, 3.0]
    assert {each.source for each in found.values()} == {BY_THREADS}


def test_names_that_threads_cannot_tell_apart_do_not_count_twice() -> None:
    nodes = ["/robot_1/amcl", "/robot_2/amcl"]
    found = node_cpu(nodes, 10.0, {"amcl": 9.0}, {}, COSTS)
    assert [each.cpu_percent for each in found.values()] == [5.0, 5.0]


def test_cpu_that_is_not_known_is_none_and_no_work() -> None:
    (found,) = node_cpu(["/a"], None, {}, {}, COSTS).values()
    assert (found.cpu_percent, found.own_percent, found.source) == (None, 0.0, None)
