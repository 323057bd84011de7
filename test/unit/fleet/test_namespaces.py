# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.fleet import namespaces
from nav2_composition_bench.fleet.namespaces import (
    delete,
    namespace_name,
    remove_leftovers,
    run_command,
)


@pytest.fixture
def deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of namespaces that were deleted; those that there are lie in tmp_path."""
    gone: list[str] = []
    monkeypatch.setattr(namespaces, "NAMED", tmp_path)
    monkeypatch.setattr(namespaces, "run_ip", lambda lines, *_: gone.extend(lines))
    return gone


def test_namespaces_of_a_run_that_has_ended_are_removed(tmp_path: Path, deleted: list[str]) -> None:
    left = f"nbfleet-{os.getpid()}-1-robot_1"  # the pid of this process, at another time
    (tmp_path / left).touch()
    assert remove_leftovers() == (left,)
    assert deleted == [f"netns delete {left}"]


def test_namespaces_of_a_run_that_goes_on_and_of_others_stay(
    tmp_path: Path, deleted: list[str]
) -> None:
    (tmp_path / namespace_name("robot_1")).touch()
    (tmp_path / "somebody_elses").touch()
    assert remove_leftovers() == ()
    assert not deleted


def test_a_machine_without_any_namespace_has_no_leftovers(
    tmp_path: Path, deleted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(namespaces, "NAMED", tmp_path / "nothing")
    assert remove_leftovers() == ()


def test_a_namespace_that_another_run_removes_meanwhile_is_passed_over_and_one_that_stays_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def removed_by_another(lines: Iterable[str], *_: str) -> None:
        for line in lines:
            (tmp_path / line.split()[-1]).unlink()
        raise UserError("Cannot remove namespace file: No such file or directory")

    def refused(*_: object) -> None:
        raise UserError("Device or resource busy")

    monkeypatch.setattr(namespaces, "NAMED", tmp_path)
    (tmp_path / "one").touch()
    monkeypatch.setattr(namespaces, "run_ip", removed_by_another)
    delete(["one"])
    (tmp_path / "one").touch()
    monkeypatch.setattr(namespaces, "run_ip", refused)
    with pytest.raises(UserError, match="busy"):
        delete(["one"])


def test_a_ctrl_c_of_the_terminal_does_not_reach_a_command() -> None:
    told = run_command([sys.executable, "-c", "import os; print(os.getpgrp())"])
    assert int(told) != os.getpgrp()


def test_a_command_that_fails_is_told_with_its_own_words_on_one_line() -> None:
    assert run_command(["sh", "-c", "cat"], "given") == "given"
    with pytest.raises(UserError, match="^sh cannot .* network of a fleet: Read-only file system$"):
        run_command(["sh", "-c", "printf 'Read-only\\nfile system\\n' >&2; exit 1"])
    with pytest.raises(UserError, match="status 3$"):
        run_command(["sh", "-c", "exit 3"])
