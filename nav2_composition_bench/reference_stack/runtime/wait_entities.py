# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The entities of an executor's nodes and the wait set over them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from rclpy._rclpy_pybind11 import InvalidHandle, WaitSet
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.context import Context
from rclpy.event_handler import EventHandler
from rclpy.guard_condition import GuardCondition
from rclpy.node import Node
from rclpy.waitable import NumberOfEntities

from nav2_composition_bench.reference_stack.runtime.polled_subscription import NeverReadyGroup

KINDS = (
    ("timer", "timers", "_take_timer"),
    ("subscription", "subscriptions", "_take_subscription"),
    ("service", "services", "_take_service"),
    ("client", "clients", "_take_client"),
    ("guard_condition", "guards", "_take_guard_condition"),
)
"""(kind in the wait set, attribute of a node, rclpy's method that takes the data), in the order in
which callbacks that are ready at once run: rclcpp's."""


@dataclass(frozen=True, eq=False)
class Entity:
    """Something that can become ready.

    :param item: rclpy's object.
    :param take: name of the Executor method that takes its data and returns what to call.
    :param exclusive_group: its callback group if that is mutually exclusive, else None.
    """

    item: Any
    node: Node
    take: str
    exclusive_group: Any


class WaitEntities:
    """What to wait for. Holds the handles, so that none is destroyed while it is waited for.

    :param wake_up: a guard condition that ends a wait.
    """

    def __init__(self, context: Context, wake_up: GuardCondition, nodes: Iterable[Node]) -> None:
        self._wake_up = wake_up
        self._held = ExitStack()
        self._held.enter_context(context.handle)
        self._held.enter_context(wake_up.handle)
        self._by_kind: dict[str, list[Entity]] = {kind: [] for kind, _, _ in KINDS}
        self._waitables: list[Entity] = []
        sizes = NumberOfEntities()
        for node in nodes:
            sizes += self._collect(node)
        count = {kind: len(entities) for kind, entities in self._by_kind.items()}
        self._by_pointer: dict[str, dict[int, Entity]] = {
            kind: {entity.item.handle.pointer: entity for entity in entities}
            for kind, entities in self._by_kind.items()
        }
        self._wait_set: Any = WaitSet(
            sizes.num_subscriptions + count["subscription"],
            sizes.num_guard_conditions + count["guard_condition"] + 1,
            sizes.num_timers + count["timer"],
            sizes.num_clients + count["client"],
            sizes.num_services + count["service"],
            sizes.num_events,
            context.handle,
        )

    def wait(self, busy_groups: frozenset[Any]) -> list[Entity]:
        """Wait until something is ready, leaving out the entities of the busy groups.

        :return: what is ready; empty after a wake-up.
        :raises InvalidHandle: if an entity has been destroyed.
        """
        wait_set = self._wait_set
        self._fill(wait_set, busy_groups)
        wait_set.wait(-1)
        ready: list[Entity] = []
        for kind, entities in self._by_pointer.items():
            if entities:
                for pointer in wait_set.get_ready_entities(kind):
                    entity = entities.get(pointer)
                    if entity is not None and (
                        kind != "timer" or entity.item.handle.is_timer_ready()
                    ):
                        ready.append(entity)
        for entity in self._waitables:
            if entity.exclusive_group not in busy_groups and entity.item.is_ready(wait_set):
                ready.append(entity)
        return ready

    def release(self) -> None:
        """Let go of the handles."""
        self._held.close()

    def _fill(self, wait_set: Any, busy_groups: frozenset[Any]) -> None:
        wait_set.clear_entities()
        wait_set.add_guard_condition(self._wake_up.handle)
        for kind, entities in self._by_kind.items():
            add = getattr(wait_set, f"add_{kind}")
            if busy_groups:
                for entity in entities:
                    if entity.exclusive_group not in busy_groups:
                        add(entity.item.handle)
            else:
                for entity in entities:
                    add(entity.item.handle)
        for entity in self._waitables:
            if entity.exclusive_group not in busy_groups:
                entity.item.add_to_wait_set(wait_set)

    def _collect(self, node: Node) -> NumberOfEntities:
        """Take in a node's entities; return what its waitables consist of."""
        sizes = NumberOfEntities()
        for kind, attribute, take in KINDS:
            for item in list(getattr(node, attribute)):
                if self._hold(item.handle, item):
                    self._by_kind[kind].append(_entity(item, node, take))
        for item in list(node.waitables):
            if not isinstance(item, EventHandler) and self._hold(item, item):
                self._waitables.append(_entity(item, node, "_take_waitable"))
                sizes += item.get_num_entities()
        return sizes

    def _hold(self, handle: Any, item: Any) -> bool:
        """Keep an entity from being destroyed; False if it is not to be waited for."""
        if isinstance(item.callback_group, NeverReadyGroup):
            return False
        try:
            self._held.enter_context(handle)
        except InvalidHandle:
            return False
        return True


def _entity(item: Any, node: Node, take: str) -> Entity:
    group = item.callback_group
    exclusive = isinstance(group, MutuallyExclusiveCallbackGroup)
    return Entity(item, node, take, group if exclusive else None)
