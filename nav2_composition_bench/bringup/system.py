# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A system under test that was started."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.bringup import readiness
from nav2_composition_bench.bringup.discovery import wait_until_discovered
from nav2_composition_bench.bringup.shutdown import prepare, shut_down
from nav2_composition_bench.errors import told_in_one_line
from nav2_composition_bench.processes.cgroup import CgroupUnavailableError, CpuCgroup, cgroup_of_run
from nav2_composition_bench.processes.interruption import stopping_signals_held
from nav2_composition_bench.processes.log_tail import lost_transitions, managers_that_gave_up
from nav2_composition_bench.processes.outcomes import BringUpError, ProcessDeath, ShutdownReport
from nav2_composition_bench.processes.process_group import ProcessGroup
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.ros_domain.shared_memory import SharedFile
from nav2_composition_bench.settling.commands import BringUpPlan
from nav2_composition_bench.settling.parameters import to_yaml
from nav2_composition_bench.study.factor import TIMER_SLACK
from nav2_composition_bench.study.study import Limits


@dataclass(frozen=True)
class Surroundings:
    """What a system needs of the session it is started in.

    :param environment: of every process.
    :param before: census of /dev/shm at the start of the run.
    :param ports: ports of the run's domain.
    """

    environment: Mapping[str, str]
    client: RosClient
    before: Mapping[str, SharedFile]
    ports: range
    limits: Limits


