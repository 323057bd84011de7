# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from fake_runner import make_study

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.background_load import BackgroundLoad, parse_background_load
from nav2_composition_bench.study.study_file import find_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.trial.provenance import study_document


@pytest.mark.parametrize(
    ("text", "load"),
    [
        ("busy=2", BackgroundLoad(busy=2)),
        ("busy=2, niceness=10", BackgroundLoad(busy=2, niceness=10)),
        ("robot=isolated", BackgroundLoad(robot="isolated")),
    ],
)
def test_a_load_is_read(text: str, load: BackgroundLoad) -> None:
    assert parse_background_load(text) == load


@pytest.mark.parametrize(
    "text",
    [
        "",
        "busy",
        "busy=0",
        "busy=-1",
        "busy=65",
        "busy=2,busy=3",
        "busy=2,niceness=20",
        "niceness=5",
        "robot=isolated,niceness=5",
        "robot=isolated,busy=1",
        "robot=anything",
        "compilers=2",
    ],
)
def test_what_is_no_load_is_refused_in_one_line_that_names_the_option(text: str) -> None:
    with pytest.raises(UserError, match="--background-load") as caught:
        parse_background_load(text)
    assert "\n" not in str(caught.value)


def test_a_study_file_declares_a_load_which_the_command_line_changes() -> None:
    study = load_study(find_study_file("nav2_under_load"))
    assert study.background_load == BackgroundLoad(busy=2)
    nice = override(study, StudyOptions(background_load=BackgroundLoad(2, 10)))
    assert nice.background_load == BackgroundLoad(2, 10)


def test_a_load_that_cannot_be_run_is_refused_with_file_and_line(tmp_path: Path) -> None:
    text = find_study_file("default").read_text().replace("../../", f"{Path.cwd()}/")
    text = text.replace("../", f"{Path.cwd()}/params/")
    path = tmp_path / "study.yaml"
    path.write_text(f"{text}background_load: {{busy: 2, robot: isolated}}\n")
    with pytest.raises(UserError, match=rf"{path}:\d+"):
        load_study(path)


def test_the_load_is_in_the_stamp_and_stamps_without_one_are_as_older_ones() -> None:
    study = make_study()
    assert "background_load" not in study_document(study)
    loaded = override(study, StudyOptions(background_load=BackgroundLoad(2, 10)))
    found = study_document(loaded)["background_load"]
    assert found == {"busy": 2, "niceness": 10, "robot": None}
