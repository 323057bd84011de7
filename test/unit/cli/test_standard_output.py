# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nav2_composition_bench.cli.standard_output import OutputError, checked_output
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.text_output import SPELLED

STUDY = Path(__file__).parents[3] / "results" / "x86_64-2-core-vm" / "default"
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0"}
METRICS = ("cpu_percent", "pss_bytes", "footprint_bytes")
MORE_THAN_A_BUFFER = "x" * 1_000_000


def run_on(output: str | int, work: Callable[[], None]) -> None:
    with open(output, "w") as stream, checked_output(stream):
        work()


def test_what_fits_no_device_is_told_when_it_is_written() -> None:
    later: list[str] = []

    def work() -> None:
        print(MORE_THAN_A_BUFFER)
        later.append("written")

    with pytest.raises(OutputError, match="No space left on"):
        run_on("/dev/full", work)
    assert not later


def test_what_waits_in_a_buffer_is_told_at_the_end() -> None:
    with pytest.raises(OutputError, match="No space left on"):
        run_on("/dev/full", lambda: print("a word"))


def test_a_program_that_ends_by_itself_is_told_too() -> None:
    def work() -> None:
        print("usage")
        raise SystemExit(0)

    with pytest.raises(OutputError, match="No space left on"):
        run_on("/dev/full", work)


def test_a_failure_that_is_passed_over_is_told_at_the_end() -> None:
    def work() -> None:
        with contextlib.suppress(OSError):
            print(MORE_THAN_A_BUFFER)
        print("what cleans up may print")

    with pytest.raises(OutputError, match="No space left on"):
        run_on("/dev/full", work)


def test_a_reader_that_has_gone_is_no_fault_of_the_output() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with pytest.raises(BrokenPipeError) as told:
        run_on(writing, lambda: print("a word"))
    assert not isinstance(told.value, UserError)


def test_an_error_in_another_file_stays_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as told:
        run_on("/dev/null", lambda: print((tmp_path / "absent").read_text()))
    assert not isinstance(told.value, UserError)


def test_what_is_asked_of_the_output_is_answered_by_the_stream() -> None:
    with open("/dev/null", "w") as stream, checked_output(stream):
        assert sys.stdout is not stream
        assert sys.stdout.fileno() == stream.fileno()
        assert not sys.stdout.isatty()


def printed(*words: str, **variables: str) -> str:
    command = [sys.executable, "-m", "nav2_composition_bench.cli.main", *words]
    environment = {**os.environ, **variables}
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout.decode()


@pytest.mark.parametrize("shell", [{"PYTHONIOENCODING": "ascii"}, C_LOCALE])
def test_the_same_is_shown_where_text_is_ascii(shell: dict[str, str]) -> None:
    text = printed("show", str(STUDY), PYTHONIOENCODING="utf-8")
    assert not text.isascii()
    for character, spelled in SPELLED.items():
        text = text.replace(character, spelled)
    assert printed("show", str(STUDY), **shell) == text


def test_files_are_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    limits = [word for name in METRICS for word in ("--threshold", f"{name}=1000")]
    printed(
        *("check", str(STUDY), "--baseline", str(STUDY), "--same-machine", *limits),
        *("--github-summary", str(summary)),
        **C_LOCALE,
    )
    assert not summary.read_text(encoding="utf-8").isascii()
