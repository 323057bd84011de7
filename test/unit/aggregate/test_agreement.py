# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether studies bear out what was published."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from curve_studies import (
    LINES,
    SIZES,
    Fields,
    curve_records,
    curve_stamp,
    growing,
    node_fields,
    size_stamp,
    size_table,
)
from record_factory import make_record
from scipy import special

from nav2_composition_bench.aggregate.agreement import Agreement, Judged, judge_statement
from nav2_composition_bench.aggregate.axis import axis_of
from nav2_composition_bench.aggregate.curves import columns_along
from nav2_composition_bench.aggregate.model import versus
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.aggregate.statements import ABOVE, BELOW, MOST, Kind, Statement

PROCESSES = {"composition": ("multi_process",)}
COMPOSED = {"composition": ("isolated",), "intra_process": ("off",)}
POINTER = {"intra_process": ("on",)}
RATIO = Statement(
    "message_size",
    "Fig. 3",
    "A quarter.",
    Kind.RATIO,
    "latency_p50_us",
    COMPOSED,
    against=PROCESSES,
    value=(0.25, 0.25),
)


def judged(statement: Statement, blocks: int = 3) -> Judged:
    records = curve_records("size_bytes", SIZES, growing, blocks=blocks)
    stamp = size_stamp()
    return judge_statement(statement, FigureTable(records, stamp), axis_of(records, stamp))


def test_a_ratio_that_is_met_at_every_place_agrees() -> None:
    found = judged(RATIO)
    assert found.agreement is Agreement.AGREES
    assert [each.place for each in found.findings] == [1024.0, 10240.0, 1048576.0]
    assert found.findings[0].estimate == pytest.approx(0.25)
    assert (found.findings[0].line, found.findings[0].against) == ("isolated", "multi_process")


@pytest.mark.parametrize(
    ("value", "agreement"),
    [
        ((0.22, 0.22), Agreement.AGREES),  # less than a quarter away
        ((0.15, 0.15), Agreement.DIFFERS),
        ((0.2, 0.3), Agreement.AGREES),
        ((0.26, 0.3), Agreement.DIFFERS),  # a range has no margin
    ],
)
def test_a_value_is_met_within_the_margin_and_a_range_exactly(
    value: tuple[float, float], agreement: Agreement
) -> None:
    assert judged(replace(RATIO, value=value)).agreement is agreement


def test_messages_whose_way_was_chosen_are_compared_only_where_a_statement_names_it() -> None:
    records = curve_records("size_bytes", SIZES, growing)
    stamp = size_stamp()
    arms = stamp["study"]["arms"]
    arms += [{**arm, "name": f"{arm['name']}+loan", "transport": "loan"} for arm in arms]
    records += [
        replace(each, arm=f"{each.arm}+loan", levels={**each.levels, "transport": "loan"})
        for each in records
    ]

    def compared(statement: Statement) -> set[tuple[str, str | None]]:
        found = judge_statement(statement, FigureTable(records, stamp), axis_of(records, stamp))
        return {(each.line, each.against) for each in found.findings}

    assert len(compared(RATIO)) == 1
    lent = replace(RATIO, against={**PROCESSES, "transport": ("loan",)})
    assert len(compared(lent)) == 1 and compared(lent) != compared(RATIO)


def test_an_ordering_is_told_by_the_interval_of_the_ratio() -> None:
    ordering = replace(RATIO, kind=Kind.ORDERING, value=None, relation=BELOW)
    assert judged(ordering).agreement is Agreement.AGREES
    assert judged(replace(ordering, relation=ABOVE)).agreement is Agreement.DIFFERS


def test_a_single_block_decides_nothing() -> None:
    found = judged(RATIO, blocks=1)
    assert found.agreement is Agreement.UNDECIDED
    assert found.findings[0].interval is None


@pytest.mark.parametrize("against", [PROCESSES, None])
def test_a_figure_that_is_zero_in_a_block_is_told_on_average_and_decides_nothing(
    against: dict[str, tuple[str, ...]] | None,
) -> None:
    def sometimes(composition: str, intra_process: str, value: float, block: int) -> Fields:
        return {"cpu_percent": (0.0 if block == 1 else 30.0) if composition == "isolated" else 40.0}

    records = curve_records("size_bytes", SIZES, sometimes, LINES[:2], blocks=3)
    stamp = curve_stamp("message_size", "size_bytes", SIZES, LINES[:2])
    table = FigureTable(records, stamp)
    kind, unit = (Kind.LEVEL, 40.0) if against is None else (Kind.RATIO, 1.0)
    statement = replace(
        RATIO, metric="cpu_percent", kind=kind, against=against, value=(0.75 * unit, 0.75 * unit)
    )
    found = judge_statement(statement, table, axis_of(records, stamp))
    assert found.agreement is Agreement.UNDECIDED
    for each in found.findings:
        assert each.estimate == pytest.approx(0.5 * unit)
        assert each.interval is None


