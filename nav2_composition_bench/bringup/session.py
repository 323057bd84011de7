# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One study's processes: guardian, ROS client, host side, and one system after the other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from nav2_composition_bench.bringup.host_commands import (
    EXTERNAL_HOST_NODES,
    background_processes,
    host_processes,
)
from nav2_composition_bench.bringup.host_side import HostProcess, HostSide
from nav2_composition_bench.bringup.reach import reach_of
from nav2_composition_bench.bringup.system import Surroundings, SystemHandle
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.interruption import stopping_signals_held
from nav2_composition_bench.processes.run_marker import new_run_id
from nav2_composition_bench.ros_domain.domain_id import domain_ports, lease_domain, parse_domain_id
from nav2_composition_bench.ros_domain.domain_watch import DomainWatch
from nav2_composition_bench.ros_domain.environment import process_environment, ros_variables
from nav2_composition_bench.ros_domain.foreign_nodes import SeenNode
from nav2_composition_bench.ros_domain.guardian import Guardian
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.ros_domain.shared_memory import (
    SharedFile,
    census,
    remove_leftovers,
    remove_stale_low_ports,
)
from nav2_composition_bench.ros_domain.udp_ports import used_udp_ports
from nav2_composition_bench.settling.commands import BringUpPlan, container_names
from nav2_composition_bench.settling.host_requirement import refuse_unstartable
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import RMW
from nav2_composition_bench.study.node_entry import fully_qualified_names
from nav2_composition_bench.study.workload import Navigation

_BACKGROUND_S = 120.0
"""How long a background load may take to start, bring-up of a second robot included."""


