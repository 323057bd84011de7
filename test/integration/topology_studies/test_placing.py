# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench place`` on a tiny graph: calibrated, searched, measured, recorded, gone on with."""

from __future__ import annotations

import json
from pathlib import Path

from bench_runner import MACHINE, SHORT_WINDOWS, Bench

from nav2_composition_bench.study.placement import parse_placement

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


def test_placements_are_searched_measured_and_recorded(tmp_path: Path, domain_id: int) -> None:
    (tmp_path / "tiny.json").write_text(json.dumps(GRAPH))
    options = ["place", "--topology", "./tiny.json", "--loops", "2", "--machine", MACHINE]
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
    found = json.loads((results / "place_tiny" / "placement.json").read_text())
    named = {each["name"]: each for each in found["placements"]}
    assert set(named) == {"one_loop", "one_per_node", "random_1", "best_1"}
    assert all(each["measured"]["cpu_percent"] > 0 for each in named.values())
    assert (named["one_loop"]["placement"], named["one_loop"]["loops"]) == ("*", 1)
    best = parse_placement(f"best={named['best_1']['placement']}")
    assert best.partition(["camera", "detector", "wheel"]) == (("camera", "detector", "wheel"),)
    assert found["model_error_percent"].keys() >= {"cpu_percent", "latency_mean_us"}
    assert named["one_loop"]["best_to_this"]["ratio"] > 0

    calibration = str(results / "place_tiny_calibration")
    again = run("--resume", "--model-only", "--calibration", calibration)
    assert "not measured: --model-only was said" in again.output
    assert "trial 1/" not in again.output
    alone = json.loads((results / "place_tiny" / "placement.json").read_text())
    assert [each["predicted"] for each in alone["placements"]] == [
        each["predicted"] for each in found["placements"]
    ]

    boards = run("--cores", "64", "--name", "board", "--calibration", str(results / "place_tiny"))
    assert "placements for 64 are the model's alone" in boards.output
