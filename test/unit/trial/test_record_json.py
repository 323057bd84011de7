# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from typing import Any

import pytest
from fleet_factory import DISCOVERY, make_fleet
from message_records import make_topology_record
from record_factory import at_speed, make_record

from figures.studies import RESULTS, committed
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import REGISTRY
from nav2_composition_bench.trial.message_record import TransportRecord
from nav2_composition_bench.trial.record import SCHEMA
from nav2_composition_bench.trial.record_json import from_line, to_line
from nav2_composition_bench.trial.store import TRIALS

MANY = 20
"""So many records of a stored study are read at most, from all over it."""


def document(**changes: Any) -> str:
    return json.dumps({**json.loads(to_line(make_record())), **changes})


def with_part(where: tuple[str | int, ...], value: Any) -> str:
    """Return a record's line in which one part is another value."""
    record: Any = json.loads(to_line(make_record()))
    part = record
    for key in where[:-1]:
        part = part[key]
    part[where[-1]] = value
    return json.dumps(record)


_FLEET: dict[str, Any] = {**DISCOVERY, "fleet": make_fleet()}
OF_A_FLEET = make_record(**_FLEET)


@pytest.mark.parametrize(
    "record",
    [
        make_record(),
        make_record(cpu_percent=0.1 + 0.2, started_wall_s=1790000000.123456789),
        make_record(cpu_percent=None, footprint_bytes=None, legs=(), processes=(), observer=None),
        at_speed(make_record(), 151.25, 1 / 3),
        make_topology_record(lost_percent=-1.5),
        OF_A_FLEET,
        make_record(transport=TransportRecord("udp", {"udp": 2}, 1.5, None, 0, 1, None)),
        make_record(exit_statuses={"amcl": None, "map_server": -9}, died=("amcl died: \n\u00e4",)),
    ],
)
def test_a_record_survives_the_way_to_json_and_back(record: Any) -> None:
    assert from_line(to_line(record), "line 1") == record


def test_whole_numbers_stay_whole_and_what_was_not_measured_stays_absent() -> None:
    read = from_line(to_line(make_record(cpu_percent=None)), "line 1")
    assert type(read.metrics["pss_bytes"]) is int and "cpu_percent" not in read.metrics
    assert read.value("cpu_percent") is None


@pytest.mark.parametrize("name", committed())
def test_a_stored_record_is_written_as_it_was_read(name: str) -> None:
    path = RESULTS / name / TRIALS
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines[:: 1 + len(lines) // MANY]:
        record = from_line(line, str(path))
        assert record.composition == record.levels["composition"]
        assert json.loads(to_line(record)) == json.loads(line)


def test_records_share_the_names_of_their_metrics() -> None:
    names = from_line(to_line(make_record()), "line 1").metrics
    assert all(name is REGISTRY[name].name for name in names)


def test_a_record_is_a_single_line() -> None:
    assert "\n" not in to_line(make_record(invalid_reason="two\nlines"))


def test_nan_never_reaches_the_file() -> None:
    with pytest.raises(ValueError):
        to_line(make_record(cpu_percent=float("nan")))


@pytest.mark.parametrize("said", ["NaN", "Infinity", "-Infinity", "1e999", "-0.5"])
@pytest.mark.parametrize("key", ["duration_s", "metrics.cpu_percent", "metrics.instructions_hz"])
def test_a_figure_that_cannot_be_is_refused_with_line_and_key(key: str, said: str) -> None:
    changes: dict[str, Any] = {key.rpartition(".")[2]: 12345.5}
    line = to_line(make_record(**changes)).replace("12345.5", said)
    with pytest.raises(UserError, match=rf"^trials line 7\.{key} is .*, must be a finite number"):
        from_line(line, "trials line 7")


@pytest.mark.parametrize(
    "where",
    [
        ("metrics", "pss_bytes"),
        ("processes", 0, "metrics", "pss_bytes"),
        ("processes", 0, "threads", 1, "cpu_percent"),
        ("legs", 0, "cpu_percent"),
        ("observer", "cpu_percent"),
    ],
)
def test_parts_of_a_record_are_held_to_the_same(where: tuple[str | int, ...]) -> None:
    key = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in where)
    for value, said in ((-1, "-1"), (float("nan"), "NaN"), (float("inf"), "Infinity")):
        with pytest.raises(UserError) as caught:
            from_line(with_part(where, value), "line 1")
        assert str(caught.value) == f"line 1{key} is {said}, must be a finite number, 0 or more"
    with pytest.raises(UserError) as caught:
        from_line(with_part(where, True), "line 1")
    assert str(caught.value) == f"line 1{key} is true, which is not a number"


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), True, "1", 10**400])
@pytest.mark.parametrize(
    ("where", "wanted"),
    [
        (("cpu_series", 3, 1), "[a number, a number]"),
        (("load_series", 0, 1), "[a number, a number or null, a number or null]"),
        (("memory_series", 1, 2), "[a number, a whole number, a whole number or null]"),
    ],
)
def test_a_series_is_refused_by_the_row_that_does_not_fit(
    where: tuple[str, int, int], wanted: str, value: object
) -> None:
    with pytest.raises(UserError) as caught:
        from_line(with_part(where, value), "line 1")
    said = str(caught.value)
    assert said.startswith(f"line 1.{where[0]}[{where[1]}] is [")
    assert said.endswith(f", must be {wanted}, all finite and none below 0")


