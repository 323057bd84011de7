# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nav2_composition_bench.cli.standard_output import OutputError, checked_output
from nav2_composition_bench.errors import UserError

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
