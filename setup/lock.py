# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Write the lock files anew from pyproject.toml: one for each Python, with hashes.

Needs the interpreters themselves on the PATH, since what a package requires depends on the Python
that asks. Versions already locked are kept; ``--upgrade`` takes the newest ones.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PYTHONS = ("3.10", "3.11", "3.12", "3.13")
PIP_TOOLS = "pip-tools==7.6.2"
ROOT = Path(__file__).resolve().parents[1]


def lock(version: str, options: list[str]) -> None:
    """Write the lock file of one Python.

    :raises SystemExit: if that Python is missing or the requirements cannot be met.
    """
    python = shutil.which(f"python{version}")
    if python is None:
        raise SystemExit(f"lock: python{version} is not on the PATH; it locks its own file")
    output = ROOT / "setup" / "lock" / f"cp{version.replace('.', '')}.txt"
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([python, "-m", "venv", directory], check=True)
        programs = Path(directory, "bin")
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", PIP_TOOLS]
        subprocess.run(pip, check=True)
        command = [str(programs / "pip-compile"), "--quiet", "--generate-hashes", "--allow-unsafe"]
        command += ["--strip-extras", "--no-emit-index-url", "--no-emit-find-links"]
        command += ["--no-annotate", "--no-header", "--all-extras"]
        command += ["--output-file", str(output), *options, "pyproject.toml"]
        subprocess.run(command, cwd=ROOT, check=True)
    print(f"lock: {output.relative_to(ROOT)}")


def main() -> None:
    """Lock for every supported Python."""
    for version in PYTHONS:
        lock(version, sys.argv[1:])


if __name__ == "__main__":
    main()
