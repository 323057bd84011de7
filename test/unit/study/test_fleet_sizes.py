# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.factor import NETWORK
from nav2_composition_bench.study.fleet_sizes import parse_robots
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import default_study_file, find_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override


def discovery() -> Study:
    return load_study(find_study_file("discovery"))


def fault(tmp_path: Path, text: str) -> str:
    path = tmp_path / "study.yaml"
    path.write_text(f"system: topology\ngenerated: {{graph: fleet, robots: [2, 3]}}\n{text}\n")
    with pytest.raises(UserError) as caught:
        load_study(path)
    return str(caught.value)


def test_other_sizes_take_the_place_of_the_studys_with_all_else_as_it_was() -> None:
    study = override(discovery(), StudyOptions(robots=(3, 100)))
    assert list(study.exchange.values.values()) == [3.0, 100.0]
    assert study.exchange.window_s == discovery().exchange.window_s
    names = [arm.name for arm in study.arms]
    assert "peers+robots-100" in names and "peers+robots-2" not in names
    assert study.baseline == "multicast+robots-3"


def test_the_baseline_stays_where_the_sizes_leave_it() -> None:
    study = override(discovery(), StudyOptions(robots=(3, 10)))
    assert study.baseline == discovery().baseline == "multicast+robots-10"
    assert study.arms[0].name == "multicast+robots-3"


def test_arms_of_one_size_are_left_out_with_other_sizes() -> None:
    assert any("drops_5_percent" in arm.name for arm in discovery().arms)
    study = override(discovery(), StudyOptions(robots=(3,)))
    assert not any("drops_5_percent" in arm.name for arm in study.arms)


def test_with_the_sizes_that_it_has_a_study_stays_as_it_is() -> None:
    assert override(discovery(), StudyOptions(robots=(20, 10, 5, 2))) == discovery()


def test_one_size_leaves_the_axis_of_a_study_over_something_else(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_text("system: topology\ngenerated: {graph: fleet, robots: 2, topics: [3, 4]}\n")
    assert load_study(path).exchange.axis == "topics"
    study = override(load_study(path), StudyOptions(robots=(5,)))
    assert study.exchange.axis == "topics"
    assert study.exchange.values == {"robots-5--topics-3": 3.0, "robots-5--topics-4": 4.0}


def test_sizes_that_leave_no_listed_arm_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "system: topology\ngenerated: {graph: fleet, robots: [2, 3]}\n"
        "arms: [{discovery: peers, topology: robots-2}]\n"
    )
    with pytest.raises(UserError, match="--robots leaves no arm of study mine, which lists each"):
        override(load_study(path), StudyOptions(robots=(4,)))


def test_sizes_are_numbers_between_commas() -> None:
    assert parse_robots("1, 20,300") == (1, 20, 300)
    with pytest.raises(UserError, match="write numbers like"):
        parse_robots("ten")


def test_a_size_that_is_named_twice_is_refused() -> None:
    with pytest.raises(UserError, match="--robots names 1 twice; name it once"):
        override(discovery(), StudyOptions(robots=(1, 2, 1)))


@pytest.mark.parametrize("robots", [(0,), (201,)])
def test_sizes_that_cannot_be_are_refused_with_what_can(robots: tuple[int, ...]) -> None:
    with pytest.raises(UserError, match="must be 1 to 200"):
        override(discovery(), StudyOptions(robots=robots))


def test_sizes_of_what_is_no_fleet_are_refused() -> None:
    with pytest.raises(UserError, match="not of fleets; say --study discovery"):
        override(load_study(default_study_file()), StudyOptions(robots=(2,)))


def test_a_fleets_arms_are_named_by_how_its_robots_find_one_another(tmp_path: Path) -> None:
    study = discovery()
    first = study.arms[0]
    assert first.name == "multicast+robots-2"
    assert first.levels["discovery"] == "multicast" and first.levels["network"] == "one_subnet"
    lossy = next(arm for arm in study.arms if arm[NETWORK].drops)
    assert lossy.name == "multicast+drops_5_percent+robots-10"


def test_what_a_fleet_cannot_have_is_refused_with_its_line(tmp_path: Path) -> None:
    assert "compositions is not for fleets" in fault(tmp_path, "compositions: [isolated]")
    assert "placements is not for fleets" in fault(tmp_path, "placements: {two: 'a,b'}")
    told = fault(tmp_path, "use_intra_process_comms: true")
    assert "use_intra_process_comms is not for fleets" in told
    told = fault(tmp_path, "factors: {network: [moon]}")
    assert ":3" in told and "moon" in told and "one_subnet" in told


@pytest.mark.parametrize(
    ("options", "option"),
    [
        (StudyOptions(compositions=["isolated"]), "--composition"),
        (StudyOptions(placements=["two=robot_1/a|robot_1/b"]), "--placement"),
    ],
)
def test_options_that_lay_processes_out_are_not_for_fleets(
    options: StudyOptions, option: str
) -> None:
    with pytest.raises(UserError, match=f"{option} is not for fleets"):
        override(discovery(), options)


def test_what_is_no_fleet_has_no_factor_discovery(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(
        "system: topology\ntopologies: {a: consumer_robot}\nfactors: {discovery: [peers]}\n"
    )
    with pytest.raises(UserError, match="there is no factor 'discovery'"):
        load_study(path)
