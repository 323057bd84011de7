# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from composition_interfaces.srv import ListNodes, LoadNode

from nav2_composition_bench.bringup.component_loading import load_components
from nav2_composition_bench.processes.outcomes import BringUpError, ProcessDeath
from nav2_composition_bench.settling.commands import ComponentPlan

REQUEST_LOST, ANSWER_LOST, LATE, REFUSED = "request lost", "answer lost", "late", "refused"


class Container:
    """In the place of the client: a container that refuses no second node, as rclcpp's.

    :param fates: of the load requests, in order; those that follow are answered at once. A request
        that is late has its effect when the container is asked the next time but one.
    :param refuses_twins: as the reference stack's container does.
    :param unheard_lists: so many questions for its nodes are not answered.
    """

    def __init__(
        self,
        *fates: str,
        refuses_twins: bool = False,
        unheard_lists: int = 0,
        is_there: bool = True,
    ) -> None:
        self.nodes: list[str] = []
        self.asked: list[str] = []
        self._fates = list(fates)
        self._late: list[str] = []
        self._refuses_twins = refuses_twins
        self._unheard_lists = unheard_lists
        self._is_there = is_there

    def call(
        self, kind: Any, service: str, request: Any, timeout_s: float, keep_waiting: Any
    ) -> Any | None:
        assert timeout_s > 0.0
        self.asked.append(service.rpartition("/")[2])
        assert service.startswith("/nav2_container/_container/")
        return self._load(request) if kind is LoadNode else self._list()

    def prepare(self, _kind: Any, _service: str) -> Container:
        return self

    def service_is_ready(self) -> bool:
        return self._is_there

    def _load(self, request: Any) -> Any | None:
        fate = self._fates.pop(0) if self._fates else ""
        if fate == REFUSED:
            return LoadNode.Response(success=False, error_message="no such class")
        if fate == LATE:
            self._late.append(f"/{request.node_name}")
        if fate in (REQUEST_LOST, LATE):
            return None
        if self._refuses_twins and f"/{request.node_name}" in [*self.nodes, *self._late]:
            self.nodes += self._late
            self._late.clear()
            return LoadNode.Response(success=False, error_message="loaded already")
        self.nodes += [f"/{request.node_name}", *self._late]
        self._late.clear()
        return None if fate == ANSWER_LOST else LoadNode.Response(success=True)

    def _list(self) -> Any | None:
        if self._unheard_lists:
            self._unheard_lists -= 1
            return None
        return ListNodes.Response(full_node_names=self.nodes)


def component(name: str) -> ComponentPlan:
    return ComponentPlan("nav2_container", "package", f"plugin::{name}", name, (), ())


def load(container: Container, deaths: Callable[[], list[ProcessDeath]] = list) -> None:
    components = [component(name) for name in ("map_server", "amcl")]
    load_components(container, components, deaths, 60.0)  # type: ignore[arg-type]


def test_what_is_answered_is_asked_once() -> None:
    container = Container()
    load(container)
    assert container.asked == ["load_node", "load_node"]


def test_a_request_that_was_lost_is_sent_again() -> None:
    container = Container(REQUEST_LOST, REQUEST_LOST)
    load(container)
    assert container.nodes == ["/map_server", "/amcl"]


def test_a_node_that_is_there_although_the_answer_was_lost_is_loaded() -> None:
    container = Container(ANSWER_LOST)
    load(container)
    assert container.nodes == ["/map_server", "/amcl"]
    assert container.asked.count("load_node") == 2


def test_a_busy_container_is_asked_for_its_nodes_until_it_answers() -> None:
    """One of rclcpp answers nothing while it constructs a node."""
    container = Container(ANSWER_LOST, unheard_lists=3)
    load(container)
    assert container.nodes == ["/map_server", "/amcl"]
    assert container.asked.count("load_node") == 2


def test_a_second_request_that_is_refused_because_the_first_came_late_is_no_fault() -> None:
    container = Container(LATE, refuses_twins=True)
    load(container)
    assert container.nodes == ["/map_server", "/amcl"]


def test_a_node_that_was_loaded_twice_after_all_is_a_reason() -> None:
    with pytest.raises(BringUpError, match="^nav2_container loaded map_server twice$"):
        load(Container(LATE))


def test_a_refusal_is_a_reason_the_second_time_too() -> None:
    with pytest.raises(BringUpError, match="nav2_container refused map_server: no such class"):
        load(Container(REQUEST_LOST, REFUSED))


@pytest.mark.parametrize(
    ("is_there", "said"), [(True, "it does not answer"), (False, "it was not discovered")]
)
def test_a_container_that_never_answers_is_told_with_what_is_known_of_it(
    is_there: bool, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(0, 1000, 5))
    monkeypatch.setattr("time.monotonic", lambda: float(next(seconds)))
    container = Container(*[REQUEST_LOST] * 100, is_there=is_there)
    with pytest.raises(
        BringUpError, match=f"map_server within 60 s of its start: {said}; requests"
    ):
        load(container)


def test_the_time_out_counts_from_when_the_bring_up_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.monotonic", iter(map(float, range(0, 1000, 5))).__next__)
    container = Container(*[REQUEST_LOST] * 100)
    with pytest.raises(BringUpError, match="map_server within 60 s of its start"):
        load_components(container, [component("map_server")], list, 60.0, -58.0)  # type: ignore[arg-type]
    assert len(container.asked) == 1


def test_a_death_ends_the_asking() -> None:
    died = [ProcessDeath("nav2_container", 42, -9, ())]
    with pytest.raises(BringUpError, match="nav2_container was killed by SIGKILL"):
        load(Container(REQUEST_LOST), lambda: died)
