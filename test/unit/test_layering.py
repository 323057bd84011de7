# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The order of the stages, and where effects may be."""

from __future__ import annotations

import ast
import functools
import graphlib
import subprocess
import sys
from pathlib import Path

import nav2_composition_bench

PACKAGE = Path(nav2_composition_bench.__file__).parent
NAME = "nav2_composition_bench"

ORDER = (
    "metrics",
    "files",
    "topology",
    "study",
    "installation",
    "message_statistics",
    "settling",
    "processes",
    "ros_domain",
    "bringup",
    "driving",
    "simulator",
    "map_making",
    "reference_stack",
    "sampling",
    "steady_state",
    "trial",
    "fleet",
    "aggregate",
    "placing",
    "capturing",
    "report",
    "measurement_node",
    "cli",
)
"""Folders in the order of the data's flow."""

BEFORE = {stage: set(ORDER[:place]) for place, stage in enumerate(ORDER)}
BEFORE["processes"] = set()  # of any program, so they know nothing of studies
BEFORE["ros_domain"] = {"processes"}
BEFORE["reference_stack"] -= {"simulator", "map_making"}
for _before in BEFORE.values():
    _before -= {"reference_stack"}  # which is not installed beside ROS 2
"""Stage → stages that it may import, itself and ``errors`` apart."""

ROS_PACKAGES = {"rclpy", "bond", "builtin_interfaces", "composition_interfaces", "std_srvs"}
ROS_EDGES = (
    "bringup/component_loading.py",
    "ros_domain/lifecycle_answers.py",
    "ros_domain/quiet_node.py",
    "ros_domain/ros_start.py",
    "bringup/readiness.py",
    "ros_domain/ros_client.py",
    "ros_domain/spinning_thread.py",
    "bringup/shutdown.py",
    "simulator/gazebo_node.py",
    "simulator/messages.py",
    "driving/navigation_client.py",
    "simulator/ros_bridge.py",
    "simulator/velocity_input.py",
    "reference_stack/",
    "trial/observer.py",
    "capturing/raw_messages.py",
    "capturing/watcher.py",
    "measurement_node/diagnostics.py",
    "measurement_node/main.py",
    "measurement_node/node.py",
    "cli/",
)
PROCESS_EDGES = (
    "ros_domain/guardian.py",
    "processes/process_group.py",
    "sampling/sampler_process.py",
    "fleet/namespaces.py",
    "installation/engine_features.py",
    "installation/installation.py",
    "installation/workspace.py",
    "fleet/network.py",
    "trial/software_stamp.py",
    "cli/",
)

MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


@functools.cache
def imported(module: str) -> frozenset[str]:
    """Return the full names that a module imports anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((PACKAGE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively; name the module in full"
            assert node.module is not None
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def stage_of(module: str) -> str:
    return module.split("/")[0].removesuffix(".py")


def is_ros(name: str) -> bool:
    top = name.split(".")[0]
    return top in ROS_PACKAGES or top.endswith("_msgs")


def later_stages(module: str) -> set[str]:
    stage = stage_of(module)
    allowed = {stage, "errors", "__version__"} | BEFORE.get(stage, set())
    inner = {name.split(".")[1] for name in imported(module) if name.startswith(f"{NAME}.")}
    return inner - allowed


def test_a_stage_imports_only_earlier_stages() -> None:
    assert {module: later for module in MODULES if (later := later_stages(module))} == {}


def test_no_module_builds_on_one_that_builds_on_it_not_even_inside_a_function() -> None:
    full_names = {
        ".".join((NAME, *Path(module).with_suffix("").parts)): module for module in MODULES
    }
    graph = {
        module: {full_names[name] for name in imported(module) if name in full_names}
        for module in MODULES
    }
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError, which names the modules


def test_every_folder_is_a_stage() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders <= BEFORE.keys()


def test_ros_is_imported_only_at_the_edges() -> None:
    inner = [module for module in MODULES if not module.startswith(ROS_EDGES)]
    assert [module for module in inner if any(map(is_ros, imported(module)))] == []


def test_processes_are_started_only_at_the_edges() -> None:
    inner = [module for module in MODULES if not module.startswith(PROCESS_EDGES)]
    assert [module for module in inner if "subprocess" in imported(module)] == []


def test_physics_stays_in_the_simulator() -> None:
    outside = [module for module in MODULES if stage_of(module) != "simulator"]
    assert [module for module in outside if "mujoco" in imported(module)] == []


def test_a_run_waits_for_no_statistics_before_there_are_trials() -> None:
    code = "import sys, nav2_composition_bench.cli.run; sys.exit('scipy.stats' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
