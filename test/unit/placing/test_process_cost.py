# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from placed_costs import (
    ALONE,
    COMMON_ANON,
    COMMON_CPU,
    OVERHEAD,
    SENSORS,
    SPLIT,
    TOGETHER,
    WORK,
    placed_study,
    true_cost,
    without_footprint,
)

from nav2_composition_bench.aggregate.trial_costs import trial_costs
from nav2_composition_bench.placing.paired_costs import pair_costs
from nav2_composition_bench.placing.process_cost import CostModel, Overlap, PerProcess, fit
from nav2_composition_bench.topology.units import Partition
from nav2_composition_bench.trial.record import TrialRecord


def model_of(records: list[TrialRecord]) -> CostModel:
    costs = [costs for record in records if (costs := trial_costs(record)) is not None]
    return fit(pair_costs(costs, "study"))


@pytest.mark.parametrize("partition", [ALONE, TOGETHER, SPLIT, SENSORS])
def test_costs_that_follow_the_rule_are_predicted_for_every_placement(partition: Partition) -> None:
    predicted, true = model_of(placed_study()).predict(partition), true_cost(partition)
    for metric in ("cpu_percent", "pss_bytes", "footprint_bytes"):
        assert predicted.of(metric) == pytest.approx(true.of(metric), rel=1e-6)


def test_the_numbers_behind_the_costs_are_found() -> None:
    model = model_of(placed_study())
    assert model.work_cpu_percent == pytest.approx(WORK)
    assert model.overhead_cpu_percent.alone == pytest.approx(OVERHEAD)
    assert model.overhead_cpu_percent.common == pytest.approx(COMMON_CPU)
    assert model.anon_bytes.common == pytest.approx(COMMON_ANON)
    assert model.told_apart


def test_without_thread_names_every_process_saved_saves_the_same_cpu() -> None:
    model = model_of(placed_study(threads_named=False))
    alone, together = (model.predict(p).cpu_percent for p in (ALONE, TOGETHER))
    assert not model.told_apart
    assert alone == pytest.approx(true_cost(ALONE).cpu_percent)
    assert together == pytest.approx(true_cost(TOGETHER).cpu_percent)
    per_process = (alone - together) / (len(ALONE) - 1)
    assert model.predict(SPLIT).cpu_percent == pytest.approx(together + per_process)


def test_a_footprint_that_was_not_measured_is_not_predicted() -> None:
    model = model_of([without_footprint(record) for record in placed_study()])
    assert model.predict(SPLIT).footprint_bytes is None
    assert model.predict(SPLIT).pss_bytes == pytest.approx(true_cost(SPLIT).pss_bytes, rel=1e-6)


def test_nodes_that_cost_nothing_have_nothing_in_common() -> None:
    assert Overlap.fit({"a": 0.0, "b": 0.0}, 0.0).of(["a", "b"]) == 0.0


def test_costs_that_are_wholly_common_count_once() -> None:
    overlap = Overlap.fit({"a": 1.0, "b": 3.0, "c": 2.0}, 3.0)
    assert overlap.common == pytest.approx(1.0)
    assert overlap.of(["a", "c"]) == pytest.approx(2.0)


def test_costs_that_add_up_have_nothing_in_common() -> None:
    overlap = Overlap.fit({"a": 1.0, "b": 3.0, "c": 2.0}, 6.0)
    assert overlap.common == pytest.approx(0.0)
    assert overlap.of(["a", "c"]) == pytest.approx(3.0)


def test_shared_pages_go_from_one_measured_end_to_the_other() -> None:
    pages = PerProcess(10.0, 25.0, 12)
    assert [pages.shared(1), pages.shared(12)] == pytest.approx([10.0, 25.0])
    assert pages.linear(2) < pages.shared(2) < 25.0


@pytest.mark.parametrize("most", [8.0, 10.0, 120.0, 150.0])
def test_pages_that_no_number_of_outsiders_explains_are_taken_as_linear(most: float) -> None:
    pages = PerProcess(10.0, most, 12)
    assert pages.shared(4) == pages.linear(4)
    assert pages.shared(12) == pytest.approx(most)
    assert PerProcess(0.0, 0.0, 12).shared(4) == 0.0
