# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
import yaml
from arm_studies import design_of

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.parameters import (
    ParameterFile,
    effective_parameters,
    files_read,
    load_parameters,
    to_yaml,
)
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Navigation

TEXT = """
/**:
  ros__parameters:
    use_sim_time: true
    rate: 1.0
amcl:
  ros__parameters:
    rate: 2.0
    laser: {model: likelihood, range: [0.1, 12.0]}
local_costmap:
  local_costmap:
    ros__parameters:
      width: 3
"""


NODES = (
    NodeEntry("p", "map_server", "P::M", "map_server", lifecycle_manager="manager"),
    NodeEntry("p", "amcl", "P::A", "amcl", lifecycle_manager="manager"),
    NodeEntry("p", "c", "P::C", "c", hidden_nodes=("/local_costmap/local_costmap",)),
    NodeEntry("p", "manager", "P::L", "manager"),
)


def load(tmp_path: Path, text: str) -> ParameterFile:
    path = tmp_path / "params.yaml"
    path.write_text(text)
    return load_parameters([path])


def fault(tmp_path: Path, text: str) -> str:
    with pytest.raises(UserError) as caught:
        load(tmp_path, text)
    message = str(caught.value)
    assert "\n" not in message
    return message


def make_study(tmp_path: Path, use_sim_time: bool = False) -> Study:
    return Study(
        name="s",
        system="reference",
        design=design_of("manual"),
        trials=1,
        seed=0,
        workload=Navigation(
            goals=(Goal("A", 8.0, 0.5, 0.0), Goal("B", 1.0, 2.0, 1.5)),
            world_file=tmp_path / "w.sdf",
            map_file=tmp_path / "m.yaml",
            params_files=(tmp_path / "p.yaml",),
            use_sim_time=use_sim_time,
        ),
    )


def test_a_nodes_own_section_wins_over_the_wildcard(tmp_path: Path) -> None:
    assert load(tmp_path, TEXT).of_node("amcl") == {
        "use_sim_time": True,
        "rate": 2.0,
        "laser.model": "likelihood",
        "laser.range": [0.1, 12.0],
    }


def test_a_nested_section_belongs_to_the_node_in_that_namespace(tmp_path: Path) -> None:
    file = load(tmp_path, TEXT)
    assert file.of_node("/local_costmap/local_costmap")["width"] == 3
    assert "width" not in file.of_node("local_costmap")


def test_a_fully_qualified_name_is_the_same_as_nested_names(tmp_path: Path) -> None:
    text = "/local_costmap/local_costmap: {ros__parameters: {width: 3}}\n"
    assert load(tmp_path, text).of_node("/local_costmap/local_costmap") == {"width": 3}


def test_a_section_for_any_namespace_applies(tmp_path: Path) -> None:
    text = "/**/amcl: {ros__parameters: {rate: 3.0}}\n"
    assert load(tmp_path, text).of_node("/robot/amcl") == {"rate": 3.0}


def test_writing_and_reading_again_changes_nothing(tmp_path: Path) -> None:
    file = load(tmp_path, TEXT)
    again = load(tmp_path, to_yaml(file))
    assert again.sections == file.sections


def test_the_written_file_has_the_shape_rcl_reads(tmp_path: Path) -> None:
    content = yaml.safe_load(to_yaml(load(tmp_path, TEXT)))
    assert list(content) == ["/**", "amcl", "local_costmap/local_costmap"]
    assert content["/**"]["ros__parameters"]["rate"] == 1.0
    assert content["amcl"]["ros__parameters"]["laser.model"] == "likelihood"
    assert content["local_costmap/local_costmap"]["ros__parameters"] == {"width": 3}


def test_the_study_decides_clock_map_and_start_pose(tmp_path: Path) -> None:
    study = make_study(tmp_path)
    file = load(tmp_path, TEXT)
    effective = effective_parameters(file, study, NODES)
    amcl = effective.of_node("amcl")
    assert amcl["use_sim_time"] is False
    assert (amcl["set_initial_pose"], amcl["initial_pose.x"]) == (True, 1.0)
    assert (amcl["initial_pose.y"], amcl["initial_pose.yaw"]) == (2.0, 1.5)
    assert amcl["rate"] == 2.0
    assert effective.of_node("map_server")["yaml_filename"] == str(tmp_path / "m.yaml")
    assert effective.of_node("/local_costmap/local_costmap")["use_sim_time"] is False
    assert file.of_node("amcl")["use_sim_time"] is True


