# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the transitions leave behind when a trial cannot be begun; nothing is started here."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from arm_studies import ISOLATED
from fake_executor import RecordsInMemory

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.measurement_node.measurement import Measurement
from nav2_composition_bench.measurement_node.parameters import Measured
from nav2_composition_bench.trial.executor import Progress


class RefusedTrial:
    """A trial whose system has been started when the user gets something to mend."""

    def __init__(self) -> None:
        self.runs = False

    def bring_up(self) -> None:
        self.runs = True
        raise UserError("process_sampler cannot be run")

    def tear_down(self) -> None:
        self.runs = False


def test_a_trial_that_the_user_has_to_mend_something_for_leaves_no_system_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trial = RefusedTrial()
    executor = SimpleNamespace(begin=lambda spec, progress: trial)
    measured = cast(Measured, SimpleNamespace(arm=ISOLATED))
    measurement = Measurement(measured, None, "/measurement_node", "rmw_fastrtps_cpp", Progress())

    def opened(self: Measurement) -> tuple[Any, Any]:
        return RecordsInMemory(), executor

    monkeypatch.setattr(Measurement, "_opened", opened)
    with pytest.raises(UserError, match="process_sampler cannot be run"):
        measurement.bring_up()
    assert not trial.runs
    assert measurement.trial is None
