# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from arm_studies import packaged, settled_without_files

from nav2_composition_bench.bringup import session
from nav2_composition_bench.bringup.host_commands import EXTERNAL_HOST_NODES
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.errors import UserError

RANGE = "ROS_AUTOMATIC_DISCOVERY_RANGE"


class Looked(Exception):
    """Raised at the first look at the domain, so that nothing is started."""


@pytest.mark.parametrize(("external", "expected"), [(False, "LOCALHOST"), (True, "SUBNET")])
def test_the_first_participant_has_the_discovery_range_of_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, external: bool, expected: str
) -> None:
    class Watch:
        """Notes the range that a participant would join with."""

        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def refuse_participants(self) -> None:
            assert os.environ[RANGE] == expected
            raise Looked

    monkeypatch.setenv(RANGE, "SUBNET")
    monkeypatch.setattr(session, "DomainWatch", Watch)
    settled = settled_without_files(packaged(external_host=external))
    opened = BringUpSession(settled, "rmw_fastrtps_cpp", tmp_path, domain_id=77)
    with pytest.raises(Looked), opened:
        pass
    assert os.environ[RANGE] == "SUBNET"


def companions_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **navigation: Any) -> set[str]:
    """Return which nodes a session lets be on its domain that has /rviz2 as a companion."""
    seen: list[str] = []

    class Watch:
        def __init__(self, *_: Any, companions: tuple[str, ...], **__: Any) -> None:
            seen.extend(companions)

        def refuse_participants(self) -> None:
            raise Looked

    monkeypatch.setattr(session, "DomainWatch", Watch)
    settled = settled_without_files(packaged().with_navigation(**navigation))
    companions = ("/rviz2",)
    opened = BringUpSession(
        settled, "rmw_fastrtps_cpp", tmp_path, domain_id=77, companions=companions
    )
    with pytest.raises(Looked), opened:
        pass
    return set(seen)


def test_nodes_of_a_host_side_of_others_belong_on_the_domain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_others = {"/rviz2", *EXTERNAL_HOST_NODES}
    for external in ({"external_host": True}, {"simulator": "external"}):
        assert companions_of(tmp_path, monkeypatch, **external) == of_others
    assert companions_of(tmp_path, monkeypatch) == {"/rviz2"}


def test_a_domain_whose_ports_the_kernel_gives_to_others_is_refused_wherever_it_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = settled_without_files(packaged())
    said = "^ROS_DOMAIN_ID is '150'; it must be a whole number from 0 to 101$"
    with pytest.raises(UserError, match=said):
        BringUpSession(settled, "rmw_fastrtps_cpp", tmp_path, domain_id=150)
    monkeypatch.setenv("ROS_DOMAIN_ID", "150")
    with pytest.raises(UserError, match=said):
        BringUpSession(settled, "rmw_fastrtps_cpp", tmp_path)


def test_the_domain_of_a_host_side_of_others_must_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)
    settled = settled_without_files(packaged(external_host=True))
    with pytest.raises(UserError, match="^ROS_DOMAIN_ID is not set, and others start simulator"):
        BringUpSession(settled, "rmw_fastrtps_cpp", tmp_path)
