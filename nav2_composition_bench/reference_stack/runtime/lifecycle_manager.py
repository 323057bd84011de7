# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Bring managed nodes up and down in order, and watch their bonds (Nav2's lifecycle manager)."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Collection
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from nav2_msgs.srv import ManageLifecycleNodes
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile
from std_srvs.srv import Trigger

from nav2_composition_bench.reference_stack.runtime.bond import BondMonitor
from nav2_composition_bench.reference_stack.runtime.deferred_service import ServiceWorker
from nav2_composition_bench.reference_stack.runtime.managed_node import (
    bond_period_s,
    declared_value,
)
from nav2_composition_bench.reference_stack.runtime.named_thread import NamedThread
from nav2_composition_bench.reference_stack.runtime.polled_client import PolledClient
from nav2_composition_bench.study.reference_table import thread_name_of

WATCH_PERIOD_S = 0.5
"""How often bonds are looked at."""
DIAGNOSTICS_PERIOD_S = 1.0
STATE_TIMEOUT_S = 5.0
"""How long a node may take to tell its state."""
NODE_TIMEOUT_S = 600.0
"""How long to wait for a node to appear; whoever started the system gives up sooner."""

CONFIGURE = (Transition.TRANSITION_CONFIGURE, State.PRIMARY_STATE_INACTIVE, "Configuring")
ACTIVATE = (Transition.TRANSITION_ACTIVATE, State.PRIMARY_STATE_ACTIVE, "Activating")
DEACTIVATE = (Transition.TRANSITION_DEACTIVATE, State.PRIMARY_STATE_INACTIVE, "Deactivating")
CLEANUP = (Transition.TRANSITION_CLEANUP, State.PRIMARY_STATE_UNCONFIGURED, "Cleaning up")
SHUTDOWN = (
    Transition.TRANSITION_UNCONFIGURED_SHUTDOWN,
    State.PRIMARY_STATE_FINALIZED,
    "Shutting down",
)
STARTS_FROM = {
    CONFIGURE: State.PRIMARY_STATE_UNCONFIGURED,
    ACTIVATE: State.PRIMARY_STATE_INACTIVE,
    DEACTIVATE: State.PRIMARY_STATE_ACTIVE,
    CLEANUP: State.PRIMARY_STATE_INACTIVE,
    SHUTDOWN: State.PRIMARY_STATE_UNCONFIGURED,
}
"""A node in another state is left alone by the transition."""
DONE_IN = {
    CONFIGURE: {State.PRIMARY_STATE_INACTIVE, State.PRIMARY_STATE_ACTIVE},
    ACTIVATE: {State.PRIMARY_STATE_ACTIVE},
    DEACTIVATE: {
        State.PRIMARY_STATE_INACTIVE,
        State.PRIMARY_STATE_UNCONFIGURED,
        State.PRIMARY_STATE_FINALIZED,
    },
    CLEANUP: {State.PRIMARY_STATE_UNCONFIGURED, State.PRIMARY_STATE_FINALIZED},
    SHUTDOWN: {State.PRIMARY_STATE_FINALIZED},
}
"""States in which a node needs the transition no more."""

_Step = tuple[int, int, str]


