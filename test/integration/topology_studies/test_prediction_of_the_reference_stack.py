# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a capture foretells of the reference stack, beside what the stack then takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from bench_runner import MACHINE
from fake_robot import __file__ as standing_robot
from process_fixtures import ros_domain
from standing_stack import stacks
from started_process import starter
from study_factory import settled_of
from topology_studies.test_capturing import said_by

from nav2_composition_bench.capturing.carry_over import PREDICTED_METRICS, carried_over
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.topology.topology_file import load_topology


@contextmanager
def standing_in(settled: SettledStudy, arm: str, directory: Path) -> Iterator[int]:
    """A study's stack in an arm and a robot that stands still, on a domain of their own.

    :param directory: for what they write.
    """
    directory.mkdir()
    with ros_domain() as domain_id, starter(directory) as begin:
        begin(str(standing_robot)).wait_for("standing")
        with (
            closing(RosClient(domain_id)) as client,
            stacks(domain_id, client, directory / "log") as start,
        ):
            start(settled.plan(settled.arms[arm].arm, directory))
            yield domain_id


def test_what_a_container_is_predicted_to_save_it_saves_and_parting_it_costs(
    tmp_path: Path, domain_id: int
) -> None:
    def capture(arm: str, domain_id: int) -> dict[str, float | None]:
        words = ("capture", "-o", f"{arm}.json", "--duration", "12", "--outside", "standing_robot")
        said_by(tmp_path, domain_id, *words)
        captured = load_topology([tmp_path / f"{arm}.json"]).captured
        assert captured is not None
        return carried_over(captured, captured.machine).took

    settled = settled_of(load_study(default_study_file()))
    # Captured in the same seconds, since the machine's speed changes from one minute to the next.
    with ExitStack() as stack:
        domains = {
            arm: stack.enter_context(standing_in(settled, arm, tmp_path / arm))
            for arm in ("multi_process", "isolated")
        }
        capturers = stack.enter_context(ThreadPoolExecutor())
        captures = {arm: capturers.submit(capture, arm, domains[arm]) for arm in domains}
        takes = {arm: each.result() for arm, each in captures.items()}

    def predicted(file: str, arm: str, own_work: str) -> dict[str, Any]:
        name = Path(file).stem
        said_by(
            tmp_path, domain_id, "predict", file, "--trials", "1", "--window", "10",
            "--arm", arm, "--machine", MACHINE, "--name", name, "--own-work", own_work,
        )  # fmt: skip
        path = tmp_path / "results" / MACHINE / name / "prediction.json"
        arms: list[dict[str, Any]] = json.loads(path.read_text())["arms"]
        (found,) = (each["figures"] for each in arms if each["arm"] == arm)
        return dict(found)

    isolated = predicted("multi_process.json", "isolated", "replay")
    separate = predicted("isolated.json", "separate", "file")
    for metric in PREDICTED_METRICS:
        apart, composed = takes["multi_process"][metric], takes["isolated"][metric]
        assert apart is not None and composed is not None, (metric, takes)
        saved = 1.0 - composed / apart
        assert saved > 0.1 and isolated[metric]["saved"] > 0.1, (metric, saved, isolated)
        assert separate[metric]["saved"] < 0.0, (metric, separate)
