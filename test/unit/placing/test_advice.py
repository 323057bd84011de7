# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import crossed_arms
import numpy as np
import pytest
from placed_costs import (
    ALONE,
    NODES,
    SENSORS,
    SPLIT,
    TOGETHER,
    placed_record,
    placed_study,
    true_cost,
    without_footprint,
)

from nav2_composition_bench.aggregate.trial_costs import trial_costs
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.advice import StudyAdvice, advise, usual_placements
from nav2_composition_bench.placing.paired_costs import PairedCosts, pair_costs
from nav2_composition_bench.placing.refits import Refits
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.trial.record import TrialRecord


def costs_of(records: Sequence[TrialRecord]) -> PairedCosts:
    return pair_costs([costs for record in records if (costs := trial_costs(record))], "study")


def advice_of(records: Sequence[TrialRecord], *texts: str, **placed: str) -> StudyAdvice:
    """Return advice on placements.

    :param placed: arm → what the stamp has of its placement.
    """
    costs = [costs for record in records if (costs := trial_costs(record)) is not None]
    arms = [{"name": arm, "composition": arm, "placement": text} for arm, text in placed.items()]
    stamp = {"study": {"arms": arms}}
    return advise(costs, "here/study", stamp, [parse_placement(text) for text in texts])


def test_the_usual_placements_have_every_node_of_the_table() -> None:
    names = [entry.name for entry in table_for("reference")]
    found = {each.name: each.partition(names) for each in usual_placements(names)}
    assert {name: len(partition) for name, partition in found.items()} == {
        "multi_process": 12,
        "sensors": 9,
        "localization_navigation": 2,
        "isolated": 1,
    }
    for partition in found.values():
        assert sorted(node for part in partition for node in part) == sorted(names)


def test_a_placement_that_is_another_one_already_is_said_once() -> None:
    found = usual_placements(["map_server", "amcl"])
    assert [each.name for each in found] == ["multi_process", "isolated"]


def test_every_placement_is_predicted_with_what_it_saves() -> None:
    advice = advice_of(placed_study(3, block_noise=0.1, trial_noise=0.02))
    by_name = {one.placement.name: one for one in advice.placements}
    assert by_name["localization_navigation"].partition == SPLIT
    assert set(by_name["sensors"].partition) == set(SENSORS)
    for one in advice.placements:
        assert list(one.costs) == ["cpu_percent", "pss_bytes", "footprint_bytes"]
        saved = 1 - true_cost(one.partition).cpu_percent / true_cost(ALONE).cpu_percent
        assert one.savings["cpu_percent"].value == pytest.approx(saved, abs=0.03)
    assert by_name["multi_process"].savings["pss_bytes"].value == 0.0


def test_any_further_placements_are_predicted() -> None:
    advice = advice_of(placed_study(), "mine=amcl|bt_navigator", "yours=**")
    mine, yours = advice.placements[-2:]
    assert (mine.placement.name, yours.placement.name) == ("mine", "yours")
    partition = (("amcl", "bt_navigator"), *((n,) for n in NODES if n not in "amcl bt_navigator"))
    for one, its in ((mine, partition), (yours, TOGETHER)):
        expected = true_cost(its).cpu_percent
        assert one.costs["cpu_percent"].value == pytest.approx(expected, rel=1e-6)


def in_family(records: Sequence[TrialRecord], name: str, **levels: str) -> list[TrialRecord]:
    """Return the records as those of arms that have further levels in common."""
    return [
        replace(
            record,
            arm=f"{record.arm}{name}",
            levels={**crossed_arms.DEFAULTS, "composition": record.arm, **levels},
        )
        for record in records
    ]


def test_predictions_are_made_from_arms_that_differ_by_composition_only() -> None:
    plain = in_family(placed_study(3), "")
    quick = in_family(placed_study(3, seed=2, block_noise=0.3), "+quick", params="quick")
    events = in_family(placed_study(3, seed=3, block_noise=0.3), "+events", executor="events")
    costs = [each for r in (*events, *quick, *plain) if (each := trial_costs(r)) is not None]
    alone = advise([c for c in costs if "+" not in c.arm], "here/study")
    found = advise(costs, "here/study")
    assert found.made_from == ("multi_process", "isolated")
    assert dict(found.only_with) == {"executor": "stock", "params": "base"}
    assert found.placements == alone.placements and found.checks == () and alone.only_with == ()
    other = advise(costs, "here/study", {"study": {"baseline": "isolated+quick"}})
    assert other.made_from == ("multi_process+quick", "isolated+quick")
    assert dict(other.only_with) == {"executor": "stock", "params": "quick"}


