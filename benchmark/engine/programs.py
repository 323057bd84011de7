# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the engine and what it is measured against, one after the other on a domain of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from nav2_composition_bench.ros_domain.domain_id import lease_domain, used_udp_ports

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path(sys.executable).parent / "topology_process"
SETTLE_S = 2.0
_SUB_BITS = 6


@dataclass(frozen=True)
class Cost:
    """What a program took over a window.

    :param p50_ns: of its messages' latencies; 0 if it did not measure them.
    """

    cpu_s: float
    rss_bytes: int
    p50_ns: float


@dataclass(frozen=True)
class Bare:
    """The programs that the engine is measured against."""

    rcl: str
    fast_dds: str


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
    make = [str(programs / "cmake"), "--build", str(build), "--target", "bare_rcl", "bare_fast_dds"]
    # The wheels' library path is for Python alone.
    leaking = ("LD_LIBRARY_PATH", "_ROS_WHEELS_BOOTSTRAP_COMPLETE")
    environment = {name: value for name, value in os.environ.items() if name not in leaking}
    for command in (configure, make):
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return Bare(str(build / "bare_rcl"), str(build / "bare_fast_dds"))


@contextmanager
def own_domain() -> Iterator[None]:
    """Hold a ROS domain, on the loopback alone."""
    lease = lease_domain(None, used_udp_ports())
    os.environ["ROS_DOMAIN_ID"] = str(lease.domain_id)
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    try:
        yield
    finally:
        lease.release()


def run_bare(command: list[str], seconds: float) -> Cost:
    """Run a bare program, which ends with its input."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        cpu_s, rss_bytes = _window(process.pid, seconds)
        output, _ = process.communicate()
    _, p50_ns = output.split()
    return Cost(cpu_s, rss_bytes, float(p50_ns))


def run_bare_pair(fast_dds: str, period_ms: int, seconds: float) -> float:
    """Run a sender and a receiver without ROS.

    :returns: median latency of the receiver's messages in ns.
    """
    commands = ([fast_dds, "receive"], [fast_dds, "send", str(period_ms)])
    with ExitStack() as running:
        receiver, sender = (
            running.enter_context(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            )
            for command in commands
        )
        time.sleep(SETTLE_S + seconds)
        sender.communicate()
        output, _ = receiver.communicate()
    return float(output.split()[1])


def run_engine(
    *processes: dict[str, dict[str, Any]], options: Sequence[str] = (), seconds: float
) -> Cost:
    """Run nodes in one or more processes of the engine.

    :param processes: node → parameters, of each process.
    :returns: CPU time and RSS of the first process, latency of all.
    """
    with tempfile.TemporaryDirectory(prefix="benchmark_engine_") as name:
        directory = Path(name)
        with ExitStack() as running:
            started = [
                running.enter_context(_started(directory, nodes, options)) for nodes in processes
            ]
            cpu_s, rss_bytes = _window(started[0].pid, seconds)
            for process in started:
                process.terminate()
        bins = _bins(directory.glob("*.jsonl"))
    return Cost(cpu_s, rss_bytes, _median(bins))


def _started(
    directory: Path, nodes: dict[str, dict[str, Any]], options: Sequence[str]
) -> subprocess.Popen[bytes]:
    content = {}
    for node, parameters in nodes.items():
        file = {"statistics": {"file": str(directory / f"{node}.jsonl")}}
        content[f"/{node}"] = {"ros__parameters": parameters | file}
    params = directory / f"{'_'.join(nodes)[:32]}.yaml"
    params.write_text(yaml.safe_dump(content), encoding="utf-8")
    return subprocess.Popen([str(ENGINE), *options, "--ros-args", "--params-file", str(params)])


def _window(pid: int, seconds: float) -> tuple[float, int]:
    """CPU time over a window that begins when the program has settled, and RSS at its end."""
    time.sleep(SETTLE_S)
    before_s = _cpu_s(pid)
    time.sleep(seconds)
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    (rss,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return _cpu_s(pid) - before_s, int(rss) * 1024


def _cpu_s(pid: int) -> float:
    """CPU time of a process so far, from the scheduler's books of its threads."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) * 1e-9


def _bins(files: Iterator[Path]) -> dict[int, int]:
    bins: dict[int, int] = {}
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            for subscription in json.loads(line).get("subscriptions", {}).values():
                for index, count in subscription["latency"]["bins"]:
                    bins[index] = bins.get(index, 0) + count
    return bins


def _median(bins: dict[int, int]) -> float:
    half, seen = sum(bins.values()) / 2, 0
    for index in sorted(bins):
        seen += bins[index]
        if seen >= half:
            shift = max(0, (index >> _SUB_BITS) - 1)
            return ((index - (shift << _SUB_BITS)) << shift) + ((1 << shift) - 1) / 2
    return 0.0
