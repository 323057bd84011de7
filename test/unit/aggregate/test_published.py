# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Published figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from no_permission import without_permission

from nav2_composition_bench.aggregate.published import is_published, read_published
from nav2_composition_bench.errors import UserError

PAPER = Path(__file__).parents[3] / "results" / "paper"
WHOLE = json.loads((PAPER / "x86.json").read_text(encoding="utf-8"))


def test_the_papers_x86_column_reads_as_printed() -> None:
    table = read_published(PAPER / "x86.json")
    figure = table.figures["isolated"]["cpu_percent"]
    assert (figure.mean, figure.standard_deviation) == (36.09, 4.00)
    assert table.figures["multi_process"]["pss_bytes"].mean == 118_850_000


def test_the_papers_savings_follow_from_its_means() -> None:
    found = read_published(PAPER / "arm.json").saving("isolated", "cpu_percent", "multi_process")
    assert found is not None
    ratio, interval = found.ratio()
    assert ratio == pytest.approx(109.62 / 154.27)
    assert interval is not None and interval.contains(ratio) and interval.high < 0.75


def test_a_metric_the_paper_lacks_has_no_saving() -> None:
    table = read_published(PAPER / "arm.json")
    assert table.saving("isolated", "footprint_bytes", "multi_process") is None


def test_only_json_files_are_published_data(tmp_path: Path) -> None:
    assert is_published(PAPER / "arm.json") and not is_published(tmp_path)


def test_a_file_in_a_directory_without_permission_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="^cannot read .*/arm.json: Permission denied$"):
        with without_permission(tmp_path):
            is_published(tmp_path / "arm.json")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", r"t\.json:1 is not JSON"),
        ("[]", "no published table of schema 1"),
        ('{"kind": "study"}', "no published table of schema 1"),
        (json.dumps({"schema": 1, "kind": "published"}), "lacks or misshapes 'machine'"),
        (json.dumps({**WHOLE, "trials": "ten"}), "trials is 'ten', must be a whole number of 1"),
        (json.dumps({**WHOLE, "trials": 0}), "trials is 0, must be a whole number of 1"),
    ],
)
def test_a_malformed_file_is_named_with_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "t.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said):
        read_published(path)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("mean", 0, "mean is 0, must be a number above 0"),
        ("mean", "48", "mean is '48', must be a number above 0"),
        ("standard_deviation", None, "standard_deviation is None, must be a number of 0 or more"),
        ("standard_deviation", -1, "standard_deviation is -1, must be a number of 0 or more"),
    ],
)
def test_a_figure_that_is_no_number_is_named(
    tmp_path: Path, field: str, value: object, said: str
) -> None:
    figure = {"mean": 1.0, "standard_deviation": 0.1, field: value}
    path = tmp_path / "t.json"
    document = {**WHOLE, "compositions": {"isolated": {"cpu_percent": figure}}}
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UserError, match=f"t.json: cpu_percent of isolated: {said}"):
        read_published(path)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match=r"t\.json is not UTF-8 text"):
        read_published(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot read .*none\.json: No such file"):
        read_published(tmp_path / "none.json")
