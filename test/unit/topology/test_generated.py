# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest

from nav2_composition_bench.topology import generated
from nav2_composition_bench.topology.entities import (
    AS_FAST_AS_POSSIBLE,
    NO_WORK,
    Publisher,
    Subscription,
)
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import (
    find_topology_file,
    load_topology,
    topology_of,
)
from nav2_composition_bench.topology.totals import totals_of


def made(content: dict[str, Any]) -> Topology:
    return topology_of(content, content["name"])


def ends(topology: Topology) -> tuple[Publisher, Subscription]:
    (publisher,) = (each for node in topology.nodes for each in node.publishers)
    return publisher, topology.nodes[-1].subscriptions[0]


@pytest.mark.parametrize("number", [1, 70])
def test_empty_nodes_have_no_endpoints(number: int) -> None:
    found = totals_of(made(generated.empty_nodes(number)))
    assert (found.nodes, found.publishers, found.subscriptions) == (number, 0, 0)


@pytest.mark.parametrize("size_bytes", [1024, 2000, 10 * 1024, 1024**2, 5 * 1024**2])
def test_a_stream_has_the_size_and_rate_that_was_asked_for(size_bytes: int) -> None:
    publisher, subscription = ends(made(generated.message_stream(size_bytes)))
    assert publisher.size_bytes == size_bytes
    assert publisher.rate_hz == subscription.rate_hz == 50


def test_a_loan_needs_a_type_of_that_size() -> None:
    publisher, subscription = ends(made(generated.message_stream(1024**2, loaned=True)))
    assert publisher.pass_by == subscription.pass_by == "loaned_msg"
    with pytest.raises(ValueError, match="2000 bytes"):
        generated.message_stream(2000, loaned=True)


def test_goodput_is_as_fast_as_it_goes() -> None:
    publisher, subscription = ends(made(generated.goodput_stream(1024)))
    assert publisher.period_ns == AS_FAST_AS_POSSIBLE
    assert subscription.late_ns == 0


def test_a_container_holds_so_many_subscriptions_that_work() -> None:
    found = made(generated.loaded_container(10))
    publisher, subscription = ends(found)
    assert (publisher.type.name, publisher.rate_hz, publisher.matches) == ("stamped500kb", 50, 10)
    assert subscription.work.work_us == 500
    assert ends(made(generated.loaded_container(1, work_us=0)))[1].work.work_us == 0


@pytest.mark.parametrize("payload, quality", [("raw", None), ("jpeg", 30)])
def test_images_are_those_of_a_camera(payload: str, quality: int | None) -> None:
    publisher, subscription = ends(made(generated.image_stream(payload, 30)))
    image = publisher.image
    assert image is not None and (image.width, image.height) == (640, 480)
    assert (image.payload, image.jpeg_quality) == (payload, quality)
    assert (publisher.period_ns, publisher.count) == (30_000_000, 0)
    assert subscription.decode is (payload == "jpeg")


def test_images_can_come_to_an_end() -> None:
    publisher, _ = ends(made(generated.image_stream("raw", 30, count=500)))
    assert publisher.count == 500


def test_a_known_cost_is_a_node_beside_the_consumer_robot_whose_timer_takes_that_much() -> None:
    robot = load_topology([find_topology_file("consumer_robot")])
    found = made(generated.known_cost(0.5))
    assert found.nodes[:-1] == robot.nodes
    assert found.nodes[-1].full_name == "/known_cost"
    (timer,) = found.nodes[-1].timers
    assert timer.work.work_us * 1e9 / timer.period_ns == 0.005 * 1e6
    (idle,) = made(generated.known_cost(0)).nodes[-1].timers
    assert (idle.work, idle.period_ns) == (NO_WORK, timer.period_ns)


@pytest.mark.parametrize("percent", [-0.1, 0.004, 90.5, float("nan")])
def test_a_known_cost_that_no_timer_can_take_is_refused(percent: float) -> None:
    with pytest.raises(ValueError, match="must be 0, or from 0.01 to 90"):
        generated.known_cost(percent)


def test_the_reference_system_works_on_other_primes_and_is_the_packages_otherwise() -> None:
    packaged = load_topology([find_topology_file("reference_system")])
    found = made(generated.reference_system(64))
    works = {each.work.work_primes for node in found.nodes for each in node.subscriptions}
    works |= {each.work.work_primes for node in found.nodes for each in node.timers}
    assert works == {0, 64}
    as_packaged = made(generated.reference_system(4096))
    assert as_packaged == packaged
    with pytest.raises(ValueError, match="primes is 1, must be 2 or more"):
        generated.reference_system(1)
