# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Write the lock files anew from pyproject.toml: one for each distribution and Python, with hashes.

Needs the interpreters themselves on the PATH, since what a package requires depends on the Python
that asks. Versions already locked are kept; ``--upgrade`` takes the newest ones. Whatever is not
ROS has the same version in every distribution, so that these differ in ROS alone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from distribution import DISTRIBUTIONS

PYTHONS = ("3.10", "3.11", "3.12", "3.13")
PIP_TOOLS = "pip-tools==7.6.2"
ROOT = Path(__file__).resolve().parents[1]


def lock_file(root: Path, distribution: str, version: tuple[int, int]) -> Path:
    """Return where the lock file of a distribution for a Python is."""
    return root / "setup" / "lock" / distribution / f"cp{version[0]}{version[1]}.txt"


def locked(text: str) -> dict[str, str]:
    """Return name → version of every package in a lock file."""
    pins = (line.split()[0].partition("==") for line in text.splitlines() if "==" in line)
    return {name: version for name, _, version in pins}


def constraints(text: str) -> str:
    """Return the pins of a lock file that hold for other distributions too."""
    common = {name: pin for name, pin in locked(text).items() if not name.startswith("ros-")}
    return "".join(f"{name}=={version}\n" for name, version in common.items())


def lock(version: str, options: list[str]) -> None:
    """Write the lock files of one Python.

    :raises SystemExit: if that Python is missing or the requirements cannot be met.
    """
    python = shutil.which(f"python{version}")
    if python is None:
        raise SystemExit(f"lock: python{version} is not on the PATH; it locks its own files")
    major, minor = (int(part) for part in version.split("."))
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([python, "-m", "venv", directory], check=True)
        programs = Path(directory, "bin")
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", PIP_TOOLS]
        subprocess.run(pip, check=True)
        common = Path(directory, "constraints.txt")
        common.write_text("", encoding="utf-8")
        for distribution in DISTRIBUTIONS:
            output = lock_file(ROOT, distribution, (major, minor))
            output.parent.mkdir(exist_ok=True)
            command = [str(programs / "pip-compile"), "--quiet", "--generate-hashes"]
            command += ["--allow-unsafe", "--strip-extras", "--no-emit-index-url"]
            command += ["--no-emit-find-links", "--no-annotate", "--no-header"]
            command += [f"--extra={distribution}", "--extra=build", "--extra=dev"]
            command += [f"--constraint={common}", f"--output-file={output}"]
            subprocess.run([*command, *options, "pyproject.toml"], cwd=ROOT, check=True)
            print(f"lock: {output.relative_to(ROOT)}")
            if distribution == DISTRIBUTIONS[0]:
                text = output.read_text(encoding="utf-8")
                common.write_text(constraints(text), encoding="utf-8")


def main() -> None:
    """Lock for every supported Python."""
    for version in PYTHONS:
        lock(version, sys.argv[1:])


if __name__ == "__main__":
    main()