class SystemHandle:
    """The processes of one trial; a context manager that ends them.

    :param name: unique among the systems of a run.

    :ivar labels: root pid → label: a node's name, ``manual_composition``, or a container's name.
    :ivar nodes: label → names of the nodes in that process.
    :ivar parameters: effective ones of all nodes.
    :ivar statistics: node → where it writes what it counts; for topologies.
    :ivar started_monotonic_s: CLOCK_MONOTONIC just before the first process was started.
    :ivar cgroup: the processes' own, until they have ended; None where none can be had.
    """

    def __init__(
        self, plan: BringUpPlan, name: str, log_directory: Path, surroundings: Surroundings
    ) -> None:
        self.nodes: Mapping[str, tuple[str, ...]] = {
            process.label: process.nodes for process in plan.processes
        }
        self.parameters = plan.parameters
        self.statistics = plan.statistics
        self.started_monotonic_s = time.monotonic()
        self._plan = plan
        environment = {**surroundings.environment, **plan.environment}
        if plan.preloaded:
            before = environment.get("LD_PRELOAD")
            libraries = filter(None, (before, *map(str, plan.preloaded)))
            environment["LD_PRELOAD"] = " ".join(libraries)
        self._cgroup_stack = ExitStack()
        self.cgroup = self._make_cgroup(environment[RUN_VARIABLE], name)
        self._group = ProcessGroup(
            name, environment, log_directory, self.cgroup, plan.arm[TIMER_SLACK]
        )
        self._surroundings = surroundings
        self._was_active = False
        self._report: ShutdownReport | None = None

    def __enter__(self) -> SystemHandle:
        return self

    def __exit__(self, *_: object) -> None:
        self.shut_down()

    @property
    def labels(self) -> dict[int, str]:
        """Root pid → label of everything that was started."""
        return self._group.labels

    def start(self) -> None:
        """Start the processes and load the components.

        :raises BringUpError: with everything ended again, and its ``report`` set.
        """
        try:
            self._start()
        except BringUpError as error:
            error.report = self.shut_down()
            raise
        except BaseException:
            self.shut_down()
            raise

    def wait_until_active(self, timeout_s: float) -> float:
        """Wait until every lifecycle manager says all its nodes are active.

        The nodes of a topology have none; they are waited for until they have found one another.

        :param timeout_s: of the whole bring-up, from the start of the first process on.
        :returns: CLOCK_MONOTONIC of that moment.
        :raises BringUpError: when a process dies or time runs out, naming node and state.
        """
        client = self._surroundings.client
        prepare(client, self._plan.managed)
        try:
            active_s = readiness.wait_until_active(
                client,
                self._plan.managed,
                self._group.deaths,
                timeout_s,
                self._gave_up,
                self._lost_transitions,
                self.started_monotonic_s,
            )
            if self.statistics:
                active_s = wait_until_discovered(
                    self.statistics, self._group.deaths, timeout_s, self.started_monotonic_s
                )
        except BringUpError as error:
            raise BringUpError("; ".join((str(error), *self.last_errors()))) from error
        self._was_active = True
        return active_s

    def deaths(self) -> tuple[ProcessDeath, ...]:
        """Processes that ended unasked so far; cheap, never blocks."""
        return self._group.deaths()

    def log_sizes(self) -> dict[str, int]:
        """Label → bytes that the process has logged so far."""
        return self._group.log_sizes()

    def last_errors(self, behind: Mapping[str, int] | None = None) -> tuple[str, ...]:
        """The last error that each process logged, of those that have logged any.

        :param behind: label → so many bytes of its log are passed over; None looks at all.
        """
        return self._group.last_errors(behind)

    def pids(self) -> frozenset[int]:
        """Every live process, those started by the system's own processes included."""
        return self._group.pids()

    @property
    def ever_started(self) -> frozenset[int]:
        """Pids of all processes the system has had, as far as they were seen."""
        return self._group.ever_started

    def shut_down(self) -> ShutdownReport:
        """End everything and leave nothing. A second call returns the first one's report.

        Stopping signals that arrive meanwhile cut the waiting short and are delivered at the end.
        """
        with stopping_signals_held():  # else a second call would ask managers that are gone
            return self._shut_down()

    def _shut_down(self) -> ShutdownReport:
        if self._report is None:
            orderly = self._was_active and not self._group.deaths()
            self._report = shut_down(
                self._group,
                client=self._surroundings.client if orderly else None,
                managers=tuple(self._plan.managed),
                patience_s=self._surroundings.limits.shutdown_s,
                before=self._surroundings.before,
                ports=self._surroundings.ports,
            )
            self._surroundings.client.forget_services()
            self.cgroup = None
            with contextlib.suppress(OSError):  # whatever is in it cannot be ended
                self._cgroup_stack.close()
        return self._report

    def _make_cgroup(self, run_id: str, name: str) -> CpuCgroup | None:
        try:
            return self._cgroup_stack.enter_context(cgroup_of_run(run_id, name))
        except CgroupUnavailableError:
            return None

    def _gave_up(self) -> list[str]:
        """Lifecycle managers that will not bring their nodes up any more."""
        return self._said(managers_that_gave_up, self._plan.managed)

    def _lost_transitions(self) -> list[str]:
        """Managed nodes that made a transition whose answer their manager will never get."""
        managed = itertools.chain.from_iterable(self._plan.managed.values())
        return self._said(lost_transitions, managed)

    def _said(self, find: Callable[[Path], tuple[str, ...]], nodes: Iterable[str]) -> list[str]:
        """What is found in the logs of the processes that hold one of the nodes."""
        wanted = frozenset(nodes)
        return [
            name
            for process in self._plan.processes
            if not wanted.isdisjoint(process.nodes)
            for name in find(self._group.log_of(process.label))
        ]

    def _write_files(self) -> None:
        """Write what the processes read.

        :raises UserError: if that cannot be, as on a full disk.
        """
        texts = {self._plan.params_file: to_yaml(self._plan.parameters), **self._plan.further_files}
        for path, text in texts.items():
            with told_in_one_line(f"cannot write {path}"):
                path.write_text(text, encoding="utf-8")
        for path in self.statistics.values():
            with told_in_one_line(f"cannot write {path}"):
                path.parent.mkdir(exist_ok=True)

    def _start(self) -> None:
        self.started_monotonic_s = time.monotonic()
        self._write_files()
        for process in self._plan.processes:
            self._group.start(process.label, process.command, process.environment)
        if self._plan.components:
            # Imported here, since only containers need the package composition_interfaces.
            from nav2_composition_bench.bringup.component_loading import load_components

            load_components(
                self._surroundings.client,
                self._plan.components,
                self._group.deaths,
                self._surroundings.limits.bring_up_s,
                self.started_monotonic_s,
            )
