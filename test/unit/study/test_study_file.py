# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from arm_studies import ISOLATED, MANUAL, PAPERS_ARMS

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.factor import TIMER_SLACK
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.placement import PAPERS
from nav2_composition_bench.study.study import Limits
from nav2_composition_bench.study.study_file import (
    default_study_file,
    find_study_file,
    load_study,
)
from nav2_composition_bench.study.study_options import StudyOptions, override

GOALS = [
    {"name": "A", "x_m": 8, "y_m": 0.5, "yaw_rad": 0.0},
    {"name": "B", "x_m": 0.0, "y_m": 0.0, "yaw_rad": 3.14},
]
FILES = {"world_file": "w.sdf", "map_file": "m.yaml", "params_file": "p.yaml"}


@pytest.fixture
def write(tmp_path: Path) -> Any:
    for name in FILES.values():
        (tmp_path / name).write_text("")

    def write_study(text: str | None = None, **changes: Any) -> Path:
        content = {"goals": GOALS, **FILES, **changes}
        path = tmp_path / "mine.yaml"
        path.write_text(yaml.safe_dump(content, sort_keys=False) if text is None else text)
        return path

    return write_study


def fault(path: Path) -> str:
    with pytest.raises(UserError) as caught:
        load_study(path)
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message


def test_the_default_study_is_the_one_the_readme_names() -> None:
    study = yaml.safe_load(default_study_file().read_text())
    assert study["system"] == "reference"
    assert study["compositions"] == [composition.name for composition in PAPERS]
    assert study["trials"] == 2
    assert [goal["name"] for goal in study["goals"]] == ["A", "B"]


def test_no_study_of_the_package_has_a_seed_so_that_each_run_has_an_order_of_its_own(
    write: Any,
) -> None:
    files = default_study_file().parent.glob("*.yaml")
    assert [file.name for file in files if "\nseed:" in file.read_text()] == []
    assert load_study(write()).seed is None
    assert load_study(write(seed=4)).seed == 4


def test_timer_slacks_are_read_and_the_command_line_can_set_others(write: Any) -> None:
    study = load_study(write(factors={"timer_slack_us": ["default", 9]}))
    assert [arm[TIMER_SLACK] for arm in study.arms] == [None, 9] * len(PAPERS)
    other = override(study, StudyOptions(factors=["timer_slack_us=20"]))
    assert {arm[TIMER_SLACK] for arm in other.arms} == {20}


def test_what_a_study_leaves_out_has_defaults(write: Any, tmp_path: Path) -> None:
    study = load_study(write())
    assert study.name == "mine"
    assert study.arms == PAPERS_ARMS
    assert study.navigation.goals == (Goal("A", 8.0, 0.5, 0.0), Goal("B", 0.0, 0.0, 3.14))
    assert study.limits == Limits()
    assert study.navigation.world_file == tmp_path / "w.sdf"


