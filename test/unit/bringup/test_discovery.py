# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from message_lines import discovered, head, write

from nav2_composition_bench.bringup.discovery import wait_until_discovered
from nav2_composition_bench.processes.outcomes import BringUpError, ProcessDeath


def test_everything_is_discovered_when_the_last_node_has_found_what_it_needs(
    tmp_path: Path,
) -> None:
    files = {
        "early": write(tmp_path / "early", head("/early"), discovered(3.0)),
        "late": write(tmp_path / "late", head("/late"), discovered(5.0)),
    }
    assert wait_until_discovered(files, tuple, 1.0) == 5.0


def test_nodes_that_lack_something_are_named_with_what_is_known_of_them(tmp_path: Path) -> None:
    files = {
        "done": write(tmp_path / "done", head("/done"), discovered(3.0)),
        "alone": write(tmp_path / "alone", head("/alone")),
        "missing": tmp_path / "missing",
    }
    with pytest.raises(BringUpError) as caught:
        wait_until_discovered(files, tuple, 0.0)
    assert str(caught.value) == (
        "not everything was discovered within 0 s: alone still waits, missing was never constructed"
    )


def test_of_many_nodes_some_are_named_and_the_others_counted(tmp_path: Path) -> None:
    files = {f"node_{number}": tmp_path / str(number) for number in range(5)}
    with pytest.raises(BringUpError, match="node_2 was never constructed and 2 more$"):
        wait_until_discovered(files, tuple, 0.0)


def test_a_process_that_died_ends_the_wait(tmp_path: Path) -> None:
    death = ProcessDeath("talker", 42, 1, ())
    with pytest.raises(BringUpError, match="talker"):
        wait_until_discovered({"talker": tmp_path / "talker"}, lambda: [death], 60.0)


def test_a_file_that_no_node_can_have_written_ends_the_wait(tmp_path: Path) -> None:
    path = tmp_path / "talker"
    path.write_text("nonsense\n")
    with pytest.raises(BringUpError, match="talker, line 1"):
        wait_until_discovered({"talker": path}, tuple, 60.0)
