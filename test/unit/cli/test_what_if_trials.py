# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Calibrations that were measured before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from record_factory import make_record
from stored_studies import write_study
from topology_factory import chain, graph

from nav2_composition_bench.cli.what_if_trials import given_calibration
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.placing.space import one_per_unit
from nav2_composition_bench.placing.trials import CALIBRATED_ON, placement_study
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.parameters import graph_sha256
from nav2_composition_bench.topology.units import units
from nav2_composition_bench.trial.machine_stamp import USABLE_CORES

CORES = 12

Write = Callable[..., Path]


def calibration_of(topology: Topology) -> Study:
    return placement_study(
        "place",
        topology,
        Executor.RING_BUFFER,
        [one_per_unit(units(topology), CALIBRATED_ON)],
        rmw="rmw_fastrtps_cpp",
        trials=1,
        seed=1,
        window_s=10.0,
    )


@pytest.fixture
def topology() -> Topology:
    return graph(*chain("a", "b"))


@pytest.fixture
def write(tmp_path: Path, topology: Topology) -> Write:
    def write(**changes: Any) -> Path:
        study = calibration_of(topology)
        (arm,) = study.arms
        stamp: dict[str, dict[str, Any]] = {
            "files": {"topologies": {topology.name: graph_sha256(topology)}},
            "study": {
                "distro": settle(study, Installation.here()).study.distro,
                "rate_held_ratio": study.exchange.rate_held_ratio,
            },
            "machine": {USABLE_CORES: CORES},
        }
        return write_study(
            tmp_path / "board" / "calibration",
            [make_record(CALIBRATED_ON, levels=dict(arm.levels))],
            {**stamp, **changes},
        )

    return write


def test_a_trial_of_the_same_graph_calibrates_with_the_cores_of_its_machine(
    topology: Topology, write: Write
) -> None:
    record, cores = given_calibration(calibration_of(topology), write())
    assert (record.arm, cores) == (CALIBRATED_ON, CORES)


def test_a_trial_that_might_use_some_cores_calibrates_with_these(
    topology: Topology, write: Write
) -> None:
    stored = write(machine={"cpu_cores": CORES, USABLE_CORES: 1})
    assert given_calibration(calibration_of(topology), stored)[1] == 1


def test_a_trial_of_another_graph_of_that_name_is_refused(topology: Topology, write: Write) -> None:
    other = {"topologies": {topology.name: graph_sha256(graph(*chain("a", "b", "c")))}}
    with pytest.raises(UserError, match=f"is of another graph called {topology.name}"):
        given_calibration(calibration_of(topology), write(files=other))


def test_a_trial_of_another_client_library_is_refused(topology: Topology, write: Write) -> None:
    with pytest.raises(UserError, match="measured with rclcpp of atlantis, and this is"):
        given_calibration(calibration_of(topology), write(study={"distro": "atlantis"}))


def test_a_trial_that_need_not_have_held_its_rates_is_refused(
    topology: Topology, write: Write
) -> None:
    distro = settle(calibration_of(topology), Installation.here()).study.distro
    lax = {"distro": distro, "rate_held_ratio": 0.0}
    with pytest.raises(UserError, match="with rate_held_ratio 0, must be at least 0.95"):
        given_calibration(calibration_of(topology), write(study=lax))


def test_a_trial_of_a_machine_whose_cores_are_not_told_is_refused(
    topology: Topology, write: Write
) -> None:
    with pytest.raises(UserError, match="study.json does not tell the machine's cores"):
        given_calibration(calibration_of(topology), write(machine={USABLE_CORES: None}))


def test_a_study_without_a_trial_of_the_placement_is_refused(tmp_path: Path) -> None:
    study = write_study(tmp_path / "board" / "study", [make_record("isolated")])
    with pytest.raises(UserError, match="has no valid trial of one_per_node with executor ring_b"):
        given_calibration(calibration_of(graph(*chain("a", "b"))), study)
