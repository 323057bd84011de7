# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Short studies of a real Nav2."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bench_runner import Bench
from loose_study import LOOSE
from study_factory import settled_of

from nav2_composition_bench.files.package_files import share_directory
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study
from nav2_composition_bench.trial.record import TrialRecord

STUDY_FILE = share_directory() / "params" / "studies" / "nav2.yaml"

SMALL: dict[str, Any] = {
    **LOOSE,
    "system": "nav2",
    "params_file": str(share_directory() / "params" / "nav2.yaml"),
}
"""What a test's study says instead of the reference stack's."""


def nav2_study() -> Study:
    """Return the package's own study of Nav2, for the distribution that is sourced."""
    return settled_of(replace(load_study(STUDY_FILE), seed=1)).study


def driven(bench: Bench) -> TrialRecord:
    """Wait for a study of one trial and return its record: both goals reached, nothing left."""
    status = bench.wait()
    bench.assert_nothing_is_left()
    assert len(bench.records()) == 1
    record = bench.assert_both_goals_were_reached()
    assert record.valid == (status == 0), bench.output
    return record
