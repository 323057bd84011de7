# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of the topology engine, and reads what they have written."""

from __future__ import annotations

import copy
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml
from waiting import TIMEOUT_S, wait_until

# setup/thread_sanitizer.sh has some of its own.
_PROGRAMS = Path(os.environ.get("TOPOLOGY_PROGRAMS", Path(sys.executable).parent))
PROCESS = _PROGRAMS / "topology_process"
CONTAINER = _PROGRAMS / "topology_container"
_MS = 1_000_000


@dataclass
class Node:
    """A node of a topology, as parameters.

    :param parameters: nested as in a parameter file.
    """

    name: str
    parameters: dict[str, Any] = field(default_factory=dict)

    def publisher(self, name: str, kind: str, **options: Any) -> Node:
        """Add a publisher on the topic of its name."""
        return self._add("publisher", name, {"topic": f"/{name}", "type": kind, **options})

    def subscription(self, name: str, kind: str, **options: Any) -> Node:
        """Add a subscription to the topic of its name."""
        return self._add("subscription", name, {"topic": f"/{name}", "type": kind, **options})

    def server(self, name: str, kind: str, **options: Any) -> Node:
        """Add a server of the service of its name."""
        return self._add("server", name, {"service": f"/{name}", "type": kind, **options})

    def client(self, name: str, kind: str, **options: Any) -> Node:
        """Add a client of the service of its name."""
        return self._add("client", name, {"service": f"/{name}", "type": kind, **options})

    def action_server(self, name: str, **options: Any) -> Node:
        """Add a server of the action of its name."""
        return self._add("action_server", name, {"action": f"/{name}", **options})

    def action_client(self, name: str, **options: Any) -> Node:
        """Add a client of the action of its name."""
        return self._add("action_client", name, {"action": f"/{name}", **options})

    def timer(self, name: str, period_ns: int, **options: Any) -> Node:
        """Add a timer."""
        return self._add("timer", name, {"period_ns": period_ns, **options})

    def having(self, **parameters: Any) -> Node:
        """Set parameters of the node itself."""
        self.parameters.update(parameters)
        return self

    def _add(self, kind: str, name: str, options: dict[str, Any]) -> Node:
        self.parameters.setdefault(f"{kind}s", []).append(name)
        # A copy: what several have in common would be aliases in the file, which rcl refuses.
        self.parameters.setdefault(kind, {})[name] = copy.deepcopy(options)
        return self

    def flat(self) -> dict[str, Any]:
        """Parameters by full name, as in a LoadNode request."""
        return dict(_flattened(self.parameters, ""))


def _flattened(tree: Mapping[str, Any], at: str) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flattened(value, f"{at}{key}.")
        else:
            yield f"{at}{key}", value


def ms(milliseconds: float) -> int:
    """A time in the unit of the parameters."""
    return round(milliseconds * _MS)


