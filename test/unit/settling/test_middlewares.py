# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from arm_studies import ISOLATED, MULTI_PROCESS, arm_of
from topology_factory import graph, node, pub, sub

from nav2_composition_bench.settling.commands import ProcessPlan
from nav2_composition_bench.settling.middlewares import (
    middleware_lacks,
    middlewares_of,
    with_middlewares,
)
from nav2_composition_bench.settling.transport_profile import transport_lacks
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.transport import Transport

CYCLONE, FAST = "rmw_cyclonedds_cpp", "rmw_fastrtps_cpp"
MIXED = graph(
    node("talker", pub("data"), rmw=CYCLONE),
    node("relay", pub("more"), subscribers=[sub("data")]),
    node("listener", subscribers=[sub("more")], rmw=FAST),
)


def test_a_process_gets_the_middleware_that_its_node_asks_for() -> None:
    processes = [ProcessPlan(name, (), (name,)) for name in ("talker", "relay", "listener")]
    given = [each.environment for each in with_middlewares(processes, MIXED)]
    assert given == [{"RMW_IMPLEMENTATION": CYCLONE}, {}, {"RMW_IMPLEMENTATION": FAST}]


def test_a_process_of_several_nodes_gets_what_one_of_them_asks_for() -> None:
    (both,) = with_middlewares([ProcessPlan("both", (), ("relay", "listener"))], MIXED)
    assert both.environment == {"RMW_IMPLEMENTATION": FAST}


def test_every_middleware_of_an_arm_must_be_installed() -> None:
    assert middlewares_of(MULTI_PROCESS, MIXED) == (FAST, CYCLONE)
    other = arm_of("multi_process", rmw="rmw_zenoh_cpp")
    assert middlewares_of(other, MIXED) == ("rmw_zenoh_cpp", CYCLONE, FAST)


def test_nodes_of_different_middlewares_cannot_share_a_process() -> None:
    assert not list(middleware_lacks(MULTI_PROCESS, MIXED))
    (clause,) = middleware_lacks(ISOLATED, MIXED)
    assert clause == (
        "isolated has talker of rmw_cyclonedds_cpp and relay of rmw_fastrtps_cpp in one process,"
        " which can load one middleware; take multi_process"
    )
    apart = parse_placement("apart=relay|listener")
    assert not list(middleware_lacks(arm_of(apart), MIXED))
    together = parse_placement("together=talker|listener")
    assert list(middleware_lacks(arm_of(together), MIXED))


def test_a_node_outside_has_a_process_and_a_middleware_of_its_own() -> None:
    beside = graph(
        node("talker", pub("data")),
        node("relay", pub("more"), subscribers=[sub("data")]),
        node("listener", subscribers=[sub("more")], rmw=CYCLONE, outside=True),
    )
    assert not list(middleware_lacks(ISOLATED, beside))


def test_a_transport_is_refused_where_a_node_has_another_middleware() -> None:
    arm = arm_of("multi_process", transport=Transport.UDP)
    (clause,) = transport_lacks(arm, MIXED)
    assert clause.startswith("transport udp is a profile of rmw_fastrtps_cpp alone, and rmw_cyclo")
