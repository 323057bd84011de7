# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Messages of 100 kB at 50 Hz really go the way that is asked for, or it is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest
from transport_pair import Pair, way_of

from nav2_composition_bench.trial.find_transport import other_way

MESSAGE_BYTES = 100 * 1024
BYTES_HZ = MESSAGE_BYTES * 50
NOTHING_HZ = 0.05 * BYTES_HZ
"""What discovery and heartbeats of two participants may send."""
LEVELS = ("udp", "shared_memory", "data_sharing", "loan")
SHARING = ("data_sharing", "loan")


@pytest.mark.parametrize("together", [False, True], ids=["apart", "in_one_process"])
@pytest.mark.parametrize("transport", LEVELS)
def test_messages_go_the_way_that_is_asked_for(
    tmp_path: Path, transport: str, together: bool
) -> None:
    found = way_of(Pair(transport, together=together), tmp_path)
    assert found.found == {transport: 1}
    assert other_way(found) is None
    assert found.messages_bytes_hz == pytest.approx(BYTES_HZ, rel=0.1)
    assert found.loopback_bytes_hz is not None
    carried = found.loopback_bytes_hz / found.messages_bytes_hz
    assert (carried > 0.9) == (transport == "udp")
    assert (found.loopback_bytes_hz < NOTHING_HZ) == (transport != "udp")
    if transport in SHARING:
        assert found.shared_histories == 1
        # None to whom the kernel shows no frames.
        assert found.common_page_frames is None or found.common_page_frames > MESSAGE_BYTES // 4096


def test_by_default_processes_share_memory_and_one_process_delivers_inside(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert way_of(Pair("default"), tmp_path / "a").found == {"shared_memory": 1}
    (tmp_path / "b").mkdir()
    inside = way_of(Pair("default", together=True), tmp_path / "b")
    assert inside.found == {"inside_process": 1}
    assert inside.loopback_bytes_hz is not None and inside.loopback_bytes_hz < NOTHING_HZ


def test_intra_process_communication_is_by_pointer(tmp_path: Path) -> None:
    found = way_of(Pair("default", together=True, intra_process=True), tmp_path)
    assert found.found == {"pointer": 1}


def test_data_sharing_falls_back_for_messages_of_no_fixed_size_and_it_is_noticed(
    tmp_path: Path,
) -> None:
    found = way_of(Pair("data_sharing", "stamped_vector"), tmp_path)
    assert found.found == {"shared_memory": 1}
    assert "1 of 1 deliveries by shared_memory" in (other_way(found) or "")


@pytest.mark.parametrize(
    ("transport", "kind", "shm_mb"),
    [("shared_memory", "stamped100kb", 6), ("data_sharing", "stamped500kb", 5)],
)
def test_a_full_dev_shm_makes_messages_go_over_loopback_and_it_is_noticed(
    tmp_path: Path, transport: str, kind: str, shm_mb: int
) -> None:
    found = way_of(Pair(transport, kind, shm_mb=shm_mb), tmp_path)
    assert found.found == {"udp": 1}
    said = other_way(found) or ""
    asked = f"transport {transport} was asked for"
    assert said.startswith(f"{asked}, but messages went another way: 1 of 1")
    assert "processes share 0 histories and 0 segments" in said
