# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from rcl_files import FILES, NODE
from rcl_readings import alike

from nav2_composition_bench.settling.parameters import load_parameters, to_yaml


@pytest.mark.parametrize("shown", FILES)
def test_a_node_gets_what_rcl_reads_for_it(tmp_path: Path, shown: str) -> None:
    texts, expected = FILES[shown]
    paths = [tmp_path / f"{number}.yaml" for number in range(len(texts))]
    for path, text in zip(paths, texts):
        path.write_text(text)
    file = load_parameters(paths)
    paths[0].write_text(to_yaml(file))
    for found in (file.of_node(NODE), load_parameters(paths[:1]).of_node(NODE)):
        assert found.keys() == expected.keys()
        assert [name for name, value in expected.items() if not alike(found[name], value)] == []


def test_aliases_and_merge_keys_are_written_out_as_nav2s_launch_files_do(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(
        "a: &common {ros__parameters: &of_all {frame: &base base_link, rate: 5.0}}\n"
        "node: {ros__parameters: {<<: *of_all, rate: 10, robot_frame: *base}}\n"
    )
    found = load_parameters([path]).of_node("node")
    assert found == {"frame": "base_link", "rate": 10, "robot_frame": "base_link"}
