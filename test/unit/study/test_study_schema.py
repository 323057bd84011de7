# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import enum
import json

import pytest

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.fleet import Discovery, Network
from nav2_composition_bench.study.transport import Transport


@pytest.mark.parametrize(
    ("factor", "levels"),
    [
        ("executor", Executor),
        ("discovery", Discovery),
        ("network", Network),
        ("transport", Transport),
    ],
)
def test_a_study_file_can_name_every_level_of_a_factor(
    factor: str, levels: type[enum.Enum]
) -> None:
    path = data_file("params/studies/study.schema.json")
    keys = json.loads(path.read_text())["properties"]
    values = [level.value for level in levels]
    assert keys["factors"]["properties"][factor]["items"]["enum"] == values
    assert keys["arms"]["items"]["properties"][factor]["enum"] == values
