# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.measurement_node.parameters import PARAMETERS, Measured, measured
from nav2_composition_bench.study.composition import Composition

GOALS = "[{name: P, x_m: 1, y_m: 0, yaw_rad: 0}, {name: Q, x_m: 0.0, y_m: 0.0, yaw_rad: 0.0}]"
RMW = "rmw_fastrtps_cpp"


def asked(use_sim_time: bool = False, distro: str | None = None, **values: Any) -> Measured:
    defaults = {parameter.name: parameter.default for parameter in PARAMETERS}
    given = {**defaults, "system": "reference", "composition": "manual", "machine": "m", **values}
    assert given.keys() == defaults.keys()
    return measured(given, use_sim_time=use_sim_time, rmw=RMW, ros_distro=distro)


def test_what_is_not_given_is_the_packages_study() -> None:
    one = asked()
    assert one.composition is Composition.MANUAL
    assert one.study.name == "default" and one.study.rmw == RMW
    assert one.study.compositions == tuple(Composition)
    assert one.directory == Path("results/m/default")


def test_parameters_change_the_study(tmp_path: Path) -> None:
    for name in ("map.yaml", "params.yaml"):
        (tmp_path / name).touch()
    one = asked(
        use_sim_time=True,
        study_name="mine",
        map=str(tmp_path / "map.yaml"),
        params_file=str(tmp_path / "params.yaml"),
        goals=GOALS,
        results_dir="elsewhere",
        simulator="gazebo",
        companions="/rviz2 /foxglove_*",
    )
    study = one.study
    assert (study.map_file, study.params_file) == (tmp_path / "map.yaml", tmp_path / "params.yaml")
    assert [goal.name for goal in study.goals] == ["P", "Q"]
    assert study.use_sim_time and study.simulator == "gazebo"
    assert one.directory == Path("elsewhere/m/mine")
    assert one.companions == ("/rviz2", "/foxglove_*")


def test_goals_may_come_from_a_study_file() -> None:
    study = Path(__file__).resolve().parents[3] / "params" / "studies" / "default.yaml"
    assert [goal.name for goal in asked(goals=str(study)).study.goals] == ["A", "B"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"composition": "manul"}, "parameter composition is 'manul', .* did you mean 'manual'"),
        ({"composition": ""}, "parameter composition is not set; known: multi_process, manual"),
        ({"system": "moveit"}, "parameter system is 'moveit', which is unknown"),
        ({"map": "none.yaml"}, "parameter map names .*none.yaml, which is no file"),
        ({"params_file": "none.yaml"}, "parameter params_file names .*none.yaml"),
        ({"study": "none.yaml"}, "parameter study names .*none.yaml, which is no file"),
        ({"study_name": "a/b"}, "parameter study_name is 'a/b', must be usable as a directory"),
        ({"goals": "[]"}, "parameter goals:1: goals is .*, number of entries must be at least 2"),
        ({"goals": "none.yaml"}, "cannot read none.yaml"),
        ({"rmw": "rmw_zenoh_cpp"}, "this node runs with rmw_fastrtps_cpp; start it with"),
        ({"trials": 0}, "parameter trials is 0, must be at least 1"),
        ({"machine": "a b"}, "machine is 'a b', must be usable as a directory name"),
        ({"use_intra_process_comms": True}, "use_intra_process_comms is for system nav2"),
        ({"system": "nav2", "distro": "foxy"}, "foxy"),
    ],
)
def test_what_does_not_fit_is_one_line(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        asked(**values)
    assert "\n" not in str(caught.value)


def test_every_parameter_is_described() -> None:
    for parameter in PARAMETERS:
        assert parameter.description and not parameter.description.endswith(".")
