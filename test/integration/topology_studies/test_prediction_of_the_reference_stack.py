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

from nav2_composition_bench.recording.carry_over import PREDICTED_METRICS, carried_over
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.topology.topology_file import load_topology

__all__ = ["client", "start"]


def test_what_a_container_is_predicted_to_save_it_saves_and_parting_it_costs(
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
        assert recorded is not None
        takes[arm] = carried_over(recorded, recorded.machine).took

    robot.end(signal.SIGINT)
    client.close()

    def predicted(file: str, arm: str) -> dict[str, Any]:
        name = Path(file).stem
        run(
            "predict", file, "--trials", "1", "--window", "10",
            "--arm", arm, "--machine", MACHINE, "--name", name,
        )  # fmt: skip
        path = tmp_path / "results" / MACHINE / name / "prediction.json"
        arms: list[dict[str, Any]] = json.loads(path.read_text())["arms"]
        (found,) = (each["figures"] for each in arms if each["arm"] == arm)
        return dict(found)

    isolated = predicted("multi_process.json", "isolated")
    separate = predicted("isolated.json", "separate")
    for metric in PREDICTED_METRICS:
        apart, composed = takes["multi_process"][metric], takes["isolated"][metric]
        assert apart is not None and composed is not None, (metric, takes)
        saved = 1.0 - composed / apart
        assert saved > 0.1 and isolated[metric]["saved"] > 0.1, (metric, saved, isolated)
        assert separate[metric]["saved"] < 0.0, (metric, separate)
