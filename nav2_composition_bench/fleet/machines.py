# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The running machines of one trial of a fleet."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from nav2_composition_bench.fleet.configuration import SERVER, domain_of, variables
from nav2_composition_bench.fleet.matches import MachineMatches
from nav2_composition_bench.fleet.network import FleetNetwork
from nav2_composition_bench.fleet.plan import MachinePlan, server_command
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.processes.process_group import Grace, ProcessGroup
from nav2_composition_bench.settling.parameters import to_yaml
from nav2_composition_bench.study.fleet import Discovery

LOOK_EVERY_S = 0.1
QUIET_S = 10.0
"""After so long without a change nothing more is found: participants announce themselves every
three seconds."""
AT_ONCE = Grace(interrupt_s=0.0, terminate_s=0.0)
"""For the end of a trial, when nobody is to be told."""
_FORCED = (None, -signal.SIGTERM, -signal.SIGKILL)
"""Exit statuses of what SIGINT has not ended."""


class Machines:
    """Processes on the machines of a network, by groups that are ended together.

    :param environment: of every process; see ``ros_domain.environment``.
    :param profile: file that holds the profile of those who ignore one another.
    """

    def __init__(
        self,
        network: FleetNetwork,
        discovery: Discovery,
        environment: Mapping[str, str],
        directory: Path,
        profile: Path,
    ) -> None:
        self._network = network
        self._discovery = discovery
        self._environment = environment
        self._directory = directory
        self._profile = profile
        self._groups: dict[str, ProcessGroup] = {}
        self.matches: dict[str, MachineMatches] = {}

    def start_server(self) -> None:
        """Start the discovery server on its machine."""
        command = server_command(self._network.addresses[SERVER])
        self._start("server", SERVER, SERVER, command)

    def start(self, group: str, plans: Sequence[MachinePlan]) -> float:
        """Start a process on each of some machines.

        :returns: CLOCK_MONOTONIC of the first.
        """
        for plan in plans:
            plan.parameters.path.write_text(to_yaml(plan.parameters), encoding="utf-8")
            for path in plan.statistics.values():
                path.parent.mkdir(parents=True, exist_ok=True)
            self.matches[plan.machine] = MachineMatches(plan.statistics.values())
        began_s = time.monotonic()
        for plan in plans:
            self._start(group, plan.machine, plan.label, plan.command)
        return began_s

    def pids(self, *groups: str) -> dict[int, str]:
        """Return pid → label of the processes of some groups."""
        return {
            pid: label
            for name in groups
            if name in self._groups
            for pid, label in self._groups[name].labels.items()
        }

    def end(self, group: str, patience_s: float) -> None:
        """End the processes of a group so that they take leave.

        :param patience_s: how long they may take after SIGINT.
        :raises BringUpError: if one of them had to be killed or crashed, so that others learn of it
            late.
        """
        # No time for SIGTERM: robots end by it as by SIGINT, and would not be told apart.
        grace = Grace(interrupt_s=patience_s, terminate_s=0.0)
        statuses = self._groups.pop(group).end(grace).exit_statuses
        if late := [label for label, status in statuses.items() if status in _FORCED]:
            raise BringUpError(
                f"{late[0]} did not end within {patience_s:g} s of SIGINT"
                + (f", nor did {len(late) - 1} more" if len(late) > 1 else "")
            )
        for label, status in statuses.items():
            if status is not None and status < 0 and status != -signal.SIGINT:
                raise BringUpError(f"{label} was ended by {signal.Signals(-status).name}")

    def end_all(self) -> None:
        """End everything at once."""
        for group in tuple(self._groups):
            self._groups.pop(group).end(AT_ONCE)

    def changes(self, machines: Iterable[str]) -> list[int]:
        """Read the matches of machines and return how often those of each have changed."""
        watched = [self.matches[machine] for machine in machines]
        for matches in watched:
            matches.read()
        return [len(matches.changes) for matches in watched]

    def wait_until(
        self,
        is_over: Callable[[], bool],
        machines: Iterable[str],
        timeout_s: float,
        quiet_s: float = math.inf,
    ) -> bool:
        """Read the matches of machines until something is over; False if it never was.

        :param quiet_s: given up after that without a change of matches, though before the time-out.
        :raises BringUpError: if a process dies meanwhile.
        """
        watched = tuple(machines)
        began_s = changed_s = time.monotonic()
        seen: list[int] = []
        while True:
            counts = self.changes(watched)
            if is_over():
                return True
            self._refuse_deaths()
            now_s = time.monotonic()
            if counts != seen:
                seen, changed_s = counts, now_s
            if now_s - began_s > timeout_s or now_s - changed_s > quiet_s:
                return False
            time.sleep(LOOK_EVERY_S)

    def wait(self, duration_s: float) -> None:
        """Let time pass.

        :raises BringUpError: if a process dies meanwhile.
        """
        end_s = time.monotonic() + duration_s
        while (left_s := end_s - time.monotonic()) > 0:
            self._refuse_deaths()
            time.sleep(min(left_s, LOOK_EVERY_S))

    def _start(self, group: str, machine: str, label: str, command: Sequence[str]) -> None:
        if group not in self._groups:
            self._groups[group] = ProcessGroup(group, self._environment, self._directory)
        own = variables(machine, self._discovery, self._network.addresses, self._profile)
        if machine != SERVER:
            own["ROS_DOMAIN_ID"] = str(domain_of(machine, self._discovery))
        self._groups[group].start(label, self._network.command(machine, command), own)

    def _refuse_deaths(self) -> None:
        for group in self._groups.values():
            for death in group.deaths():
                raise BringUpError(death.reason)
