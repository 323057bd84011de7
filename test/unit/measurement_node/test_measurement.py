# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the transitions leave behind when a trial cannot be begun or recorded; nothing is started
here."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from arm_studies import ISOLATED
from fake_runner import RecordsInMemory
from record_factory import make_record

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.measurement_node.measurement import Measurement
from nav2_composition_bench.measurement_node.parameters import Measured
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_runner import Progress


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
    runner = SimpleNamespace(begin=lambda spec, progress: trial)
    measured = cast(Measured, SimpleNamespace(arm=ISOLATED))
    measurement = Measurement(measured, None, "/measurement_node", "rmw_fastrtps_cpp", Progress())

    def opened(self: Measurement) -> tuple[Any, Any]:
        return RecordsInMemory(), runner

    monkeypatch.setattr(Measurement, "_opened", opened)
    with pytest.raises(UserError, match="process_sampler cannot be run"):
        measurement.bring_up()
    assert not trial.runs
    assert measurement.trial is None


class SampledTrial:
    """A trial whose system runs until it is torn down, and whose legs are over once sampled."""

    legs = SimpleNamespace(over=True)

    def __init__(self, spec: TrialSpec) -> None:
        self._spec = spec
        self.runs = False

    def bring_up(self) -> None:
        self.runs = True

    def sample(self, keep_going: Callable[[], bool]) -> None:
        """The legs are over at once."""

    def tear_down(self) -> None:
        self.runs = False

    def read_idle(self) -> None:
        """It takes no time here."""

    def record(self) -> TrialRecord:
        return make_record(self._spec.arm.name, self._spec.block, attempt=self._spec.attempt)


class Store(RecordsInMemory):
    """Records that can be amended, on a disk that may be full."""

    def __init__(self, is_full: bool) -> None:
        super().__init__()
        self._is_full = is_full
        self.tried = 0

    def append(self, record: TrialRecord) -> None:
        self.tried += 1
        if self._is_full:
            raise UserError("cannot write trials.jsonl: No space left on device")
        super().append(record)

    def amend(self, record: TrialRecord) -> None:
        self.records = (*self.records[:-1], record)


def measurement_into(store: Store, monkeypatch: pytest.MonkeyPatch) -> Measurement:
    runner = SimpleNamespace(begin=lambda spec, progress: SampledTrial(spec))
    measured = cast(Measured, SimpleNamespace(arm=ISOLATED))
    measurement = Measurement(measured, None, "/measurement_node", "rmw_fastrtps_cpp", Progress())

    def opened(self: Measurement) -> tuple[Any, Any]:
        monkeypatch.setattr(self, "_store", store)
        return store, runner

    monkeypatch.setattr(Measurement, "_opened", opened)
    return measurement


def begun(measurement: Measurement) -> SampledTrial:
    assert measurement.bring_up() is None
    trial = cast(SampledTrial, measurement.trial)
    assert trial.runs
    return trial


def test_a_full_disk_at_deactivate_is_told_once_and_the_system_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Store(is_full=True)
    measurement = measurement_into(store, monkeypatch)
    trial = begun(measurement)
    measurement.sample(lambda: True)
    with pytest.raises(UserError, match="No space left on device"):
        measurement.record()
    measurement.close()  # of the transition that cleans up after an error
    assert not trial.runs and measurement.trial is None
    measurement.close()  # of the program's end
    assert store.tried == 1


def test_a_full_disk_at_shutdown_leaves_no_system_running(monkeypatch: pytest.MonkeyPatch) -> None:
    measurement = measurement_into(Store(is_full=True), monkeypatch)
    trial = begun(measurement)
    measurement.sample(lambda: True)
    with pytest.raises(UserError, match="No space left on device"):
        measurement.close()
    assert not trial.runs and measurement.trial is None
    measurement.close()


def test_a_trial_that_is_activated_again_is_one_trial_in_the_study(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Store(is_full=False)
    measurement = measurement_into(store, monkeypatch)
    begun(measurement)
    measurement.record()
    measurement.record()
    measurement.tear_down()
    assert len(store.records) == 1