class BringUpSession:
    """Everything a study starts, from the first process to the last; a context manager.

    Use it from the main thread: processes die with the thread that started them.

    ::

        with stopping_signals_raise(), BringUpSession(settled, rmw, directory) as session:
            session.host.ensure_running()
            with session.start_system(arm) as system:
                active_s = system.wait_until_active(study.limits.bring_up_s)
                ...  # sample the processes of system.labels; poll system.deaths()
                report = system.shut_down()

    :param settled: where others start simulator and goal script, their nodes belong on the domain.
    :param rmw: middleware of everything in the session: it runs arms with that one only.
    :param directory: where the logs of all processes and the effective parameters go.
    :param domain_id: None takes ROS_DOMAIN_ID if that is set, else a free one.
    :param companions: names of further nodes that others start and that belong on the domain;
        ``*`` stands for anything.
    :param context: the rclpy context of this process on that domain, if it has one; None makes one.
    :param host: the processes of the host side; None for the study's own.

    Making one raises UserError for a study of fleets, whose machines are namespaces, for a domain
    id above 101, and where the domain of an external host side is not known.
    Entering raises UserError if nodes that are not ours are on the domain; nothing is running then.
    Leaving ends everything.

    :ivar domain_id: the ROS domain.
    :ivar run_id: value of NAV2_BENCH_RUN_ID in everything that is started.
    :ivar client: the runner's rclpy node.
    :ivar host: simulator and goal script.
    :ivar background: the study's background load.
    :ivar leftovers_removed: /dev/shm files of earlier runs removed on entering, and of this run
        on leaving.
    """

    domain_id: int
    run_id: str
    client: RosClient
    host: HostSide
    background: HostSide
    leftovers_removed: tuple[str, ...] = ()

    def __init__(
        self,
        settled: SettledStudy,
        rmw: str,
        directory: Path,
        *,
        domain_id: int | None = None,
        host: Sequence[HostProcess] | None = None,
        companions: Sequence[str] = (),
        context: Any = None,
    ) -> None:
        wanted = os.environ.get("ROS_DOMAIN_ID") if domain_id is None else str(domain_id)
        if wanted:  # a context's is as unchecked as the shell's
            domain_id = parse_domain_id(wanted)
        if settled.is_fleet:
            raise UserError(
                f"study {settled.study.name} is of fleets, which nav2-bench run alone can run"
            )
        study = settled.study
        self._settled = settled
        self._rmw = rmw
        self._directory = directory.resolve()
        self._wanted_domain_id = domain_id
        driven = study.workload if isinstance(study.workload, Navigation) else None
        self._external_host = driven is not None and driven.is_hosted_by_others
        if self._external_host and domain_id is None:
            raise UserError(
                "ROS_DOMAIN_ID is not set, and others start simulator and goal script; export the"
                " number of the domain that they are on"
            )
        self._companions = tuple(companions)
        self._context = context
        if host is None:
            refuse_unstartable(study)
        self._host_processes = tuple(host_processes(settled) if host is None else host)
        self._systems: list[SystemHandle] = []
        self._cleanup = ExitStack()

    def __enter__(self) -> BringUpSession:
        with ExitStack() as stack:
            self._enter(stack)
            self._cleanup = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with stopping_signals_held():
            self._cleanup.close()

    def start_system(self, arm: Arm, directory: Path | None = None) -> SystemHandle:
        """Prove the domain empty, start the processes, load the components.

        :param directory: where this system's logs go; default: below the session's.
        :raises BringUpError: with everything of this system ended again.
        """
        name = f"system-{len(self._systems) + 1}"
        logs = (directory or self._directory / name).resolve()
        return self.start_plan(self.plan(arm, logs), logs)

    def start_plan(self, plan: BringUpPlan, directory: Path) -> SystemHandle:
        """Like ``start_system``, for a plan that need not be of the study."""
        directory.mkdir(parents=True, exist_ok=True)
        self._watch.prove_empty(self.host.pids, self.host.node_names)
        name = f"system-{len(self._systems) + 1}"
        system = SystemHandle(plan, name, directory, self._surroundings)
        self._systems.append(system)
        system.start()
        return system

    def plan(self, arm: Arm, directory: Path) -> BringUpPlan:
        """What would be started, with the effective parameters in that directory."""
        assert arm[RMW] == self._rmw, f"{arm.name} needs a session of its own middleware"
        return self._settled.plan(arm, directory)

    def foreign_nodes(self, seen_before: Iterable[SeenNode] = ()) -> tuple[str, ...]:
        """Nodes and participants on the domain that this study did not start.

        :param seen_before: nodes that ``client`` has seen since the system was started, which may
            have gone since; those count whose endpoints were known.
        """
        return self._watch.foreign(seen_before)

    def _enter(self, stack: ExitStack) -> None:
        study, nodes = self._settled.study, self._settled.nodes
        lease = lease_domain(self._wanted_domain_id, used_udp_ports())
        stack.callback(lease.release)
        self.domain_id, self.run_id = lease.domain_id, new_run_id()
        ports = domain_ports(self.domain_id)
        environment = process_environment(
            os.environ,
            run_id=self.run_id,
            domain_id=self.domain_id,
            rmw=self._rmw,
            reach=reach_of(study),
        )
        host_names = [name for process in self._host_processes for name in process.node_names]
        self._watch = DomainWatch(
            self.domain_id,
            self.run_id,
            [*fully_qualified_names(nodes), *container_names(nodes), *host_names],
            self._ever_started,
            companions=(
                *self._companions,
                *(EXTERNAL_HOST_NODES if self._external_host else ()),
            ),
        )
        stack.enter_context(ros_variables(environment))  # before the first participant
        self._watch.refuse_participants()
        self.leftovers_removed = remove_stale_low_ports() + remove_leftovers(census(), ports)
        before = census()
        with stopping_signals_held():
            guardian = Guardian(environment, self.domain_id, self._directory / "guardian.log")
            stack.callback(guardian.close if self._context is None else guardian.outlive)
        stack.callback(self._remove_leftovers, before, ports)
        self.client = RosClient(self.domain_id, self._context)
        stack.callback(self.client.close)
        self._watch.client = self.client
        self._surroundings = Surroundings(environment, self.client, before, ports, study.limits)
        self.host = HostSide(
            () if self._external_host else self._host_processes,
            environment,
            self._directory / "host",
            self.client,
            study.limits.bring_up_s,
        )
        stack.callback(self.host.close)
        background = self._directory / "background"
        self.background = HostSide(
            background_processes(study, background),
            environment,
            background,
            self.client,
            _BACKGROUND_S,
            name="background",
            patience_s=study.limits.shutdown_s + _BACKGROUND_S / 4,
        )
        stack.callback(self.background.close)
        stack.callback(self._end_systems)

    def _ever_started(self) -> frozenset[int]:
        return self.host.ever_started.union(*(system.ever_started for system in self._systems))

    def _end_systems(self) -> None:
        for system in self._systems:
            system.shut_down()

    def _remove_leftovers(self, before: dict[str, SharedFile], ports: range) -> None:
        self.leftovers_removed += remove_leftovers(before, ports)
