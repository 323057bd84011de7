# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Iterable

import pytest
from placed_costs import ALONE, NODES, SPLIT, TOGETHER, WORK, placed_record, placed_study
from record_factory import changed, invalid

from nav2_composition_bench.aggregate.trial_costs import trial_costs
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.paired_costs import PairedCosts, pair_costs
from nav2_composition_bench.trial.record import TrialRecord


def paired(records: Iterable[TrialRecord]) -> PairedCosts:
    found = (trial_costs(record) for record in records)
    return pair_costs([costs for costs in found if costs is not None], "here/study")


def test_nodes_stand_in_the_order_in_which_they_are_loaded() -> None:
    costs = paired(placed_study(3))
    assert costs.names == NODES
    assert costs.blocks == (0, 1, 2)
    assert costs.alone_cpu_percent.shape == (3, len(NODES))
    assert costs.threads_cpu_percent is not None
    assert costs.threads_cpu_percent[0].tolist() == pytest.approx(list(WORK.values()))


def test_only_blocks_that_hold_both_count() -> None:
    records = placed_study(3)
    del records[1]  # isolated of the first block
    records[1] = invalid(records[1])  # multi_process of the second
    assert paired(records).blocks == (2,)


def test_trials_that_do_not_count_or_have_no_memory_have_no_costs() -> None:
    record = placed_record("isolated", TOGETHER)
    assert trial_costs(invalid(record)) is None
    assert trial_costs(changed(record, pss_file_bytes=None)) is None


def test_of_two_valid_trials_of_a_block_the_last_counts() -> None:
    later = placed_record("isolated", TOGETHER, scale=2.0)
    costs = paired([*placed_study(1), later])
    assert costs.together_cpu_percent.tolist() == [later.value("cpu_percent")]


def test_the_composition_that_tells_nodes_apart_is_preferred() -> None:
    manual = [placed_record("manual", TOGETHER, block) for block in range(2)]
    assert paired([*placed_study(2), *manual]).arms[1] == "isolated"
    assert paired([*placed_study(2, threads_named=False), *manual]).arms[1] == "manual"
    alone = [record for record in placed_study(2) if record.arm == "multi_process"]
    assert paired([*alone, *manual]).arms == ("multi_process", "manual")


def test_blocks_can_be_left_out() -> None:
    costs = paired(placed_study(4, trial_noise=0.1))
    some = costs.only([1, 3])
    assert some.blocks == (1, 3)
    assert some.together_cpu_percent.tolist() == costs.together_cpu_percent[[1, 3]].tolist()


@pytest.mark.parametrize(
    ("compositions", "said"),
    [
        ({"multi_process": ALONE}, "valid trials of isolated or manual is missing"),
        ({"isolated": TOGETHER}, "valid trials of multi_process is missing"),
        ({"mine": SPLIT}, "valid trials of multi_process and isolated or manual is missing"),
        ({}, "valid trials of multi_process and isolated or manual"),
    ],
)
def test_what_is_missing_is_one_line_with_the_remedy(compositions: object, said: str) -> None:
    assert isinstance(compositions, dict)
    records = [placed_record(name, partition) for name, partition in compositions.items()]
    with pytest.raises(UserError) as caught:
        paired(records)
    assert said in str(caught.value) and "\n" not in str(caught.value)
    assert "here/study: advice needs multi_process and isolated or manual" in str(caught.value)
    assert "nav2-bench run --composition multi_process" in str(caught.value)


def test_trials_that_share_no_block_are_told() -> None:
    records = [placed_record("multi_process", ALONE, 0), placed_record("isolated", TOGETHER, 1)]
    with pytest.raises(UserError, match="a block that holds both is missing"):
        paired(records)
