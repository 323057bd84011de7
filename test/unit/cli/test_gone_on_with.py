# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a candidate that is gone on with keeps of how it was begun."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ament_prefix import Prefix
from arm_studies import names, packaged, write_study_file

from nav2_composition_bench.aggregate.certainty import GrowingCheck
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.cli.grow_study import as_begun
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.trial.provenance import study_document

DIRECTORY = Path("results/board/mine")


def gone_on_with(file: Study, stamp: dict[str, Any]) -> Study:
    """Return what is run when a candidate of that stamp is gone on with."""
    baseline = StoredStudy(DIRECTORY, {}, {}, (), ())
    return as_begun(file, stamp, DIRECTORY, GrowingCheck(baseline, {}, (), 10))


def stamp_of(study: Study) -> dict[str, Any]:
    """Return a stamp of the study as it is read from the disk."""
    stamp: dict[str, Any] = json.loads(json.dumps({"study": study_document(study)}))
    return stamp


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("default", {"rmw": "rmw_cyclonedds_cpp"}),
        ("default", {"factors": ["rmw=rmw_fastrtps_cpp,rmw_cyclonedds_cpp"]}),
        ("default", {"factors": ["composition=manual", "params=with_bonds,without_bonds"]}),
        ("default", {"compositions": ["isolated", "multi_process"], "baseline": "isolated"}),
        ("default", {"groups": ["pair=map_server,amcl"]}),
        ("nav2", {"factors": ["intra_process=off,on", "executor=stock"]}),
        ("nav2_executors", {"arms": ["events+without_bonds", "multi_process+without_bonds"]}),
        ("nav2_middleware", {"baseline": "events+rmw_cyclonedds_cpp"}),
    ],
)
def test_a_candidate_keeps_its_arms_and_its_baseline_whatever_the_file_says(
    name: str, options: dict[str, Any]
) -> None:
    begun = packaged(name, **options)
    file = packaged("nav2" if begun.system == "nav2" else "default")
    study = gone_on_with(file, stamp_of(begun))
    assert study.arms == begun.arms
    assert study.baseline == begun.baseline
    assert (study.name, study.seed, study.trials) == ("mine", begun.seed, 10)


@pytest.mark.parametrize("external", [False, True])
def test_a_candidate_that_others_host_is_left_to_them_again(external: bool) -> None:
    study = gone_on_with(packaged(), stamp_of(packaged(external_host=external)))
    assert study.navigation.external_host is external


def test_a_candidate_keeps_the_sizes_of_its_fleets() -> None:
    begun = packaged("discovery", robots=(3, 7))
    study = gone_on_with(packaged("discovery"), stamp_of(begun))
    assert study.arms == begun.arms
    assert study.exchange.graphs == begun.exchange.graphs


def test_topologies_that_the_study_file_does_not_have_are_one_line() -> None:
    begun, file = packaged("goodput"), packaged("consumer_robot")
    with pytest.raises(UserError, match=r"which study \w+ does not have; name the study that it"):
        gone_on_with(file, stamp_of(begun))


def test_a_candidate_from_before_there_were_arms_keeps_its_middleware() -> None:
    study = gone_on_with(
        packaged(),
        {
            "study": {
                "system": "reference",
                "compositions": ["isolated"],
                "groupings": [{"name": "pair", "groups": [["map_server", "amcl"]]}],
                "rmw": "rmw_cyclonedds_cpp",
            }
        },
    )
    assert names(study.arms) == ["isolated", "pair"]
    assert {arm.rmw for arm in study.arms} == {"rmw_cyclonedds_cpp"}


@pytest.fixture
def slow(tmp_path: Path) -> Study:
    """A study file with an overlay of its own, run with it."""
    (tmp_path / "slow.yaml").write_text("amcl: {ros__parameters: {max_particles: 501}}")
    file = load_study(write_study_file(tmp_path, overlays={"slow": "slow.yaml"}))
    return override(file, StudyOptions(factors=["composition=manual", "params=base,slow"]))


def test_a_candidates_overlays_are_those_of_the_study_file(slow: Study, tmp_path: Path) -> None:
    file = load_study(tmp_path / "mine.yaml")
    study = gone_on_with(file, stamp_of(slow))
    assert (study.arms, study.overlays) == (slow.arms, slow.overlays)
    settled = settle(study, Prefix(tmp_path / "wheels", distro=None).installation)
    assert settled.overlays == {"slow": tmp_path / "slow.yaml"}


def test_an_overlay_that_the_study_file_does_not_have_is_one_line(
    slow: Study, tmp_path: Path
) -> None:
    study = gone_on_with(packaged(), stamp_of(slow))
    installation = Prefix(tmp_path / "wheels", distro=None).installation
    with pytest.raises(UserError, match="no overlay 'slow'; known: base, "):
        settle(study, installation)
