# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One trial of a fleet: it is switched on, left alone, looked at, and in part started again."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from nav2_composition_bench.fleet.configuration import IGNORING, SERVER
from nav2_composition_bench.fleet.figures import Idle, Sight, cpu_until, figures
from nav2_composition_bench.fleet.machines import QUIET_S, Machines
from nav2_composition_bench.fleet.network import FleetNetwork, Traffic
from nav2_composition_bench.fleet.plan import MachinePlan, machine_plans
from nav2_composition_bench.fleet.trial_log import FleetLog
from nav2_composition_bench.fleet.wanted import wanted_pairs
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.sampling.cpu_counters import process_cpu
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.factor import DISCOVERY, NETWORK
from nav2_composition_bench.study.fleet import Discovery, machine_of
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.topology.generated_fleet import OPERATOR
from nav2_composition_bench.trial.discovery_record import FleetRecord
from nav2_composition_bench.trial.machine_state import read_machine_state
from nav2_composition_bench.trial.trial_runner import BRING_UP, REST, SHUTDOWN, Progress

DISCOVERING, IDLE, REMOTE, RESTART = "discovery", "idle", "remote machine", "restart"
"""Phases of a trial, besides those of all systems."""
RESTARTED_SHARE = 0.1
_STAYING, _RESTARTED, _AGAIN, _OPERATOR, _SERVER = "staying", "restarted", "again", OPERATOR, SERVER


def restarted_robots(robots: Sequence[str]) -> tuple[str, ...]:
    """Return the robots that are started again: the last tenth, at least one."""
    return tuple(robots[-max(1, round(RESTARTED_SHARE * len(robots))) :])


