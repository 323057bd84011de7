# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os

from captured_systems import NodeOf, System, prefix, robot

from nav2_composition_bench.capturing.homes import Home
from nav2_composition_bench.capturing.presence import Presence
from nav2_composition_bench.capturing.seen import SeenEndpoint, SeenGraph


class Fake:
    """Shows a system as it is now."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.looks = 0

    def node_names(self) -> tuple[str, ...]:
        return tuple(self.system.nodes)

    def discover(self, *, min_s: float, stable_s: float, max_s: float) -> SeenGraph:
        self.looks += 1
        return self.graph()

    def graph(self) -> SeenGraph:
        return self.system.sighting().graph


def test_who_comes_is_late_and_who_goes_is_gone() -> None:
    system = robot()
    presence = Presence(Fake(system), system.sighting().graph)
    system.node("/late", 200).pub("/news").sub("/news")
    presence.catch_up()
    system.nodes.remove("/camera")
    presence.look()
    assert presence.late == ("/late",)
    assert presence.gone(system.homes) == ("/camera",)
    assert "/news" in presence.graph.topics_to_hear()
    assert presence.is_alive()
    system.nodes.append("/camera")
    presence.look()
    assert presence.gone(system.homes) == ()


def test_what_a_new_node_has_is_asked_for_once_and_not_while_it_is_looked_who_is_there() -> None:
    system = robot()
    fake = Fake(system)
    presence = Presence(fake, system.sighting().graph)
    system.node("/late", 200).pub("/news").sub("/news")
    for _ in range(3):
        assert presence.is_alive()
    assert (fake.looks, presence.late) == (0, ("/late",))
    assert "/news" not in presence.graph.topics_to_hear()
    for _ in range(3):
        presence.catch_up()
    assert fake.looks == 1
    assert "/news" in presence.graph.topics_to_hear()


def test_topics_that_a_node_shows_late_are_added_without_a_wait() -> None:
    system = robot()
    fake = Fake(system)
    presence = Presence(fake, system.sighting().graph)
    camera = NodeOf(system, "/camera", prefix(101))
    camera.pub("/news").sub("/news")
    presence.catch_up()
    assert "/news" not in presence.graph.topics_to_hear()
    presence.complete()
    assert "/news" in presence.graph.topics_to_hear()
    assert (fake.looks, presence.late) == (0, ())


def test_nobody_waits_for_a_node_that_has_gone_again() -> None:
    system = robot()
    fake = Fake(system)
    presence = Presence(fake, system.sighting().graph)
    system.nodes.append("/late")
    presence.look()
    system.nodes.remove("/late")
    presence.catch_up()
    assert (fake.looks, presence.late) == (0, ("/late",))
    assert presence.gone(system.homes) == ("/late",)
    system.nodes.append("/late")
    presence.catch_up()
    assert (fake.looks, presence.gone(system.homes)) == (1, ())


def test_the_latecomer_alone_is_not_the_system() -> None:
    system = robot()
    presence = Presence(Fake(system), system.sighting().graph)
    system.nodes[:] = ["/late"]
    assert not presence.is_alive()


def test_a_killed_process_is_gone_before_the_graph_forgets_it() -> None:
    system = robot()
    presence = Presence(Fake(system), system.sighting().graph)
    own = dict(zip(system.homes, [Home(os.getpid()), *list(system.homes.values())[1:]]))
    presence.follow(own)  # the others' pids are nobody's, or another process's that goes on
    assert presence.is_alive()
    presence._started = {2**22 + 1: 5}
    assert not presence.is_alive()
    homes = {each: Home(2**22 + 1) for each in system.homes}
    assert presence.gone(homes) == ("/camera", "/controller", "/detector")


def test_it_does_not_grow_however_often_nodes_restart_and_tools_look() -> None:
    system = robot()
    fake = Fake(system)
    presence = Presence(fake, system.sighting().graph)
    for round_number in range(3000):
        system.nodes.append(f"/_ros2cli_{round_number}")
        presence.look()
        system.nodes.pop()
        system.nodes.remove("/camera")
        presence.look()
        system.nodes.append("/camera")
        presence.look()
    assert (fake.looks, presence.late, presence.gone(system.homes)) == (0, (), ())
    assert len(presence.graph.endpoints) == len(system.sighting().graph.endpoints)


def test_a_node_that_has_restarted_is_captured_once_though_another_has_come() -> None:
    def with_late_ones(*names: str) -> System:
        system = robot()
        for name in names:
            system.node(name, 200).pub("/news").sub("/news")
        return system

    fake = Fake(robot())
    presence = Presence(fake, fake.system.sighting().graph)
    for late in (["/late"], ["/late", "/later"]):
        fake.system = with_late_ones(*late)
        presence.catch_up()
        assert set(presence.graph.endpoints) == set(fake.system.sighting().graph.endpoints)
    assert fake.looks == 2


def test_a_node_whose_killed_process_is_still_in_the_graph_is_captured_as_it_is_now() -> None:
    fake = Fake(robot())
    presence = Presence(fake, fake.system.sighting().graph)
    killed, own = 101, os.getpid()
    presence.follow({prefix(own): Home(own)})
    presence._started |= {killed: 5}
    new = fake.system.node("/camera", 900).pub("/news")
    fake.system.node("/late", 901)
    presence.catch_up()
    assert {each.participant for each in of("/camera", presence)} == {prefix(killed), prefix(900)}
    presence.leave_replaced_out(fake.system.homes)
    assert {each.participant for each in of("/camera", presence)} == {prefix(900)}
    assert new.name == "/camera" and of("/late", presence) and of("/detector", presence)


def test_a_killed_process_that_nobody_has_replaced_was_there() -> None:
    fake = Fake(robot())
    fake.system.node("/camera", 102).pub("/news")
    presence = Presence(fake, fake.system.sighting().graph)
    before = presence.graph
    presence._started = {101: 5, 102: 5, 103: 5}
    presence.leave_replaced_out(fake.system.homes)
    assert presence.graph == before


def of(name: str, presence: Presence) -> list[SeenEndpoint]:
    """The endpoints of a node."""
    return [each for each in presence.graph.endpoints if each.node == name]


def test_tools_do_not_keep_a_killed_system_alive() -> None:
    system = robot()
    own = os.getpid()
    system.node("/_ros2cli_daemon_0_1", own)
    presence = Presence(Fake(system), system.sighting().graph)
    presence.follow({**{each: Home(2**22 + 1) for each in system.homes}, prefix(own): Home(own)})
    assert presence._started == {}
    presence._started = {2**22 + 1: 5}
    assert not presence.is_alive()
