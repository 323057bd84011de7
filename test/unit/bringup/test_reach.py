# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from arm_studies import packaged

from nav2_composition_bench.bringup.reach import reach_of
from nav2_composition_bench.ros_domain.environment import Reach


def test_a_study_stays_on_this_machine_unless_others_start_a_part_of_it() -> None:
    assert reach_of(packaged()) is Reach.THIS_MACHINE
    assert reach_of(packaged("reference_system")) is Reach.THIS_MACHINE
    assert reach_of(packaged().with_navigation(external_host=True)) is Reach.SHELL
    assert reach_of(packaged().with_navigation(simulator="external")) is Reach.SHELL


def test_the_arms_of_fleets_decide_on_discovery() -> None:
    assert reach_of(packaged("discovery")) is Reach.ARMS
