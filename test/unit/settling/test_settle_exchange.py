# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study

PAIR = """{"nodes": [
  {"node_name": "talker", "node_namespace": "/robot",
   "publishers": [{"topic_name": "data", "msg_type": "stamped10b", "freq_hz": 50}]},
  {"node_name": "listener",
   "subscribers": [{"topic_name": "/robot/data", "msg_type": "stamped10b"}]}
]}"""
NOTHING = Installation({})


def study_of(tmp_path: Path, text: str = "", topology: str = PAIR) -> Study:
    (tmp_path / "pair.json").write_text(topology)
    path = tmp_path / "study.yaml"
    path.write_text(f"system: topology\ntopologies: {{pair: ./pair.json}}\n{text}\n")
    return load_study(path)


def test_each_arm_has_the_nodes_and_parameters_of_its_own_graph(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_text("system: topology\ngenerated: {graph: empty_nodes, number: [1, 3]}\n")
    settled = settle(load_study(path), NOTHING)
    one, three = (settled.arms[f"isolated+number-{number}"] for number in (1, 3))
    assert (len(one.nodes), len(three.nodes)) == (1, 3)
    assert set(three.parameters.sections) == {node.name for node in three.nodes}
    assert len(settled.nodes) == len({*map(str, one.nodes), *map(str, three.nodes)})
    assert not settled.commands_are_stamped


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of topologies."""
    monkeypatch.delenv("ROS_DISTRO", raising=False)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    programs = tmp_path / "lib" / "nav2_composition_bench"
    programs.mkdir(parents=True)
    for name in ("topology_process", "topology_container"):
        (programs / name).touch(mode=0o755)


def test_nodes_are_told_what_is_theirs_and_where_to_write(tmp_path: Path, installed: None) -> None:
    settled = settle(study_of(tmp_path), NOTHING)
    (arm,) = [arm for arm in settled.study.arms if arm.name == "multi_process"]
    made = settled.plan(arm, tmp_path)
    assert [process.label for process in made.processes] == ["robot.talker", "listener"]
    talker = made.parameters.of_node("robot/talker")
    assert talker["publisher.data.topic"] == "/robot/data"
    assert talker["statistics.file"] == str(tmp_path / "messages" / "robot.talker.jsonl")
    assert set(made.statistics) == {"robot/talker", "listener"}
    assert made.managed == {}


TOLD = """factors: {composition: [two], executor: [events]}
placements: {two: 'robot/talker@%d | %s'}
"""


def test_an_arm_of_a_placement_gets_its_loops(tmp_path: Path, installed: None) -> None:
    core = NOTHING.cores[0]
    settled = settle(study_of(tmp_path, TOLD % (core, "/listener")), NOTHING)
    (arm,) = settled.study.arms
    (process,) = settled.plan(arm, tmp_path).processes
    options = process.command[1 : process.command.index("--ros-args")]
    loops = ("--loop", f"robot/talker@{core}", "--loop", "listener")
    assert options == (*loops, "--executor", "events")
    assert not any("core" in clause for clause in settled.arms[arm.name].lacks)


def test_a_placement_of_other_nodes_is_refused_and_a_core_that_is_not_there_noted(
    tmp_path: Path,
) -> None:
    with pytest.raises(UserError, match="topology pair: there is no node 'listner'; did you mean"):
        settle(study_of(tmp_path, TOLD % (0, "listner")), NOTHING)
    settled = settle(study_of(tmp_path, TOLD % (4711, "listener")), NOTHING)
    (arm,) = settled.arms.values()
    assert any("placement two has an executor on core 4711" in clause for clause in arm.lacks)


TWINS = """factors: {composition: [named, rest], executor: [events]}
placements:
  named: robot/talker | listener@%d
  rest: "*@0 | robot/talker"
"""


def test_a_placement_that_names_what_the_other_calls_the_rest_is_the_same_arm(
    tmp_path: Path,
) -> None:
    with pytest.raises(UserError, match="arms 'named.events' and 'rest.events' are the same"):
        settle(study_of(tmp_path, TWINS % 0), NOTHING)
    assert len(settle(study_of(tmp_path, TWINS % 1), NOTHING).arms) == 2


def test_what_an_arm_lacks_is_noted_by_name(tmp_path: Path) -> None:
    settled = settle(study_of(tmp_path), Installation({"ROS_DISTRO": "jazzy"}))
    lacks = settled.arms["isolated"].lacks
    assert any("middleware rmw_fastrtps_cpp is not installed" in clause for clause in lacks)


def test_an_arm_of_a_transport_gets_its_profile_its_environment_and_loans(
    tmp_path: Path, installed: None
) -> None:
    settled = settle(study_of(tmp_path, "factors: {transport: [default, loan]}"), NOTHING)
    arms = {arm.name: arm for arm in settled.study.arms}
    plain = settled.plan(arms["isolated"], tmp_path)
    assert plain.environment == {} and plain.further_files == {}
    lent = settled.plan(arms["isolated+loan"], tmp_path)
    (profile,) = lent.further_files
    assert profile == tmp_path / "fastdds_profile.xml"
    assert lent.environment["FASTRTPS_DEFAULT_PROFILES_FILE"] == str(profile)
    for made, way in ((plain, "unique_ptr"), (lent, "loaned_msg")):
        assert made.parameters.of_node("robot/talker")["publisher.data.pass_by"] == way


def test_a_study_of_transports_is_refused_with_a_profile_of_the_shells(tmp_path: Path) -> None:
    study = study_of(tmp_path, "factors: {transport: [default, loan]}")
    shell = Installation({"FASTRTPS_DEFAULT_PROFILES_FILE": "/mine.xml"})
    with pytest.raises(UserError, match="the shell sets FASTRTPS_DEFAULT_PROFILES_FILE"):
        settle(study, shell)
    assert list(settle(study, shell, only=["isolated"]).arms) == ["isolated"]


def test_an_arm_whose_messages_cannot_be_lent_is_noted_with_its_topic(tmp_path: Path) -> None:
    topology = PAIR.replace('"stamped10b"', '"image", "width": 2, "height": 2', 1)
    topology = topology.replace("stamped10b", "image")
    settled = settle(study_of(tmp_path, "factors: {transport: [udp, loan]}", topology), NOTHING)
    clause = (
        "transport loan needs messages of fixed size, and topic /robot/data of /robot/talker is of"
        " type image"
    )
    assert clause in settled.arms["isolated+loan"].lacks
    assert clause not in settled.arms["isolated+udp"].lacks


def test_nodes_run_with_the_middleware_that_they_ask_for(tmp_path: Path, installed: None) -> None:
    topology = PAIR.replace('"listener",', '"listener", "rmw": "rmw_cyclonedds_cpp",')
    settled = settle(study_of(tmp_path, "", topology), NOTHING)
    multi_process, isolated = (settled.arms[name] for name in ("multi_process", "isolated"))
    talker, listener = settled.plan(multi_process.arm, tmp_path).processes
    assert talker.environment == {}
    assert listener.environment == {"RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp"}
    assert any("rmw_cyclonedds_cpp is not installed" in each for each in multi_process.lacks)
    assert any("in one process" in each for each in isolated.lacks)


def test_an_overlay_and_a_placement_of_other_nodes_are_refused(tmp_path: Path) -> None:
    study = study_of(tmp_path)
    design = replace(study.design, factors={**study.design.factors, "params": ("with_bonds",)})
    with pytest.raises(UserError, match="topologies have no parameter file; leave the factor"):
        settle(replace(study, design=design), NOTHING)
    with pytest.raises(UserError, match="listner"):
        settle(study_of(tmp_path, "placements: {both: robot/talker | listner}"), NOTHING)


def test_a_known_cost_is_not_for_topologies(tmp_path: Path) -> None:
    study = replace(study_of(tmp_path), known_cost=KnownCost(5.0, 20.0))
    with pytest.raises(UserError, match="reference or nav2; for system topology leave it out"):
        settle(study, NOTHING)
