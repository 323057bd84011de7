# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from loop_graphs import one_each, one_loop
from topology_factory import chain, graph, node, pub, sub

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.load import UNBOUNDED, load_of
from nav2_composition_bench.placing.simulation import predict
from nav2_composition_bench.topology.topology_file import find_topology_file, load_topology
from nav2_composition_bench.topology.units import units


def test_a_chain_is_a_source_and_sinks_that_hand_on() -> None:
    path = {"name": "all", "from": {"node": "/a", "topic": "a"}, "to": {"node": "/c"}}
    load = load_of(graph(*chain("a", "b"), node("c", subscribers=[sub("b")]), paths=[path]))
    assert load.nodes == ("a", "b", "c") and load.paths == ("all",)
    (source,) = load.sources
    assert source.node == 0 and source.period_us == 100_000
    first, last = load.sinks
    assert (first.node, last.node, last.paths, first.depth) == (1, 2, (0,), 10)
    published = [load.outlets[each.publishes[0]].sinks for each in (source, first)]
    assert published == [(0,), (1,)]


def test_the_depth_of_a_subscription_that_keeps_all_has_no_bound() -> None:
    load = load_of(
        graph(node("a", pub("t")), node("b", subscribers=[sub("t", qos_history="keep_all")]))
    )
    assert load.sinks[0].depth == UNBOUNDED


def test_a_server_and_a_client_that_keep_all_have_no_bound_either() -> None:
    call = {"service_name": "/s", "srv_type": "stamped10b"}
    load = load_of(
        graph(
            node("a", servers=[{**call, "qos_history": "keep_all"}]),
            node("b", clients=[{**call, "freq_hz": 10, "qos_depth": 3}]),
            node("c", clients=[{**call, "freq_hz": 5, "qos_history": "keep_all"}]),
        )
    )
    assert [(load.nodes[each.node], each.depth) for each in load.sinks] == [
        ("b", 3), ("a", UNBOUNDED), ("c", UNBOUNDED), ("a", UNBOUNDED)
    ]  # fmt: skip


def test_what_has_an_executor_of_its_own_has_a_thread_in_every_placement() -> None:
    load = load_of(
        graph(
            node("a", pub("t")),
            node(
                "b",
                subscribers=[sub("t"), sub("t", own_executor=True)],
                timers=[{"timer_name": "beat", "freq_hz": 10, "own_executor": True}],
            ),
            node("c", pub("u"), own_executor=True, subscribers=[sub("t"), sub("t")]),
            node(
                "d",
                subscribers=[sub("u")],
                action_servers=[{"action_name": "go", "own_executor": True}],
            ),
            node("e", action_clients=[{"action_name": "go", "freq_hz": 1}]),
        )
    )
    assert load.threads == 3
    threads = {(load.nodes[each.node], each.thread) for each in load.sinks}
    assert threads == {("b", None), ("b", 1), ("c", 0), ("d", None), ("d", 2), ("e", None)}
    assert {load.nodes[each.node]: each.thread for each in load.sources} == {
        "a": None, "b": 1, "c": 0, "e": None
    }  # fmt: skip


def test_what_is_outside_has_a_thread_and_no_loop_in_every_placement() -> None:
    topology = graph(
        node("a", pub("t"), outside=True, subscribers=[sub("u")]),
        node("b", pub("u"), subscribers=[sub("t")]),
    )
    load = load_of(topology)
    assert {(load.nodes[each.node], each.thread) for each in load.sinks} == {("a", 0), ("b", None)}
    assert units(topology) == (("b",),)
    told = predict(load, Costs(1, 1, 1, 1, 1), one_loop(load), 2, simulated_s=1)
    assert len(told.loops) == 1 and told.loops[0].far > 0


def test_a_publisher_without_a_rate_cannot_be_predicted() -> None:
    fast = graph(
        node("a", pub("t", None, as_fast_as_possible=True)), node("b", subscribers=[sub("t")])
    )
    with pytest.raises(UserError, match="as fast as it can"):
        load_of(fast)


@pytest.mark.parametrize("name", ["consumer_robot", "reference_system"])
def test_a_topology_of_the_package_goes_through_the_model(name: str) -> None:
    load = load_of(load_topology([find_topology_file(name, "FILE")]))
    costs = Costs(2, 20, 25, 5, 30, primes_us=dict.fromkeys(load.primes, 100.0))
    one, each = (
        predict(load, costs, told, 4, simulated_s=2) for told in (one_loop(load), one_each(load))
    )
    assert one.messages.count == pytest.approx(each.messages.count, rel=0.02)
    assert sum(loop.wakes for loop in one.loops) < sum(loop.wakes for loop in each.loops)
    assert sum(loop.near for loop in one.loops) > 0 == sum(loop.far for loop in one.loops)


def test_the_model_publishes_as_often_as_the_topology_says() -> None:
    topology = load_topology([find_topology_file("reference_system", "FILE")])
    load = load_of(topology)
    costs = Costs(primes_us=dict.fromkeys(load.primes, 100.0))
    told = predict(load, costs, one_each(load), 4)
    nominal_hz = [sum(each.rate_hz or 0.0 for each in its.publishers) for its in topology.nodes]
    assert [loop.published for loop in told.loops] == pytest.approx(nominal_hz, rel=0.02)


def test_what_a_publisher_leaves_out_is_not_published_in_the_model() -> None:
    publisher = pub("a", 50, skip_every=5)
    topology = graph(node("a", publisher), node("b", subscribers=[sub("a")]))
    load = load_of(topology)
    first, second = predict(load, Costs(), one_each(load), 2).loops
    assert first.published == second.far == pytest.approx(40, rel=0.01)


def test_what_nothing_takes_is_no_event_of_a_loop() -> None:
    load = load_of(graph(node("a", pub("t")), node("b", subscribers=[sub("t", taken=False)])))
    assert load.sinks == () and load.outlets[0].sinks == ()


def test_a_publisher_that_stops_is_refused() -> None:
    with pytest.raises(UserError, match="count of /a stops after 5 messages, which no"):
        load_of(graph(node("a", pub("t", count=5)), node("b", subscribers=[sub("t")])))


def test_the_ends_of_services_and_actions_are_calls() -> None:
    service = {"service_name": "/s", "srv_type": "stamped10b"}
    load = load_of(
        graph(
            node("a", pub("t"), servers=[service]),
            node("b", clients=[{**service, "freq_hz": 10}], subscribers=[sub("t")]),
        )
    )
    assert sorted(each.is_call for each in load.sinks) == [False, True, True]
