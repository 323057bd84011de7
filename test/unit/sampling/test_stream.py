# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.sample import ProcessExit, ThreadCpu
from nav2_composition_bench.sampling.stream import StreamError, parse_stream, read_stream

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
STREAM = GOLDEN / "sampler_stream.jsonl"
UNPRIVILEGED = GOLDEN / "sampler_stream_unprivileged.jsonl"


def lines() -> list[bytes]:
    return STREAM.read_bytes().splitlines(keepends=True)


def changed(number: int, **fields: object) -> list[bytes]:
    """The golden stream with fields of one line replaced."""
    result = lines()
    line = json.loads(result[number - 1])
    line.update(fields)
    result[number - 1] = json.dumps(line).encode() + b"\n"
    return result


def test_a_stream_becomes_samples_in_seconds_and_bytes() -> None:
    stream = read_stream(STREAM)
    assert stream.header.cpu_interval_s == 0.3
    assert stream.header.page_size_bytes == 4096
    assert stream.header.footprint_unavailable_reason is None
    assert len(stream.cpu_samples) == 6
    first = stream.cpu_samples[0]
    assert first.monotonic_s == 3138.077738812
    assert first.cpu_time_s == 0.196301136
    assert first.cgroup_cpu_time_s is None
    assert [process.pid for process in first.processes] == [8472, 8561]
    assert first.processes[0].threads[1] == ThreadCpu(8559, "amcl", 0.014879531)
    assert first.processes[0].reaped_children_cpu_time_s == 0.04
    assert first.observer.rss_bytes == 1089536
    (walk,) = stream.memory_samples
    assert walk.footprint_bytes == 14991360
    assert [process.pss_bytes for process in walk.processes] == [4203520, 4107264]
    assert not walk.requested
    assert stream.partial_memory_samples == ()


def test_starts_exits_and_the_end_are_kept() -> None:
    stream = read_stream(STREAM)
    assert [(start.pid, start.root) for start in stream.starts] == [(8472, True), (8561, False)]
    assert stream.starts[0].command == ("/usr/bin/python3", "container.py")
    assert stream.exits == (
        ProcessExit(3138.892238195, 8561, 313759, "python3", 0.301639918, final=True),
    )
    assert stream.end is not None
    assert stream.end.reason == "duration"
    assert stream.truncated_line is None


def test_unreadable_memory_is_missing_and_never_zero() -> None:
    stream = read_stream(UNPRIVILEGED)
    assert stream.memory_samples == ()
    (walk,) = stream.partial_memory_samples
    assert walk.processes == ()
    assert [process.pid for process in walk.unreadable] == [8472]
    assert walk.footprint_bytes is None
    assert [warning.reason for warning in stream.warnings] == ["Permission denied"]
    assert stream.header.footprint_unavailable_reason is not None


def test_a_truncated_last_line_is_set_aside() -> None:
    whole = lines()
    stream = parse_stream([*whole[:-2], whole[-2][:100]])
    assert stream.truncated_line == whole[-2][:100].decode()
    assert stream.end is None
    assert len(stream.cpu_samples) == 5


@pytest.mark.parametrize(
    "broken, problem",
    [
        (b"{\n", "not JSON"),
        (b"[1]\n", "not a JSON object"),
        (b"\n", "not JSON"),
        (b'{"type":"surprise"}\n', "unknown type 'surprise'"),
        (b'{"type":"cpu"}\n', "'cgroup_cpu_time_ns' is missing"),
        (b'{"no":"type"}\n', "'type' is missing"),
    ],
)
def test_a_malformed_line_is_an_error_with_its_number(broken: bytes, problem: str) -> None:
    whole = lines()
    with pytest.raises(StreamError, match=f"^here, line 5: .*{problem}") as caught:
        parse_stream([*whole[:4], broken, *whole[5:]], source="here")
    assert caught.value.line_number == 5


@pytest.mark.parametrize(
    "fields",
    [
        {"cpu_time_ns": "many"},
        {"cpu_time_ns": 1.5},
        {"cpu_time_ns": True},
        {"processes": [{"pid": 1}]},
        {"processes": [1]},
        {"observer": None},
    ],
)
def test_a_field_of_a_wrong_type_is_an_error_with_its_line(fields: dict[str, object]) -> None:
    with pytest.raises(StreamError, match="line 4: "):
        parse_stream(changed(4, **fields))


def test_a_stream_of_another_schema_is_refused() -> None:
    with pytest.raises(StreamError, match="line 1: schema 2, only 1 can be read"):
        parse_stream(changed(1, schema=2))


def test_a_stream_without_its_header_first_is_refused() -> None:
    with pytest.raises(StreamError, match="line 1: the header must come first"):
        parse_stream(lines()[1:])
    with pytest.raises(StreamError, match="line 2: the header must come first"):
        parse_stream([lines()[0], lines()[0]])
    with pytest.raises(StreamError, match="there is no header"):
        parse_stream([])


def test_a_file_that_cannot_be_read_is_an_error_of_the_user(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="missing.jsonl cannot be read: No such file"):
        read_stream(tmp_path / "missing.jsonl")
