# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The page on topologies says what their schema says, and its examples work."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from nav2_composition_bench.files.json_document import parse_json
from nav2_composition_bench.settling.settled_study import PROFILE
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.topology.lateness import Lateness
from nav2_composition_bench.topology.message_type import HEADER_BYTES, MESSAGE_TYPES, SERVICE_TYPES
from nav2_composition_bench.topology.topology_file import read_topology
from nav2_composition_bench.trial.find_transport import CARRIED, DECISIVE_BYTES_HZ

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "topologies.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "topologies" / "topology.schema.json").read_text(encoding="utf-8"))
QOS = [key for key in SCHEMA["$defs"]["publisher"]["properties"] if key.startswith("qos_")]


def section(heading: str) -> str:
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))[heading]


def tables(text: str) -> list[list[list[str]]]:
    """The rows of each table, headings left out."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
        lines = [line.strip("|").split("|") for line in block.splitlines()[2:]]
        found.append([[cell.strip() for cell in line] for line in lines])
    return found


def keys(heading: str, number: int = 0) -> list[str]:
    return [row[0].strip("`") for row in tables(section(heading))[number]]


def of_schema(*way: str) -> list[str]:
    place: Any = SCHEMA
    for step in way:
        place = place[step]
    return [key for key in place["properties"] if not key.startswith("qos_")]


@pytest.mark.parametrize(
    "heading, number, way",
    [
        ("The file", 0, ()),
        ("Nodes", 0, ("$defs", "node")),
        ("Publishers", 0, ("$defs", "publisher")),
        ("Subscribers", 0, ("$defs", "subscriber")),
        ("Timers", 0, ("$defs", "timer")),
        ("Services", 0, ("$defs", "server")),
        ("Services", 1, ("$defs", "client")),
        ("Actions", 0, ("$defs", "action_server")),
        ("Actions", 1, ("$defs", "action_client")),
        ("Paths", 0, ("properties", "paths", "items")),
        ("Late and lost", 0, ("properties", "thresholds")),
        ("Requirements", 0, ("properties", "requirements")),
    ],
)
def test_every_key_is_in_its_table_and_no_other(
    heading: str, number: int, way: tuple[str, ...]
) -> None:
    assert keys(heading, number) == of_schema(*way)


def test_every_key_of_quality_of_service_is_described() -> None:
    assert keys("Quality of service") == QOS


def test_every_type_is_named() -> None:
    named = re.findall(
        r"`([a-z0-9_]+)`", " ".join(row[0] for row in tables(section("Messages"))[0])
    )
    assert named == list(MESSAGE_TYPES)
    (row,) = (row for row in tables(section("Services"))[0] if row[0] == "`srv_type`")
    assert re.findall(r"`([a-z0-9_]+)`", row[1]) == list(SERVICE_TYPES)
    assert f"header of {HEADER_BYTES} bytes" in section("Messages")


def test_the_default_thresholds_are_those_of_the_code() -> None:
    written = {row[0].strip("`"): float(row[1]) for row in tables(section("Late and lost"))[0]}
    assert written == vars(Lateness())


def test_every_transport_is_described_with_the_shares_and_sizes_of_the_code() -> None:
    assert keys("Transports") == [transport.value for transport in Transport]
    text = " ".join(section("Transports").split())
    assert f"loopback carried {CARRIED:.0%}".replace("%", " %") in text
    assert f"Below {DECISIVE_BYTES_HZ / 1e6:g} MB of messages a second" in text
    assert f"`{PROFILE}`" in text


@pytest.mark.parametrize("text", re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL))
def test_the_examples_are_topologies(text: str) -> None:
    found = read_topology([parse_json(text, Path("example.json"))])
    assert found.paths and found.nodes
