# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ament_prefix import Prefix
from topology_factory import graph, node, pub, sub

from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.settling.jpeg_requirement import jpeg_lacks
from nav2_composition_bench.study.topology_table import EXECUTABLE
from nav2_composition_bench.topology.graph import Topology

IMAGE: dict[str, Any] = {"kind": "image", "width": 8, "height": 8}
RAW = graph(node("camera", pub("x", **IMAGE)), node("viewer", subscribers=[sub("x", kind="image")]))
JPEG = graph(
    node("lidar", pub("scan")),
    node("camera", pub("x", **IMAGE, payload="jpeg", jpeg_quality=30)),
)


def lacking(tmp_path: Path, topology: Topology, program: str) -> list[str]:
    """What is lacking where the engine is this shell script."""
    prefix = Prefix(tmp_path)
    prefix.program(PACKAGE, EXECUTABLE)
    engine = tmp_path / "lib" / PACKAGE / EXECUTABLE
    engine.write_text(f"#!/bin/sh\n{program}\n")
    return list(jpeg_lacks(topology, prefix.installation))


def test_images_that_are_jpeg_need_an_engine_that_was_built_with_it(tmp_path: Path) -> None:
    (said,) = lacking(tmp_path, JPEG, "exit 0")
    assert said.startswith("/camera has JPEG images, and the engine was built without libjpeg;")
    assert lacking(tmp_path, JPEG, '[ "$1" = --features ] && echo jpeg') == []
    assert lacking(tmp_path, RAW, "exit 0") == []


@pytest.mark.parametrize("program", ["exit 2", "kill -KILL $$"])
def test_an_engine_that_does_not_say_what_it_has_is_not_refused(
    tmp_path: Path, program: str
) -> None:
    assert lacking(tmp_path, JPEG, program) == []


def test_the_engine_is_asked_once_however_many_arms_ask(tmp_path: Path) -> None:
    prefix = Prefix(tmp_path)
    prefix.program(PACKAGE, EXECUTABLE)
    asked = tmp_path / "asked"
    (tmp_path / "lib" / PACKAGE / EXECUTABLE).write_text(f"#!/bin/sh\necho x >> {asked}\n")
    installation = prefix.installation
    assert [len(list(jpeg_lacks(JPEG, installation))) for _ in range(3)] == [1, 1, 1]
    assert asked.read_text() == "x\n"
