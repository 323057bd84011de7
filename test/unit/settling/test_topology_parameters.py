# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from arm_studies import arm_of
from topology_factory import graph, node, pub, sub

from nav2_composition_bench.settling.parameters import load_parameters, to_yaml
from nav2_composition_bench.settling.topology_parameters import topology_parameters
from nav2_composition_bench.study.topology_table import topology_table
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.topology.parameters import LOANED, EngineOptions, node_parameters
from nav2_composition_bench.topology.topology_file import load_topology, packaged_topologies


@pytest.mark.parametrize("name", sorted(packaged_topologies()))
def test_a_file_of_parameters_gives_every_node_its_part_back(name: str, tmp_path: Path) -> None:
    topology = load_topology([packaged_topologies()[name]])
    path = tmp_path / "parameters.yaml"
    arm = arm_of("manual", intra_process=True)
    path.write_text(to_yaml(topology_parameters(topology, arm, path, tmp_path)))
    read = load_parameters([path])
    options = EngineOptions(intra_process=True, statistics=tmp_path)
    for entry, each in zip(topology_table(topology), topology.nodes):
        assert read.of_node(entry.name) == node_parameters(each, options)


def test_nodes_of_one_name_in_two_namespaces_are_told_apart() -> None:
    found = graph(node("a", pub("x"), subscribers=[sub("x")]), replicas={"number": 2})
    file = topology_parameters(found, arm_of("manual"), Path("p.yaml"))
    topics = [file.of_node(f"robot_{number}/a")["publisher.x.topic"] for number in (1, 2)]
    assert topics == ["/robot_1/x", "/robot_2/x"]
    assert list(yaml.safe_load(to_yaml(file))) == ["robot_1/a", "robot_2/a"]


def test_an_arm_with_loans_lends_what_is_of_fixed_size() -> None:
    found = graph(node("a", pub("x")), node("b", subscribers=[sub("x")]))
    arm = arm_of("manual", transport=Transport.LOAN)
    values = topology_parameters(found, arm, Path("p.yaml")).of_node("a")
    assert values["publisher.x.pass_by"] == LOANED
