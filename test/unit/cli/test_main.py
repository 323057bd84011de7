# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from no_permission import without_permission

from nav2_composition_bench import __version__
from nav2_composition_bench.cli import main as program
from nav2_composition_bench.errors import UserError


def install_verb(monkeypatch: pytest.MonkeyPatch, outcome: int | BaseException) -> None:
    """Put a verb in place of ``show`` that ends as told."""

    def run(arguments: argparse.Namespace) -> int:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    verb = SimpleNamespace(NAME="show", HELP="show it", add_arguments=lambda parser: None, run=run)
    monkeypatch.setattr(program, "load", lambda name: verb)


@pytest.mark.parametrize("name", program.VERBS)
def test_every_verb_has_what_a_verb_needs(name: str) -> None:
    verb = importlib.import_module(f"nav2_composition_bench.cli.{name}")
    assert name == verb.NAME
    assert verb.HELP
    verb.add_arguments(argparse.ArgumentParser())
    assert callable(verb.run)


def test_the_help_page_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main(["--help"])
    assert ended.value.code == 0
    page = capsys.readouterr().out
    assert all(f"\n    {name} " in page for name in program.VERBS)


@pytest.mark.parametrize("name", program.VERBS)
def test_every_verb_has_a_help_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main([name, "--help"])
    assert ended.value.code == 0
    assert f"nav2-bench {name}" in capsys.readouterr().out


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        program.main(["--version"])
    assert capsys.readouterr().out == f"nav2-bench {__version__}\n"


@pytest.mark.parametrize("words", [[], ["fly"], ["show", "--colour"]])
def test_a_command_line_that_makes_no_sense_exits_with_status_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main(words)
    assert ended.value.code == 2


@pytest.mark.parametrize("status", [0, 1, 3])
def test_the_verb_decides_the_exit_status(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    install_verb(monkeypatch, status)
    assert program.main(["show"]) == status


def test_what_the_user_can_mend_is_one_line_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install_verb(monkeypatch, UserError("no such study: x.yaml"))
    assert program.main(["show"]) == 2
    assert capsys.readouterr().err == "nav2-bench: error: no such study: x.yaml\n"


def test_a_directory_without_permission_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program.load("show")
    with without_permission(tmp_path):
        status = program.main(["show", str(tmp_path / "study")])
    assert status == 2
    said = f"nav2-bench: error: cannot read {tmp_path / 'study'}: Permission denied\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    "redirection, fault",
    [
        (">/dev/full", "cannot write standard output: No space left on device"),
        ("1</dev/null", "cannot write standard output: Bad file descriptor"),
        (">&-", "standard output is closed; send it to /dev/null instead"),
    ],
)
@pytest.mark.parametrize("words", ["topology check cedar", "--help"])
def test_a_standard_output_that_cannot_be_written_is_one_line_and_status_2(
    redirection: str, fault: str, words: str
) -> None:
    command = f"exec {sys.executable} -m nav2_composition_bench.cli.main {words} {redirection}"
    ended = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert (ended.returncode, ended.stderr) == (2, f"nav2-bench: error: {fault}\n")


def test_ctrl_c_ends_with_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    install_verb(monkeypatch, KeyboardInterrupt())
    assert program.main(["show"]) == 130


def test_a_bug_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    install_verb(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        program.main(["show"])


def test_only_the_verb_that_is_called_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    load = program.load

    def recording_load(name: str) -> program.Verb:
        loaded.append(name)
        return load(name)

    monkeypatch.setattr(program, "load", recording_load)
    program.build_parser(["doctor"])
    assert loaded == ["doctor"]


def test_the_gate_needs_no_library_of_a_report_that_nobody_asks_for() -> None:
    script = (
        "import sys; sys.modules['junitparser'] = None; import nav2_composition_bench.cli.check"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
