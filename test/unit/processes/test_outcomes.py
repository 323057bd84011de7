# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.processes.log_tail import (
    last_error,
    last_lines,
    log_size,
    lost_transitions,
    managers_that_gave_up,
)
from nav2_composition_bench.processes.outcomes import ProcessDeath


@pytest.mark.parametrize(
    ("status", "lines", "reason"),
    [
        (3, (), "amcl exited with status 3"),
        (-9, (), "amcl was killed by SIGKILL"),
        (-40, (), "amcl was killed by signal 40"),
        (1, ("a", "no map"), "amcl exited with status 1 (last log line: no map)"),
    ],
)
def test_a_death_has_a_reason(status: int, lines: tuple[str, ...], reason: str) -> None:
    assert ProcessDeath("amcl", 5, status, lines).reason == reason


def test_the_last_lines_leave_out_empty_ones(tmp_path: Path) -> None:
    log = tmp_path / "node.log"
    log.write_bytes(b"one\n\ntwo \nthree\xff\n\n")
    assert last_lines(log, 2) == ("two", "three\ufffd")


def test_only_the_end_of_a_long_log_is_read(tmp_path: Path) -> None:
    log = tmp_path / "node.log"
    log.write_text("x" * 100_000 + "\nend\n")
    assert last_lines(log, 1) == ("end",)


def test_a_missing_log_has_no_lines(tmp_path: Path) -> None:
    assert last_lines(tmp_path / "node.log", 3) == ()
    assert last_error(tmp_path / "node.log") is None
    assert log_size(tmp_path / "node.log") == 0


def test_the_last_error_that_was_logged_is_found(tmp_path: Path) -> None:
    log = tmp_path / "node.log"
    log.write_text(
        "[ERROR] [1.5] [amcl]: first\n[FATAL] [1.6] [amcl]: no map\n[INFO] [1.7] [amcl]: bye\n"
    )
    assert last_error(log) == "[amcl]: no map"


def test_an_error_that_is_logged_once_more_is_found_behind_the_first(tmp_path: Path) -> None:
    log = tmp_path / "node.log"
    line = "[ERROR] [1.5] [amcl]: no map\n"
    log.write_text(line)
    assert last_error(log, behind=len(line)) is None
    log.write_text(2 * line)
    assert last_error(log, behind=len(line)) == "[amcl]: no map"


def test_the_cause_is_found_while_the_line_that_gives_up_is_still_being_written(
    tmp_path: Path,
) -> None:
    log = tmp_path / "node.log"
    log.write_text(
        "[ERROR] [1.5] [amcl]: no map\n"
        "[ERROR] [1.6] [lifecycle_manager]: Failed to bring up all requested nodes. Aborting"
    )
    assert last_error(log) == "[amcl]: no map"


@pytest.mark.parametrize(
    ("said", "gave_up"),
    [
        ("Failed to bring up all requested nodes. Aborting bringup.", True),  # Nav2
        ("Failed to bring up all requested nodes, aborting", True),
        ("Failed to bring up all requested nodes, trying again", False),
        ("Failed to change state for node: amcl", False),
    ],
)
def test_a_manager_that_gave_up_is_told_from_one_that_tries_again(
    tmp_path: Path, said: str, gave_up: bool
) -> None:
    log = tmp_path / "nav2_container.log"
    lines = [f"[ERROR] [1790000000.5] [lifecycle_manager_navigation]: {said}\n"] * 2
    log.write_text("[INFO] [1.0] [amcl]: hello\n" + "".join(lines) + 20_000 * "x" + "\n")
    expected = ("lifecycle_manager_navigation",) if gave_up else ()
    assert managers_that_gave_up(log) == expected
    assert managers_that_gave_up(tmp_path / "no.log") == ()


def test_a_transition_whose_answer_was_lost_is_found_in_the_log_of_its_node(tmp_path: Path) -> None:
    log = tmp_path / "nav2_container.log"
    said = (
        "[WARN] [1790000000.5] [{node}.rclcpp]: failed to send response to /{node}/{service}"
        " (timeout): client will not receive response, at ./src/rmw_response.cpp:154\n"
    )
    lines = [("amcl", "change_state"), ("amcl", "change_state"), ("map_server", "get_parameters")]
    log.write_text("".join(said.format(node=node, service=service) for node, service in lines))
    assert lost_transitions(log) == ("amcl",)
    assert lost_transitions(tmp_path / "no.log") == ()


def test_once_a_manager_gave_up_the_error_is_what_led_to_it(tmp_path: Path) -> None:
    log = tmp_path / "nav2_container.log"
    quits = (
        "[ERROR] [3.0] [lifecycle_manager_navigation]: Failed to bring up all requested nodes. A"
    )
    lines = [
        "[ERROR] [1.0] [lifecycle_manager_navigation]: Failed to change state for node: amcl",
        f"{quits}borting bringup.",
        "[ERROR] [4.0] [map_server]: Unable to start transition 4",
    ]
    cause = "[ERROR] [0.5] [amcl]: no scan topic"
    log.write_text("\n".join([cause, *lines, ""]))
    assert last_error(log) == "[amcl]: no scan topic"
    log.write_text("\n".join([*lines, ""]))
    assert last_error(log) == (
        "[lifecycle_manager_navigation]: Failed to bring up all requested nodes. Aborting bringup."
    )
