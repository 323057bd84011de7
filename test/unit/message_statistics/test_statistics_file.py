# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from message_lines import discovered, end, head, histogram, period, received, sent, write

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.message_statistics.statistics_file import read_statistics


def test_counts_latencies_and_events_are_read(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl",
        head("/robot/listener"),
        discovered(10.5, participants=3, endpoints=7),
        period(
            11.0,
            12.0,
            publishers={"out": sent(50)},
            subscriptions={"in": received([1_000, 3_000], lost=2)},
            paths={"lidar": histogram([5_000])},
            callbacks=52,
            wake_ups=40,
        ),
        end(12.5),
    )
    found = read_statistics(path)
    assert found is not None
    assert (found.head.node, found.head.binding) == ("/robot/listener", "rcl")
    assert found.discovered is not None and found.discovered.at_s == 10.5
    assert (found.discovered.participants, found.discovered.endpoints) == (3, 7)
    (counted,) = found.periods
    assert (counted.from_s, counted.to_s) == (11.0, 12.0)
    assert (counted.callbacks, counted.wake_ups) == (52, 40)
    assert counted.counts["publishers"]["out"]["sent"] == 50
    assert counted.counts["subscriptions"]["in"]["lost"] == 2
    assert counted.latencies["subscriptions"]["in"].mean_ns == 2_000.0
    assert counted.latencies["paths"]["lidar"].count == 1


def test_a_line_that_is_still_being_written_is_left_for_the_next_time(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", head())
    with path.open("a") as stream:
        stream.write('{"kind": "event", "at_ns"')
    found = read_statistics(path)
    assert found is not None and found.discovered is None and not found.periods


@pytest.mark.parametrize("text", [None, "", '{"kind": "he'])
def test_a_node_that_has_not_begun_has_no_statistics(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "a.jsonl"
    if text is not None:
        path.write_text(text)
    assert read_statistics(path) is None


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([period(0.0, 1.0)], "line 1: the head must come first"),
        ([head(), head()], "line 2: the head must come first"),
        ([head(schema=2)], "line 1: schema is 2, must be 1"),
        ([head(), {"kind": "period", "from_ns": 1}], "line 2: lacks 'to_ns'"),
        ([head(), {"at_ns": 1}], "line 2: lacks 'kind'"),
    ],
)
def test_a_line_that_no_node_can_have_written_is_named(
    tmp_path: Path, lines: list[dict[str, Any]], message: str
) -> None:
    path = write(tmp_path / "a.jsonl", *lines)
    with pytest.raises(UserError, match=f"a.jsonl, {message}"):
        read_statistics(path)


def test_what_is_no_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("nonsense\n")
    with pytest.raises(UserError, match=r"a\.jsonl, line 1: Expecting value"):
        read_statistics(path)
