# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from arm_studies import packaged

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.factor import TRANSPORT
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.study.transport import Transport

PAIR = '{"nodes": [{"node_name": "a"}, {"node_name": "b"}]}'


@pytest.fixture(autouse=True)
def _two_topologies(tmp_path: Path) -> None:
    (tmp_path / "pair.json").write_text(PAIR)
    (tmp_path / "two.json").write_text('{"nodes": [{"node_name": "a"}, {"node_name": "a"}]}')


def load(tmp_path: Path, text: str) -> Study:
    path = tmp_path / "study.yaml"
    path.write_text(f"system: topology\n{text}\n")
    return load_study(path)


def fault(tmp_path: Path, text: str) -> str:
    with pytest.raises(UserError) as caught:
        load(tmp_path, text)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_topologies_of_files_and_of_the_package_are_levels_of_a_factor(tmp_path: Path) -> None:
    study = load(tmp_path, "topologies: {mine: ./pair.json, theirs: consumer_robot}")
    assert list(study.exchange.graphs) == ["mine", "theirs"]
    assert [node.name for node in study.exchange.graphs["mine"].nodes] == ["a", "b"]
    assert study.factors == ("composition", "topology")
    assert [arm.name for arm in study.arms][:2] == ["multi_process+mine", "multi_process+theirs"]
    assert study.baseline == "multi_process+mine"
    assert study.exchange.axis is None


def test_memory_may_be_read_as_seldom_as_once_in_a_window(tmp_path: Path) -> None:
    text = "topologies: {mine: ./pair.json}\nsampling: {memory_interval_s: 19}"
    assert load(tmp_path, text).sampling.memory_interval_s == 19


def test_the_arms_of_one_topology_are_called_by_their_compositions(tmp_path: Path) -> None:
    study = load(tmp_path, "topologies: {mine: ./pair.json}\nwindow_s: 12")
    assert [arm.name for arm in study.arms][:2] == ["multi_process", "manual"]
    assert study.arms[0].levels["topology"] == "mine"
    assert study.exchange.window_s == 12.0 and study.exchange.legs == ("window",)


def test_the_argument_that_is_a_list_is_the_axis_of_generated_graphs(tmp_path: Path) -> None:
    study = load(
        tmp_path, "generated: {graph: empty_nodes, number: [1, 10]}\ncompositions: [isolated]"
    )
    assert study.exchange.axis == "number"
    assert study.exchange.values == {"number-1": 1.0, "number-10": 10.0}
    assert [len(graph.nodes) for graph in study.exchange.graphs.values()] == [1, 10]
    assert [arm.name for arm in study.arms] == ["isolated+number-1", "isolated+number-10"]


def test_several_lists_are_crossed_and_the_one_of_numbers_is_the_axis(tmp_path: Path) -> None:
    study = load(
        tmp_path,
        "generated: {graph: image_stream, payload: [raw, jpeg], period_ms: [30, 50]}\n"
        "compositions: [isolated]",
    )
    assert study.exchange.axis == "period_ms"
    assert study.exchange.values == {
        "payload-raw--period_ms-30": 30.0,
        "payload-raw--period_ms-50": 50.0,
        "payload-jpeg--period_ms-30": 30.0,
        "payload-jpeg--period_ms-50": 50.0,
    }
    jpeg = study.exchange.graphs["payload-jpeg--period_ms-50"]
    assert jpeg.nodes[0].publishers[0].topic == "/data"
    assert [arm.name for arm in study.arms][:1] == ["isolated+payload-raw--period_ms-30"]


@pytest.mark.parametrize(
    ("arguments", "levels"),
    [
        (
            "graph: message_stream, size_bytes: [1, 2], rate_hz: [5, 10]",
            ["size_bytes-1--rate_hz-5", "size_bytes-1--rate_hz-10", "size_bytes-2--rate_hz-5",
             "size_bytes-2--rate_hz-10"],
        ),
        (
            "graph: image_stream, payload: [raw, jpeg], period_ms: 30",
            ["payload-raw", "payload-jpeg"],
        ),
    ],
)  # fmt: skip
def test_two_lists_of_numbers_or_none_make_no_axis(
    tmp_path: Path, arguments: str, levels: list[str]
) -> None:
    study = load(tmp_path, f"generated: {{{arguments}}}")
    assert list(study.exchange.graphs) == levels
    assert study.exchange.axis is None and study.exchange.values == {}


def test_of_two_lists_of_numbers_the_one_with_several_is_the_axis(tmp_path: Path) -> None:
    study = load(
        tmp_path, "generated: {graph: message_stream, size_bytes: [1024], rate_hz: [5, 10]}"
    )
    assert study.exchange.axis == "rate_hz"
    assert study.exchange.values == {
        "size_bytes-1024--rate_hz-5": 5.0,
        "size_bytes-1024--rate_hz-10": 10.0,
    }
    single = load(tmp_path, "generated: {graph: empty_nodes, number: [3]}")
    assert single.exchange.axis == "number"
    none = load(tmp_path, "generated: {graph: message_stream, size_bytes: [1024], rate_hz: [5]}")
    assert none.exchange.axis is None


def test_known_costs_are_compared_block_by_block_and_are_no_axis() -> None:
    study = packaged("known_cost_topology")
    assert study.exchange.axis is None
    assert [arm.name for arm in study.arms] == [
        "isolated+cpu_percent-0",
        "isolated+cpu_percent-0.5",
    ]


