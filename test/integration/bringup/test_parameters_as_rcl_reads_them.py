# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The installed rcl reads what is expected of it, and gives back what is written for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from rcl_files import FILES, NODE
from rcl_readings import READINGS, alike
from rclpy.context import Context
from rclpy.node import Node

from nav2_composition_bench.settling.parameters import (
    ParameterFile,
    Value,
    load_parameters,
    to_yaml,
)

BUILT_IN = {"use_sim_time", "start_type_description_service"}
ROBOT = (
    """
amcl: {ros__parameters: {alpha1: 0.2, initial_pose: {x: 0.0, yaw: 1}, scan_topic: scan}}
/**: {ros__parameters: {frame: base_link, alpha1: 0.3}}
local_costmap:
  local_costmap:
    ros__parameters:
      plugins: [voxel_layer, inflation_layer]
      voxel_layer: {plugin: "nav2_costmap_2d::VoxelLayer", scan: {topic: /scan, z: 1e-1}}
""",
    """
controller_server:
  ros__parameters: {frame: base_footprint, FollowPath: {critics: [Oscillation, PathAlign]}}
/amcl: {ros__parameters: {scan_topic: "laser", initial_pose.x: 2.0}}
local_costmap: {local_costmap: {ros__parameters: {voxel_layer: {scan: {z: 2.0}}}}}
/**/local_costmap: {ros__parameters: {width: 3}}
/**: {ros__parameters: {speed: !!str 05}}
""",
)
"""Files of localization and of navigation."""
NAMES = {f"p{number:02}": text for number, text in enumerate(READINGS)}


def written(texts: Sequence[str], tmp_path: Path) -> list[Path]:
    """Files with these texts."""
    paths = [tmp_path / f"{number}.yaml" for number in range(len(texts))]
    for path, text in zip(paths, texts):
        path.write_text(text)
    return paths


def read_by_rcl(
    text: str | Sequence[str], tmp_path: Path, domain_id: int, name: str = "/node"
) -> dict[str, object]:
    """The parameters of a node that files give it."""
    texts = [text] if isinstance(text, str) else text
    words = [word for path in written(texts, tmp_path) for word in ("--params-file", str(path))]
    namespace, _, base = name.rpartition("/")
    context = Context()
    context.init(["--ros-args", *words], domain_id=domain_id)
    try:
        node = Node(
            base,
            namespace=namespace or "/",
            context=context,
            automatically_declare_parameters_from_overrides=True,
        )
        found = {name: node.get_parameter(name).value for name in node._parameters}
        node.destroy_node()
    finally:
        context.shutdown()
    return found


def test_rcl_reads_texts_without_quotes_as_is_expected(tmp_path: Path, domain_id: int) -> None:
    lines = "".join(f"    {name}: {text}\n" for name, text in NAMES.items())
    found = read_by_rcl(f"/node:\n  ros__parameters:\n{lines}", tmp_path, domain_id)
    assert [t for name, t in NAMES.items() if not alike(found[name], READINGS[t])] == []


def test_rcl_gives_back_what_is_written_for_it(tmp_path: Path, domain_id: int) -> None:
    values: dict[str, Value] = {
        **{f"text{number}": text for number, text in enumerate(READINGS)},
        **{f"value{number}": value for number, value in enumerate(READINGS.values())},
        "lines": "a\nb: 'c' \"d\" \\ \N{GREEK SMALL LETTER ALPHA}",
        "long": "word " * 60,
        "texts": ["y", "1", "a b"],
        "small": 1e-7,
    }
    file = ParameterFile(tmp_path, {"node": values})
    found = read_by_rcl(to_yaml(file), tmp_path, domain_id)
    assert [name for name, value in values.items() if not alike(found[name], value)] == []


@pytest.mark.parametrize("shown", FILES)
def test_rcl_takes_files_together_as_is_expected(
    tmp_path: Path, domain_id: int, shown: str
) -> None:
    texts, expected = FILES[shown]
    found = read_by_rcl(texts, tmp_path, domain_id, NODE)
    assert found.keys() - BUILT_IN == expected.keys()
    assert [name for name, value in expected.items() if not alike(found[name], value)] == []


def test_rcl_reads_the_same_from_a_robots_files_and_from_what_is_written_of_them(
    tmp_path: Path, domain_id: int
) -> None:
    file = load_parameters(written(ROBOT, tmp_path))
    for node in ("/amcl", "/local_costmap/local_costmap", "/controller_server", "/other"):
        own = read_by_rcl(ROBOT, tmp_path, domain_id, node)
        assert len(own) > len(BUILT_IN)
        assert read_by_rcl(to_yaml(file), tmp_path, domain_id, node) == own
