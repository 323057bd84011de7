# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the engine and what it is measured against at the same time, on domains of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from nav2_composition_bench.message_statistics.histogram import merged
from nav2_composition_bench.message_statistics.statistics_file import read_statistics
from nav2_composition_bench.ros_domain.domain_id import lease_domain
from nav2_composition_bench.ros_domain.udp_ports import used_udp_ports

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path(sys.executable).parent / "topology_process"
REST_S = 2.0


@dataclass(frozen=True)
class Latencies:
    """What a program says of all of its messages at its end.

    :param p50_ns: 0 if it did not measure them.
    :param waits: of its executor; 0 if it did not count them.
    """

    messages: int
    p50_ns: float
    waits: int

    @property
    def waits_per_message(self) -> float:
        """How many waits its executor made for each message; 0 if none arrived."""
        return self.waits / self.messages if self.messages else 0.0


@dataclass(frozen=True)
class Cost:
    """What a program took over a window.

    :param own_bytes: memory that is the program's alone, whatever else runs: not the libraries
        that another one of those that were run together has mapped too.
    """

    cpu_s: float
    own_bytes: int
    latencies: Latencies


@dataclass(frozen=True)
class Bare:
    """The programs that the engine is measured against."""

    rcl: str
    fast_dds: str
    tracking: str


def build_bare() -> Bare:
    """Build them in the clone's build directory."""
    build = ROOT / ".setup" / "build" / "topology_yardstick"
    programs, prefix = Path(sys.executable).parent, Path(sys.prefix)
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_INSTALL_PREFIX": prefix,
        "CMAKE_MAKE_PROGRAM": programs / "ninja",
        "CMAKE_PREFIX_PATH": prefix,
        "Python3_EXECUTABLE": sys.executable,
        "TOPOLOGY_YARDSTICK": "ON",
    }
    source = ROOT / "src" / "topology" / "wheels"
    configure = [str(programs / "cmake"), "-G", "Ninja", "-S", str(source), "-B", str(build)]
    configure += [f"-D{name}={value}" for name, value in options.items()]
    targets = ("bare_rcl", "bare_fast_dds", "tracking")
    make = [str(programs / "cmake"), "--build", str(build), "--target", *targets]
    # The wheels' library path is for Python alone.
    leaking = ("LD_LIBRARY_PATH", "_ROS_WHEELS_BOOTSTRAP_COMPLETE")
    environment = {name: value for name, value in os.environ.items() if name not in leaking}
    for command in (configure, make):
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return Bare(*(str(build / target) for target in targets))


@dataclass(frozen=True)
class Program:
    """A program that runs, in one process or more.

    :param processes: the first is the one whose CPU time and memory count.
    :param end: ends it and returns what it says of its messages.
    """

    processes: Sequence[subprocess.Popen[bytes]]
    end: Callable[[], Latencies]


Start = Callable[[Mapping[str, str], ExitStack], Program]
"""Starts a program in an environment; the stack ends what is left of it."""


def run_together(starts: Sequence[Start], seconds: float, core: int | None = None) -> list[Cost]:
    """Run programs at the same time, each on a domain of its own: all have the same machine.

    :param core: the only one that they may use, for cores of a virtual machine differ from each
        other and from second to second; None: any.
    :returns: what each took, in order.
    """
    with ExitStack() as running, _on_core(core):
        programs = []
        for start in starts:
            programs.append(start(own_domain(running), running))
        time.sleep(REST_S)
        pids = [program.processes[0].pid for program in programs]
        before_s = [cpu_s(pid) for pid in pids]
        time.sleep(seconds)
        taken_s = [cpu_s(pid) - before for pid, before in zip(pids, before_s)]
        own_bytes = _own_bytes(pids)
        latencies = [program.end() for program in programs]
    return [Cost(*figures) for figures in zip(taken_s, own_bytes, latencies)]


def own_domain(running: ExitStack) -> dict[str, str]:
    """Return an environment with a domain that nobody else uses until the stack ends."""
    lease = lease_domain(None, used_udp_ports())
    running.callback(lease.release)
    return {
        **os.environ,
        "ROS_DOMAIN_ID": str(lease.domain_id),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
    }