class Statistics:
    """The lines of one node."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        self.lines = [json.loads(line) for line in text.splitlines(keepends=True) if "\n" in line]

    @property
    def head(self) -> dict[str, Any]:
        """The first line."""
        head: dict[str, Any] = self.lines[0]
        assert head["kind"] == "head"
        return head

    @property
    def periods(self) -> list[dict[str, Any]]:
        """The lines of periods."""
        return [line for line in self.lines if line["kind"] == "period"]

    @property
    def discovered(self) -> list[dict[str, Any]]:
        """The events of complete discovery."""
        return [line for line in self.lines if line.get("event") == "discovered"]

    @property
    def has_ended(self) -> bool:
        """Whether the node ended in order."""
        return bool(self.lines) and self.lines[-1]["kind"] == "end"

    def total(self, kind: str, name: str, key: str, skip: int = 0) -> int:
        """A count over all periods but the first ones."""
        return sum(int(period[kind][name][key]) for period in self.periods[skip:])

    def mean_latency_ns(self, kind: str, name: str, skip: int = 0) -> float:
        """Mean over all periods but the first ones."""
        histograms = [self._histogram(period, kind, name) for period in self.periods[skip:]]
        count = sum(histogram["count"] for histogram in histograms)
        return float(sum(histogram["sum_ns"] for histogram in histograms) / count)

    def least_latency_ns(self, kind: str, name: str) -> int:
        """Least over all periods."""
        histograms = [self._histogram(period, kind, name) for period in self.periods]
        return min(int(histogram["min_ns"]) for histogram in histograms if histogram["count"])

    @staticmethod
    def _histogram(period: Mapping[str, Any], kind: str, name: str) -> dict[str, Any]:
        entity: dict[str, Any] = period[kind][name]
        return entity if kind == "paths" else entity["latency"]


class Engine:
    """Starts programs of the engine in a directory of a test's own."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._processes: list[subprocess.Popen[bytes]] = []
        self._names: list[str] = []

    def file_of(self, nodes: Sequence[Node], period_ms: int = 250) -> Path:
        """Write the parameters of nodes, with a statistics file for each."""
        content = {}
        for node in nodes:
            self._names.append(node.name)
            node.having(
                statistics={"file": str(self._path(node.name)), "period_ms": period_ms},
            )
            content[f"/{node.name}"] = {"ros__parameters": node.parameters}
        path = self._directory / f"params_{len(list(self._directory.glob('params_*')))}.yaml"
        path.write_text(yaml.safe_dump(content), encoding="utf-8")
        return path

    def start(
        self, nodes: Sequence[Node], *options: str, program: Path = PROCESS
    ) -> subprocess.Popen[bytes]:
        """Start a process with all the nodes."""
        arguments = ["--ros-args", "--params-file", str(self.file_of(nodes))]
        return self.run([str(program), *options, *arguments])

    def run(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start a command that is ended with the test."""
        log = self._directory / f"log_{len(self._processes)}.txt"
        with log.open("wb") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output, env=os.environ)
        self._processes.append(process)
        return process

    def log(self, process: subprocess.Popen[bytes]) -> str:
        """What a process has printed."""
        return (self._directory / f"log_{self._processes.index(process)}.txt").read_text()

    def statistics(self, name: str) -> Statistics:
        """What a node has written so far."""
        return Statistics(self._path(name))

    def wait_for_periods(self, name: str, count: int) -> None:
        """Wait until a node has written so many periods after all have found one another.

        One end may find the other a heartbeat of three seconds later than it is found.
        """
        self.wait_until(
            lambda: all(self.statistics(each).discovered for each in self._names),
            "all nodes find one another",
        )
        before = len(self.statistics(name).periods)
        self.wait_until(
            lambda: len(self.statistics(name).periods) >= before + count,
            f"{name} writes {count} periods",
        )

    def wait_for_total(
        self, name: str, kind: str, entity: str, key: str, total: int, skip: int = 0
    ) -> None:
        """Wait until a node has counted so much in all periods but the first ones."""
        self.wait_until(
            lambda: self.statistics(name).total(kind, entity, key, skip) >= total,
            f"{name} counts {total} {key} of {entity}",
        )

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for what comes only while all processes run."""

        def is_so() -> bool:
            for process in self._processes:
                assert process.poll() is None, self.log(process)
            return condition()

        wait_until(is_so, what)

    def end(self, number: int = signal.SIGINT) -> None:
        """End all processes in order, subscribers' last."""
        for process in reversed(self._processes):
            if process.poll() is None:
                process.send_signal(number)
            status = process.wait(TIMEOUT_S)
            assert status == 0, self.log(process)

    def kill(self) -> None:
        """End whatever is left."""
        for process in self._processes:
            process.kill()
            process.wait()

    def _path(self, name: str) -> Path:
        return self._directory / f"{name.replace('/', '.')}.jsonl"


@pytest.fixture
def engine(domain_id: int, tmp_path: Path) -> Iterator[Engine]:
    """The engine on the test's domain, ended whatever happens."""
    engine = Engine(tmp_path)
    yield engine
    engine.kill()