@pytest.mark.parametrize(
    ("system", "use_sim_time", "is_patient"),
    [("nav2", True, True), ("nav2", False, False), ("reference", True, False)],
)
def test_a_costmap_of_nav2_outwaits_the_clock_that_jumps_from_zero(
    tmp_path: Path, system: str, use_sim_time: bool, is_patient: bool
) -> None:
    study = dataclasses.replace(make_study(tmp_path, use_sim_time), system=system)
    effective = effective_parameters(load(tmp_path, TEXT), study, NODES)
    costmap = effective.of_node("/local_costmap/local_costmap")
    assert ("initial_transform_timeout" in costmap) is is_patient
    assert float(str(costmap.get("initial_transform_timeout", 1e6))) >= 1e6
    assert "initial_transform_timeout" not in effective.of_node("amcl")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("[0.5, 0, 1.0]", "a list of float and int; all entries must be of one type"),
        ("[true, 1]", "a list of bool and int"),
        ("[[1.0, 2.0], [3.0]]", "holds a list or a mapping in a list"),
        ("[1.0, {a: 1}]", "holds a list or a mapping in a list"),
        ("[1.0, y]", "a list of bool and float"),
    ],
)
def test_a_list_that_rcl_does_not_read_is_refused(tmp_path: Path, value: str, said: str) -> None:
    message = fault(tmp_path, f"amcl: {{ros__parameters: {{limits: {value}}}}}")
    assert "limits of amcl" in message and said in message


def test_an_empty_list_is_refused_where_a_node_of_the_study_gets_it(tmp_path: Path) -> None:
    empty = "{ros__parameters: {limits: []}}"
    study = make_study(tmp_path)
    effective_parameters(load(tmp_path, f"{TEXT}other: {empty}"), study, NODES)
    for section in ("c", "/**/c", "/*"):
        file = load(tmp_path, f"{TEXT}{section}: {empty}")
        with pytest.raises(UserError, match="limits of .* is an empty list, which has no type"):
            effective_parameters(file, study, NODES)


@pytest.mark.parametrize("place", ["amcl", "/**"])
def test_a_start_pose_of_another_shape_stands_beside_the_studys(tmp_path: Path, place: str) -> None:
    file = load(tmp_path, f"{place}: {{ros__parameters: {{initial_pose: [0.0, 0.0, 0.0]}}}}")
    effective = effective_parameters(file, make_study(tmp_path), NODES)
    amcl = load(tmp_path, to_yaml(effective)).of_node("amcl")
    assert (amcl["initial_pose"], amcl["initial_pose.x"]) == ([0.0, 0.0, 0.0], 1.0)


def test_what_the_study_decides_wins_over_a_pattern_that_comes_last(tmp_path: Path) -> None:
    text = "/**: {ros__parameters: {use_sim_time: true, set_initial_pose: false, a: 1}}"
    effective = effective_parameters(load(tmp_path, text), make_study(tmp_path), NODES)
    written = load(tmp_path, to_yaml(effective))
    amcl = written.of_node("amcl")
    assert (amcl["use_sim_time"], amcl["set_initial_pose"], amcl["a"]) == (False, True, 1)
    assert written.of_node("nav2_container") == {
        "use_sim_time": False,
        "set_initial_pose": False,
        "a": 1,
    }


@pytest.mark.parametrize("place", ["width: 3", "rate: 1.0"])
def test_a_patience_that_the_file_names_is_kept(tmp_path: Path, place: str) -> None:
    study = dataclasses.replace(make_study(tmp_path, use_sim_time=True), system="nav2")
    text = TEXT.replace(place, "initial_transform_timeout: 5.0")
    effective = effective_parameters(load(tmp_path, text), study, NODES)
    costmap = effective.of_node("/local_costmap/local_costmap")
    assert costmap["initial_transform_timeout"] == 5.0


