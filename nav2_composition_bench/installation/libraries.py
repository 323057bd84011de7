# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Python packages that this one imports, and what installs those that are missing."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from xml.etree import ElementTree

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.installation.ament_index import sourced_distro


@dataclass(frozen=True)
class Library:
    """How a package is called.

    :param pip: by pip, with the versions that will do.
    :param rosdep: in package.xml; None where no rosdep key exists.
    """

    pip: str
    rosdep: str | None = None

    def apt(self, distro: str) -> str | None:
        """Return how Ubuntu and Debian call it for a ROS distribution."""
        if self.rosdep is None or self.rosdep.startswith("python3-"):
            return self.rosdep
        return f"ros-{distro}-{self.rosdep.replace('_', '-')}"


LIBRARIES: Mapping[str, Library] = {
    "deap": Library("deap>=1.4,<1.4.4"),
    "jinja2": Library("Jinja2>=3.1", "python3-jinja2"),
    "jsonschema": Library("jsonschema>=4.17", "python3-jsonschema"),
    "junitparser": Library("junitparser>=3.1"),
    "markupsafe": Library("MarkupSafe>=2.0", "python3-jinja2"),  # which depends on it
    "matplotlib": Library("matplotlib>=3.8", "python3-matplotlib"),
    "mujoco": Library("mujoco>=3.5"),
    "numpy": Library("numpy>=1.26", "python3-numpy"),
    "psutil": Library("psutil>=5.9", "python3-psutil"),
    "py_trees": Library("py_trees>=2.2", "py_trees"),
    "rich": Library("rich>=13.0", "python3-rich"),
    "scipy": Library("scipy>=1.11", "python3-scipy"),
    "skimage": Library("scikit-image>=0.22", "python3-skimage"),
    "yaml": Library("PyYAML>=6.0", "python3-yaml"),
}
"""Module → package. pyproject.toml requires these of pip, package.xml of rosdep."""


def missing_libraries() -> tuple[str, ...]:
    """Return the modules of ``LIBRARIES`` that this Python does not find."""
    return tuple(name for name in LIBRARIES if importlib.util.find_spec(name) is None)


def refusal(modules: Collection[str]) -> UserError:
    """Return what to raise where packages are missing."""
    names = ", ".join(modules)
    lack = f"packages {names} are" if len(modules) > 1 else f"package {names} is"
    return UserError(f"the Python {lack} not installed; install with: {installing(modules)}")


def installing(modules: Collection[str], environment: Mapping[str, str] = os.environ) -> str:
    """Return the commands that install packages.

    Where ROS 2 is sourced outside a virtual environment, what has a rosdep key comes from apt.
    """
    distro = sourced_distro(environment) if sys.prefix == sys.base_prefix else None
    asked = [LIBRARIES[each] for each in modules]
    by_apt = [] if distro is None else dict.fromkeys(filter(None, (o.apt(distro) for o in asked)))
    by_pip = [each.pip for each in asked if distro is None or each.rosdep is None]
    commands = [f"sudo apt install {' '.join(by_apt)}"] if by_apt else []
    if by_pip:
        quoted = " ".join(f'"{each}"' for each in by_pip)
        commands.append(f"{sys.executable} -m pip install {quoted}")
    return " && ".join(commands)


@contextmanager
def required_libraries() -> Iterator[None]:
    """Say in one line which packages are missing, all of them, where an import finds one is not.

    :raises UserError: in place of a ModuleNotFoundError for a package that pyproject.toml or
        package.xml requires.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module in LIBRARIES:
            raise refusal(sorted({module, *missing_libraries()})) from None
        if module in _packages_of_ros():
            raise UserError(
                f"the ROS 2 package {module} is not found by this Python ({sys.executable}); source"
                " the setup.bash of ROS 2, or set the clone up by 'make setup'"
            ) from None
        raise


def _packages_of_ros() -> set[str]:
    root = ElementTree.parse(data_file("package.xml")).getroot()
    return {str(each.text) for tag in ("depend", "exec_depend") for each in root.findall(tag)}
