# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a recording foretells of the reference stack, beside what the stack then takes."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench_runner import MACHINE
from fake_robot import __file__ as standing_robot
from standing_stack import Start, client, start
from started_process import Process
from study_factory import settled_of
from topology_studies.test_recording import said_by

from nav2_composition_bench.recording.carry_over import PREDICTED_METRICS, took
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.topology.topology_file import load_topology

__all__ = ["client", "start"]


def test_what_a_container_is_predicted_to_save_it_saves(
    begin: Callable[..., Process],
    start: Start,
    client: RosClient,
    tmp_path: Path,
    domain_id: int,
) -> None:
    run = partial(said_by, tmp_path, domain_id)
    settled = settled_of(load_study(default_study_file()))
    robot = begin(str(standing_robot))
    robot.wait_for("standing")
    takes: dict[str, dict[str, float | None]] = {}
    for arm in ("multi_process", "isolated"):
        (tmp_path / arm).mkdir()
        system = start(settled.plan(settled.arms[arm].arm, tmp_path / arm))
        file = f"{arm}.json"
        run("record", "-o", file, "--duration", "12", "--outside", "standing_robot")
        system.shut_down()
        recorded = load_topology([tmp_path / file]).recorded
        takes[arm] = {metric: took(recorded, metric) for metric in PREDICTED_METRICS}

    robot.end(signal.SIGINT)
    client.close()
    run(
        "predict", "multi_process.json", "--trials", "1", "--window", "10",
        "--arm", "isolated", "--machine", MACHINE, "--name", "predicted",
    )  # fmt: skip
    path = tmp_path / "results" / MACHINE / "predicted" / "prediction.json"
    arms: list[dict[str, Any]] = json.loads(path.read_text())["arms"]
    (isolated,) = (each["figures"] for each in arms if each["arm"] == "isolated")
    for metric in PREDICTED_METRICS:
        separate, composed = takes["multi_process"][metric], takes["isolated"][metric]
        assert separate is not None and composed is not None
        saved = 1.0 - composed / separate
        assert saved > 0.1 and isolated[metric]["saved"] > 0.1, (metric, saved, isolated)
