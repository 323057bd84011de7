# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.fleet.matches import MachineMatches, whole_since


def line(at_s: float, matches: int) -> str:
    event = {"kind": "event", "at_ns": round(at_s * 1e9), "event": "matches", "matches": matches}
    return json.dumps(event) + "\n"


def test_a_machine_is_up_when_each_of_its_nodes_has_told_its_matches(tmp_path: Path) -> None:
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    machine = MachineMatches(files)
    machine.read()
    assert machine.up_s is None and machine.matches == 0
    files[0].write_text('{"kind":"head"}\n' + line(1.0, 2))
    machine.read()
    assert machine.up_s is None and machine.matches == 2
    files[1].write_text(line(3.0, 1))
    machine.read()
    assert machine.up_s == pytest.approx(3.0)
    assert [matches for _, matches in machine.changes] == [2, 3]


def test_lines_are_read_once_and_only_when_they_are_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    machine = MachineMatches([path])
    path.write_text(line(1.0, 2) + line(2.0, 5)[:-10])
    machine.read()
    machine.read()
    assert [matches for _, matches in machine.changes] == [2]
    path.write_text(line(1.0, 2) + line(2.0, 5))
    machine.read()
    assert [matches for _, matches in machine.changes] == [2, 5]


def test_a_line_that_is_none_is_refused_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("no JSON\n")
    with pytest.raises(UserError, match=r"a\.jsonl holds a line that no node writes"):
        MachineMatches([path]).read()


def test_a_machine_is_whole_since_it_last_had_enough() -> None:
    assert whole_since([(1.0, 0), (2.0, 4)], 4) == 2.0
    assert whole_since([(1.0, 4), (2.0, 5), (3.0, 3), (4.0, 4), (5.0, 6)], 4) == 4.0


def test_a_machine_that_lacks_something_is_not_whole() -> None:
    assert whole_since([(1.0, 4), (2.0, 3)], 4) is None
    assert whole_since([], 1) is None
