# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from arm_studies import packaged, settled_without_files

from nav2_composition_bench.bringup import session
from nav2_composition_bench.bringup.session import BringUpSession

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
    settled = settled_without_files(packaged())
    opened = BringUpSession(settled, "rmw_fastrtps_cpp", tmp_path, external_host=external)
    with pytest.raises(Looked), opened:
        pass
    assert os.environ[RANGE] == "SUBNET"
