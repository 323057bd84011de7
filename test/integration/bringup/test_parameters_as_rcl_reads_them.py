# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The installed rcl reads what is expected of it, and gives back what is written for it."""

from __future__ import annotations

from pathlib import Path

from rcl_readings import READINGS, alike
from rclpy.context import Context
from rclpy.node import Node

from nav2_composition_bench.settling.parameters import ParameterFile, Value, to_yaml

NAMES = {f"p{number:02}": text for number, text in enumerate(READINGS)}


def read_by_rcl(text: str, tmp_path: Path, domain_id: int) -> dict[str, object]:
    """The parameters of a node that a file gives it."""
    path = tmp_path / "parameters.yaml"
    path.write_text(text)
    context = Context()
    context.init(["--ros-args", "--params-file", str(path)], domain_id=domain_id)
    try:
        node = Node("node", context=context, automatically_declare_parameters_from_overrides=True)
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
    written: dict[str, Value] = {
        **{f"text{number}": text for number, text in enumerate(READINGS)},
        **{f"value{number}": value for number, value in enumerate(READINGS.values())},
        "lines": "a\nb: 'c' \"d\" \\ \N{GREEK SMALL LETTER ALPHA}",
        "long": "word " * 60,
        "texts": ["y", "1", "a b"],
        "small": 1e-7,
    }
    file = ParameterFile(tmp_path, {"node": written})
    found = read_by_rcl(to_yaml(file), tmp_path, domain_id)
    assert [name for name, value in written.items() if not alike(found[name], value)] == []