class LifecycleManager(Node):  # type: ignore[misc]
    """A plain node that drives managed nodes through their standard services.

    Its work runs in a thread of its own, with clients that need no executor: neither its
    constructor nor a transition can block an executor that a managed node needs.

    Parameters: node_names, autostart, bond_timeout (s, 0 disables), bond_heartbeat_period (s, 0
    disables, since nodes without heartbeats cannot be watched), transition_timeout (s), attempts
    (of start-up).
    """

    def __init__(
        self,
        node_name: str = "lifecycle_manager",
        *,
        thread_name: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(node_name, **options)
        self.thread_name = thread_name or thread_name_of(self.get_name())
        self.node_names = list(
            self.declare_parameter("node_names", Parameter.Type.STRING_ARRAY).value or []
        )
        self._autostart = declared_value(self, "autostart", False)
        timeout_s = declared_value(self, "bond_timeout", 4.0)
        bond_timeout_s = timeout_s if bond_period_s(self) > 0.0 else 0.0
        self._transition_timeout_s = declared_value(self, "transition_timeout", 90.0)
        self._attempts = declared_value(self, "attempts", 1)
        self._active = False
        self._stop = threading.Event()
        self._commands: queue.SimpleQueue[_Command | None] = queue.SimpleQueue()
        self._bonds = BondMonitor(self, bond_timeout_s)
        self._diagnostics = self.create_publisher(
            DiagnosticArray, "/diagnostics", QoSProfile(depth=10)
        )
        self._get_state = {
            n: PolledClient(self, GetState, f"{n}/get_state") for n in self.node_names
        }
        self._change_state = {
            n: PolledClient(self, ChangeState, f"{n}/change_state") for n in self.node_names
        }
        self.create_service(Trigger, "~/is_active", self._answer_is_active)
        self._service_worker = ServiceWorker(self.thread_name)
        self._service_worker.serve(
            self, ManageLifecycleNodes, "~/manage_nodes", self._answer_manage_nodes
        )
        self._thread = NamedThread(self._run, self.thread_name)
        self._thread.start()

    def request_stop(self) -> None:
        """Ask the manager's threads to end; returns at once."""
        self._stop.set()
        self._thread.request_stop()
        self._commands.put(None)
        self._service_worker.request_stop()

    def destroy_node(self) -> None:
        """End the manager; the nodes it manages stay as they are."""
        self.request_stop()
        self._thread.stop()
        self._service_worker.stop()
        super().destroy_node()

    # Services

    def _answer_is_active(self, _request: Any, response: Any) -> Any:
        response.success = self._active
        return response

    def _answer_manage_nodes(self, request: Any, response: Any) -> Any:
        command = _Command(request.command)
        self._commands.put(command)
        while not command.done.wait(WATCH_PERIOD_S):
            if self._stop.is_set():
                break
        response.success = command.success
        return response

    # The thread

    def _run(self, stop: threading.Event) -> None:
        if self._autostart:
            self._start_up()
        next_diagnostics_s = time.monotonic()
        while not stop.is_set():
            try:
                command = self._commands.get(timeout=WATCH_PERIOD_S)
            except queue.Empty:
                command = None
            if command is not None:
                command.success = self._obey(command.code)
                command.done.set()
            self._watch_bonds()
            if time.monotonic() >= next_diagnostics_s and not stop.is_set():
                self._publish_diagnostics()
                next_diagnostics_s += DIAGNOSTICS_PERIOD_S

    def _obey(self, code: int) -> bool:
        kind = ManageLifecycleNodes.Request
        if code == kind.STARTUP:
            return self._start_up()
        if code == kind.PAUSE:
            self._active = False
            return self._step_all(DEACTIVATE, reverse=True)
        if code == kind.RESUME:
            return self._step_all(ACTIVATE) and self._set_active()
        if code == kind.RESET:
            return self._bring_down()
        if code == kind.SHUTDOWN:
            return self._bring_down() and self._step_all(SHUTDOWN, reverse=True)
        if code == kind.CONFIGURE:
            return self._step_all(CONFIGURE)
        if code == kind.CLEANUP:
            return self._step_all(CLEANUP, reverse=True)
        self.get_logger().error(f"unknown command {code} of manage_nodes")
        return False

    def _start_up(self) -> bool:
        for attempt in range(1, self._attempts + 1):
            if self._step_all(CONFIGURE) and self._step_all(ACTIVATE):
                self.get_logger().info("Managed nodes are active")
                return self._set_active()
            if self._stop.is_set():
                return False
            self.get_logger().error(
                "Failed to bring up all requested nodes, "
                + ("aborting" if attempt == self._attempts else "trying again")
            )
            self._bring_down()
        return False

    def _set_active(self) -> bool:
        for name in self.node_names:
            self._bonds.expect(name)
        self._active = True
        return True

    def _bring_down(self, without: Collection[str] = ()) -> bool:
        self._active = False
        deactivated = self._step_all(DEACTIVATE, reverse=True, go_on=True, without=without)
        cleaned_up = self._step_all(CLEANUP, reverse=True, go_on=True, without=without)
        return deactivated and cleaned_up

    def _step_all(
        self,
        step: _Step,
        *,
        reverse: bool = False,
        go_on: bool = False,
        without: Collection[str] = (),
    ) -> bool:
        success = True
        for name in reversed(self.node_names) if reverse else self.node_names:
            if name not in without and not self._step(name, step):
                success = False
                if not go_on or self._stop.is_set():
                    break
        return success

    def _step(self, name: str, step: _Step) -> bool:
        """Make one transition of one node, unless its state is not the one that it starts from.

        :returns: whether the node made it or needs it no more.
        """
        transition_id, goal_state, doing = step
        patience_s = NODE_TIMEOUT_S if step == CONFIGURE else STATE_TIMEOUT_S
        if not self._get_state[name].wait_for_service(patience_s, self._stop):
            if not self._stop.is_set():
                self.get_logger().error(f"node {name} does not answer")
            return False
        state = self._state_of(name)
        if state is not None and state != STARTS_FROM[step]:
            return state in DONE_IN[step]
        self.get_logger().info(f"{doing} {name}")
        succeeded = self._make_transition(name, transition_id, goal_state)
        if not succeeded and not self._stop.is_set():
            why = "it refused" if succeeded is not None else "no answer"
            self.get_logger().error(f"{doing} {name} failed: {why}")
        return bool(succeeded)

    def _make_transition(self, name: str, transition_id: int, goal_state: int) -> bool | None:
        """Return whether the node made the transition; None if it does not say so in time.

        Fast DDS may drop the answer (https://github.com/ros2/rmw_fastrtps/issues/842), so a node
        that is silent is asked for its state.
        """
        deadline_s = time.monotonic() + self._transition_timeout_s
        client = self._change_state[name]
        if not client.wait_for_service(self._transition_timeout_s, self._stop):
            return None
        number = client.send(ChangeState.Request(transition=Transition(id=transition_id)))
        while (left_s := deadline_s - time.monotonic()) > 0.0 and not self._stop.is_set():
            answer = client.response_to(number, min(STATE_TIMEOUT_S, left_s), self._stop)
            if answer is not None:
                return bool(answer.success)
            if self._state_of(name) == goal_state:
                self.get_logger().warning(f"{name} did not answer, but made the transition")
                return True
        return None

    def _state_of(self, name: str) -> int | None:
        answer = self._get_state[name].call(GetState.Request(), STATE_TIMEOUT_S, self._stop)
        return None if answer is None else int(answer.current_state.id)

    def _watch_bonds(self) -> None:
        self._bonds.update()
        if not self._active:
            return
        broken = self._bonds.broken(self.node_names)
        if broken and not self._stop.is_set():
            self.get_logger().error(
                f"the bond with {', '.join(broken)} is broken, bringing all managed nodes down"
            )
            self._bring_down(without=broken)

    def _publish_diagnostics(self) -> None:
        status = DiagnosticStatus(
            level=DiagnosticStatus.OK if self._active else DiagnosticStatus.ERROR,
            name=f"{self.get_name()}: Nav2 Health",
            message="Managed nodes are active" if self._active else "Managed nodes are inactive",
            hardware_id="Nav2",
        )
        message = DiagnosticArray(status=[status])
        message.header.stamp = self.get_clock().now().to_msg()
        self._diagnostics.publish(message)


class _Command:
    """A request of manage_nodes on its way to the manager's thread and back."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.success = False
        self.done = threading.Event()
