# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.params_file import (
    ParamsFile,
    check_against,
    check_parameters,
    read_params_file,
    write_params_file,
)

REFERENCE = """
/**:
  ros__parameters:
    use_sim_time: false
amcl:
  ros__parameters:
    max_particles: 500
    alpha1: 0.2
    laser:
      model: likelihood_field
local_costmap:
  local_costmap:
    ros__parameters:
      plugins: [obstacle_layer, inflation_layer]
      inflation_radius: 0.55
"""


def read(tmp_path: Path, text: str, name: str = "params.yaml") -> ParamsFile:
    path = tmp_path / name
    path.write_text(text)
    return read_params_file(path)


def test_a_node_gets_its_own_section_and_the_wildcard(tmp_path: Path) -> None:
    file = read(tmp_path, REFERENCE)
    assert file.parameters_of("/amcl") == {
        "use_sim_time": False,
        "max_particles": 500,
        "alpha1": 0.2,
        "laser.model": "likelihood_field",
    }


def test_nested_sections_give_namespaces(tmp_path: Path) -> None:
    file = read(tmp_path, REFERENCE)
    assert file.nodes == ("/amcl", "/local_costmap/local_costmap")
    assert file.parameters_of("/local_costmap/local_costmap")["inflation_radius"] == 0.55


def test_a_section_may_be_named_by_its_full_name(tmp_path: Path) -> None:
    file = read(tmp_path, "/a/b:\n  ros__parameters:\n    x: 1\n")
    assert file.parameters_of("/a/b") == {"x": 1}


def test_a_written_file_reads_back_the_same(tmp_path: Path) -> None:
    file = read(tmp_path, REFERENCE)
    values = {node: file.parameters_of(node) for node in file.nodes}
    path = tmp_path / "written.yaml"
    write_params_file(path, values)
    again = read_params_file(path)
    assert {node: again.parameters_of(node) for node in again.nodes} == values


def test_a_misspelt_parameter_is_named_with_its_line_and_the_nearest_name(tmp_path: Path) -> None:
    reference = read(tmp_path, REFERENCE, "reference.yaml")
    file = read(tmp_path, "amcl:\n  ros__parameters:\n    max_partikles: 500\n")
    with pytest.raises(UserError, match=r"params.yaml:3: .*'max_partikles'.*'max_particles'\?"):
        check_against(file, reference)


def test_a_section_without_a_node_is_refused(tmp_path: Path) -> None:
    reference = read(tmp_path, REFERENCE, "reference.yaml")
    file = read(tmp_path, "amlc:\n  ros__parameters:\n    alpha1: 0.2\n")
    with pytest.raises(UserError, match=r"no node is called /amlc \(did you mean '/amcl'\?\)"):
        check_against(file, reference)


def test_a_value_of_another_type_is_refused(tmp_path: Path) -> None:
    reference = read(tmp_path, REFERENCE, "reference.yaml")
    file = read(tmp_path, "amcl:\n  ros__parameters:\n    alpha1: 1\n")
    with pytest.raises(UserError, match=r"'alpha1' of node /amcl is 1, must be of the type of 0.2"):
        check_against(file, reference)


def test_the_reference_file_passes_its_own_check(tmp_path: Path) -> None:
    reference = read(tmp_path, REFERENCE)
    check_against(reference, reference)


def test_an_unknown_parameter_for_every_node_is_refused(tmp_path: Path) -> None:
    file = read(tmp_path, "/**:\n  ros__parameters:\n    use_sim_tim: true\n")
    with pytest.raises(UserError, match=r"'use_sim_tim' of any node \(did you mean 'use_sim_time'"):
        check_parameters(file, {"/amcl": ["alpha1"]})


@pytest.mark.parametrize(
    "text, message",
    [
        ("- 1\n", "is no parameter file"),
        ("amcl: 3\n", "want a node's ros__parameters"),
        ("amcl:\n  ros__parameters: 3\n", "want parameters"),
        ("amcl: {}\n", "want a node's ros__parameters"),
    ],
)
def test_what_is_no_parameter_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read(tmp_path, text)
