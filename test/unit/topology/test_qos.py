# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.topology.qos import DEFAULT_QOS, Qos, mismatch, read_qos

BEST_EFFORT = Qos(reliability="best_effort")
LASTING = Qos(durability="transient_local")


def test_what_is_left_to_the_system_is_rclcpps_default() -> None:
    assert read_qos({}) == DEFAULT_QOS
    assert read_qos({"qos_reliability": "system_default", "qos_history": "system_default"}) == (
        DEFAULT_QOS
    )


def test_every_key_is_read() -> None:
    said = {
        "qos_history": "keep_all",
        "qos_depth": 3,
        "qos_reliability": "best_effort",
        "qos_durability": "transient_local",
        "qos_liveliness": "automatic",
        "qos_deadline": "default",
    }
    assert read_qos(said) == Qos("keep_all", 3, "best_effort", "transient_local", "automatic")


@pytest.mark.parametrize(
    "offered, requested",
    [(DEFAULT_QOS, DEFAULT_QOS), (DEFAULT_QOS, BEST_EFFORT), (LASTING, DEFAULT_QOS)],
)
def test_a_publisher_may_offer_more_than_is_asked_for(offered: Qos, requested: Qos) -> None:
    assert mismatch(offered, requested) is None


@pytest.mark.parametrize(
    "offered, requested, key",
    [
        (BEST_EFFORT, DEFAULT_QOS, "qos_reliability"),
        (DEFAULT_QOS, LASTING, "qos_durability"),
    ],
)
def test_a_publisher_that_offers_less_does_not_match(
    offered: Qos, requested: Qos, key: str
) -> None:
    found = mismatch(offered, requested)
    assert found is not None and found[0] == key
