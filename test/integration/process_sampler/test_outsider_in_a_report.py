# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An outsider that comes during a study, from real /proc data to the page."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from sampler_programs import PAGE_BYTES, Mapper

from nav2_composition_bench.aggregate.samples import blocks_of
from nav2_composition_bench.aggregate.stored_study import read_study
from nav2_composition_bench.report.page import render
from nav2_composition_bench.sampling.sample import MemorySample
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.trial.outsiders import find_outsiders
from nav2_composition_bench.trial.record import Outsider, TrialRecord
from nav2_composition_bench.trial.record_json import from_line, to_line
from nav2_composition_bench.trial.stamped_arms import SCHEMA

pytestmark = pytest.mark.usefixtures("sampler")

PAGES = 5000
A_STUDY = Path(__file__).resolve().parents[3] / "results" / "x86_64-2-core-vm" / "default"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    path.write_bytes(os.urandom(PAGES * PAGE_BYTES))
    return path


def trial(block: int, walk: MemorySample, outsiders: tuple[Outsider, ...]) -> TrialRecord:
    """Return a trial of the committed study with the memory that was read here."""
    lines = (A_STUDY / "trials.jsonl").read_text().splitlines()
    some = next(record for record in (from_line(line, "") for line in lines) if record.valid)
    return dataclasses.replace(
        some,
        block=block,
        metrics={**some.metrics, **walk.total().by_metric()},
        outsiders=outsiders,
    )


def test_an_outsider_that_maps_the_systems_library_changes_pss_and_not_the_footprint_and_is_named(
    mappers: Callable[..., Mapper], library: Path, tmp_path: Path
) -> None:
    system = [mappers(f"file:{library}") for _ in range(2)]
    pids = [process.pid for process in system]
    outsider = mappers(f"file:{library}")
    records = []
    with ProcessSampler(pids, memory_interval_s=0) as sampler:

        def measure(block: int) -> None:
            walk = sampler.walk_memory()
            if walk.footprint_bytes is None:
                pytest.skip("page frame numbers are hidden (they need CAP_SYS_ADMIN)")
            # what else runs here, and maps the C library, is none of this test's business
            there = [one for one in find_outsiders(pids, [sampler.pid]) if one.pid == outsider.pid]
            named = [dataclasses.replace(one, name="an_outsider") for one in there]
            is_sharing = [one for one in named if one.shared_file_bytes >= PAGES * PAGE_BYTES]
            records.append(trial(block, walk, tuple(is_sharing)))

        for process in system:
            process.step()
        measure(0)
        measure(1)
        outsider.step()
        measure(2)
        measure(3)
    assert [bool(record.outsiders) for record in records] == [False, False, True, True]
    directory = tmp_path / "machine" / "study"
    directory.mkdir(parents=True)
    (directory / "trials.jsonl").write_text("".join(to_line(one) + "\n" for one in records))
    (directory / "study.json").write_text(json.dumps({"schema": SCHEMA}))
    study = read_study(directory)
    pss, footprint = (
        blocks_of(study.records, records[0].arm, metric).array()
        for metric in ("pss_bytes", "footprint_bytes")
    )
    change = pss[2:].mean() - pss[:2].mean()
    assert change == pytest.approx(-PAGES * PAGE_BYTES / 3, rel=0.01)
    assert abs(footprint[2:].mean() - footprint[:2].mean()) < 0.01 * PAGES * PAGE_BYTES
    (share,) = study.details.outsiders
    assert (share.name, share.trials) == ("an_outsider", 2)
    assert "an_outsider" in render([study])
