# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from recorded_systems import prefix

from nav2_composition_bench.recording.homes import UNKNOWN, Home, home_told_by_gid

OWN = prefix(99)
CYCLONE = bytes.fromhex("01100c51") + bytes(8)


def home(participant: bytes, on_domain: list[int], living: list[int]) -> Home:
    return home_told_by_gid(participant, OWN, on_domain, living)


def test_a_guid_of_fast_dds_tells_the_process_that_is_on_the_domain() -> None:
    assert home(prefix(70_000), [70_000, 200], [70_000, 4464, 200]) == Home(70_000)


def test_a_process_whose_sockets_cannot_be_seen_is_told_if_it_is_the_only_one() -> None:
    assert home(prefix(300), [], [300, 301]) == Home(300)
    assert home(prefix(300), [], [300, 300 + 65536]) == UNKNOWN


def test_another_host_is_elsewhere_whatever_runs_here() -> None:
    assert home(prefix(300, b"\x00\x02"), [300], [300]) == Home(None, is_elsewhere=True)


def test_cyclone_dds_hides_the_process() -> None:
    assert home(CYCLONE, [300], [300]) == UNKNOWN
