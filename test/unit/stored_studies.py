# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies on disk for tests."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from record_factory import at_speed, make_record

from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.record_json import to_line
from nav2_composition_bench.trial.stamped_arms import SCHEMA

STAMP: dict[str, Any] = {
    "schema": SCHEMA,
    "started_wall_s": 1.79e9,
    "study": {"name": "default", "system": "reference"},
    "machine": {"cpu_model": "A", "cpu_cores": 2},
    "software": {"rmw": "rmw_fastrtps_cpp", "source_sha256": "1", "packages": {"numpy": "2.0"}},
    "files": {"params_sha256": "1", "world_sha256": "1", "map_sha256": "1"},
}


def write_study(
    directory: Path,
    records: Sequence[TrialRecord],
    stamp: Mapping[str, Mapping[str, Any]] | None = None,
) -> Path:
    """Write records and a stamp, whose sections are overlaid on the default one."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "trials.jsonl").write_text("".join(to_line(r) + "\n" for r in records))
    document = copy.deepcopy(STAMP)
    for section, fields in (stamp or {}).items():
        document[section].update(fields)
    (directory / "study.json").write_text(json.dumps(document))
    return directory


def write_observed(directory: Path, unit_us: float) -> Path:
    """Write five blocks in which known work took so much CPU, give or take 2 %."""
    wobble = (1.00, 1.01, 0.99, 1.02, 0.98)
    records = [
        at_speed(make_record(block=block), unit_us * factor, unit_us * factor)
        for block, factor in enumerate(wobble)
    ]
    return write_study(directory, records)


def four_compositions(blocks: int = 5, scale: float = 1.0) -> list[TrialRecord]:
    """Return blocks whose compositions cost what the paper's do, with a little noise."""
    cpu = {"multi_process": 80.0, "manual": 60.0, "isolated": 58.0, "multi_threaded": 78.0}
    pss = {"multi_process": 400.0, "manual": 180.0, "isolated": 182.0, "multi_threaded": 178.0}
    noise = (0.0, 0.01, -0.01, 0.005, -0.005, 0.002, -0.002, 0.007, -0.007, 0.001)
    return [
        make_record(
            name,
            block,
            cpu_percent=scale * cpu[name] * (1 + noise[(block + shift) % 10]),
            pss_bytes=round(1e6 * scale * pss[name] * (1 + 0.1 * noise[(block + shift) % 10])),
        )
        for block in range(blocks)
        for shift, name in enumerate(cpu)
    ]
