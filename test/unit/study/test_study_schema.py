# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import enum
import json

import pytest

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.fleet import Discovery, Network
from nav2_composition_bench.study.study_schema import study_schema
from nav2_composition_bench.study.transport import Transport

FILE = "params/studies/study.schema.json"


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
    keys = json.loads(data_file(FILE).read_text())["properties"]
    values = [level.value for level in levels]
    assert keys["factors"]["properties"][factor]["items"]["enum"] == values
    assert keys["arms"]["items"]["properties"][factor]["enum"] == values


def test_the_file_that_editors_read_has_the_factors_of_the_table() -> None:
    assert json.loads(data_file(FILE).read_text(encoding="utf-8")) == study_schema()
