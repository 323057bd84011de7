# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench map`` on a tiny graph: calibrated, searched, measured, recorded, gone on with."""

from __future__ import annotations

import json
from pathlib import Path

from bench_runner import MACHINE, SHORT_WINDOWS, Bench

GRAPH = {
    "nodes": [
        {
            "node_name": "camera",
            "publishers": [{"topic_name": "image", "msg_type": "stamped10kb", "freq_hz": 20}],
        },
        {
            "node_name": "detector",
            "subscribers": [
                {"topic_name": "image", "msg_type": "stamped10kb", "publishes": ["obstacles"]}
            ],
            "publishers": [{"topic_name": "obstacles", "msg_type": "stamped1kb"}],
        },
        {
            "node_name": "wheel",
            "subscribers": [
                {"topic_name": "obstacles", "msg_type": "stamped1kb"},
                {"topic_name": "pose", "msg_type": "stamped1kb"},
            ],
        },
        {
            "node_name": "simulator",
            "outside": True,
            "publishers": [{"topic_name": "pose", "msg_type": "stamped1kb", "freq_hz": 10}],
        },
    ],
    "paths": [
        {"name": "seeing", "from": {"node": "camera", "topic": "image"}, "to": {"node": "wheel"}}
    ],
}


def test_mappings_are_searched_measured_and_recorded(tmp_path: Path, domain_id: int) -> None:
    (tmp_path / "tiny.json").write_text(json.dumps(GRAPH))
    options = ["map", "--topology", "./tiny.json", "--loops", "2", "--machine", MACHINE]
    options += ["--generations", "2", "--population", "6", "--trials", "1", "--best", "1"]
    options += ["--random", "1", "--window", "10"]
    results = tmp_path / "results" / MACHINE

    def run(*more: str) -> Bench:
        bench = Bench(tmp_path, domain_id, *options, *more, script=SHORT_WINDOWS)
        try:
            assert bench.wait() == 0, bench.output
            bench.assert_nothing_is_left()
        finally:
            bench.kill()
        return bench

    run()
    found = json.loads((results / "map_tiny" / "mapping.json").read_text())
    named = {each["name"]: each for each in found["mappings"]}
    assert set(named) == {"one_loop", "one_per_node", "random_1", "best_1"}
    assert all(each["measured"]["cpu_percent"] > 0 for each in named.values())
    mapped = [{node for loop in each["loops"] for node in loop["nodes"]} for each in named.values()]
    assert mapped == [{"camera", "detector", "wheel"}] * len(named)
    assert found["model_error_percent"].keys() >= {"cpu_percent", "latency_mean_us"}
    assert named["one_loop"]["best_to_this"]["ratio"] > 0

    again = run("--resume", "--model-only", "--calibration", str(results / "map_tiny_calibration"))
    assert "not measured: --model-only was said" in again.output
    assert "trial 1/" not in again.output
    alone = json.loads((results / "map_tiny" / "mapping.json").read_text())
    assert [each["predicted"] for each in alone["mappings"]] == [
        each["predicted"] for each in found["mappings"]
    ]

    boards = run("--cores", "64", "--name", "board", "--calibration", str(results / "map_tiny"))
    assert "mappings for 64 are the model's alone" in boards.output