def test_intervals_of_ratios_cover_with_two_blocks_by_the_spread_along_the_lines() -> None:
    generator = np.random.default_rng(11)
    held = 0
    for _ in range(150):

        def noisy(composition: str, intra_process: str, value: float, block: int) -> Fields:
            cpu_percent = 40.0 if composition == "multi_process" else 10.0
            return {"cpu_percent": cpu_percent * math.exp(generator.normal(0.0, 0.1))}

        records = curve_records("size_bytes", SIZES, noisy, LINES[:2], blocks=2)
        stamp = curve_stamp("message_size", "size_bytes", SIZES, LINES[:2])
        table = FigureTable(records, stamp)
        statement = replace(RATIO, metric="cpu_percent")
        for found in judge_statement(statement, table, axis_of(records, stamp)).findings:
            assert found.interval is not None
            held += found.interval.contains(0.25)
    assert 0.92 <= held / (150 * len(SIZES)) <= 0.98


def test_a_level_is_no_surer_for_many_places_whose_blocks_differ_alike() -> None:
    def shared(composition: str, intra_process: str, value: float, block: int) -> Fields:
        return {"cpu_percent": 10.0 * math.exp(0.1 * (-1) ** block)}

    records = curve_records("size_bytes", SIZES, shared, LINES[1:2], blocks=2)
    stamp = curve_stamp("message_size", "size_bytes", SIZES, LINES[1:2])
    level = replace(
        RATIO, kind=Kind.LEVEL, metric="cpu_percent", against=None, value=(10.0, 10.0), at=MOST
    )
    (found,) = judge_statement(level, FigureTable(records, stamp), axis_of(records, stamp)).findings
    assert found.interval is not None
    # two blocks, 0.2 apart in logarithms, are one degree of freedom at however many places
    assert math.log(found.interval.high / 10.0) == pytest.approx(special.stdtrit(1, 0.975) * 0.1)


def test_a_level_above_a_value_counts_from_the_place_on_that_is_named() -> None:
    level = Statement(
        "message_size",
        "Fig. 3",
        "Slow.",
        Kind.LEVEL,
        "latency_p50_us",
        PROCESSES,
        beyond=10240,
        value=(4000.0, 4000.0),
        relation=ABOVE,
    )
    found = judged(level)
    assert found.agreement is Agreement.AGREES and len(found.findings) == 1
    assert judged(replace(level, beyond=None)).agreement is Agreement.PARTLY
    assert judged(replace(level, beyond=1e9)).agreement is Agreement.NOT_MEASURED


def test_a_line_is_compared_with_its_own_other_end() -> None:
    constant = replace(
        RATIO, of=POINTER, against=POINTER, at=MOST, against_at="least", value=(1.0, 1.0)
    )
    (found,) = judged(constant).findings
    assert (found.place, found.against_place) == (1048576.0, 1024.0)
    assert found.agreement is Agreement.AGREES
    grown = replace(constant, of=COMPOSED, against=COMPOSED)
    assert judged(grown).agreement is Agreement.DIFFERS


def test_ratios_of_a_line_with_itself_do_not_count_one_places_scatter_as_several() -> None:
    def uneven(composition: str, intra_process: str, value: float, block: int) -> Fields:
        wobble = 0.1 * (-1) ** block if value == SIZES[0] else 0.0
        return {"cpu_percent": 10.0 * math.exp(wobble)}

    records = curve_records("size_bytes", SIZES, uneven, LINES[1:2], blocks=2)
    stamp = curve_stamp("message_size", "size_bytes", SIZES, LINES[1:2])
    own = replace(RATIO, metric="cpu_percent", against=COMPOSED, at=MOST, against_at="least")
    axis = axis_of(records, stamp)
    assert axis is not None
    (line,) = axis.lines
    (found,) = judge_statement(own, FigureTable(records, stamp), axis).findings
    once = versus(columns_along(records, line, "cpu_percent"), *list(line.arms.values())[::-2])
    assert once is not None and found.interval == once.ratio().interval


def test_a_slope_is_that_of_the_places_up_to_one() -> None:
    values = (1, 10, 30, 70)
    records = curve_records("number", values, node_fields, LINES[:2])
    stamp = curve_stamp("memory_vs_nodes", "number", values, LINES[:2])
    statement = Statement(
        "memory_vs_nodes",
        "Fig. 2",
        "Two to four.",
        Kind.SLOPE,
        "pss_bytes",
        PROCESSES,
        up_to=20,
        value=(2.1e6, 4.3e6),
    )
    found = judge_statement(statement, FigureTable(records, stamp), axis_of(records, stamp))
    assert found.agreement is Agreement.AGREES
    assert found.findings[0].estimate == pytest.approx(3e6)


def test_what_no_arm_measured_is_said() -> None:
    assert judged(replace(RATIO, of={"composition": ("manual",)})).agreement is (
        Agreement.NOT_MEASURED
    )
    assert judged(replace(RATIO, metric="path_p50_us")).agreement is Agreement.NOT_MEASURED
    assert judged(replace(RATIO, at=2e9)).agreement is Agreement.NOT_MEASURED


def test_without_an_axis_each_arm_is_judged() -> None:
    records = [make_record("manual", block, pss_bytes=36_000_000 + block) for block in range(3)]
    level = Statement(
        "create3",
        "text",
        "32 to 40 MB.",
        Kind.LEVEL,
        "pss_bytes",
        {"composition": ("manual",)},
        value=(32e6, 40e6),
    )
    assert judge_statement(level, FigureTable(records), None).agreement is Agreement.AGREES


def test_findings_that_disagree_agree_in_part() -> None:
    both = replace(RATIO, of={"composition": ("isolated",)})
    assert judged(both).agreement is Agreement.PARTLY
    assert len(judged(both).findings) == 2 * len(size_table().arms) // 3
