# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Installations of ROS 2 in which everything is a name."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import quoteattr

from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.study import Study

CONTAINERS = (
    "component_container",
    "component_container_events_cbg",
    "component_container_isolated",
    "component_container_mt",
)
OWN_PROGRAMS = (
    "manual_composition",
    "static_single_threaded_container",
    "rclcpp_events_container",
    "events_cbg_container",
    "event_container",
    "ring_buffer_container",
    "intra_process_event_container",
)
LAYER = "nav2_costmap_2d::VoxelLayer"


class Prefix:
    """An installation prefix with an ament index.

    :param distro: whose Nav2 is installed; None for a prefix with a middleware only.
    """

    def __init__(self, path: Path, distro: str | None = "jazzy") -> None:
        self.path = path
        self.distro = distro
        self.register("rmw_typesupport", "rmw_fastrtps_cpp")
        if distro is None:
            return
        for node in table_for("nav2", distro):
            self.program(node.package, node.executable)
            self.register("rclcpp_components", node.package, f"{node.plugin};lib/x.so\n")
        for name in CONTAINERS:
            self.program("rclcpp_components", name)
        for name in OWN_PROGRAMS:
            self.program("nav2_composition_bench", name)
        self.register("packages", "nav2_costmap_2d")
        self.declare("nav2_costmap_2d", LAYER)

    @property
    def installation(self) -> Installation:
        """What sourcing this prefix gives."""
        distro = {} if self.distro is None else {"ROS_DISTRO": self.distro}
        return Installation({"AMENT_PREFIX_PATH": str(self.path), **distro})

    def set_up(self) -> Path:
        """Write what a shell sources to use this prefix; return the prefix."""
        distro = "" if self.distro is None else f"export ROS_DISTRO={self.distro}\n"
        text = f'export AMENT_PREFIX_PATH="{self.path}"\n{distro}'
        (self.path / "setup.bash").write_text(text)
        return self.path

    def register(self, kind: str, package: str, content: str = "") -> None:
        """Put a package under a kind of the index."""
        file = self._entry(kind, package)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text((file.read_text() if file.exists() else "") + content)

    def unregister(self, kind: str, package: str) -> None:
        """Take a package from under a kind of the index."""
        self._entry(kind, package).unlink()

    def program(self, package: str, name: str) -> None:
        """Install an executable."""
        self.register("packages", package)
        file = self.path / "lib" / package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o755)

    def version(self, package: str, version: str) -> None:
        """Install a package's manifest."""
        self.register("packages", package)
        file = self.path / "share" / package / "package.xml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<package><name>{package}</name><version>{version}</version></package>")

    def declare(self, package: str, *classes: str) -> None:
        """Let pluginlib find classes."""
        kind = f"{package}__pluginlib__plugin"
        if not self._entry(kind, package).exists():
            self.register(kind, package, f"share/{package}.xml\n")
        entries = "".join(f"<class type={quoteattr(each)}/>" for each in classes)
        (self.path / f"share/{package}.xml").write_text(
            f'<class_libraries><library path="l">{entries}</library></class_libraries>'
        )

    def declare_plugins_of(self, study: Study) -> None:
        """Let pluginlib find every class that the study's parameters name."""
        texts = {
            value
            for settled in settle(study, self.installation).arms.values()
            for values in settled.parameters.sections.values()
            for value in values.values()
            if isinstance(value, str)
        }
        self.declare("nav2_costmap_2d", *sorted(texts))

    def _entry(self, kind: str, package: str) -> Path:
        return self.path / "share/ament_index/resource_index" / kind / package