def test_what_a_study_says_is_taken(write: Any) -> None:
    study = load_study(
        write(
            name="night",
            compositions=["isolated", "manual"],
            trials=10,
            limits={"leg_s": 30},
            validity={"real_time_factor": 0.9},
            use_sim_time=True,
        )
    )
    assert study.name == "night"
    assert study.arms == (ISOLATED, MANUAL)
    assert study.trials == 10
    assert study.limits == Limits(leg_s=30.0)
    assert study.validity.real_time_factor == 0.9
    assert study.navigation.use_sim_time is True


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"trials": 0}, ":13: trials is 0, must be at least 1"),
        ({"trials": "two"}, "trials is 'two', must be of type integer"),
        ({"trials": True}, "trials is True, must be of type integer"),
        ({"max_attempts": 5.0}, "max_attempts is 5.0, must be of type integer"),
        ({"trails": 2}, ":13: trails is unknown; did you mean 'trials'?"),
        ({"system": "nav3"}, "system 'nav3' is unknown; did you mean 'nav2'?"),
        ({"simulator": "mujocco"}, "simulator 'mujocco' is unknown; did you mean 'mujoco'?"),
        ({"compositions": ["izolated"]}, "compositions[0] 'izolated' is unknown; did you mean"),
        ({"compositions": []}, "compositions is [], number of entries must be at least 1"),
        ({"compositions": ["manual", "manual"]}, "compositions[1] 'manual' repeats"),
        ({"limits": {"leg": 3}}, "limits.leg is unknown; did you mean 'leg_s'?"),
        ({"limits": {"leg_s": 0}}, "limits.leg_s is 0, must be more than 0"),
        ({"known_cost": {"cpu": 5}}, "known_cost.cpu is unknown; known: cpu_percent, memory_mb"),
        ({"known_cost": {"cpu_percent": 120}}, "known_cost: cpu is 120 %, must be 0 to 90"),
        ({"known_cost": {"memory_mb": -1}}, "known_cost: memory is -1 MB, must be at least 0"),
        ({"factors": {"timer_slack_us": [-1]}}, "factors timer_slack_us is '-1', must be def"),
        ({"factors": {"timer_slack_us": [0.5]}}, "timer_slack_us[0] is 0.5, must be of type"),
        ({"sampling": {"cpu_interval_s": 5}}, "cpu_interval_s is 5, must be at most 1"),
        ({"name": "../up"}, "name is '../up', must match"),
        ({"world_file": "gone.sdf"}, "gone.sdf, which is no file"),
        ({"map_file": "gone.yaml"}, "gone.yaml, which is no file"),
        ({"params_file": "."}, "which is no file"),
        ({"params_file": ["p.yaml", "gone.yaml"]}, "params_file[1] names "),
        ({"params_file": []}, "params_file is [], number of entries must be at least 1"),
        ({"params_file": [1]}, "params_file[0] is 1, must be of type string"),
        ({"params_file": 1}, "params_file is 1, must be of type"),
        ({"goals": GOALS[:1]}, "number of entries must be at least 2"),
        ({"goals": [GOALS[0], GOALS[0]]}, "goals[1] 'A' repeats goals[0]"),
        ({"goals": [GOALS[0], {**GOALS[0], "name": "B"}]}, "is 0.00 m from goal B"),
        ({"goals": [GOALS[0], {"name": "B"}]}, "goals[1] lacks x_m, y_m, yaw_rad"),
        ({"goals": [GOALS[0], {**GOALS[1], "x_m": float("nan")}]}, "goals[1].x_m is nan"),
        ({"goals": None}, "goals is empty, must be of type array"),
    ],
)
def test_a_fault_is_one_line_with_place_and_remedy(
    write: Any, changes: dict[str, Any], expected: str
) -> None:
    assert expected in fault(write(**changes))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("goals: [", ":1 is not YAML"),
        ("a: 1\n\tb: 2", "is not YAML"),
        ("", "is empty, must be of type object"),
        ("- 1", "must be of type object"),
        ("trials: 2\nseed: 1\ntrials: 3", ":3: trials is given already in line 1"),
        ("trials: 2", "lacks goals, map_file, params_file, world_file"),
    ],
)
def test_a_file_that_is_no_study_is_one_line(write: Any, text: str, expected: str) -> None:
    assert expected in fault(write(text))


def test_several_parameter_files_keep_their_order(write: Any, tmp_path: Path) -> None:
    study = load_study(write(params_file=["p.yaml", "m.yaml"]))
    assert study.navigation.params_files == (tmp_path / "p.yaml", tmp_path / "m.yaml")
    study = load_study(write())
    assert study.navigation.params_files == (tmp_path / "p.yaml",)


def test_a_missing_study_file_is_one_line(tmp_path: Path) -> None:
    assert "cannot read" in fault(tmp_path / "none.yaml")


def test_a_binary_study_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in fault(path)


@pytest.mark.parametrize("simulator", ["mujoco", "gazebo", "gz", "external"])
def test_every_host_side_can_be_named(write: Any, simulator: str) -> None:
    assert load_study(write(simulator=simulator)).navigation.simulator == simulator


def test_each_system_has_a_study_of_its_own() -> None:
    assert load_study(default_study_file()).system == "reference"
    assert load_study(default_study_file("reference")).system == "reference"
    assert load_study(default_study_file("nav2")).system == "nav2"


def test_a_study_of_the_package_is_found_by_its_name() -> None:
    assert find_study_file("default") == default_study_file()
    assert find_study_file("nav2") == default_study_file("nav2")


@pytest.mark.parametrize("name", ["mine.yaml", "./mine", "studies/mine", "~/mine"])
def test_a_path_is_a_study_file_whether_it_is_there_or_not(name: str) -> None:
    assert find_study_file(name) == Path(name).expanduser()


def test_an_unknown_name_is_refused_with_the_nearest_study_of_the_package() -> None:
    with pytest.raises(
        UserError,
        match="--study 'nav2_executor' is no study of the package; did you mean 'nav2_executors'.",
    ) as caught:
        find_study_file("nav2_executor")
    assert "or the path of a study file" in str(caught.value)


def test_the_home_of_a_user_that_is_unknown_is_one_line() -> None:
    with pytest.raises(UserError, match="--study is '~nosuchuser/s.yaml', whose home directory"):
        find_study_file("~nosuchuser/s.yaml")
    options = StudyOptions(overlays=["slow=~nosuchuser/o.yaml"])
    with pytest.raises(UserError, match="--overlay is '~nosuchuser/o.yaml', whose home directory"):
        override(load_study(default_study_file()), options)


def test_a_file_whose_name_is_no_study_s_has_to_name_it(write: Any, tmp_path: Path) -> None:
    spaced = write().rename(tmp_path / "my study.yaml")
    assert fault(spaced).endswith(
        "my study.yaml: name is 'my study', must be usable as a directory name: letters, digits,"
        " dots, dashes and underscores, the first a letter or digit"
    )
    assert load_study(write(name="mine").rename(spaced)).name == "mine"