def test_a_distributions_own_file_is_laid_over_the_common_one(tmp_path: Path) -> None:
    (tmp_path / "params_humble.yaml").write_text(
        "amcl: {ros__parameters: {rate: 5.0, laser: {model: beam}, old_name: 1}}"
    )
    load(tmp_path, TEXT)
    humble = load_parameters([tmp_path / "params.yaml"], "humble")
    assert humble.path == tmp_path / "params.yaml"
    assert humble.further == (tmp_path / "params_humble.yaml",)
    assert humble.of_node("amcl") == {
        "use_sim_time": True,
        "rate": 5.0,
        "laser.model": "beam",
        "laser.range": [0.1, 12.0],
        "old_name": 1,
    }
    assert humble.of_node("local_costmap/local_costmap")["width"] == 3


@pytest.mark.parametrize("distro", [None, "jazzy"])
def test_without_a_file_of_the_distribution_the_common_one_counts(
    tmp_path: Path, distro: str | None
) -> None:
    (tmp_path / "params_humble.yaml").write_text("amcl: {ros__parameters: {rate: 5.0}}")
    load(tmp_path, TEXT)
    assert load_parameters([tmp_path / "params.yaml"], distro).of_node("amcl")["rate"] == 2.0


def test_managers_are_told_their_nodes_by_the_table(tmp_path: Path) -> None:
    text = TEXT + "manager: {ros__parameters: {node_names: [amcl], bond_timeout: 4.0}}"
    effective = effective_parameters(load(tmp_path, text), make_study(tmp_path), NODES)
    manager = effective.of_node("manager")
    assert manager["node_names"] == ["map_server", "amcl"]
    assert (manager["autostart"], manager["bond_timeout"]) == (True, 4.0)


def test_sections_of_nodes_that_are_not_run_are_left_out(tmp_path: Path) -> None:
    text = TEXT + "route_server: {ros__parameters: {rate: 1.0}}"
    effective = effective_parameters(load(tmp_path, text), make_study(tmp_path), NODES)
    assert "route_server" not in effective.sections
    assert "/**" in effective.sections


def test_a_behaviour_tree_is_found_beside_the_parameter_file(tmp_path: Path) -> None:
    (tmp_path / "tree.xml").write_text("<root/>")
    elsewhere = tmp_path / "trees" / "x.xml"
    elsewhere.parent.mkdir()
    elsewhere.write_text("<root/>")
    trees = f"default_nav_to_pose_bt_xml: tree.xml, a_bt_xml: {elsewhere}"
    text = TEXT + f"c: {{ros__parameters: {{{trees}}}}}"
    effective = effective_parameters(load(tmp_path, text), make_study(tmp_path), NODES)
    assert effective.of_node("c")["default_nav_to_pose_bt_xml"] == str(tmp_path / "tree.xml")
    assert effective.of_node("c")["a_bt_xml"] == str(elsewhere)


@pytest.mark.parametrize("name", ["tree.xml", "/nowhere/tree.xml"])
def test_a_behaviour_tree_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    text = TEXT + f"c: {{ros__parameters: {{default_nav_to_pose_bt_xml: {name}}}}}"
    with pytest.raises(UserError, match="default_nav_to_pose_bt_xml of c names .*tree.xml, which"):
        effective_parameters(load(tmp_path, text), make_study(tmp_path), NODES)


def test_the_id_of_a_tree_is_no_file_where_trees_have_ids(tmp_path: Path) -> None:
    load(tmp_path, TEXT + "c: {ros__parameters: {a_bt_xml: MyTree}}")
    file = load_parameters([tmp_path / "params.yaml"], "lyrical")
    study = dataclasses.replace(make_study(tmp_path), distro="lyrical")
    assert effective_parameters(file, study, NODES).of_node("c")["a_bt_xml"] == "MyTree"
    assert files_read([file.path], "lyrical") == [file.path]
    with pytest.raises(UserError, match="a_bt_xml of c names .*/MyTree, which is no file"):
        files_read([file.path], "kilted")


