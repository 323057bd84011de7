# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Effects of several factors, alone and together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import crossed_arms
import numpy as np
import pytest
from crossed_arms import BONDS, LogEffects, crossed
from record_factory import invalid, make_study
from stored_studies import four_compositions

from nav2_composition_bench.aggregate.effects import Crossing, Effect, Step
from nav2_composition_bench.aggregate.model import Contrast
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.metrics import HEADLINE
from nav2_composition_bench.trial.record import TrialRecord

CPU = "cpu_percent"
NO_BONDS, ISOLATED, BOTH = math.log(0.4), math.log(0.6), math.log(1.5)
EFFECTS: LogEffects = {
    ("no_bonds",): NO_BONDS,
    ("isolated",): ISOLATED,
    ("isolated", "no_bonds"): BOTH,
}
THREE: Mapping[str, Sequence[str]] = {**BONDS, "rmw": ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp")}


def by_context(effects: Iterable[Effect]) -> dict[str, Contrast]:
    """Return the changes of CPU by the context's levels; ``mean`` for that over all."""
    return {
        "mean" if one.context is None else "+".join(level for _, level in one.context): one.changes[
            CPU
        ]
        for one in effects
    }


def test_known_effects_and_their_interaction_are_found() -> None:
    named = crossed_arms.arms(BONDS)
    crossing = Crossing(crossed(named, EFFECTS, block_noise=0.3))
    assert crossing.factors == ("composition", "params")
    bonds = by_context(crossing.effects("params"))
    assert list(bonds) == ["multi_process", "isolated", "mean"]
    found = [change.value for change in bonds.values()]
    assert found == pytest.approx([NO_BONDS, NO_BONDS + BOTH, NO_BONDS + BOTH / 2])
    (interaction,) = crossing.interactions()
    assert interaction.step == Step("composition", "multi_process", "isolated")
    assert interaction.other == Step("params", "base", "no_bonds")
    change = interaction.changes[CPU]
    assert change.value == pytest.approx(BOTH) and change.p_value() < 0.05


def test_an_interaction_is_the_same_the_other_way_round() -> None:
    named = crossed_arms.arms({"params": BONDS["params"], "composition": BONDS["composition"]})
    records = crossed(named, EFFECTS, noise=0.05)
    (interaction,) = Crossing(records).interactions()
    bonds = by_context(Crossing(records).effects("params"))
    isolated, separate = (bonds[name].by_block for name in ("isolated", "multi_process"))
    less = {block: isolated[block] - separate[block] for block in isolated}
    assert interaction.changes[CPU].by_block == pytest.approx(less)


def test_all_metrics_that_were_measured_have_a_change() -> None:
    records = crossed(crossed_arms.arms(BONDS), EFFECTS)
    for effect in Crossing(records).effects("params"):
        assert tuple(effect.changes) == HEADLINE


def test_effects_start_from_the_levels_of_the_baseline() -> None:
    named = crossed_arms.arms(BONDS)
    stamp = crossed_arms.stamp(named, "isolated+no_bonds")
    crossing = Crossing(FigureTable(crossed(named, EFFECTS), stamp))
    assert crossing.steps("composition") == (Step("composition", "isolated", "multi_process"),)
    assert crossing.steps("params") == (Step("params", "no_bonds", "base"),)
    unknown = Crossing(FigureTable(crossed(named, EFFECTS), crossed_arms.stamp(named, "gone")))
    assert unknown.steps("params") == (Step("params", "base", "no_bonds"),)


def test_the_effects_of_a_study_of_one_factor_are_its_savings() -> None:
    records = four_compositions(8)
    crossing = Crossing(records)
    assert crossing.factors == ("composition",) and crossing.interactions() == ()
    effects = crossing.effects("composition")
    assert [effect.step.level for effect in effects] == ["manual", "isolated", "multi_threaded"]
    for effect in effects:
        assert effect.context == ()
        for metric in HEADLINE:
            saved = saving(records, effect.step.level, metric)
            assert saved is not None and effect.changes[metric] == saved.contrast


def test_a_study_of_one_arm_has_no_effects() -> None:
    crossing = Crossing(make_study({"isolated": [40.0, 41.0]}))
    assert crossing.factors == () and crossing.interactions() == ()
    assert Crossing([]).factors == ()


def test_an_incomplete_crossing_is_used_as_far_as_it_goes() -> None:
    named = crossed_arms.arms(THREE)
    for lacking in (
        "isolated+no_bonds+rmw_cyclonedds_cpp",
        "multi_process+base+rmw_cyclonedds_cpp",
    ):
        del named[lacking]
    effects = {**EFFECTS, ("rmw_cyclonedds_cpp",): -0.2}
    crossing = Crossing(crossed(named, effects))
    bonds = by_context(crossing.effects("params"))
    assert list(bonds) == ["multi_process+rmw_fastrtps_cpp", "isolated+rmw_fastrtps_cpp", "mean"]
    rmw = by_context(crossing.effects("rmw"))
    assert list(rmw) == ["multi_process+no_bonds", "isolated+base", "mean"]
    assert rmw["mean"].value == pytest.approx(-0.2)
    (found,) = crossing.interactions()
    assert (found.step.factor, found.other.factor) == ("composition", "params")
    assert found.changes[CPU].value == pytest.approx(BOTH)


def test_interactions_are_means_over_further_factors() -> None:
    named = crossed_arms.arms(THREE)
    three: LogEffects = {("isolated", "no_bonds", "rmw_cyclonedds_cpp"): 0.4}
    found = {
        (one.step.factor, one.other.factor): one.changes[CPU].value
        for one in Crossing(crossed(named, {**EFFECTS, **three})).interactions()
    }
    expected = {
        ("composition", "rmw"): 0.2,
        ("composition", "params"): BOTH + 0.2,
        ("rmw", "params"): 0.2,
    }
    assert found == pytest.approx(expected)


def lacking(records: Sequence[TrialRecord], arm: str, block: int) -> list[TrialRecord]:
    return [invalid(r) if (r.arm, r.block) == (arm, block) else r for r in records]


def test_only_blocks_that_hold_every_arm_needed_count() -> None:
    records = crossed(crossed_arms.arms(BONDS), EFFECTS, blocks=4, noise=0.1, block_noise=0.5)
    crossing = Crossing(lacking(records, "isolated+base", 2))
    bonds = by_context(crossing.effects("params"))
    assert [len(change.by_block) for change in bonds.values()] == [4, 3, 3]
    assert [len(one.changes[CPU].by_block) for one in crossing.interactions()] == [3]


def test_an_arm_without_any_valid_trial_is_as_good_as_none() -> None:
    records = crossed(crossed_arms.arms(BONDS), EFFECTS)
    broken = [invalid(each) if each.arm == "isolated+base" else each for each in records]
    crossing = Crossing(broken)
    assert list(by_context(crossing.effects("params"))) == ["multi_process"]
    assert crossing.interactions() == ()


def test_a_single_block_has_no_interval_and_nothing_certain() -> None:
    (interaction,) = Crossing(crossed(crossed_arms.arms(BONDS), EFFECTS, blocks=1)).interactions()
    change = interaction.changes[CPU]
    assert change.ratio().interval is None and change.p_value() == 1.0


def of_cpu(crossing: Crossing) -> dict[str, Contrast]:
    """Return a simple effect, a main effect and an interaction."""
    simple, _, mean = crossing.effects("params")
    (together,) = crossing.interactions()
    return {
        "simple": simple.changes[CPU],
        "main": mean.changes[CPU],
        "interaction": together.changes[CPU],
    }


@pytest.mark.parametrize("blocks", [3, 8])
def test_intervals_cover_as_often_as_they_claim(blocks: int) -> None:
    generator = np.random.default_rng(11)
    named, rounds = crossed_arms.arms(BONDS), 400
    true = {"simple": NO_BONDS, "main": NO_BONDS + BOTH / 2, "interaction": BOTH}
    covered = dict.fromkeys(true, 0)
    for _ in range(rounds):
        records = crossed(named, EFFECTS, blocks, noise=0.04, block_noise=0.2, generator=generator)
        for name, change in of_cpu(Crossing(records)).items():
            interval = change.ratio().interval
            assert interval is not None
            covered[name] += interval.contains(math.exp(true[name]))
    for count in covered.values():
        # 93 % to 97 % widened by three standard errors of 400 rounds at 95 %
        assert 0.93 - 0.033 <= count / rounds <= 0.97 + 0.033


def test_of_interactions_that_are_none_one_in_twenty_is_taken_for_one() -> None:
    generator = np.random.default_rng(5)
    named, rounds = crossed_arms.arms(BONDS), 400
    alone: LogEffects = {key: log for key, log in EFFECTS.items() if len(key) == 1}
    wrong = 0
    for _ in range(rounds):
        records = crossed(named, alone, 5, noise=0.04, block_noise=0.2, generator=generator)
        wrong += of_cpu(Crossing(records))["interaction"].p_value() < 0.05
    assert wrong / rounds == pytest.approx(0.05, abs=0.033)
