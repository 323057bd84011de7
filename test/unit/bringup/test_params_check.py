# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.bringup.parameters import ParameterFile, load_parameters
from nav2_composition_bench.bringup.params_check import check_parameters, known_parameters
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.node_table import NodeEntry, table_for
from nav2_composition_bench.study.package_files import data_file

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
    with pytest.raises(UserError, match="no node is called controler_server; did you mean contr"):
        check({"controler_server": {}})


def test_an_unknown_parameter_is_named_with_the_nearest_one() -> None:
    with pytest.raises(UserError, match="amcl has no parameter rat; did you mean rate"):
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
    file = load_parameters(data_file("params/reference_stack.yaml"))
    check_parameters(file, table_for("reference"), known_parameters("reference"))


def test_a_section_of_a_node_that_other_distributions_have_is_allowed() -> None:
    file = ParameterFile(Path("p.yaml"), {**GOOD, "route_server": {}})
    check_parameters(file, NODES, KNOWN, elsewhere=table_for("nav2", "jazzy"))
    with pytest.raises(UserError, match="no node is called route_server"):
        check_parameters(file, NODES, KNOWN)
