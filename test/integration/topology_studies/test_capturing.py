# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench capture`` and ``predict``: from nodes that run to what composition would save."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from bench_runner import MACHINE, SHORT_WINDOWS, Bench
from topology_engine import Engine, Node, ms

from nav2_composition_bench.capturing.prediction import KEEPS_UP
from nav2_composition_bench.trial.machine_stamp import machine
from nav2_composition_bench.trial.store import read_records


def said_by(directory: Path, domain_id: int, *words: str, status: int = 0) -> str:
    """Return what nav2-bench says, with short windows; it has to end with that status."""
    bench = Bench(directory, domain_id, *words, script=SHORT_WINDOWS)
    try:
        assert bench.wait() == status, bench.output
    finally:
        bench.kill()
    return bench.output


@pytest.fixture
def engine(domain_id: int, tmp_path: Path) -> Iterator[Engine]:
    """The engine in a directory of its own."""
    directory = tmp_path / "system"
    directory.mkdir()
    engine = Engine(directory)
    yield engine
    engine.kill()


def test_a_system_is_captured_and_replayed_in_other_arrangements(
    engine: Engine, tmp_path: Path, domain_id: int
) -> None:
    run = partial(said_by, tmp_path, domain_id)
    source = Node("source").publisher("scan", "stamped10kb", period_ns=ms(20), matches=2)
    engine.start([source])
    for name in ("sink_1", "sink_2"):
        engine.start([Node(name).subscription("scan", "stamped10kb", work_us=500)])
    engine.wait_for_periods("sink_2", 1)
    said = run("capture", "-o", "small.json", "--duration", "8")
    assert "small: 3 nodes, 1 publisher, 2 subscriptions" in said
    assert "captured: 3 processes" in said and "written: small.json" in said
    engine.end()

    assert run("topology", "check", "small.json").startswith("small: 3 nodes")
    said = run(
        "predict", "small.json", "--trials", "2", "--window", "10", "--machine", MACHINE,
        "--keep-apart", "sink_1,sink_2", "--arm", "isolated", "--arm", "kept_apart",
    )  # fmt: skip
    assert "binding: rcl (the ROS 2 wheels), middleware rmw_fastrtps_cpp" in said
    assert "of a core, by a replay of their messages alone (the file: " in said
    directory = tmp_path / "results" / MACHINE / "predict_small"
    found = json.loads((directory / "prediction.json").read_text())
    arms = {each["arm"]: each["figures"] for each in found["arms"]}
    assert set(arms) == {"captured", "isolated", "kept_apart"}
    isolated = arms["isolated"]["pss_bytes"]
    assert isolated["saved"] > 0.3 and isolated["interval"] is not None
    assert isolated["value"] < found["captured"]["pss_bytes"]
    own_percent = found["own_work_percent"]
    for name in ("/sink_1", "/sink_2"):
        assert 1.0 < own_percent[name] < 5.0, (name, own_percent)  # 500 us, 50 times a second
    # On a machine that is busy with other tests an arm may not keep up, and is then none of them.
    keep_up = {each["arm"] for each in found["arms"] if each["delivered"] >= KEEPS_UP}
    assert set(found["cheapest"]) == {"captured", "kept_apart"} & keep_up, said
    assert "cheapest that keep sink_1/sink_2 apart: " in said


def test_an_arm_whose_timers_cannot_hold_their_rates_saves_nothing_and_the_others_go_on(
    tmp_path: Path, domain_id: int
) -> None:
    timer = {"timer_name": "cycle", "freq_hz": 100, "sleep_us": 8_000}
    names = ("left", "right")
    robot = {
        "name": "robot",
        "captured": {
            "schema": 2,
            "machine": machine(),
            "processes": [
                {"pid": pid, "nodes": [f"/{name}"], "cpu_percent": 5.0, "pss_bytes": 20_000_000}
                for pid, name in enumerate(names, 1)
            ],
            "not_seen": [],
        },
        "nodes": [{"node_name": name, "timers": [timer]} for name in names],
    }
    (tmp_path / "robot.json").write_text(json.dumps(robot))
    said = said_by(
        tmp_path, domain_id, "predict", "robot.json", "--trials", "1", "--window", "10",
        "--machine", MACHINE, "--arm", "single_threaded", "--arm", "isolated", status=1,
    )  # fmt: skip
    assert re.search(
        r"given up: single_threaded, block 1, had no valid trial"
        r" \(/(left|right) ran timer cycle at [\d.]+ of 100 Hz",
        said,
    ), said
    directory = tmp_path / "results" / MACHINE / "predict_robot"
    arms = json.loads((directory / "prediction.json").read_text())["arms"]
    assert [each["arm"] for each in arms] == ["captured", "isolated"]
    valid = {record.arm: record.valid for record in read_records(directory)}
    assert valid == {"captured": True, "isolated": True, "single_threaded": False}


def test_what_runs_on_another_domain_is_not_captured(tmp_path: Path, domain_id: int) -> None:
    bench = Bench(tmp_path, domain_id, "capture", "-o", "x.json", script=None)
    try:
        assert bench.wait() == 2
    finally:
        bench.kill()
    assert f"no node is on ROS domain {domain_id}" in bench.output
    assert not (tmp_path / "x.json").exists()
