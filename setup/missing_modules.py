# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Print the package's Python requirements that this interpreter lacks, for test_ros.sh.

``missing_modules.py PYPROJECT DIRECTORY``: what DIRECTORY holds counts as installed. Runs on the
ROS installation's own interpreter, so it needs nothing but the standard library (and pip's copy of
tomli before Python 3.11).
"""

from __future__ import annotations

import importlib.metadata
import re
import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    from pip._vendor import tomli as tomllib

FOR_TESTS = ("pytest",)


def missing(pyproject: Path, directory: Path) -> list[str]:
    """Return the requirements, versions included, of which no distribution is installed.

    A version that is too old counts as installed: ROS packages share the system's Python, and
    replacing a library under them would break more than it mends.
    """
    project = tomllib.loads(pyproject.read_text())["project"]
    installed = {
        _normalised(distribution.metadata["Name"])
        for distribution in importlib.metadata.distributions(path=[*sys.path, str(directory)])
        if distribution.metadata["Name"]
    }
    wanted = [*project["dependencies"], *FOR_TESTS]
    return [name for name in wanted if _normalised(_name(name)) not in installed]


def _name(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None, requirement
    return match.group()


def _normalised(name: str) -> str:
    """Return a name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    print(*missing(Path(sys.argv[1]), Path(sys.argv[2])))
