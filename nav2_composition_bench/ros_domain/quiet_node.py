# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Contexts and nodes of our own that show others nothing but what they are there for."""

from __future__ import annotations

from typing import Any, TypeVar

from rclpy.context import Context
from rclpy.node import Node
from rclpy.parameter import Parameter

_Owner = TypeVar("_Owner", bound="ContextOwner")


def quiet_node(name: str, context: Context) -> Any:
    """Return a node without rosout, parameter or type services, which ignores global arguments.

    Every endpoint more would be discovered by the system that is measured.
    """
    return Node(
        name,
        context=context,
        use_global_arguments=False,
        enable_rosout=False,
        start_parameter_services=False,
        parameter_overrides=[Parameter("start_type_description_service", value=False)],
    )


def own_context(domain_id: int | None = None) -> Context:
    """Return an initialised context without signal handlers.

    :param domain_id: None takes that of the environment.
    """
    context = Context()
    context.init(args=[], domain_id=domain_id)
    return context


class ContextOwner:
    """A context of its own and its quiet nodes; a context manager that ends them."""

    def __init__(self) -> None:
        self._context = own_context()
        self._nodes: list[Any] = []

    def __enter__(self: _Owner) -> _Owner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the nodes and the context; may be called twice."""
        for node in self._nodes:
            node.destroy_node()
        self._nodes.clear()
        self._context.try_shutdown()

    def _create_node(self, name: str) -> Any:
        self._nodes.append(quiet_node(name, self._context))
        return self._nodes[-1]
