# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import hashlib
from pathlib import Path

import yaml

from nav2_composition_bench.map_making.map_provenance import package_version, write_provenance


def test_a_map_keeps_what_it_was_made_from_and_how(tmp_path: Path) -> None:
    (tmp_path / "hall.pgm").write_bytes(b"P5")
    (tmp_path / "world.sdf").write_bytes(b"<sdf/>")
    file = write_provenance(
        tmp_path / "hall", {"seed": 3, "date": "today"}, {"world": tmp_path / "world.sdf"}
    )
    assert file.name == "hall.provenance.yaml"
    content = yaml.safe_load(file.read_text())
    assert content["seed"] == 3
    digest = hashlib.sha256(b"<sdf/>").hexdigest()
    assert content["inputs"]["world"] == {"file": "world.sdf", "sha256": digest}
    assert content["map"]["sha256"] == hashlib.sha256(b"P5").hexdigest()


def test_a_map_may_have_a_point_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "lab_1.2.pgm").write_bytes(b"P5")
    file = write_provenance(tmp_path / "lab_1.2", {}, {})
    assert yaml.safe_load(file.read_text())["map"]["file"] == "lab_1.2.pgm"


def test_versions_come_from_the_first_prefix_that_has_the_package(tmp_path: Path) -> None:
    share = tmp_path / "two" / "share" / "slam_toolbox"
    share.mkdir(parents=True)
    (share / "package.xml").write_text("<package><version>2.8.3</version></package>")
    prefixes = ["", str(tmp_path / "one"), str(tmp_path / "two")]
    assert package_version("slam_toolbox", prefixes) == "2.8.3"
    assert package_version("nobody", prefixes) is None
