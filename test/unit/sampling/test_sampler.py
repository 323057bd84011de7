# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""ProcessSampler over programs that write what a sampler would."""

from __future__ import annotations

import resource
import signal
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.stream import StreamError, read_stream

STREAM = Path(__file__).resolve().parents[2] / "golden" / "sampler_stream.jsonl"
TIMEOUT_S = 60.0


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "process_sampler"
    path.touch(0o755)
    return path


def test_lines_are_decoded_and_kept(program: Path, tmp_path: Path) -> None:
    program.write_text(f"#!/bin/sh\ncat {STREAM}\n")
    kept = tmp_path / "kept.jsonl"
    with ProcessSampler([1], binary=program, stream_path=kept) as sampler:
        assert sampler.wait(TIMEOUT_S)
        assert sampler.stop() == read_stream(STREAM)
        latest = sampler.latest_cpu()
        walk = sampler.latest_memory()
    assert latest == read_stream(STREAM).cpu_samples[-1]
    assert walk == read_stream(STREAM).memory_samples[-1]
    assert kept.read_bytes() == STREAM.read_bytes()


def test_options_reach_the_sampler(program: Path, tmp_path: Path) -> None:
    said = tmp_path / "said"
    program.write_text(f'#!/bin/sh\necho "$@" > {said}\ncat {STREAM}\n')
    with ProcessSampler(
        [7, 8], cpu_interval_s=0.25, memory_interval_s=0, cgroup=Path("/c"), binary=program
    ) as sampler:
        assert sampler.wait(TIMEOUT_S)
    assert said.read_text().strip() == (
        "--die-with-parent --pid 7 --pid 8 --cgroup /c --cpu-interval 0.25 --memory-interval 0"
    )


def test_a_refusal_carries_the_samplers_own_words(program: Path) -> None:
    program.write_text("#!/bin/sh\necho 'process_sampler: no, because' >&2\nexit 2\n")
    with pytest.raises(UserError, match="^process_sampler: no, because$"):
        ProcessSampler([1], binary=program).start()


def test_a_failure_while_it_samples_is_told_when_it_is_stopped(program: Path) -> None:
    program.write_text(f"#!/bin/sh\ncat {STREAM}\necho 'process_sampler: no more' >&2\nexit 1\n")
    with ProcessSampler([1], binary=program) as sampler:
        assert sampler.wait(TIMEOUT_S)
        with pytest.raises(UserError, match="^process_sampler: no more$"):
            sampler.stop()


def test_a_silent_refusal_tells_the_status(program: Path) -> None:
    program.write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(UserError, match="ended with 3"):
        ProcessSampler([1], binary=program).start()


def test_a_malformed_line_shows_on_stopping(program: Path) -> None:
    program.write_text(f"#!/bin/sh\nhead -3 {STREAM}\necho nonsense\n")
    with ProcessSampler([1], binary=program) as sampler:
        assert sampler.wait(TIMEOUT_S)
        with pytest.raises(StreamError, match="line 4"):
            sampler.stop()


def test_a_sampler_that_does_not_end_is_killed(program: Path) -> None:
    program.write_text(
        f"#!/bin/sh\ntrap '' TERM\ncat {STREAM}\nexec 1>&-\nwhile :; do sleep 1; done\n"
    )
    sampler = ProcessSampler([1], binary=program)
    sampler.start()
    assert sampler.wait(TIMEOUT_S)
    assert sampler.is_running()
    sampler.end(timeout_s=0.1)
    assert not sampler.is_running()


def test_a_walk_that_never_comes_is_a_timeout(program: Path) -> None:
    # The recorded walk lies in the future of a machine that was just started, so it is dated back.
    long_ago = 's/"begin_monotonic_ns":[0-9]*/"begin_monotonic_ns":1/'
    program.write_text(f"#!/bin/sh\nsed '{long_ago}' {STREAM}\n")
    with ProcessSampler([1], binary=program) as sampler:
        assert sampler.wait(TIMEOUT_S)
        with pytest.raises(TimeoutError):
            sampler.walk_memory(timeout_s=TIMEOUT_S)


def test_a_stream_that_cannot_be_kept_is_an_error_of_the_user(
    program: Path, tmp_path: Path
) -> None:
    program.write_text(f"#!/bin/sh\ncat {STREAM}\n")
    with pytest.raises(UserError, match="cannot be written"):
        ProcessSampler([1], binary=program, stream_path=tmp_path / "no" / "file").start()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_shows_on_stopping_and_does_not_stall_the_sampler(program: Path) -> None:
    program.write_text(f"#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do cat {STREAM}; done\n")
    with ProcessSampler([1], binary=program, stream_path=Path("/dev/full")) as sampler:
        assert sampler.wait(TIMEOUT_S)
        with pytest.raises(OSError, match="No space left"):
            sampler.stop()


def test_a_program_that_is_none_is_one_line(program: Path) -> None:
    program.write_bytes(b"\x7fELF, of another machine")
    with pytest.raises(UserError, match=f"^cannot run {program}: Exec format error$"):
        ProcessSampler([1], binary=program).start()


def test_a_refusal_leaves_an_earlier_stream_as_it_was(program: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text("earlier\n")
    program.write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(UserError, match="ended with 3"):
        ProcessSampler([1], binary=program, stream_path=kept).start()
    assert kept.read_text() == "earlier\n"
    program.write_text(f"#!/bin/sh\ncat {STREAM}\n")
    with ProcessSampler([1], binary=program, stream_path=kept) as sampler:
        assert sampler.wait(TIMEOUT_S)
    assert kept.read_bytes() == STREAM.read_bytes()


def test_a_line_that_fits_only_in_part_is_a_full_disk(program: Path, tmp_path: Path) -> None:
    """The kernel writes what fits and says so, without an error."""
    program.write_text(f"#!/bin/sh\ncat {STREAM}\n")
    allowed = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (STREAM.stat().st_size - 5, allowed[1]))
    try:
        with ProcessSampler([1], binary=program, stream_path=tmp_path / "kept") as sampler:
            assert sampler.wait(TIMEOUT_S)
            with pytest.raises(OSError, match="No space left on device"):
                sampler.stop()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, allowed)
        signal.signal(signal.SIGXFSZ, before)