def test_a_metric_that_may_fall_below_0_is_finite_all_the_same() -> None:
    less = make_record(steal_percent=-0.5)
    assert from_line(to_line(less), "line 1") == less
    with pytest.raises(UserError, match="steal_percent is -Infinity, must be a finite number$"):
        from_line(to_line(less).replace("-0.5", "-Infinity"), "line 1")


@pytest.mark.parametrize(("schema", "age"), [(SCHEMA + 1, "newer"), (SCHEMA - 1, "older")])
def test_another_schema_is_refused_with_both_numbers(schema: int, age: str) -> None:
    with pytest.raises(UserError, match=f"line 4 has schema {schema}, {age} than {SCHEMA}"):
        from_line(document(schema=schema), "line 4")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1 is not JSON"),
        ("[]", "line 1 has no integer schema"),
        ('{"schema": "1"}', "line 1 has no integer schema"),
        (document(colour="red"), "line 1 has an unknown field 'colour'"),
        (f'{{"schema": {SCHEMA}}}', "line 1 lacks 'active_monotonic_s'"),
        (document(block="first"), r"line 1\.block is \"first\", which is not a whole number"),
        (document(block=1.0), r"line 1\.block is 1\.0, which is not a whole number"),
        (document(valid=1), r"line 1\.valid is 1, which is not true or false"),
        (document(legs=[3]), r"line 1\.legs\[0\] is 3, which is not an object"),
        (document(cpu_series=[[1.0]]), r"line 1\.cpu_series\[0\] is \[1\.0\], must be \[a number"),
        (document(cpu_series=[3]), r"line 1\.cpu_series\[0\] is 3, must be \[a number, a number\]"),
        (document(memory_series=[[1.0, 2.5, None]]), r"memory_series\[0\] is \[1\.0, 2\.5, null\]"),
        (document(metrics=[]), r"line 1\.metrics is \[\], which is not an object"),
        (document(metrics={"colour": 1}), r"line 1\.metrics has an unknown field 'colour'"),
        (document(metrics={"cpu_percent": None}), r"line 1\.metrics\.cpu_percent is null"),
        (with_part(("processes", 0, "metrics"), {}), r"processes\[0\]\.metrics lacks 'cpu_perc"),
    ],
)
def test_what_is_no_record_is_refused_naming_the_field(line: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        from_line(line, "line 1")
    assert "\n" not in str(caught.value)
