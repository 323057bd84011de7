# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A talker and a listener under a transport, and which way their messages went.

``transport_pair.py DIRECTORY SPECIFICATION`` runs them, apart from everything else on the machine,
and prints the found way as JSON.
"""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from apart import prepare, run_apart
from topology_engine import PROCESS
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.message_statistics.statistics_file import Period, read_statistics
from nav2_composition_bench.settling.parameters import ParameterFile, to_yaml
from nav2_composition_bench.settling.transport_profile import transport_plan
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.topology.parameters import (
    EngineOptions,
    parameter_sections,
    statistics_file,
)
from nav2_composition_bench.topology.topology_file import topology_of
from nav2_composition_bench.trial.counted import NodeMessages
from nav2_composition_bench.trial.find_transport import Evidence, find_transport
from nav2_composition_bench.trial.measure_messages import measure_messages
from nav2_composition_bench.trial.message_record import TransportRecord
from nav2_composition_bench.trial.middleware_memory import (
    loopback_bytes,
    read_middleware_memory,
)

NAMES = ("talker", "listener")
_RATE_HZ = 50
_WINDOW_S = 1.0
_PATIENCE_S = 60.0
"""With a talker that does not keep its rate."""


@dataclass(frozen=True)
class Pair:
    """What runs.

    :param kind: type of the messages; of stamped_vector they have 100 kB.
    :param together: both nodes in one process.
    :param shm_mb: room in /dev/shm.
    """

    transport: str
    kind: str = "stamped100kb"
    together: bool = False
    intra_process: bool = False
    shm_mb: int = 64


def way_of(pair: Pair, directory: Path) -> TransportRecord:
    """Run a pair apart from everything else, and return which way its messages went."""
    words = [__file__, str(directory), json.dumps(dataclasses.asdict(pair))]
    done = run_apart(words, 3 * TIMEOUT_S)
    assert done.returncode == 0, done.stderr
    return TransportRecord(**json.loads(done.stdout))


def _run(pair: Pair, directory: Path) -> TransportRecord:
    prepare(pair.shm_mb)
    size = {"msg_size": 100_000} if pair.kind == "stamped_vector" else {}
    topic = {"topic_name": "data", "msg_type": pair.kind}
    graph = topology_of(
        {
            "nodes": [
                {"node_name": "talker", "publishers": [{**topic, **size, "freq_hz": _RATE_HZ}]},
                {"node_name": "listener", "subscribers": [topic]},
            ]
        },
        "pair",
    )
    transport = Transport(pair.transport)
    options = EngineOptions(
        intra_process=pair.intra_process,
        statistics=directory,
        statistics_period_ms=200,
        loans=transport is Transport.LOAN,
    )
    sections = parameter_sections(graph, options)
    params_file, profile_file = directory / "parameters.yaml", directory / "profile.xml"
    params_file.write_text(to_yaml(ParameterFile(params_file, sections)))
    plan = transport_plan(transport, graph, profile_file)
    profile_file.write_text(plan.profile or "")
    words = ["--ros-args", "--params-file", str(params_file)]
    commands = (
        {"both": ["--per-node", *words]}
        if pair.together
        else {name: ["--node", f"/{name}", *words] for name in NAMES}
    )
    environment = {
        **os.environ,
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "ROS_DOMAIN_ID": "7",  # its own in this namespace
        **plan.environment,
    }
    processes = {
        label: subprocess.Popen([str(PROCESS), *command], env=environment, stdout=sys.stderr)
        for label, command in commands.items()
    }
    files = {name: statistics_file(directory, name) for name in NAMES}
    try:
        wait_until(
            lambda: all('"discovered"' in _text(path) for path in files.values()), "discovery"
        )
        time.sleep(0.2)  # what the middleware sends while they get to know one another
        window, loopback_bytes_hz = _window_at_full_rate(files["talker"])
        found = {label: read_middleware_memory(process.pid) for label, process in processes.items()}
    finally:
        for process in processes.values():
            process.send_signal(signal.SIGINT)
        for process in processes.values():
            process.wait(TIMEOUT_S)
    read = {name: read_statistics(path) for name, path in files.items()}
    nodes = [
        NodeMessages(statistics, sections[name])
        for name, statistics in read.items()
        if statistics is not None
    ]
    measured = measure_messages(nodes, [window], None)
    assert measured is not None
    evidence = Evidence(
        transport,
        homes={name: "both" if pair.together else name for name in NAMES},
        memory={label: each for label, each in found.items() if each is not None},
        settings=sections,
        loopback_bytes_hz=loopback_bytes_hz,
    )
    return find_transport(measured.entities, evidence)


def _window_at_full_rate(talker: Path) -> tuple[tuple[float, float], float]:
    """Return a window, and the bytes that loopback carried per second of it.

    A talker that is delayed sends less than it was asked to. Then another window follows.
    """
    deadline_s = time.monotonic() + _PATIENCE_S
    while True:
        before, began_s = loopback_bytes(), time.monotonic()
        time.sleep(_WINDOW_S)
        after, ended_s = loopback_bytes(), time.monotonic()
        assert before is not None and after is not None
        rate_hz = _sent_hz(talker, began_s, ended_s)
        if abs(rate_hz - _RATE_HZ) <= 0.05 * _RATE_HZ or time.monotonic() >= deadline_s:
            return (began_s, ended_s), (after - before) / (ended_s - began_s)


def _sent_hz(talker: Path, began_s: float, ended_s: float) -> float:
    """Return the rate of messages over the periods that lie in a window as a whole."""

    def periods() -> tuple[Period, ...]:
        statistics = read_statistics(talker)
        return () if statistics is None else statistics.periods

    wait_until(lambda: bool(periods()) and periods()[-1].to_s >= ended_s, "the window is written")
    inside = [each for each in periods() if began_s <= each.from_s and each.to_s <= ended_s]
    sent = sum(its["sent"] for each in inside for its in each.counts["publishers"].values())
    length_s = sum(each.to_s - each.from_s for each in inside)
    return sent / length_s if length_s else 0.0


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    where, specification = sys.argv[1:]
    result = _run(Pair(**json.loads(specification)), Path(where))
    print(json.dumps(dataclasses.asdict(result)))