@contextmanager
def _on_core(core: int | None) -> Iterator[None]:
    """What is started meanwhile runs on the core alone."""
    allowed = os.sched_getaffinity(0)
    if core is not None:
        os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def bare(*commands: Sequence[str]) -> Start:
    """A bare program that ends with its input; the first process tells the latency."""

    def start(environment: Mapping[str, str], running: ExitStack) -> Program:
        processes = [_process(command, environment, running) for command in commands]

        def end() -> Latencies:
            outputs = [process.communicate()[0] for process in processes]
            messages, p50_ns, *waits = outputs[0].split()
            return Latencies(int(messages), float(p50_ns), int(waits[0]) if waits else 0)

        return Program(processes, end)

    return start


def engine(*graphs: Mapping[str, Mapping[str, Any]], options: Sequence[str] = ()) -> Start:
    """Nodes in one or more processes of the engine.

    :param graphs: node → parameters, of each process.
    """

    def start(environment: Mapping[str, str], running: ExitStack) -> Program:
        directory = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="benchmark_")))
        processes = []
        for number, nodes in enumerate(graphs):
            content = {}
            for node, parameters in nodes.items():
                file = {"statistics": {"file": str(directory / f"{node}.jsonl")}}
                content[f"/{node}"] = {"ros__parameters": {**parameters, **file}}
            params = directory / f"{number}.yaml"
            params.write_text(yaml.safe_dump(content), encoding="utf-8")
            command = [str(ENGINE), *options, "--ros-args", "--params-file", str(params)]
            processes.append(_process(command, environment, running))

        def end() -> Latencies:
            for process in processes:
                process.terminate()
            for process in processes:
                process.communicate()
            return _latencies(directory.glob("*.jsonl"))

        return Program(processes, end)

    return start


def _process(
    command: Sequence[str], environment: Mapping[str, str], running: ExitStack
) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    running.enter_context(process)
    running.callback(process.kill)  # before it is waited for
    return process


def _own_bytes(pids: Sequence[int]) -> list[int]:
    """Memory of processes, of each without the files that another one of them has mapped too.

    How many pages of a shared library a process has mapped depends on what the page cache held when
    it touched the first one of them, and differs by hundreds of kB from run to run.
    """
    mapped = [_mapped(pid) for pid in pids]
    shared = {
        file
        for number, one in enumerate(mapped)
        for file in one
        if any(file in other for other in mapped[:number])
    }
    return [
        sum(
            anonymous if file in shared and file.startswith("/") else pss
            for file, (pss, anonymous) in one.items()
        )
        for one in mapped
    ]


def _mapped(pid: int) -> dict[str, tuple[int, int]]:
    """Of each file that a process has mapped, and of other memory: PSS, and the anonymous part."""
    sums: dict[str, tuple[int, int]] = {}
    file = ""
    size = {"Pss": 0, "Anonymous": 0}
    for line in Path(f"/proc/{pid}/smaps").read_text(encoding="utf-8").splitlines():
        key, *words = line.split(maxsplit=5)
        if not key.endswith(":"):
            file = words[4] if len(words) == 5 else ""
        elif key[:-1] in size:
            size[key[:-1]] = int(words[0]) * 1024
            if key == "Anonymous:":
                pss, anonymous = sums.get(file, (0, 0))
                sums[file] = (pss + size["Pss"], anonymous + size["Anonymous"])
    return sums


def cpu_s(pid: int, thread: str | None = None) -> float:
    """CPU time of a process so far, as the scheduler accounts it to its threads.

    :param thread: only those of this name.
    """
    tasks = [
        task
        for task in Path(f"/proc/{pid}/task").iterdir()
        if thread is None or (task / "comm").read_text(encoding="utf-8").strip() == thread
    ]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) * 1e-9


def _latencies(files: Iterator[Path]) -> Latencies:
    """Of all messages that nodes have received."""
    nodes = [found for file in files if (found := read_statistics(file)) is not None]
    periods = [period for node in nodes for period in node.periods]
    latencies = merged(
        histogram
        for period in periods
        for histogram in period.latencies.get("subscriptions", {}).values()
    )
    waits = sum(period.wake_ups or 0 for period in periods)
    if latencies is None:
        return Latencies(0, 0.0, waits)
    return Latencies(latencies.count, latencies.quantile_ns(0.5) or 0.0, waits)
