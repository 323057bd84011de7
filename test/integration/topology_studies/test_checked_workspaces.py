# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``check --against``: each arm's processes run on the install prefix of their arm."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench_runner import MACHINE, Bench
from waiting import wait_until

from nav2_composition_bench.aggregate.verdict import UNDECIDED_STATUS
from nav2_composition_bench.trial.store import STUDY

NODES: list[dict[str, Any]] = [
    {
        "node_name": "camera",
        "publishers": [{"topic_name": "image", "msg_type": "stamped10kb", "freq_hz": 50}],
    },
    {
        "node_name": "detector",
        "subscribers": [{"topic_name": "image", "msg_type": "stamped10kb"}],
    },
]


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    """Return another environment with what this one has."""
    path = tmp_path / "other"
    path.mkdir()
    shutil.copy(Path(sys.prefix, "pyvenv.cfg"), path)
    for name in ("bin", "lib", "share"):
        (path / name).symlink_to(Path(sys.prefix, name))
    return path


def test_two_prefixes_are_arms_of_one_study_that_is_judged(
    start: Callable[..., Bench], prefix: Path
) -> None:
    bench = start(
        {"pair": NODES},
        verb=("check", "--against", str(prefix), "--max-trials", "2", "--threshold", "cpu=900%"),
    )
    wait_until(lambda: bool(_running_on(prefix)), "a process runs on the other prefix")
    assert bench.wait() in (0, UNDECIDED_STATUS), bench.output
    bench.assert_nothing_is_left()
    assert not _running_on(prefix)
    records = bench.records("workspaces")
    assert all(record.valid for record in records), [record.invalid_reason for record in records]
    arms = ("multi_process", "multi_process+against")
    assert {(one.block, one.arm) for one in records} == {
        (block, arm) for block in (0, 1) for arm in arms
    }
    stamp = json.loads((bench.directory / "results" / MACHINE / "workspaces" / STUDY).read_text())
    workspaces = stamp["software"]["workspaces"]
    assert {name: one["prefix"] for name, one in workspaces.items()} == {"against": str(prefix)}


def _running_on(prefix: Path) -> list[int]:
    """Return the processes whose variables name the prefix."""
    needle = f"AMENT_PREFIX_PATH={prefix}\0".encode()
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            if needle in Path("/proc", entry, "environ").read_bytes():
                found.append(int(entry))
        except OSError:
            continue
    return found
