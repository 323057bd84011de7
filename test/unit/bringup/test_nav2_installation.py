# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path

import pytest

from nav2_composition_bench.bringup.nav2_installation import (
    missing,
    refuse_incomplete,
    study_parameters,
)
from nav2_composition_bench.bringup.parameters import ParameterFile
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.package_files import share_directory
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import for_distribution, load_study

TABLE = table_for("nav2", "jazzy")
CONTAINERS = ("component_container_isolated", "component_container_mt")
LAYER = "nav2_costmap_2d::VoxelLayer"


class Prefix:
    """An installation in which everything is a name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.environment = {"AMENT_PREFIX_PATH": str(path)}
        for node in TABLE:
            self.program(node.package, node.executable)
            self.register("rclcpp_components", node.package, f"{node.plugin};lib/x.so\n")
        for name in CONTAINERS:
            self.program("rclcpp_components", name)
        self.program("nav2_composition_bench", "manual_composition")
        self.register("rmw_typesupport", "rmw_fastrtps_cpp", "")
        self.register("packages", "nav2_costmap_2d", "")
        kind = "nav2_costmap_2d__pluginlib__plugin"
        self.register(kind, "nav2_costmap_2d", "share/layers.xml\n")
        (path / "share/layers.xml").write_text(
            f'<class_libraries><library path="l"><class type="{LAYER}"/></library>'
            "</class_libraries>"
        )

    def register(self, kind: str, package: str, content: str) -> None:
        file = self.path / "share/ament_index/resource_index" / kind / package
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text((file.read_text() if file.exists() else "") + content)

    def unregister(self, kind: str, package: str) -> None:
        (self.path / "share/ament_index/resource_index" / kind / package).unlink()

    def program(self, package: str, name: str) -> None:
        self.register("packages", package, "")
        file = self.path / "lib" / package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o755)


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    return Prefix(tmp_path)


@pytest.fixture
def study() -> Study:
    return for_distribution(load_study(share_directory() / "params/studies/nav2.yaml"), "jazzy")


def parameters(plugin: str = LAYER) -> ParameterFile:
    return ParameterFile(Path("p.yaml"), {"local_costmap/local_costmap": {"layer.plugin": plugin}})


def lacks(study: Study, prefix: Prefix, plugin: str = LAYER) -> list[str]:
    return list(missing(study, parameters(plugin), prefix.environment))


def test_a_complete_installation_lacks_nothing(study: Study, prefix: Prefix) -> None:
    assert lacks(study, prefix) == []
    refuse_incomplete(study, parameters(), prefix.environment)


def test_packages_are_named(study: Study, prefix: Prefix) -> None:
    prefix.unregister("packages", "opennav_docking")
    prefix.unregister("packages", "nav2_amcl")
    (clause,) = lacks(study, prefix)
    assert clause == "of ROS distribution jazzy there is no nav2_amcl, opennav_docking"


def test_a_component_is_named(study: Study, prefix: Prefix) -> None:
    prefix.unregister("rclcpp_components", "nav2_amcl")
    (clause,) = lacks(study, prefix)
    assert "nav2_amcl has no component nav2_amcl::AmclNode" in clause


@pytest.mark.parametrize(
    "program",
    [
        "nav2_composition_bench/manual_composition",
        "rclcpp_components/component_container_mt",
        "nav2_route/route_server",
    ],
)
def test_a_program_is_named(study: Study, prefix: Prefix, program: str) -> None:
    os.remove(prefix.path / "lib" / program)
    (clause,) = lacks(study, prefix)
    package, _, name = program.partition("/")
    assert f"package {package}" in clause and f"no executable {name}" in clause


def test_a_plugin_of_the_parameters_is_named_with_its_place(study: Study, prefix: Prefix) -> None:
    (clause,) = lacks(study, prefix, "spatio_temporal_voxel_layer/SpatioTemporalVoxelLayer")
    assert clause == (
        "plugin spatio_temporal_voxel_layer/SpatioTemporalVoxelLayer (layer.plugin of"
        " local_costmap/local_costmap in p.yaml) is not installed"
    )


def test_a_middleware_is_named_with_those_there_are(study: Study, prefix: Prefix) -> None:
    prefix.unregister("rmw_typesupport", "rmw_fastrtps_cpp")
    prefix.register("rmw_typesupport", "rmw_cyclonedds_cpp", "")
    (clause,) = lacks(study, prefix)
    assert clause == "middleware rmw_fastrtps_cpp is not installed; installed: rmw_cyclonedds_cpp"


def test_a_study_is_refused_in_one_line_that_counts_the_rest(study: Study, prefix: Prefix) -> None:
    prefix.unregister("packages", "opennav_docking")
    prefix.unregister("rclcpp_components", "nav2_amcl")
    with pytest.raises(UserError, match=r"opennav_docking \(1 more: nav2-bench doctor\)") as caught:
        refuse_incomplete(study, parameters(), prefix.environment)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("distro", ["humble", "jazzy", "kilted", "lyrical"])
def test_the_packages_parameters_fit_every_distribution(distro: str) -> None:
    study = load_study(share_directory() / "params/studies/nav2.yaml")
    effective = study_parameters(for_distribution(study, distro))
    names = {node.name for node in table_for("nav2", distro)}
    assert names <= {section.rpartition("/")[2] for section in effective.sections}
    assert Path(str(effective.of_node("bt_navigator")["default_nav_to_pose_bt_xml"])).is_file()
