# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from message_records import make_topology_record

from nav2_composition_bench.report.transport_table import transport_rows
from nav2_composition_bench.trial.message_record import TransportRecord


def test_ways_are_told_with_their_evidence() -> None:
    went = TransportRecord("loan", {"loan": 2, "udp": 1}, 2e6, None, 2, 1, 40)
    rows = transport_rows({"lent": make_topology_record(transport=went)})
    assert rows[1:] == [["lent", "loan", "loan 2, udp 1", "2.00", "–", "40"]]


def test_arms_without_deliveries_have_no_row() -> None:
    nothing = TransportRecord("default", {"udp": 0}, 0.0, 0.0, 0, 0, None)
    typical = {
        "empty": make_topology_record(transport=nothing),
        "older": make_topology_record(transport=None),
    }
    assert transport_rows(typical) == []
