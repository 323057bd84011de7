# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A trial whose messages did not go the arm's way does not count, and its record says why."""

from __future__ import annotations

import json
from pathlib import Path

from apart import run_apart
from waiting import TIMEOUT_S

from nav2_composition_bench.trial.store import read_records

SHM_MB = 6
PAIR = {
    "nodes": [
        {
            "node_name": "talker",
            "publishers": [{"topic_name": "data", "msg_type": "stamped100kb", "freq_hz": 50}],
        },
        {
            "node_name": "listener",
            "subscribers": [{"topic_name": "data", "msg_type": "stamped100kb"}],
        },
    ]
}
STUDY = """
system: topology
topologies: {pair: ./pair.json}
factors: {composition: [multi_process], transport: [shared_memory]}
trials: 1
max_attempts: 1
window_s: 10
limits: {rest_s: 0, bring_up_s: 120}
"""
# However busy the machine is, the window counts as steady: only then are messages looked at.
RUN = f"""
import sys
from apart import prepare
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.steady_state.window import SteadyWindow
from nav2_composition_bench.trial import measure
prepare({SHM_MB})
vars(measure).update(find_steady_window=lambda _, begin, end: SteadyWindow(begin, end))
sys.exit(main(sys.argv[1:]))
"""


def test_a_full_dev_shm_makes_a_trial_of_shared_memory_invalid(tmp_path: Path) -> None:
    (tmp_path / "pair.json").write_text(json.dumps(PAIR))
    study = tmp_path / "study.yaml"
    study.write_text(STUDY)
    words = ["run", "--study", str(study), "--out", str(tmp_path), "--machine", "here", "--no-live"]
    done = run_apart(["-c", RUN, *words], 5 * TIMEOUT_S)
    assert done.returncode != 0
    (record,) = read_records(tmp_path / "here" / "study")
    assert record.transport is not None and record.transport.found == {"udp": 1}
    assert record.arm == "multi_process+shared_memory" and not record.valid
    assert record.invalid_reason is not None
    assert "transport shared_memory was asked for, but messages went another way" in (
        record.invalid_reason
    )