def test_a_generated_graph_without_a_list_is_the_only_one(tmp_path: Path) -> None:
    study = load(tmp_path, "generated: {graph: empty_nodes, number: 3}")
    assert list(study.exchange.graphs) == ["empty_nodes"] and study.factors == ("composition",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("window_s: 20", "give either topologies (files) or generated, not both"),
        (
            "topologies: {a: consumer_robot}\ngenerated: {graph: empty_nodes, number: 1}",
            "give either topologies (files) or generated, not both",
        ),
        (
            "topologies: {a: consumer_robt}",
            "is no topology of the package; did you mean 'consumer_robot'",
        ),
        ("topologies: {a: ./none.json}", "which is no file"),
        ("topologies: {a: ./two.json}", "node_name"),
        ("topologies: {}", "topologies"),
        ("topologies: {a: consumer_robot}\nwindow_s: 5", "must be at least 10"),
        (
            "topologies: {a: consumer_robot}\nworld_file: a.sdf",
            "world_file is not for studies of system",
        ),
        ("topologies: {a: consumer_robot}\nuse_sim_time: true", "use_sim_time is not for studies"),
        ("topologies: {a: consumer_robot}\ndistro: jazzy", "distro is not for studies of system"),
        (
            "topologies: {a: consumer_robot}\nvalidity: {real_time_factor: 0.9}",
            "validity is not for studies of system topology; leave it out",
        ),
        (
            "generated: {graph: fleet, robots: 2}\nrate_held_ratio: 0.9",
            "rate_held_ratio is not for studies of fleets; leave it out",
        ),
        (
            "topologies: {a: consumer_robot}\nsampling: {memory_interval_s: 20}",
            "memory_interval_s is 20, must be below window_s, 20, in which memory has to be read",
        ),
        ("generated: {number: 1}", "lacks graph"),
        ("generated: {graph: empty_node, number: 1}", "did you mean 'empty_nodes'"),
        ("generated: {graph: empty_nodes, numbre: 1}", "numbre is unknown; did you mean 'number'"),
        ("generated: {graph: empty_nodes, number: few}", "must be of type int"),
        ("generated: {graph: empty_nodes}", "lacks number, which empty_nodes needs"),
        ("generated: {graph: empty_nodes, number: [1, 1]}", "number has 1 twice"),
        ("generated: {graph: empty_nodes, number: []}", "number has no value; name one or more"),
        (
            "generated: {graph: message_stream, size_bytes: 1234567, loaned: true}",
            "no type of fixed size holds",
        ),
        (
            "generated: {graph: message_stream, size_bytes: 0}",
            "generated: message_stream of these arguments: nodes[0].publishers[0].msg_size is 0",
        ),
    ],
)
def test_a_fault_is_one_line_that_says_what_would_be_right(
    tmp_path: Path, text: str, message: str
) -> None:
    said = fault(tmp_path, text)
    assert message in said and str(tmp_path) in said


def test_studies_that_drive_have_no_topologies(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(f"topologies: {{a: consumer_robot}}\n{default_study_file().read_text()}")
    with pytest.raises(UserError, match="topologies is not for studies of system reference"):
        load_study(path)


def test_a_study_of_navigation_cannot_be_made_one_of_topologies() -> None:
    study = load_study(default_study_file())
    with pytest.raises(UserError, match="--system topology does not fit study default"):
        override(study, StudyOptions(system="topology"))


def test_levels_of_topology_can_be_chosen_on_the_command_line(tmp_path: Path) -> None:
    study = load(tmp_path, "topologies: {mine: ./pair.json, theirs: consumer_robot}")
    chosen = override(study, StudyOptions(factors=["topology=theirs", "composition=isolated"]))
    assert [arm.levels["topology"] for arm in chosen.arms] == ["theirs"]
    with pytest.raises(UserError, match="topology 'thiers' is unknown; did you mean 'theirs'"):
        override(study, StudyOptions(factors=["topology=thiers"]))
    with pytest.raises(UserError, match="there is no factor 'topology'"):
        override(load_study(default_study_file()), StudyOptions(factors=["topology=mine"]))


def test_transports_are_levels_of_a_factor_that_topologies_alone_have(tmp_path: Path) -> None:
    text = "topologies: {mine: ./pair.json}\ncompositions: [isolated]"
    study = load(tmp_path, f"{text}\nfactors: {{transport: [default, udp]}}")
    assert [arm.name for arm in study.arms] == ["isolated", "isolated+udp"]
    assert [arm[TRANSPORT] for arm in study.arms] == [Transport.DEFAULT, Transport.UDP]
    assert study.factors == ("transport",)
    listed = load(
        tmp_path, f"{text}\narms: [{{name: lent, composition: isolated, transport: loan}}]"
    )
    assert [(arm.name, arm[TRANSPORT]) for arm in listed.arms] == [("lent", Transport.LOAN)]
    chosen = override(load(tmp_path, text), StudyOptions(factors=["transport=shared_memory,udp"]))
    assert [arm.name for arm in chosen.arms] == ["isolated+shared_memory", "isolated+udp"]


def test_transports_of_other_systems_and_unknown_ones_are_refused(tmp_path: Path) -> None:
    text = "topologies: {mine: ./pair.json}\nfactors: {transport: [upd]}"
    assert "'upd' is unknown; did you mean 'udp'" in fault(tmp_path, text)
    with pytest.raises(UserError, match="there is no factor 'transport'"):
        override(load_study(default_study_file()), StudyOptions(factors=["transport=udp"]))
    study = load(tmp_path, "topologies: {mine: ./pair.json}")
    with pytest.raises(UserError, match="transport 'lone' is unknown; did you mean 'loan'"):
        override(study, StudyOptions(factors=["transport=lone"]))
