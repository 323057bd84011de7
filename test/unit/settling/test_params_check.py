# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.settling.parameters import ParameterFile, load_parameters
from nav2_composition_bench.settling.params_check import (
    check_overlay,
    check_parameters,
    known_parameters,
)
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.node_table import sections_of_any_distro, table_for

NODES = (
    NodeEntry("p", "amcl", "P::Amcl", "amcl"),
    NodeEntry(
        "p", "c", "P::C", "controller_server", hidden_nodes=("/local_costmap/local_costmap",)
    ),
)
GOOD: dict[str, dict[str, float]] = {
    "/**": {},
    "amcl": {"rate": 1.0},
    "controller_server": {},
    "local_costmap/local_costmap": {},
}
KNOWN = {"amcl": ("rate", "laser."), "controller_server": ("frequency",)}


def check(changes: dict[str, dict[str, float] | None]) -> None:
    sections = {k: v for k, v in {**GOOD, **changes}.items() if v is not None}
    check_parameters(ParameterFile(Path("p.yaml"), sections), NODES, KNOWN)


def test_a_file_with_all_sections_passes() -> None:
    check({})


@pytest.mark.parametrize("name", ["amcl", "controller_server", "local_costmap/local_costmap"])
def test_a_node_without_a_section_is_named(name: str) -> None:
    with pytest.raises(UserError, match=rf"^parameter file p\.yaml has no section {name};"):
        check({name: None})


def test_a_section_for_any_namespace_counts() -> None:
    check({"amcl": None, "**/amcl": {}})


def test_a_section_without_a_node_is_named_with_the_nearest_node() -> None:
    with pytest.raises(UserError, match="no node is called controler_server; did you mean 'contr"):
        check({"controler_server": {}})


def test_an_unknown_parameter_is_named_with_the_nearest_one() -> None:
    with pytest.raises(UserError, match="amcl has no parameter rat; did you mean 'rate'"):
        check({"amcl": {"rat": 1.0}})


def test_whatever_is_below_an_open_section_is_allowed() -> None:
    check({"amcl": {"laser.model": 1.0}})


def test_a_section_for_any_namespace_is_checked_too() -> None:
    with pytest.raises(UserError, match="amcl has no parameter rat"):
        check({"amcl": None, "**/amcl": {"rat": 1.0}})


def test_what_nav2_declares_is_not_known_here() -> None:
    assert known_parameters("nav2") is None


def test_use_sim_time_is_a_parameter_of_every_node_of_the_reference_stack() -> None:
    known = known_parameters("reference")
    assert known is not None
    assert all("use_sim_time" in names for names in known.values())


def test_the_packages_own_file_fits_the_reference_stack() -> None:
    file = load_parameters([data_file("params/reference_stack.yaml")])
    check_parameters(file, table_for("reference"), known_parameters("reference"))


def test_a_section_of_a_node_that_other_distributions_have_is_allowed() -> None:
    file = ParameterFile(Path("p.yaml"), {**GOOD, "route_server": {}})
    check_parameters(file, NODES, KNOWN, elsewhere=sections_of_any_distro("nav2"))
    with pytest.raises(UserError, match="no node is called route_server"):
        check_parameters(file, NODES, KNOWN)


OTHER_DISTROS = ("route_server",)


@pytest.mark.parametrize(
    "sections",
    [
        {"amcl": {"rate": 2.0}},
        {"**/amcl": {"rate": 2.0}},
        {"/**": {"anything": 1.0}},
        {"route_server": {"rate": 1.0}, "amcl": {"rate": 2.0}},
    ],
)
def test_an_overlay_may_name_some_parameters_of_some_nodes(
    sections: dict[str, dict[str, float]],
) -> None:
    overlay = ParameterFile(Path("o.yaml"), sections)
    check_overlay(overlay, "mine", NODES, KNOWN, OTHER_DISTROS)


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        ({}, "names no parameter of any node of the study"),
        ({"amcl": {}}, "names no parameter of any node of the study"),
        ({"route_server": {"rate": 1.0}}, "names no parameter of any node of the study"),
        ({"amlc": {"rate": 1.0}}, "no node is called amlc; did you mean 'amcl'?"),
        ({"amcl": {"rat": 1.0}}, "amcl has no parameter rat; did you mean 'rate'?"),
    ],
)
def test_an_overlay_of_which_something_would_be_ignored_is_refused(
    sections: dict[str, dict[str, float]], said: str
) -> None:
    overlay = ParameterFile(Path("o.yaml"), sections)
    with pytest.raises(UserError) as caught:
        check_overlay(overlay, "mine", NODES, KNOWN, OTHER_DISTROS)
    assert "o.yaml" in str(caught.value) and said in str(caught.value)
