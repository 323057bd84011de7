# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Who counts as being on the domain before a bring-up."""

from __future__ import annotations

import os
from typing import Any

import pytest
from fake_clock import FakeClock

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.ros_domain import domain_watch
from nav2_composition_bench.ros_domain.domain_watch import DomainWatch
from nav2_composition_bench.ros_domain.foreign_nodes import SeenNode

SIMULATOR_PID, OLD_PID = 100, 200


def gid(pid: int) -> bytes:
    return b"\x01\x0f\x00\x00" + (pid & 0xFFFF).to_bytes(2, "little") + bytes(10)


SIMULATOR = SeenNode("/simulator", (gid(SIMULATOR_PID),))
GHOST = SeenNode("/lifecycle_manager_localization", ())


class Graph:
    """A client whose graph is given; the last picture stays."""

    def __init__(self, *pictures: list[SeenNode]) -> None:
        self._pictures = list(pictures)
        self.closed = False

    def seen_nodes(self) -> tuple[SeenNode, ...]:
        picture = self._pictures[0]
        if len(self._pictures) > 1:
            self._pictures.pop(0)
        return tuple(picture)

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def _no_time_passes_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domain_watch, "time", FakeClock())


def watch(graph: Graph, second: Graph | None = None) -> DomainWatch:
    def open_client(domain_id: int) -> Any:
        assert second is not None, "no second look was expected"
        return second

    made = DomainWatch(
        7,
        "run",
        ["/amcl"],
        lambda: frozenset({SIMULATOR_PID, OLD_PID}),
        open_client,
    )
    made.client = graph  # type: ignore[assignment]
    return made


def prove_empty(made: DomainWatch) -> None:
    made.prove_empty([SIMULATOR_PID], ["/simulator"])


def test_a_domain_with_nothing_but_the_host_side_is_empty() -> None:
    prove_empty(watch(Graph([SIMULATOR, SeenNode("/nav2_bench_1", (gid(os.getpid()),))])))


def test_nodes_of_ended_processes_are_waited_for() -> None:
    old = SeenNode("/amcl", (gid(OLD_PID),))
    prove_empty(watch(Graph([SIMULATOR, old], [SIMULATOR, old], [SIMULATOR])))


def test_nodes_of_ended_processes_that_stay_are_named() -> None:
    with pytest.raises(BringUpError, match="not empty before bring-up: /amcl"):
        prove_empty(watch(Graph([SIMULATOR, SeenNode("/amcl", (gid(OLD_PID),))])))


def test_a_stranger_is_named_at_once() -> None:
    with pytest.raises(BringUpError, match="/teleop"):
        prove_empty(watch(Graph([SIMULATOR, SeenNode("/teleop", (gid(300),))])))


def test_a_name_that_only_this_graph_remembers_is_nobody() -> None:
    second = Graph([], [SIMULATOR])
    made = watch(Graph([SIMULATOR, GHOST]), second)
    prove_empty(made)
    assert second.closed


def test_a_ghost_is_looked_into_only_once() -> None:
    made = watch(Graph([SIMULATOR, GHOST]), Graph([SIMULATOR]))
    prove_empty(made)
    made._open_client = lambda domain_id: pytest.fail("looked again")
    prove_empty(made)


def test_a_name_that_a_new_participant_sees_too_is_somebody() -> None:
    second = Graph([SIMULATOR], [SIMULATOR, GHOST])
    second.seen_nodes()
    with pytest.raises(BringUpError, match="/lifecycle_manager_localization"):
        prove_empty(watch(Graph([SIMULATOR, GHOST]), second))
    assert second.closed


def test_a_name_that_vanishes_by_itself_needs_no_second_look() -> None:
    prove_empty(watch(Graph([SIMULATOR, GHOST], [SIMULATOR])))


def test_the_host_side_on_another_machine_is_no_stranger() -> None:
    remote = SeenNode("/simulator", (gid(4711),))
    made = DomainWatch(7, "run", ["/amcl"], frozenset, companions=["/simulator"])
    made.client = Graph([remote])  # type: ignore[assignment]
    made.prove_empty([], [])
    made.client = Graph([remote, SeenNode("/teleop", (gid(300),))])  # type: ignore[assignment]
    with pytest.raises(BringUpError, match="bring-up: /teleop$"):
        made.prove_empty([], [])


COMPANIONS = ["/simulator", "/launch_ros_*"]
LAUNCH = SeenNode("/launch_ros_77", (gid(77),))


