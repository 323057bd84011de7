# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from arm_studies import arm_of

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling import fleet_requirements
from nav2_composition_bench.settling.fleet_requirements import (
    SERVER_PROGRAM,
    fleet_lacks,
    fleet_memory_bytes,
)
from nav2_composition_bench.settling.settle import refuse_lacking, settle
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import DEFAULT_RMW
from nav2_composition_bench.study.fleet import Discovery
from nav2_composition_bench.study.study_file import find_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.topology.generate import generate

GIB = 1 << 30


def arm(discovery: Discovery, rmw: str = DEFAULT_RMW) -> Arm:
    return arm_of("manual", rmw=rmw, discovery=discovery, topology="robots-2")


def machine(tmp_path: Path, *, capabilities: int) -> Path:
    """Return a /proc of a machine whose processes may do that much."""
    (tmp_path / "self").mkdir(exist_ok=True)
    (tmp_path / "self/status").write_text(f"Name:\tx\nCapEff:\t{capabilities:016x}\n")
    return tmp_path


def memory_of(available_bytes: int) -> Callable[[], SimpleNamespace]:
    """Return a stand-in for ``psutil.virtual_memory`` on a machine with so much."""
    return lambda: SimpleNamespace(available=available_bytes)


def lacks(
    tmp_path: Path,
    one: Arm,
    *,
    robots: int = 2,
    capabilities: int = (1 << 41) - 1,
    available_bytes: int = 8 * GIB,
) -> list[str]:
    graph = generate("fleet", {"robots": robots}, "here")
    proc = machine(tmp_path, capabilities=capabilities)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(psutil, "virtual_memory", memory_of(available_bytes))
        return list(fleet_lacks(one, graph, {"PATH": str(tmp_path / "bin")}, proc))


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """ip, tc and mount are there whatever this machine has; a server only where a test puts it."""
    which = shutil.which

    def found(name: str, path: str | None = None) -> str | None:
        return which(name, path=path) if name == SERVER_PROGRAM else f"/sbin/{name}"

    monkeypatch.setattr(shutil, "which", found)


def test_a_machine_that_has_everything_lacks_nothing(tmp_path: Path) -> None:
    assert lacks(tmp_path, arm(Discovery.MULTICAST)) == []


def test_capabilities_that_lack_are_named(tmp_path: Path) -> None:
    (clause,) = lacks(tmp_path, arm(Discovery.MULTICAST), capabilities=0)
    assert "CAP_NET_ADMIN and CAP_SYS_ADMIN" in clause
    (clause,) = lacks(tmp_path, arm(Discovery.MULTICAST), capabilities=1 << 12)
    assert "CAP_SYS_ADMIN" in clause and "CAP_NET_ADMIN" not in clause


def test_a_fleet_that_would_not_fit_into_memory_is_named_with_the_estimate(tmp_path: Path) -> None:
    (clause,) = lacks(tmp_path, arm(Discovery.MULTICAST), robots=100, available_bytes=GIB)
    assert clause.startswith("101 machines would take about ") and "--robots" in clause
    assert "1.1 GB of memory are available" in clause


def test_a_study_of_a_hundred_robots_is_refused_before_it_starts_where_memory_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", memory_of(GIB))
    monkeypatch.setattr(fleet_requirements, "_is_permitted", lambda *_: True)
    study = override(load_study(find_study_file("discovery")), StudyOptions(robots=(2, 100)))
    settled = settle(study, Installation({"AMENT_PREFIX_PATH": sys.prefix, "PATH": ""}))
    refused = {name for name, one in settled.arms.items() if "GB" in " ".join(one.lacks)}
    assert refused == {name for name in settled.arms if name.endswith("robots-100")}
    with pytest.raises(UserError, match=r"cannot be run here"):
        refuse_lacking(settled)


def test_robots_that_know_each_other_take_more_memory_than_those_that_do_not() -> None:
    graph = generate("fleet", {"robots": 50}, "here")
    joined, apart = (
        fleet_memory_bytes(arm(each), graph) for each in (Discovery.MULTICAST, Discovery.DOMAINS)
    )
    assert joined > 1.2 * apart


def test_memory_of_robots_that_do_not_know_each_other_grows_in_proportion_to_their_number() -> None:
    few, many = (
        fleet_memory_bytes(arm(Discovery.IGNORE), generate("fleet", {"robots": number}, "here"))
        for number in (50, 200)
    )
    assert many == pytest.approx(4 * few, rel=0.05)


def test_a_server_is_looked_for_beside_the_middleware(tmp_path: Path) -> None:
    (clause,) = lacks(tmp_path, arm(Discovery.SERVER))
    assert SERVER_PROGRAM in clause
    program = tmp_path / "bin" / SERVER_PROGRAM
    program.parent.mkdir()
    program.touch()
    os.chmod(program, 0o755)
    assert lacks(tmp_path, arm(Discovery.SERVER)) == []


def test_what_fast_dds_alone_has_is_refused_for_another_middleware(tmp_path: Path) -> None:
    clauses = lacks(tmp_path, arm(Discovery.IGNORE, rmw="rmw_cyclonedds_cpp"))
    assert clauses == ["discovery ignore is Fast DDS's, and the middleware is rmw_cyclonedds_cpp"]


def test_what_is_no_fleet_needs_none_of_it(tmp_path: Path) -> None:
    one = arm_of("manual", topology="robots-2")
    assert lacks(tmp_path, one, capabilities=0, available_bytes=1) == []
