# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What pages say of topologies."""

from __future__ import annotations

from pathlib import Path

import pytest
from curve_studies import stored_graph, stored_nodes, stored_sizes
from stored_studies import four_compositions, write_study

from nav2_composition_bench.aggregate.statements import packaged_statements
from nav2_composition_bench.aggregate.stored_study import read_study
from nav2_composition_bench.report.page import render
from nav2_composition_bench.report.topology_section import topology_section


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a study over an axis and of one without."""
    directory = tmp_path_factory.mktemp("page")
    return render([stored_sizes(directory), stored_graph(directory)])


def test_a_study_with_an_axis_has_curves_and_what_was_published_of_them(tmp_path: Path) -> None:
    section = topology_section(stored_sizes(tmp_path), packaged_statements())
    assert section.has_axis and section.latency is None and section.fits == []
    assert [one.table.metric for one in section.curves if one.picture] == [
        "cpu_percent",
        "pss_bytes",
        "footprint_bytes",
        "latency_mean_us",
        "latency_p50_us",
        "latency_p99_us",
        "goodput_bytes_hz",
    ]
    assert "2305.09933" in section.source and "read in: " in section.source
    told = {one.table.metric: one.remarks for one in section.curves}
    assert "Fig. 3: Composition halves the CPU time" in told["cpu_percent"][0]
    assert told["cpu_percent"][0].endswith("This machine: differs.")
    assert not told["pss_bytes"]
    assert any(row[4] == "differs" for row in section.statements)


def test_what_a_node_adds_is_part_of_a_study_of_their_number(tmp_path: Path) -> None:
    section = topology_section(stored_nodes(tmp_path), packaged_statements())
    assert section.fits[1][1:3] == ["multi_process", "3.000"]
    slopes = [row for row in section.statements if "per node" in row[2]]
    assert slopes[0][4] == "agrees"


def test_a_study_without_an_axis_has_latencies_and_the_entities_of_typical_trials(
    tmp_path: Path,
) -> None:
    section = topology_section(stored_graph(tmp_path), packaged_statements())
    assert not section.has_axis and section.statements == []
    assert section.latency is not None
    assert "by composition (rcl)" in section.latency.picture.title
    assert [row[1] for row in section.latency.paths[1:]] == ["multi_process", "isolated"]
    assert [each.title for each in section.latency.entities] == [
        "multi_process (rcl), block 1",
        "isolated (rcl), block 1",
    ]


def test_what_a_topology_requires_is_judged_on_the_page(tmp_path: Path, page: str) -> None:
    section = topology_section(stored_graph(tmp_path), packaged_statements())
    assert [row[:3] for row in section.requirements[1:]] == [
        ["multi_process", "CPU", "20 %"],
        ["multi_process", "path seeing, 99th percentile", "1000 ms"],
        ["isolated", "CPU", "20 %"],
        ["isolated", "path seeing, 99th percentile", "1000 ms"],
    ]
    assert "What the topology requires (rcl)" in page and "path seeing, 99th percentile" in page


def test_the_page_tells_which_way_messages_went(tmp_path: Path, page: str) -> None:
    rows = topology_section(stored_graph(tmp_path), packaged_statements()).transports
    way = ["default", "shared memory 3, udp 1", "2.50", "0.04", "–"]
    assert rows[1:] == [["multi_process", *way], ["isolated", *way]]
    assert "shared memory 3, udp 1" in page


def test_other_systems_have_none_of_it(tmp_path: Path) -> None:
    study = read_study(write_study(tmp_path / "board" / "default", four_compositions()))
    section = topology_section(study, packaged_statements())
    assert not section.has_axis and section.latency is None and section.statements == []


def test_every_heading_on_messages_names_the_client_library(page: str) -> None:
    for heading in (
        "CPU [%] over message size (rcl)",
        "Latency, 99th percentile [µs] over message size (rcl)",
        "Latency of messages (rcl)",
        "Paths, typical trial (rcl)",
        "Subscriptions and clients, typical trials (rcl)",
    ):
        assert f"<h3>{heading}</h3>" in page
