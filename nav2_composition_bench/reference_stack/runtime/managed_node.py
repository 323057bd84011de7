# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The base of every managed (lifecycle) node of the reference stack."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from rclpy.context import Context
from rclpy.exceptions import InvalidParameterTypeException
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.node import Node
from rclpy.parameter import Parameter

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.runtime.bond import HEARTBEAT_PERIOD_S, BondHeartbeat
from nav2_composition_bench.reference_stack.runtime.executor_thread import ExecutorThread
from nav2_composition_bench.reference_stack.runtime.named_thread import NamedThread
from nav2_composition_bench.ros_domain.lifecycle_answers import answer_refused_requests
from nav2_composition_bench.study.reference_table import thread_name_of

BUILT_IN_PARAMETERS = frozenset({"use_sim_time", "start_type_description_service"})
"""Declared by rclpy itself."""

_Value = TypeVar("_Value")


class ManagedNode(LifecycleNode):  # type: ignore[misc]
    """A lifecycle node with hooks, typed parameters, named threads and a bond.

    A subclass declares its parameters with :meth:`parameter` in its constructor or in
    ``configure``, creates publishers, subscriptions, services, clients and timers in
    ``configure`` (they are destroyed after ``cleanup`` without its doing), starts its threads in
    ``activate`` and ends them in ``deactivate``. A hook that raises makes its transition fail,
    with the exception's text as the one logged reason.

    :param node_name: name unless a ``__node`` remapping says otherwise.
    :param cli_args: arguments for this node alone, e.g. ``["--ros-args", "-r", "a:=b"]``.
    :param parameter_overrides: initial parameter values; they win over those of arguments.
    :param use_global_arguments: whether the process's arguments apply to this node.
    :param thread_name: kernel name of the node's threads; None derives it from the node's name.
    :param hidden: whether it is constructed inside another node: it beats no bond, and keeps its
        name and namespace whatever ``__node`` the process was given.
    """

    def __init__(
        self,
        node_name: str,
        *,
        namespace: str | None = None,
        context: Context | None = None,
        cli_args: list[str] | None = None,
        parameter_overrides: list[Parameter] | None = None,
        use_global_arguments: bool = True,
        thread_name: str | None = None,
        hidden: bool = False,
    ) -> None:
        super().__init__(
            node_name,
            namespace=namespace,
            context=context,
            cli_args=_keep_name(node_name, namespace, cli_args) if hidden else cli_args,
            parameter_overrides=parameter_overrides,
            use_global_arguments=use_global_arguments,
        )
        answer_refused_requests(self)
        self.thread_name = thread_name or thread_name_of(self.get_name())
        self.stopping = threading.Event()
        """Set when the node is about to be destroyed: every wait in it should end."""
        period_s = bond_period_s(self)
        self._bond_period_s = 0.0 if hidden else period_s
        self._bond: BondHeartbeat | None = None
        self._threads: list[NamedThread] = []
        self._hosted: list[tuple[ManagedNode, ExecutorThread]] = []
        self._entities_before_configure: dict[str, list[Any]] = {}

    # Hooks of the subclass

    def configure(self) -> None:
        """Read parameters, create entities. Raises to refuse."""

    def activate(self) -> None:
        """Begin to work. Raises to refuse."""

    def deactivate(self) -> None:
        """Stop working; end the threads that activate started."""

    def cleanup(self) -> None:
        """Free what configure made; also called after a configure that raised."""

    # For the subclass

    def parameter(self, name: str, default: _Value) -> _Value:
        """Return a parameter's value, declaring it with ``default`` on first use.

        The value has the type of the default; a file that gives another type is refused.

        :raises UserError: for a value of another type, naming both.
        """
        return declared_value(self, name, default)

    def start_thread(self, target: Callable[[threading.Event], None]) -> NamedThread:
        """Start a thread that carries the node's thread name; it is joined on destruction.

        :param target: called with an event that is set when the thread is to end.
        """
        thread = NamedThread(target, self.thread_name)
        self._threads = [other for other in self._threads if other.is_alive()] + [thread]
        thread.start()
        return thread

    def host(self, node: ManagedNode) -> None:
        """Spin a hidden node (a costmap) on an executor and a thread of its own, as Nav2 does.

        The hidden node is destroyed with this one; its transitions are this node's to make, with
        :meth:`transition`.
        """
        thread = ExecutorThread(node.thread_name, context=self.context)
        thread.add_node(node)
        self._hosted.append((node, thread))

    # For the owner

    @property
    def state_label(self) -> str:
        """The lifecycle state's name, e.g. ``active``."""
        return str(self._state_machine.current_state[1])

    def transition(self, name: str) -> None:
        """Make a transition: configure, activate, deactivate or cleanup.

        :raises RuntimeError: if the node refuses.
        """
        trigger = getattr(self, f"trigger_{name}")
        if trigger() != TransitionCallbackReturn.SUCCESS:
            raise RuntimeError(f"{self.get_fully_qualified_name()} failed to {name}")

    def request_stop(self) -> None:
        """Ask every thread of the node and of its hidden nodes to end; returns at once."""
        self.stopping.set()
        for thread in self._threads:
            thread.request_stop()
        for node, _ in self._hosted:
            node.request_stop()

    def destroy_node(self) -> None:
        """Deactivate, clean up, join the node's threads, destroy its hidden nodes and itself.

        The executor that spins this node must have let go of it before.
        """
        self.request_stop()
        if self.state_label == "active":
            self.trigger_deactivate()
        if self.state_label == "inactive":
            self.trigger_cleanup()
        for thread in self._threads:
            if not thread.stop():
                self.get_logger().error(f"thread '{thread.name}' did not end in time")
        for node, executor_thread in reversed(self._hosted):
            executor_thread.stop()
            node.destroy_node()
        self._hosted.clear()
        super().destroy_node()
        # rclpy leaves this one alone, and it keeps the node on the graph.
        self._state_machine.destroy_when_not_in_use()

    # rclpy's callbacks

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        self._entities_before_configure = self._entities()

        def configure() -> None:
            self.configure()
            self._refuse_unknown_parameters()

        result = self._run("configure", configure)
        if result != TransitionCallbackReturn.SUCCESS:
            self._run("cleanup", self.cleanup)
            self._destroy_entities_of_configure()
            return result
        return super().on_configure(state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        super().on_activate(state)
        result = self._run("activate", self.activate)
        if result == TransitionCallbackReturn.SUCCESS and self._bond_period_s > 0.0:
            self._bond = BondHeartbeat(self, self.get_name(), self._bond_period_s)
        return result

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        if self._bond is not None:
            self._bond.stop()
            self._bond = None
        result = self._run("deactivate", self.deactivate)
        super().on_deactivate(state)
        return result

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        result = self._run("cleanup", self.cleanup)
        self._destroy_entities_of_configure()
        return result

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        if state.label == "active":
            self.on_deactivate(state)
        if state.label in ("active", "inactive"):
            self.on_cleanup(state)
        return TransitionCallbackReturn.SUCCESS

    def _run(self, name: str, hook: Callable[[], None]) -> TransitionCallbackReturn:
        try:
            hook()
        except Exception as error:
            reason = str(error) or type(error).__name__
            if not isinstance(error, UserError):
                reason = f"{type(error).__name__}: {reason}"
            self.get_logger().error(f"failed to {name}: {reason}")
            return TransitionCallbackReturn.FAILURE
        return TransitionCallbackReturn.SUCCESS

    def _refuse_unknown_parameters(self) -> None:
        left = [name for name in self._parameter_overrides if not self.has_parameter(name)]
        # A plugin, zone or source that is described and not listed is switched off, as in Nav2.
        unlisted = tuple(
            name.removesuffix(kind) + "."
            for kind in (".plugin", ".type")
            for name in left
            if name.endswith(kind)
        )
        unknown = sorted(
            name
            for name in set(left) - BUILT_IN_PARAMETERS
            if not name.startswith(("qos_overrides.", *unlisted))
        )
        if unknown:
            raise UserError(
                f"unknown parameter '{unknown[0]}' of node {self.get_fully_qualified_name()}"
            )

    def _entities(self) -> dict[str, list[Any]]:
        return {
            "publisher": list(self.publishers),
            "subscription": list(self.subscriptions),
            "timer": list(self.timers),
            "client": list(self.clients),
            "service": list(self.services),
        }

    def _destroy_entities_of_configure(self) -> None:
        for kind, entities in self._entities().items():
            kept = self._entities_before_configure.get(kind, [])
            for entity in entities:
                if not any(entity is other for other in kept):
                    getattr(self, f"destroy_{kind}")(entity)


def bond_period_s(node: Node) -> float:
    """Return the period of the node's heartbeats, zero or less for none."""
    return declared_value(node, "bond_heartbeat_period", HEARTBEAT_PERIOD_S)


def declared_value(node: Node, name: str, default: _Value) -> _Value:
    """Return a parameter's value, declaring it with its default on first use.

    :raises UserError: for a value of another type than the default's, naming both.
    """
    if not node.has_parameter(name):
        try:
            node.declare_parameter(name, default)
        except InvalidParameterTypeException as error:
            given = node._parameter_overrides[name].value
            raise UserError(
                f"parameter '{name}' of node {node.get_fully_qualified_name()} is {given!r}, "
                f"but must be of the type of its default, {default!r}"
            ) from error
    value = node.get_parameter(name).value
    if not isinstance(value, (bool, int, float, str, bytes)) and value is not None:
        value = list(value)
    return value  # type: ignore[no-any-return]


def _keep_name(node_name: str, namespace: str | None, cli_args: list[str] | None) -> list[str]:
    """Return arguments whose local rules outrank a process-wide renaming."""
    own_namespace = "/" + (namespace or "").strip("/")
    rules = ["--ros-args", "-r", f"__node:={node_name}", "-r", f"__ns:={own_namespace}", "--"]
    return rules + (cli_args or [])


NodeFactory = Callable[..., Node]
"""A node class: called with the node's name and ManagedNode's keyword arguments."""