def test_a_behaviour_tree_of_an_absolute_path_decides_the_parameters_too(tmp_path: Path) -> None:
    tree = tmp_path / "trees" / "x.xml"
    tree.parent.mkdir()
    tree.write_text("<root/>")
    file = load(tmp_path, TEXT + f"c: {{ros__parameters: {{a_bt_xml: {tree}}}}}")
    assert files_read([file.path], "humble") == [file.path, tree]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nowhere\.yaml: No such file"):
        load_parameters([tmp_path / "nowhere.yaml"])


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("amcl: [", "is not valid YAML"),
        ("", "holds no node sections"),
        ("just text", "holds no node sections"),
        ("ros__parameters: {rate: 1}", "outside a node section"),
        ("amcl: {rate: 1}", "amcl lacks ros__parameters around rate"),
        ("amcl: 3", "amcl lacks ros__parameters"),
        ("amcl: {ros__parameters: 3}", "is not a mapping"),
        ("amcl: {ros__parameters: {rate: }}", "rate of amcl has no value"),
        ("amcl: {ros__parameters: {a: {}}}", "a of amcl is an empty mapping"),
        ("2: {ros__parameters: {a: 1}}", "2 is no name of a node"),
        ("my-robot: {amcl: {ros__parameters: {a: 1}}}", "my-robot/amcl is no name of a node"),
        ("amcl: {ros__parameters: {? [a] : 1}}", "is not valid YAML"),
    ],
)
def test_a_malformed_file_gets_one_line_that_says_where(
    tmp_path: Path, text: str, part: str
) -> None:
    message = fault(tmp_path, text)
    assert "params.yaml" in message
    assert part in message


def test_all_files_that_decide_the_parameters_are_known(tmp_path: Path) -> None:
    (tmp_path / "tree.xml").write_text("<root/>")
    own = tmp_path / "params_humble.yaml"
    own.write_text("c: {ros__parameters: {default_nav_to_pose_bt_xml: tree.xml}}")
    load(tmp_path, TEXT)
    path = tmp_path / "params.yaml"
    assert files_read([path], "humble") == [path, own, tmp_path / "tree.xml"]
    assert files_read([path], "jazzy") == [path]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("{a: $(find-pkg-share mine)/a.xml}", "holds $(find-pkg-share mine), and package mine is"),
        ("{a: $(var map)}", "holds $(var map), which only a launch file can fill in"),
        ("&a {b: *a}", "is not valid YAML"),
        (f"{{a: {'[' * 5000}{']' * 5000}}}", "is not valid YAML"),
    ],
)
def test_parameters_that_no_node_can_be_given_are_one_line(
    tmp_path: Path, parameters: str, said: str
) -> None:
    assert said in fault(tmp_path, f"amcl: {{ros__parameters: {parameters}}}")


def test_a_value_without_quotes_is_what_rcl_takes_it_for(tmp_path: Path) -> None:
    file = load(tmp_path, "amcl: {ros__parameters: {a: 1e-3, b: y, c: 2024-02-03, y: [1.0, .5e1]}}")
    assert file.of_node("amcl") == {"a": 0.001, "b": True, "c": "2024-02-03", "y": [1.0, 5.0]}
    quoted = load(tmp_path, "amcl: {ros__parameters: {a: '1e-3', b: \"y\"}}")
    assert quoted.of_node("amcl") == {"a": "1e-3", "b": "y"}


def test_texts_are_written_so_that_rcl_takes_them_for_texts(tmp_path: Path) -> None:
    file = load(tmp_path, "amcl: {ros__parameters: {a: 'y', b: ['08', 'inf'], c: 'a\nb', d: 1.0}}")
    written = to_yaml(file)
    assert 'a: "y"' in written and '- "08"' in written and '- "inf"' in written
    assert load(tmp_path, written).sections == file.sections


def test_a_list_that_is_used_twice_is_written_twice_since_rcl_reads_no_alias(
    tmp_path: Path,
) -> None:
    file = load(tmp_path, "amcl: {ros__parameters: {a: &one [1.0, 2.0], b: *one}}")
    assert file.of_node("amcl") == {"a": [1.0, 2.0], "b": [1.0, 2.0]}
    assert "&" not in to_yaml(file) and "*" not in to_yaml(file)