@pytest.fixture
def holders(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Processes that hold a port of the domain."""
    pids: set[int] = set()
    monkeypatch.setattr(domain_watch, "socket_owners", lambda ports: {7400: frozenset(pids)})
    return pids


def watch_with_companions(graph: Graph) -> DomainWatch:
    return DomainWatch(7, "run", ["/amcl"], frozenset, lambda _: graph, COMPANIONS)  # type: ignore


def test_companions_on_this_machine_do_not_keep_a_study_from_starting(holders: set[int]) -> None:
    holders |= {77, SIMULATOR_PID}
    graph = Graph([], [SIMULATOR], [SIMULATOR, LAUNCH])
    watch_with_companions(graph).refuse_participants()
    assert graph.closed


def test_a_stranger_whose_process_cannot_be_told_is_refused_by_name(holders: set[int]) -> None:
    assert not holders  # who holds the port is another user's
    graph = Graph([], [SIMULATOR], [SIMULATOR, SeenNode("/teleop", (gid(300),))])
    with pytest.raises(UserError, match="ROS domain 7 is in use by /teleop;"):
        watch_with_companions(graph).refuse_participants()
    assert graph.closed


def test_a_port_whose_process_cannot_be_told_is_nobodys_without_a_name(holders: set[int]) -> None:
    graph = Graph([SIMULATOR])
    watch_with_companions(graph).refuse_participants()
    assert graph.closed and not holders


def test_nobody_looks_at_the_graph_of_a_domain_whose_ports_are_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(domain_watch, "socket_owners", lambda ports: {})
    graph = Graph([SeenNode("/teleop", (gid(300),))])
    watch_with_companions(graph).refuse_participants()
    assert not graph.closed


def test_a_stranger_among_companions_is_refused_by_name(holders: set[int]) -> None:
    holders |= {300, SIMULATOR_PID}
    graph = Graph([SIMULATOR, SeenNode("/teleop", (gid(300),))])
    with pytest.raises(UserError, match="ROS domain 7 is in use by /teleop, process 300 "):
        watch_with_companions(graph).refuse_participants()


def test_a_process_that_no_companion_accounts_for_is_refused(holders: set[int]) -> None:
    holders |= {300, SIMULATOR_PID}
    with pytest.raises(UserError, match="in use by process 300 "):
        watch_with_companions(Graph([SIMULATOR])).refuse_participants()


def test_companions_are_not_foreign_in_a_trial(holders: set[int]) -> None:
    holders |= {77, 300, SIMULATOR_PID}
    made = watch_with_companions(Graph([]))
    made.client = Graph([SIMULATOR, LAUNCH])  # type: ignore[assignment]
    (foreign,) = made.foreign()
    assert foreign.startswith("process 300 ")
    holders.remove(300)
    assert made.foreign() == ()


@pytest.mark.parametrize(
    ("passed", "found"),
    [
        (SeenNode("/_ros2cli_300", (gid(300),)), ("/_ros2cli_300",)),
        (SeenNode("/controller_server_rclcpp_node", ()), ()),
        (SeenNode("/rviz2", (gid(300),)), ()),
        (SeenNode("/amcl", (gid(OLD_PID),)), ()),
        (SeenNode("/amcl", (bytes(16),)), ()),
        (SeenNode("/talker", (bytes(16),)), ("/talker",)),
    ],
    ids=["stranger", "half known", "companion", "ended", "expected name", "strange name"],
)
def test_nodes_that_have_gone_are_foreign_if_they_are_known_to_be_strangers(
    holders: set[int], passed: SeenNode, found: tuple[str, ...]
) -> None:
    made = DomainWatch(
        7, "run", ["/amcl"], lambda: frozenset({SIMULATOR_PID, OLD_PID}), companions=["/rviz*"]
    )
    made.client = Graph([SIMULATOR])  # type: ignore[assignment]
    assert made.foreign([passed]) == found
    assert not holders


def test_where_the_middleware_hides_processes_names_decide(holders: set[int]) -> None:
    holders |= {77}
    hidden = SeenNode("/simulator", (bytes(16),))
    watch_with_companions(Graph([hidden])).refuse_participants()
    with pytest.raises(UserError, match="in use by /teleop;"):
        watch_with_companions(
            Graph([hidden, SeenNode("/teleop", (bytes(16),))])
        ).refuse_participants()


def test_nodes_of_the_last_trial_are_waited_for_where_no_process_is_told() -> None:
    hidden = gid(OLD_PID)[2:] + b"\x01\x0f"  # of another vendor
    amcl = SeenNode("/amcl", (hidden,))
    listener = SeenNode("/transform_listener_impl_55d0c0ffee", (hidden,))
    simulator = SeenNode("/simulator", (hidden,))
    prove_empty(watch(Graph([simulator, amcl, listener], [simulator])))
    with pytest.raises(BringUpError, match="/teleop"):
        prove_empty(watch(Graph([simulator, SeenNode("/teleop", (hidden,))])))
