# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from nav2_composition_bench.cli import sample
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.sample import SamplerStream
from nav2_composition_bench.sampling.stream import parse_stream, read_stream

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    sample.add_arguments(parser)
    return sample.run(parser.parse_args(words))


def test_the_table_shows_processes_threads_and_sums() -> None:
    stream = read_stream(GOLDEN / "sampler_stream.jsonl")
    titles, process, thread, total, footer = sample.report_lines(stream, with_threads=True)
    assert titles.split()[:4] == ["PID", "NAME", "CPU", "%"]
    assert process.split() == ["8472", "python3", "3.7", "4.2", "1.0", "14.0", "14.0", "1", "90"]
    assert thread.split() == ["python3", "0.0", "1"]
    assert total.split() == ["all", "1", "19.2", "8.3", "1.9", "24.4", "15.0"]
    assert "over 1.5 s" in footer


def test_columns_are_aligned() -> None:
    stream = read_stream(GOLDEN / "sampler_stream.jsonl")
    titles, process, *_ = sample.report_lines(stream, with_threads=False)
    assert titles.index("CPU %") + len("CPU %") == process.index("3.7") + len("3.7")


def test_what_could_not_be_read_is_a_dash() -> None:
    lines = (GOLDEN / "sampler_stream_unprivileged.jsonl").read_bytes().splitlines(keepends=True)
    later = lines[2].replace(b'"monotonic_ns":3139593548032', b'"monotonic_ns":3140593548032')
    stream = parse_stream([*lines[:-1], later])
    _, process, total, _ = sample.report_lines(stream, with_threads=False)
    assert process.split() == ["8472", "python3", "0.0", "–", "–", "–", "–", "1", "0"]
    assert total.split() == ["all", "1", "0.0", "–", "–", "–", "–"]


def test_a_kept_stream_is_shown_with_its_remarks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--stream", str(GOLDEN / "sampler_stream.jsonl")) == 0
    shown = capsys.readouterr()
    assert "8472" in shown.out
    assert shown.err == ""


def test_a_stream_of_one_reading_is_too_short() -> None:
    with pytest.raises(UserError, match="read twice"):
        run("--stream", str(GOLDEN / "sampler_stream_unprivileged.jsonl"))


@pytest.mark.parametrize("words", [[], ["--pid", "1", "--stream", "file"]])
def test_either_processes_or_a_stream_are_wanted(words: list[str]) -> None:
    with pytest.raises(UserError, match="either --pid N or --stream FILE"):
        run(*words)


@pytest.mark.parametrize("duration", ["0", "-1", "nan"])
def test_a_duration_without_meaning_is_refused(duration: str) -> None:
    with pytest.raises(UserError, match="--duration is"):
        run("--pid", "1", "--duration", duration)


def sample_on_a_full_disk(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Sample although writing fails; the sampler itself is none."""

    class Sampler:
        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def __enter__(self) -> Sampler:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def wait(self, _timeout_s: float) -> bool:
            return True

        def stop(self) -> SamplerStream:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(sample, "ProcessSampler", Sampler)
    run("--pid", "1", *words)


@pytest.mark.parametrize("duration", ["0", "5"])
def test_a_kept_stream_takes_no_duration(duration: str) -> None:
    with pytest.raises(UserError, match="--duration is of sampling, and --stream is kept already"):
        run("--stream", str(GOLDEN / "sampler_stream.jsonl"), "--duration", duration)


def test_a_stream_that_does_not_fit_on_the_disk_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(UserError, match="^cannot write kept.jsonl: No space left on device$"):
        sample_on_a_full_disk(monkeypatch, "--save", "kept.jsonl")


def test_where_nothing_is_kept_a_failure_to_write_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match="No space left on device"):
        sample_on_a_full_disk(monkeypatch)


def test_a_kept_stream_is_not_kept_once_more(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--save keeps what is sampled"):
        run("--stream", str(GOLDEN / "sampler_stream.jsonl"), "--save", str(tmp_path / "again"))
