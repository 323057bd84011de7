# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from pathlib import Path

from stamps import Stamp, content_of, key_of


def test_a_stamp_is_valid_only_for_the_key_it_was_written_with(tmp_path: Path) -> None:
    stamp = Stamp(tmp_path / "stamps" / "step")
    assert not stamp.is_valid_for("one")
    stamp.write("one")
    assert stamp.is_valid_for("one")
    assert not stamp.is_valid_for("two")


def test_a_removed_stamp_is_valid_for_nothing(tmp_path: Path) -> None:
    stamp = Stamp(tmp_path / "step")
    stamp.write("one")
    stamp.remove()
    stamp.remove()
    assert not stamp.is_valid_for("one")


def test_a_half_written_stamp_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "step.draft").write_text("one")
    assert not Stamp(tmp_path / "step").is_valid_for("one")


def test_content_changes_with_what_a_file_says_and_how_it_is_called(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a").write_text("text")
    first = content_of([folder])
    (folder / "a").write_text("other")
    second = content_of([folder])
    (folder / "a").rename(folder / "b")
    third = content_of([folder])
    assert len({first, second, third}) == 3


def test_content_is_the_same_in_another_place(tmp_path: Path) -> None:
    for place in ("here", "there"):
        folder = tmp_path / place / "folder"
        folder.mkdir(parents=True)
        (folder / "a").write_text("text")
    assert content_of([tmp_path / "here" / "folder"]) == content_of([tmp_path / "there" / "folder"])


def test_the_parts_of_a_key_do_not_run_into_each_other() -> None:
    assert key_of("ab", "c") != key_of("a", "bc")
