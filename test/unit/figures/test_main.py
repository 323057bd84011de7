# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from figures import __main__ as command


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One page with a stale figure, and one file that is not there yet."""
    page = tmp_path / "page.md"
    page.write_text("A length of <!-- figures: length -->3 m<!-- end -->.\n")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "documents", lambda: [page])
    monkeypatch.setattr(command, "whole_files", lambda: {tmp_path / "all.svg": lambda: "<svg/>\n"})
    monkeypatch.setattr(command, "FIGURES", {"length": lambda: "4 m"})
    return tmp_path


def test_a_check_names_what_is_not_current_and_changes_nothing(
    pages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--check"]) == 1
    said = capsys.readouterr().out
    assert "page.md:1: <!-- figures: length --> is not current" in said
    assert "all.svg is not current" in said
    assert "3 m" in (pages / "page.md").read_text()
    assert not (pages / "all.svg").exists()


def test_figures_that_were_written_are_current(pages: Path) -> None:
    assert command.main([]) == 0
    assert "<!-- figures: length -->4 m<!-- end -->" in (pages / "page.md").read_text()
    assert (pages / "all.svg").read_text() == "<svg/>\n"
    assert command.main(["--check"]) == 0


def test_a_marker_that_cannot_be_right_ends_with_status_2(
    pages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pages / "page.md").write_text("<!-- figures: width -->\n<!-- end -->\n")
    assert command.main([]) == 2
    assert capsys.readouterr().err.startswith("figures: page.md:1: no figure is called 'width'")
