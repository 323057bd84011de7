# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import nav2_composition_bench
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.table_export import as_cmake, as_cpp, as_package_list, main

JAZZY = table_for("nav2", "jazzy")


def test_the_header_includes_each_class_once_and_lists_every_node() -> None:
    text = as_cpp(JAZZY)
    assert text.count("#include") == len({node.plugin for node in JAZZY})
    assert text.count("  X(") == len(JAZZY)
    assert (
        'X(nav2_controller::ControllerServer, "controller_server", "controller_serv",'
        ' false, true, "/tf:=tf", "/tf_static:=tf_static",'
        ' "cmd_vel:=cmd_vel_nav")'
    ) in text


def test_nodes_whose_messages_must_go_through_the_middleware_are_marked() -> None:
    rows = [line for line in as_cpp(JAZZY).splitlines() if line.startswith("  X(")]
    assert [row.split('"')[1] for row in rows if ", false, false," in row] == [
        "map_server",
        "amcl",
        "route_server",
    ]


def test_every_line_of_the_macro_but_the_last_goes_on() -> None:
    lines = as_cpp(JAZZY).partition("#define")[2].rstrip().splitlines()
    assert all(line.endswith(" \\") for line in lines[:-1])
    assert lines[-1].endswith(")")


def test_cmake_gets_packages_and_their_libraries_in_one_order() -> None:
    packages, libraries = as_cmake(JAZZY).splitlines()[1:]
    assert packages.startswith("set(NAV2_BENCH_PACKAGES nav2_map_server nav2_amcl ")
    assert libraries.startswith("set(NAV2_BENCH_LIBRARIES map_server_core amcl_core ")
    assert len(packages.split()) == len(libraries.split())


def test_a_package_with_several_nodes_is_listed_once() -> None:
    assert as_package_list(JAZZY).split().count("nav2_lifecycle_manager") == 1


def test_it_runs_with_the_standard_library_alone() -> None:
    root = Path(nav2_composition_bench.__file__).parents[1]
    module = "nav2_composition_bench.study.table_export"
    done = subprocess.run(
        [sys.executable, "-S", "-m", module, "--distro", "humble", "--format", "packages"],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "nav2_amcl" in done.stdout and "opennav_docking" not in done.stdout


def test_an_unknown_distribution_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--distro", "foxy", "--format", "cpp"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
