# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from record_factory import make_record
from stored_studies import write_study

from figures import studies
from nav2_composition_bench.errors import UserError

LISTED = ("board/default", "laptop/default", "laptop/other")


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Three committed studies, and what a user has run or broken beside them."""
    for name in (*LISTED, "mine/other", "mine/default", "laptop/default-2"):
        write_study(tmp_path / name, [make_record()])
    (tmp_path / "mine" / "half").mkdir()
    (tmp_path / "mine" / "half" / "trials.jsonl").write_bytes(b"\xff{")
    rows = "".join(f"| `{name}` | a page | `run` |\n" for name in reversed(LISTED))
    (tmp_path / "README.md").write_text(f"# Studies\n\n| study | page | command |\n{rows}")
    monkeypatch.setattr(studies, "RESULTS", tmp_path)
    studies.committed.cache_clear()
    yield tmp_path
    studies.committed.cache_clear()


def test_only_listed_studies_are_the_committed_ones_whatever_lies_beside_them(
    results: Path,
) -> None:
    assert studies.committed() == LISTED
    assert studies.directory("other") == results / "laptop" / "other"
    assert studies.directory("board/default") == results / "board" / "default"


@pytest.mark.parametrize(("name", "number"), [("default", 2), ("mine/default", 0), ("half", 0)])
def test_a_name_that_is_not_one_listed_study_s_is_refused_with_their_number(
    results: Path, name: str, number: int
) -> None:
    with pytest.raises(UserError, match=f"README.md: {number} studies are called '{name}'"):
        studies.directory(name)


def test_the_list_names_every_study_that_is_committed() -> None:
    if not (studies.ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this tree is no clone, or there is no git")
    command = ["git", "-C", str(studies.RESULTS), "ls-files", "*/trials.jsonl"]
    listing = subprocess.run(command, capture_output=True, text=True, timeout=30)
    if listing.returncode:
        pytest.skip(f"git cannot list the files: {listing.stderr.strip()}")
    tracked = {str(Path(line).parent) for line in listing.stdout.splitlines()}
    assert set(studies.committed()) == tracked
    assert len(studies.committed()) == len(tracked)