class FleetTrial:
    """One trial, its network and its processes; ``run`` it, then ``tear_down`` on every path.

    :param environment: of every process.
    :param directory: absolute and empty; gets logs, parameters and what nodes write.
    """

    def __init__(
        self,
        settled: SettledStudy,
        spec: TrialSpec,
        environment: Mapping[str, str],
        directory: Path,
        sampler: Path,
    ) -> None:
        discovery = spec.arm[DISCOVERY]
        assert discovery is not None, "a fleet's arm has that factor"
        self.log = FleetLog()
        self._settled, self._spec, self._binary = settled, spec, sampler
        self._discovery: Discovery = discovery
        self._directory = directory
        self._plans = machine_plans(settled, spec.arm, directory)
        self._robots = tuple(name for name in self._plans if name != OPERATOR)
        self._restarted = restarted_robots(self._robots)
        graph = settled.study.graph_of(spec.arm)
        self._wanted = wanted_pairs(graph, self._discovery)
        nodes = [each for each in graph.nodes if machine_of(each.full_name) not in self._restarted]
        self._left = wanted_pairs(replace(graph, nodes=tuple(nodes)), self._discovery)
        """What robots that stay are to have found while the others are away."""
        self._servers = (SERVER,) if self._discovery is Discovery.SERVER else ()
        fixed = (OPERATOR, *self._servers)
        self._counted = (*self._robots, *self._servers)
        self._network = FleetNetwork(self._robots, fixed, spec.arm[NETWORK])
        self._profile = directory / "ignoring.xml"
        self._machines = Machines(
            self._network, self._discovery, environment, directory, self._profile
        )
        self._sampler: ProcessSampler | None = None

    def run(self, progress: Progress) -> None:
        """Go through all phases.

        :raises BringUpError: if a process dies, or is not up or ended in time.
        :raises UserError: if the network cannot be made.
        """
        progress.phase(BRING_UP)
        self._profile.write_text(IGNORING, encoding="utf-8")
        self._network.__enter__()
        self.log.machine_before = read_machine_state()
        if self._servers:
            self._machines.start_server()
        self._switch_on(progress)
        progress.phase(REST)
        self._machines.wait(self._settled.study.limits.rest_s)
        progress.phase(IDLE)
        self._stay_idle()
        progress.phase(REMOTE)
        operator, began_s = self._look_from_elsewhere()
        progress.phase(RESTART)
        again, traffic, end_noticed = self._restart()
        log = self.log
        assert log.discovery is not None and log.idle is not None
        log.figures = figures(
            log.robots,
            operator,
            began_s,
            again,
            self._restarted,
            (log.discovery, log.discovery_cpu_s),
            log.idle,
            traffic,
            end_noticed,
        )
        records = [sight.record() for sight in log.robots]
        log.fleet = FleetRecord(
            tuple(record for record in records if record is not None),
            operator.record(),
            self._restarted,
            self._network.drops_by,
        )
        log.machine_after = read_machine_state()
        progress.phase(SHUTDOWN)

    def tear_down(self) -> None:
        """End everything and take the network away; may be called twice."""
        with contextlib.ExitStack() as stack:  # each step whatever comes of those before
            stack.callback(self._network.__exit__)
            stack.callback(self._machines.end_all)
            if self._sampler is not None:
                stack.callback(self._sampler.end)
        if self.log.ended_monotonic_s is None:
            self.log.ended_monotonic_s = time.monotonic()

    def _switch_on(self, progress: Progress) -> None:
        """Start all robots at once, and wait until they have found one another."""
        before = self._network.traffic(self._counted)
        staying = [name for name in self._robots if name not in self._restarted]
        began_s = self._machines.start(_STAYING, self._chosen(staying))
        self._machines.start(_RESTARTED, self._chosen(self._restarted))
        self.log.bring_up_began_s = began_s
        labels = self._machines.pids(_STAYING, _RESTARTED, _SERVER)
        self._sampler = ProcessSampler(
            sorted(labels),
            cpu_interval_s=self._settled.study.sampling.cpu_interval_s,
            memory_interval_s=0.0,
            skip_ended=True,
            binary=self._binary,
        )
        self._sampler.start()
        self._wait_until_up(self._robots)
        progress.phase(DISCOVERING)
        self._wait_until_found(self._robots)
        self.log.robots = self._sights(self._robots)
        self.log.discovery = self._network.traffic(self._counted).since(before)
        self.log.discovered_s = time.monotonic()

    def _stay_idle(self) -> None:
        assert self._sampler is not None
        seen = self._machines.changes(self._robots)
        before, began_s = self._network.traffic(self._counted), time.monotonic()
        self._machines.wait(self._settled.study.exchange.window_s)
        traffic = self._network.traffic(self._counted).since(before)
        ended_s = time.monotonic()  # as the beginning, after the counters were read
        walk = self._sampler.walk_memory()
        stream = self._sampler.stop()
        robots = self._machines.pids(_STAYING, _RESTARTED)
        window = (began_s, ended_s)
        percent = {
            key[0]: counter.percent([window])
            for key, counter in process_cpu(stream.cpu_samples).items()
        }
        memory = {process.pid: process for process in walk.processes}
        if missing := [label for pid, label in robots.items() if pid not in memory]:
            raise BringUpError(f"the memory of {missing[0]} could not be read")
        has_changed = self._machines.changes(self._robots) != seen
        self.log.take(stream, None if has_changed else window, walk)
        self.log.discovery_cpu_s = cpu_until(stream.cpu_samples, robots, self.log.discovered_s)
        self.log.idle = Idle(
            ended_s - began_s,
            traffic,
            fmean(percent[pid] for pid in robots),
            round(fmean(memory[pid].pss_bytes for pid in robots)),
            round(fmean(memory[pid].uss_bytes for pid in robots)),
            has_changed,
        )

    def _look_from_elsewhere(self) -> tuple[Sight, float]:
        """Start the operator's machine, wait until it sees the first robot, and end it.

        :returns: what it found, and when it was started.
        """
        began_s = self._machines.start(_OPERATOR, self._chosen((OPERATOR,)))
        self._wait_until_up((OPERATOR,))
        self._wait_until_found((OPERATOR,))
        (sight,) = self._sights((OPERATOR,))
        self._machines.end(_OPERATOR, self._settled.study.limits.shutdown_s)
        return sight, began_s

    def _restart(self) -> tuple[tuple[Sight, ...], Traffic, bool]:
        """End a tenth of the robots, start them again, and wait until all are found again.

        :returns: what was found, the traffic, and whether the others had noticed the end. Where the
            network loses the leave-taking, they do when the lease is over, 20 s with Fast DDS.
        """
        before = self._network.traffic(self._counted)
        self._machines.end(_RESTARTED, self._settled.study.limits.shutdown_s)
        noticed = self._wait_until_missed()
        second = machine_plans(self._settled, self._spec.arm, self._directory, life=2)
        self._machines.start(_AGAIN, [second[name] for name in self._restarted])
        self._wait_until_up(self._restarted)
        self._wait_until_found(self._robots)
        traffic = self._network.traffic(self._counted).since(before)
        return self._sights(self._robots), traffic, noticed

    def _wait_until_missed(self) -> bool:
        """Wait until the robots that stay have no matches with those that have ended."""
        staying = [name for name in self._robots if name not in self._restarted]
        return self._machines.wait_until(
            lambda: all(
                self._machines.matches[name].matches <= self._left[name] for name in staying
            ),
            staying,
            self._settled.study.limits.first_goal_s,
        )

    def _wait_until_up(self, names: Collection[str]) -> None:
        timeout_s = self._settled.study.limits.bring_up_s
        if not self._machines.wait_until(lambda: not self._not_up(names), names, timeout_s):
            absent = self._not_up(names)
            raise BringUpError(
                f"{absent[0]} was not up within {timeout_s:g} s"
                + (f", nor were {len(absent) - 1} more" if len(absent) > 1 else "")
            )

    def _not_up(self, names: Collection[str]) -> list[str]:
        return [name for name in names if self._machines.matches[name].up_s is None]

    def _wait_until_found(self, names: Collection[str]) -> None:
        self._machines.wait_until(
            lambda: all(
                self._machines.matches[name].matches >= self._wanted[name] for name in names
            ),
            names,
            self._settled.study.limits.first_goal_s,
            QUIET_S,
        )

    def _sights(self, names: Collection[str]) -> tuple[Sight, ...]:
        found = [(name, self._machines.matches[name]) for name in names]
        return tuple(
            Sight(name, its.up_s, tuple(its.changes), self._wanted[name]) for name, its in found
        )

    def _chosen(self, names: Collection[str]) -> list[MachinePlan]:
        return [self._plans[name] for name in names]
