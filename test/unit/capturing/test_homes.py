# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from captured_systems import prefix

from nav2_composition_bench.capturing.homes import (
    MIDDLEWARES,
    UNKNOWN,
    Candidates,
    Home,
    has_no_process,
    home_told_by_gid,
    refuse_other_middleware,
)
from nav2_composition_bench.errors import UserError

OWN = prefix(99)
CYCLONE = bytes.fromhex("01100c51") + bytes(8)
ELSEWHERE = prefix(300, b"\x00\x02")


def home(participant: bytes, on_domain: list[int], unreadable: list[int]) -> Home:
    own_pids = {pid: pid for pid in unreadable}
    return home_told_by_gid(participant, OWN, Candidates(on_domain, own_pids))


def test_a_guid_of_fast_dds_tells_the_process_that_is_on_the_domain() -> None:
    assert home(prefix(70_000), [70_000, 200], [4464, 300]) == Home(70_000)


def test_a_process_whose_sockets_cannot_be_seen_is_told_if_it_is_the_only_one() -> None:
    assert home(prefix(300), [], [300, 301]) == Home(300)
    assert home(prefix(300), [], [300, 300 + 65536]) == UNKNOWN


def test_the_pid_that_a_container_counts_is_no_other_process_of_the_host() -> None:
    candidates = Candidates(on_domain=[300], unreadable={301: 301}, living=[300, 301, 87])
    assert home_told_by_gid(prefix(87), OWN, candidates) == UNKNOWN


def test_a_container_s_process_is_known_by_the_pid_that_it_has_inside() -> None:
    systemd, in_container = (1, 1), (5000, 63)
    candidates = Candidates(unreadable=dict([systemd, in_container]))
    assert home_told_by_gid(prefix(63), OWN, candidates) == Home(5000)
    first_inside = Candidates(unreadable=dict([systemd, (5000, 1)]))
    assert home_told_by_gid(prefix(1), OWN, first_inside) == UNKNOWN


def test_another_host_is_elsewhere_unless_it_may_be_an_earlier_address_of_this_one() -> None:
    assert home(ELSEWHERE, [301], [300]) == Home(None, is_elsewhere=True)
    assert home(ELSEWHERE, [300], [300]) == UNKNOWN


def test_cyclone_dds_hides_the_process() -> None:
    assert home(CYCLONE, [300], [300]) == UNKNOWN


def test_of_this_hosts_participants_alone_it_is_known_that_they_have_no_process() -> None:
    none, one = Candidates(living=[301]), Candidates(living=[300 + 65536])
    assert has_no_process(prefix(300), OWN, none)
    assert not has_no_process(prefix(300), OWN, one)
    assert not has_no_process(ELSEWHERE, OWN, none)
    assert not has_no_process(CYCLONE, OWN, none)
    assert not has_no_process(prefix(300), None, none)
    assert not has_no_process(prefix(300), CYCLONE, none)


def test_a_middleware_that_does_not_tell_participants_apart_is_refused() -> None:
    for rmw in MIDDLEWARES:
        refuse_other_middleware(rmw)
    with pytest.raises(
        UserError, match="is rmw_zenoh_cpp, which .* run the system with rmw_fastrt"
    ):
        refuse_other_middleware("rmw_zenoh_cpp")
