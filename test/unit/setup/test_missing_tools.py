# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the user reads when something has to be installed first."""

from __future__ import annotations

import platform
import shutil
import stat
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from types import ModuleType

import probe
import pytest
from commands import SetupError
from toolchain import check_compilers

from nav2_composition_bench.ros_domain.environment import DISCOVERY_VARIABLES

SETUP = Path(probe.__file__).with_name("setup.sh")
Version = namedtuple("Version", "major minor micro")


def program(directory: Path, name: str, *lines: str) -> None:
    path = directory / name
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def set_up(path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(SETUP)],
        env={"PATH": str(path), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_machine_without_python_is_told_what_to_install(tmp_path: Path) -> None:
    done = set_up(tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "setup: no Python found; install Python 3.10 to 3.13 "
        "(apt install python3 python3-venv python3-dev)"
    ]


def test_a_variable_that_names_no_python_is_named(tmp_path: Path) -> None:
    program(tmp_path, "python3", 'case $1 in *main.py) echo "main by 3";; esac')
    done = set_up(tmp_path, PYTHON="/nonexistent")
    assert (done.returncode, done.stderr) == (
        2,
        "setup: PYTHON names no program that can be run, '/nonexistent'; name Python 3.10 to 3.13,"
        " or leave PYTHON out\n",
    )
    program(tmp_path, "python3.9", "echo 'Python 3.9 will not do'", "exit 3")
    assert set_up(tmp_path, PYTHON="python3.9").stderr == "setup: Python 3.9 will not do\n"
    assert set_up(tmp_path, PYTHON="python3").stdout == "main by 3\n"


def test_the_first_python_that_will_not_do_is_named_when_none_will(tmp_path: Path) -> None:
    program(tmp_path, "python3", "echo 'Python 3.9 will not do'", "exit 3")
    program(tmp_path, "python3.12", "echo 'Python 3.12 lacks the venv module'", "exit 3")
    done = set_up(tmp_path)
    assert (done.returncode, done.stderr) == (2, "setup: Python 3.9 will not do\n")


def test_a_later_python_is_taken_when_the_first_will_not_do(tmp_path: Path) -> None:
    program(tmp_path, "python3", "exit 3")
    program(tmp_path, "python3.11", 'case $1 in *main.py) echo "main by 3.11";; esac')
    done = set_up(tmp_path)
    assert (done.returncode, done.stdout) == (0, "main by 3.11\n")


def test_a_broken_launcher_of_a_python_is_passed_over(tmp_path: Path) -> None:
    program(tmp_path, "python3", "echo 'no such version' >&2", "exit 127")
    program(tmp_path, "python3.12", 'case $1 in *main.py) echo "main by 3.12";; esac')
    assert set_up(tmp_path).stdout == "main by 3.12\n"


@pytest.mark.parametrize(
    ("has_tomllib", "lacking", "needs_pip"),
    [(False, "", True), (True, "mujoco>=3.5", True), (True, "", False)],
)
def test_the_tests_on_a_ros_installation_need_pip_only_where_it_has_something_to_do(
    tmp_path: Path, has_tomllib: bool, lacking: str, needs_pip: bool
) -> None:
    script = tmp_path / "setup" / "test_ros.sh"
    script.parent.mkdir()
    shutil.copy(SETUP.with_name("test_ros.sh"), script)
    program(
        tmp_path,
        "python3",
        'case "$*" in',
        f'"-c import tomllib") {"exit 0" if has_tomllib else "exit 1"} ;;',
        f'*missing_modules.py*) echo "{lacking}" ;;',
        "*sourced_versions*) exit 0 ;;",
        '*) echo "No module named pip" >&2; exit 1 ;;',
        "esac",
    )
    program(tmp_path, "colcon", "exit 5")
    done = subprocess.run(
        ["bash", str(script)],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "ROS_DISTRO": "humble"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = (2, "test-ros: pip is missing; install python3-pip\n") if needs_pip else (5, "")
    assert (done.returncode, done.stderr) == told


def test_the_tests_on_a_ros_installation_first_print_the_versions_that_they_run_on(
    tmp_path: Path,
) -> None:
    clone = SETUP.parents[1]
    for name in ("setup", "nav2_composition_bench", "pyproject.toml"):
        (tmp_path / name).symlink_to(clone / name)
    manifest = tmp_path / "share" / "rclcpp" / "package.xml"
    manifest.parent.mkdir(parents=True)
    manifest.write_text("<package><version>28.1.21</version></package>")
    index = tmp_path / "share" / "ament_index" / "resource_index" / "packages"
    index.mkdir(parents=True)
    (index / "rclcpp").touch()
    missing = '*missing_modules.py*) ;; *) exec "$PYTHON" "$@" ;;'
    program(tmp_path, "python3", f'case "$*" in {missing} esac')
    program(tmp_path, "colcon", "echo builds", "exit 5")
    environment = {
        "PATH": f"{tmp_path}:/usr/bin:/bin",
        "PYTHON": sys.executable,
        "ROS_DISTRO": "jazzy",
        "AMENT_PREFIX_PATH": str(tmp_path),
    }
    command = ["bash", str(tmp_path / "setup" / "test_ros.sh")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "test-ros: ROS jazzy, rclcpp 28.1.21\nbuilds\n", done.stderr


def test_the_tests_on_a_ros_installation_stay_on_this_machine_whatever_the_shell_says(
    tmp_path: Path,
) -> None:
    (tmp_path / "setup").mkdir()
    script = shutil.copy(SETUP.with_name("test_ros.sh"), tmp_path / "setup")
    program(tmp_path, "python3")
    program(tmp_path, "colcon", f"env >{tmp_path}/environment", "exit 5")
    shell = dict.fromkeys(DISCOVERY_VARIABLES, "of the shell")
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "ROS_DISTRO": "jazzy", **shell}
    done = subprocess.run(["bash", str(script)], env=environment, check=False)
    assert done.returncode == 5
    lines = (tmp_path / "environment").read_text().splitlines()
    kept = {line for line in lines if line.partition("=")[0] in DISCOVERY_VARIABLES}
    assert kept == {"ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST"}


@pytest.mark.parametrize(("minor", "fits"), [(9, False), (10, True), (13, True), (14, False)])
def test_pythons_that_are_locked_for_will_do(
    monkeypatch: pytest.MonkeyPatch, minor: int, fits: bool
) -> None:
    monkeypatch.setattr(sys, "version_info", Version(3, minor, 0))
    monkeypatch.setattr(probe, "missing_part", lambda name: "")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(platform, "libc_ver", lambda: ("glibc", "2.36"))
    assert (probe.problem() == "") == fits


@pytest.mark.parametrize(
    ("machine", "libc", "said"),
    [
        ("aarch64", ("glibc", "2.36"), "this is Linux aarch64"),
        ("x86_64", ("glibc", "2.17"), "need glibc 2.28 or newer, this is glibc 2.17"),
        ("x86_64", ("", ""), "this is another C library"),
    ],
)
def test_a_machine_without_wheels_is_told_why(
    monkeypatch: pytest.MonkeyPatch, machine: str, libc: tuple[str, str], said: str
) -> None:
    monkeypatch.setattr(sys, "version_info", Version(3, 11, 0))
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(platform, "libc_ver", lambda: libc)
    assert said in probe.problem()


def test_a_missing_venv_module_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    minor = sys.version_info[1]
    expected = f"Python lacks the venv module; apt install python3.{minor}-venv"
    assert probe.missing_part("Python") == expected


def test_missing_headers_are_named_with_their_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", ModuleType("ensurepip"))
    monkeypatch.setattr("sysconfig.get_paths", lambda: {"include": str(tmp_path)})
    assert probe.missing_part("Python").endswith(f"apt install python3.{sys.version_info[1]}-dev")


def test_a_missing_compiler_is_one_line_that_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(SetupError) as caught:
        check_compilers()
    assert str(caught.value) == "no C++ compiler found; install one (apt install g++)"
    assert caught.value.exit_status == 2


def test_a_compiler_that_cannot_link_statically_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program(tmp_path, "cc")
    program(tmp_path, "c++", "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(SetupError, match="cannot link a static C..17 program; install") as caught:
        check_compilers()
    assert caught.value.exit_status == 2
