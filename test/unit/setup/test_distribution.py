# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which distribution is set up, from the word after DISTRO= on."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from commands import NEEDS_USER, SetupError
from distribution import DISTRIBUTIONS, wanted_distribution
from steps import Places

ROOT = Path(__file__).resolve().parents[3]
SOURCED = {"AMENT_PREFIX_PATH": "/opt/ros"}


def make(tmp_path: Path, target: str, *words: str, **environment: str) -> tuple[int, str]:
    """Call make in a copy of what it needs until anything is set up."""
    shutil.copytree(ROOT / "setup", tmp_path / "setup", ignore=shutil.ignore_patterns("lock"))
    shutil.copy(ROOT / "Makefile", tmp_path)
    done = subprocess.run(
        ["make", "--silent", "--no-print-directory", "-C", str(tmp_path), target, *words],
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def program_directory(*words: str) -> str:
    printed = subprocess.run(
        ["make", "--silent", "-f", "-", "-C", str(ROOT), "print", *words],
        input="include Makefile\nprint:\n\t@echo $(BIN)\n",
        env={"PATH": "/usr/local/bin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    return printed.stdout.strip()


def test_jazzy_is_set_up_where_nothing_is_asked_for_whatever_is_sourced() -> None:
    assert wanted_distribution("", {}) == "jazzy"
    assert wanted_distribution("", {"ROS_DISTRO": "kilted", **SOURCED}) == "jazzy"


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_distribution_is_set_up_by_its_name(name: str) -> None:
    assert wanted_distribution(name, {}) == name
    assert wanted_distribution(name, {"ROS_DISTRO": name, **SOURCED}) == name


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("klited", "'klited'; did you mean 'kilted'? known: jazzy, kilted"),
        ("lyrical", "'lyrical'; known: jazzy, kilted"),
    ],
)
def test_a_distribution_without_wheels_is_refused_in_one_line(asked: str, said: str) -> None:
    with pytest.raises(SetupError) as caught:
        wanted_distribution(asked, {})
    assert str(caught.value) == f"there are no wheels of ROS distribution {said}"
    assert caught.value.exit_status == NEEDS_USER == 2


def test_a_distribution_beside_another_that_is_sourced_is_refused() -> None:
    with pytest.raises(SetupError, match="DISTRO is kilted and ROS distribution jazzy is sourced"):
        wanted_distribution("kilted", {"ROS_DISTRO": "jazzy", **SOURCED})


def test_a_distribution_that_a_container_names_and_nothing_has_sourced_keeps_no_other_out() -> None:
    assert wanted_distribution("kilted", {"ROS_DISTRO": "jazzy"}) == "kilted"


@pytest.mark.parametrize("target", ["setup", "run", "test"])
def test_make_says_that_a_distribution_is_unknown_and_does_nothing(
    tmp_path: Path, target: str
) -> None:
    status, said = make(tmp_path, target, "DISTRO=humbel")
    assert status == 2
    assert said.splitlines()[0] == (
        "setup: there are no wheels of ROS distribution 'humbel'; known: jazzy, kilted"
    )
    assert not list(tmp_path.glob(".venv*")) and not (tmp_path / ".setup").exists()


@pytest.mark.parametrize("name", ["", *DISTRIBUTIONS])
def test_make_runs_the_programs_of_the_environment_that_set_up_fills(name: str) -> None:
    words = [f"DISTRO={name}"] if name else []
    expected = Places(Path(), name or DISTRIBUTIONS[0]).environment / "bin"
    assert program_directory(*words) == str(expected)
