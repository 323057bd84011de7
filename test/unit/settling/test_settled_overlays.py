# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Parameter overlays as levels of a factor: what each arm's nodes are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from ament_prefix import Prefix
from arm_studies import packaged

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.settling.settled_study import SettledStudy

Sections = Mapping[str, Any]
Settle = Callable[..., SettledStudy]


@pytest.fixture
def wheels(tmp_path: Path) -> Installation:
    return Prefix(tmp_path / "wheels", distro=None).installation


@pytest.fixture
def with_overlay(tmp_path: Path, wheels: Installation) -> Settle:
    """Settle one composition of the reference stack with and without an overlay."""

    def settled(sections: Sections, params: str = "base,mine") -> SettledStudy:
        file = tmp_path / "mine.yaml"
        file.write_text(yaml.safe_dump(sections))
        factors = ["composition=isolated", f"params={params}"]
        return settle(packaged(overlays=[f"mine={file}"], factors=factors), wheels)

    return settled


def section(node: str, **values: Any) -> dict[str, Any]:
    return {node: {"ros__parameters": values}}


def refused(settled: Settle, sections: Sections, params: str = "base,mine") -> str:
    with pytest.raises(UserError) as caught:
        settled(sections, params)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_each_arm_has_effective_parameters_of_its_own(with_overlay: Settle) -> None:
    settled = with_overlay(section("amcl", max_particles=501))
    particles = {
        name: one.parameters.of_node("amcl")["max_particles"] for name, one in settled.arms.items()
    }
    assert particles["isolated+mine"] == 501 != particles["isolated"]
    for node in ("planner_server", "local_costmap/local_costmap"):
        plain, laid = (one.parameters.of_node(node) for one in settled.arms.values())
        assert plain == laid


def test_the_file_of_an_overlay_that_is_run_is_known(with_overlay: Settle, tmp_path: Path) -> None:
    settled = with_overlay(section("amcl", max_particles=501))
    assert settled.overlays == {"mine": tmp_path / "mine.yaml"}


@pytest.mark.parametrize(
    "node", ["controller_server", "/controller_server", "/**/controller_server"]
)
def test_the_control_rate_is_that_of_the_arms_effective_parameters(
    with_overlay: Settle, node: str
) -> None:
    settled = with_overlay(section(node, controller_frequency=10.0))
    assert settled.arms["isolated"].control_hz == 20.0
    assert settled.arms["isolated+mine"].control_hz == 10.0


def test_the_control_rate_is_read_where_the_file_names_the_node_with_a_slash(
    wheels: Installation, tmp_path: Path
) -> None:
    study = packaged(factors=["composition=manual"])
    text = (
        study.navigation.params_files[0]
        .read_text()
        .replace("\ncontroller_server:", "\n/controller_server:")
    )
    text = text.replace("controller_frequency: 20.0", "controller_frequency: 15.0")
    file = tmp_path / "params.yaml"
    file.write_text(text)
    settled = settle(study.with_navigation(params_files=(file,)), wheels)
    assert settled.arms["manual"].control_hz == 15.0


@pytest.mark.parametrize("system", ["reference", "nav2"])
def test_the_packages_overlays_switch_bonds_on_and_off_in_both_ends(
    tmp_path: Path, system: str
) -> None:
    installation = Prefix(tmp_path, distro="jazzy").installation
    factors = ["composition=manual", "params=with_bonds,without_bonds"]
    study = packaged("nav2" if system == "nav2" else "default", factors=factors)
    told = {
        name: (
            one.parameters.of_node("lifecycle_manager_navigation")["bond_timeout"],
            one.parameters.of_node("amcl")["bond_heartbeat_period"],
        )
        for name, one in settle(study, installation).arms.items()
    }
    assert told == {"manual+with_bonds": (4.0, 0.1), "manual+without_bonds": (0.0, 0.0)}


def test_a_study_whose_parameters_have_bonds_already_is_told_so(wheels: Installation) -> None:
    study = packaged(factors=["composition=manual", "params=base,with_bonds"])
    with pytest.raises(UserError, match="'manual' and 'manual.with_bonds' are the same: overlay"):
        settle(study, wheels)


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        (section("amlc", max_particles=1), "no node is called amlc; did you mean 'amcl'?"),
        (
            section("amcl", max_particle=1),
            "amcl has no parameter max_particle; did you mean 'max_p",
        ),
        (section("/**", speed=1), "/** has no parameter speed"),
        (section("amcl"), "names no parameter of any node of the study"),
    ],
)
def test_an_overlay_of_which_something_is_ignored_is_refused_by_its_own_file(
    with_overlay: Settle, tmp_path: Path, sections: Sections, said: str
) -> None:
    message = refused(with_overlay, sections)
    assert str(tmp_path / "mine.yaml") in message and said in message


@pytest.mark.parametrize(
    "sections",
    [
        section("amcl", max_particles=800),
        {**section("/**", use_sim_time=True), **section("amcl", max_particles=800)},
    ],
)
def test_an_overlay_without_effect_makes_two_arms_the_same(
    with_overlay: Settle, sections: Sections
) -> None:
    assert refused(with_overlay, sections) == (
        "arms 'isolated' and 'isolated+mine' are the same: overlay mine changes nothing that base"
        " does not; leave one out"
    )


def test_a_behaviour_tree_is_looked_for_beside_the_overlay_that_names_it(tmp_path: Path) -> None:
    tree = tmp_path / "own.xml"
    tree.write_text("<root/>")
    file = tmp_path / "mine.yaml"
    sections = section("bt_navigator", default_nav_to_pose_bt_xml="own.xml")
    file.write_text(yaml.safe_dump(sections))
    study = packaged(
        "nav2", overlays=[f"mine={file}"], factors=["composition=manual", "params=base,mine"]
    )
    arms = settle(study, Installation({"ROS_DISTRO": "jazzy"})).arms
    found = [
        one.parameters.of_node("bt_navigator")["default_nav_to_pose_bt_xml"]
        for one in arms.values()
    ]
    assert found == [str(data_file("params/nav2_to_pose.xml")), str(tree)]
