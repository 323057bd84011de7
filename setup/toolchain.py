# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Check the compilers before anything slow begins."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from commands import NEEDS_USER, SetupError, clean_environment

_PROGRAM = """
#include <string_view>
int main() { return static_cast<int>(std::string_view().size()); }
"""


def check_compilers() -> str:
    """Check that C and C++ compilers exist and link a static C++17 program.

    :returns: which compilers they are, as part of the key of what they build.
    :raises SetupError: with one line that says what to install.
    """
    c = _command("CC", ("cc", "gcc", "clang"))
    cxx = _command("CXX", ("c++", "g++", "clang++"))
    if c is None or cxx is None:
        missing = "C++" if cxx is None else "C"
        raise SetupError(f"no {missing} compiler found; install one (apt install g++)", NEEDS_USER)
    with tempfile.TemporaryDirectory() as directory:
        source = Path(directory, "program.cpp")
        source.write_text(_PROGRAM, encoding="utf-8")
        linked = subprocess.run(
            [*cxx, "-std=c++17", "-static", "-o", str(source.with_suffix("")), str(source)],
            env=clean_environment(os.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    if linked.returncode != 0:
        raise SetupError(
            f"{shlex.join(cxx)} cannot link a static C++17 program; install a whole compiler "
            "(apt install g++; dnf install gcc-c++ glibc-static libstdc++-static)",
            NEEDS_USER,
        )
    return f"{_version(c)}\n{_version(cxx)}"


def _command(variable: str, names: tuple[str, ...]) -> list[str] | None:
    """Return the compiler that CMake will take: the variable's, else the first name found."""
    chosen = shlex.split(os.environ.get(variable, ""))
    if chosen:
        return chosen if shutil.which(chosen[0]) else None
    return next(([name] for name in names if shutil.which(name)), None)


def _version(command: list[str]) -> str:
    answer = subprocess.run(
        [*command, "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    return answer.stdout.decode(errors="replace").splitlines()[0] if answer.stdout else ""