def test_without_a_stock_executor_in_the_baseline_the_first_family_that_has_one_is_taken() -> None:
    events = in_family(placed_study(2), "+events", executor="events")
    plain = in_family(placed_study(2), "")
    costs = [each for record in (*events, *plain) if (each := trial_costs(record)) is not None]
    stamp = {"study": {"baseline": "isolated+events"}}
    assert advise(costs, "s", stamp).made_from[1] == "isolated"
    with pytest.raises(UserError, match="s: advice needs multi_process and isolated or manual"):
        advise([each for each in costs if "+" in each.arm], "s")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x=amlc|map_server", "placement 'x': there is no node 'amlc'; did you mean 'amcl'"),
        ("x=amcl,map_server", "placement 'x': advice is for an executor for each node"),
        ("x=amcl|map_server@1", "placement 'x': advice is for an executor for each node"),
    ],
)
def test_what_cannot_be_predicted_is_refused(text: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        advice_of(placed_study(), text)


def test_a_single_block_gives_figures_without_intervals() -> None:
    advice = advice_of(placed_study(1))
    assert advice.blocks == 1
    assert all(cost.interval is None for one in advice.placements for cost in one.costs.values())


def test_what_was_not_measured_is_left_out() -> None:
    advice = advice_of([without_footprint(record) for record in placed_study(2)])
    assert list(advice.placements[0].costs) == ["cpu_percent", "pss_bytes"]


def with_chance(costs: PairedCosts, random: np.random.Generator) -> PairedCosts:
    """Return costs whose blocks scatter by 3 % and whose trials by a further 2 %."""
    shared = random.normal(0.0, 0.03, len(costs.blocks))
    alone, together = (np.exp(shared + random.normal(0.0, 0.02, shared.size)) for _ in range(2))
    assert costs.threads_cpu_percent is not None
    return replace(
        costs,
        alone_cpu_percent=costs.alone_cpu_percent * alone[:, None],
        threads_cpu_percent=costs.threads_cpu_percent * together[:, None],
        together_cpu_percent=costs.together_cpu_percent * together,
    )


@pytest.mark.parametrize("blocks", [3, 10])
def test_intervals_cover_as_often_as_they_say(blocks: int) -> None:
    without_chance = costs_of(placed_study(blocks))
    random = np.random.default_rng(blocks)
    true = true_cost(SPLIT).cpu_percent
    studies, covered = 600, 0
    for _ in range(studies):
        refits = Refits.of(with_chance(without_chance, random))
        interval = refits.estimate(lambda model: model.predict(SPLIT).cpu_percent).interval
        assert interval is not None
        covered += interval.contains(true)
    assert 0.92 <= covered / studies <= 0.98


def test_a_measured_placement_is_set_against_its_prediction() -> None:
    records = placed_study(4, block_noise=0.2, further={"split": SPLIT})
    records.append(placed_record("manual", TOGETHER, 0, scale=2.0))
    by_name = {check.arm: check for check in advice_of(records).checks}
    assert list(by_name) == ["split", "manual"]
    assert by_name["split"].blocks == 4 and by_name["manual"].blocks == 1
    error = by_name["split"].errors["cpu_percent"]
    assert error.value == pytest.approx(0.0, abs=1e-6) and error.interval is not None
    assert set(by_name["split"].errors) == {"cpu_percent", "pss_bytes", "footprint_bytes"}


def test_a_measured_placement_has_no_part_in_predictions() -> None:
    plain = advice_of(placed_study(3))
    wild = [placed_record("split", SPLIT, block, scale=3.0) for block in range(3)]
    checked = advice_of([*placed_study(3), *wild])
    assert checked.placements == plain.placements
    assert checked.checks[0].errors["cpu_percent"].value == pytest.approx(1 / 3 - 1)


def test_an_error_has_an_interval_that_covers_it() -> None:
    covered, studies = 0, 60
    for seed in range(studies):
        records = placed_study(
            5, seed=seed, block_noise=0.1, trial_noise=0.03, further={"split": SPLIT}
        )
        interval = advice_of(records).checks[0].errors["cpu_percent"].interval
        assert interval is not None
        covered += interval.contains(0.0)
    assert covered / studies >= 0.88


def test_a_shared_executor_or_other_nodes_are_no_check() -> None:
    others = [
        placed_record("multi_threaded", TOGETHER, 0),
        placed_record("few", (("amcl", "map_server"),), 0),
        placed_record("later", SPLIT, 9),
    ]
    assert advice_of([*placed_study(2), *others]).checks == ()
    shared = placed_record("shared", SPLIT, 0)
    studied = [*placed_study(2), shared]
    nodes = ",".join(NODES[2:])
    assert advice_of(studied, shared=f"map_server|amcl {nodes}").checks == ()
    assert len(advice_of(studied, shared=f"map_server|amcl {nodes.replace(',', '|')}").checks) == 1


def test_many_blocks_are_left_out_several_at_a_time() -> None:
    advice = advice_of(placed_study(250, block_noise=0.05))
    interval = advice.placements[0].costs["cpu_percent"].interval
    assert interval is not None
    half = (interval.high - interval.low) / 2
    expected = 1.96 * 0.05 * true_cost(ALONE).cpu_percent / 250**0.5
    assert half == pytest.approx(expected, rel=0.25)
