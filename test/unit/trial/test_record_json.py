# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from fleet_factory import make_discovery, make_fleet
from message_records import make_topology_record
from record_factory import at_speed, make_record

from figures.studies import RESULTS, committed
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.memory_figures import MEMORY_FIELDS
from nav2_composition_bench.trial import record_json
from nav2_composition_bench.trial.message_record import TransportRecord
from nav2_composition_bench.trial.record import SCHEMA, ProcessRecord, TrialFigures
from nav2_composition_bench.trial.record_json import from_line, to_line
from nav2_composition_bench.trial.store import TRIALS

MANY = 20
"""So many records of a stored study are read at most, from all over it."""
UNTOLD = make_record(kernel_cpu_percent=None, load_series=())
"""What older schemas tell of a record."""
SPEED = (
    "yardstick_rate_hz",
    "yardstick_us",
    "instructions_hz",
    "cycles_hz",
    "yardstick",
)
"""Fields since the seventh schema."""
CALLS = ("yardstick_system_calls_us", "idle_yardstick_system_calls_us")


def document(**changes: Any) -> str:
    return json.dumps({**dataclasses.asdict(make_record()), **changes})


def slow(schema: int) -> dict[str, Any]:
    """Return the document of a record that does not tell how fast the machine was."""
    old: dict[str, Any] = json.loads(document(schema=schema))
    for name in (*SPEED, *CALLS):
        del old[name]
    return old


def untold(schema: int) -> dict[str, Any]:
    """Return the document of a record that does not tell the kernel's part."""
    old = slow(schema)
    del old["kernel_cpu_percent"], old["load_series"]
    return old


def before_arms(schema: int) -> dict[str, Any]:
    """Return a record's document in a form that knows compositions only."""
    old = untold(schema)
    del old["arm"]
    return {**old, "composition": old.pop("levels")["composition"]}


@pytest.mark.parametrize(
    "record",
    [
        make_record(),
        make_record(cpu_percent=0.1 + 0.2, started_wall_s=1790000000.123456789),
        make_record(cpu_percent=None, footprint_bytes=None, legs=(), processes=(), observer=None),
        at_speed(make_record(), 151.25, 1 / 3),
        make_record(discovery=make_discovery(restart_s=None), fleet=make_fleet()),
        make_record(transport=TransportRecord("udp", {"udp": 2}, 1.5, None, 0, 1, None)),
        make_record(exit_statuses={"amcl": None, "map_server": -9}, died=("amcl died: \n\u00e4",)),
    ],
)
def test_a_record_survives_the_way_to_json_and_back(record: Any) -> None:
    assert from_line(to_line(record), "line 1") == record


def test_what_fleets_alone_have_is_left_out_of_other_records() -> None:
    written = json.loads(to_line(make_record()))
    assert not {"discovery", "fleet"} & written.keys()
    assert {"discovery", "fleet"} <= json.loads(
        to_line(make_record(discovery=make_discovery(), fleet=make_fleet()))
    ).keys()


@pytest.mark.parametrize("name", committed())
def test_a_stored_record_is_of_an_arm_and_written_as_it_was_read_whatever_its_schema(
    name: str,
) -> None:
    path = RESULTS / name / TRIALS
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines[:: 1 + len(lines) // MANY]:
        record = from_line(line, str(path))
        old, written = json.loads(line), to_line(record)
        assert record.arm == old.get("arm", old.get("composition"))
        assert record.composition == record.levels["composition"]
        if old["schema"] < 3:
            assert record.levels == {"composition": old["composition"]}
        if written == line:
            continue
        new = json.loads(written)
        assert {name: old[name] for name in MEMORY_FIELDS}.items() <= new.items()
        assert old["processes"] == new["processes"]
        assert old["schema"] != SCHEMA or old == new
        assert to_line(from_line(written, "again")) == written


@pytest.mark.parametrize("kind", [TrialFigures, ProcessRecord])
def test_memory_lies_flat_in_a_record_in_one_order(kind: Any) -> None:
    names = [field.name for field in dataclasses.fields(kind)]
    first = names.index(MEMORY_FIELDS[0])
    assert tuple(names[first : first + len(MEMORY_FIELDS)]) == MEMORY_FIELDS


def test_a_record_is_a_single_line() -> None:
    assert "\n" not in to_line(make_record(invalid_reason="two\nlines"))


def test_nan_never_reaches_the_file() -> None:
    with pytest.raises(ValueError):
        to_line(make_record(cpu_percent=float("nan")))


@pytest.mark.parametrize("said", ["NaN", "Infinity", "-Infinity", "1e999", "-0.5"])
@pytest.mark.parametrize("key", ["cpu_percent", "duration_s", "instructions_hz", "yardstick_us"])
def test_a_figure_that_cannot_be_is_refused_with_line_and_key(key: str, said: str) -> None:
    line = document(**{key: 12345.5}).replace("12345.5", said)
    with pytest.raises(UserError, match=rf"^trials line 7\.{key} is .*, must be a finite number"):
        from_line(line, "trials line 7")


@pytest.mark.parametrize(
    "where",
    [
        ("pss_bytes",),
        ("thread_count",),
        ("processes", 0, "pss_bytes"),
        ("processes", 0, "threads", 1, "cpu_percent"),
        ("legs", 0, "cpu_percent"),
        ("observer", "rss_bytes"),
        ("cpu_series", 3, 1),
        ("memory_series", 0, "pss_bytes"),
        ("load_series", 0, "kernel_cpu_percent"),
    ],
)
def test_parts_of_a_record_are_held_to_the_same(where: tuple[str | int, ...]) -> None:
    record: Any = json.loads(to_line(make_record()))
    part = record
    for key in where[:-1]:
        part = part[key]
    part[where[-1]] = -1
    key = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in where)
    with pytest.raises(UserError) as caught:
        from_line(json.dumps(record), "line 1")
    assert str(caught.value) == f"line 1{key} is -1, must be a finite number, 0 or more"


def test_a_newer_schema_is_refused_with_both_numbers() -> None:
    with pytest.raises(UserError, match=f"line 4 has schema {SCHEMA + 1}, newer than {SCHEMA}"):
        from_line(document(schema=SCHEMA + 1), "line 4")


def test_a_record_of_the_first_schema_did_not_tell_what_the_runner_cost() -> None:
    assert UNTOLD.observer is not None
    old = before_arms(1)
    for name in ("runner_cpu_percent", "runner_rss_bytes", "runner_uss_bytes"):
        del old["observer"][name]
    assert from_line(json.dumps(old), "line 1") == UNTOLD
    unobserved = json.dumps({**old, "observer": None})
    assert from_line(unobserved, "line 1") == dataclasses.replace(UNTOLD, observer=None)


def test_a_record_of_the_second_schema_is_of_the_arm_of_its_composition() -> None:
    assert from_line(json.dumps(before_arms(2)), "line 1") == UNTOLD


def test_the_first_records_of_the_fourth_schema_did_not_tell_of_transports() -> None:
    old = untold(4)
    del old["transport"]
    assert from_line(json.dumps(old), "line 1") == UNTOLD


def test_a_record_of_the_fifth_schema_did_not_time_timers() -> None:
    record = make_topology_record()
    old = json.loads(to_line(record))
    del old["messages"]["path_mean_us"], old["messages"]["timer_jitter_us"]
    del old["message_entities"]["timers"]
    for name in SPEED:
        del old[name]
    assert from_line(json.dumps({**old, "schema": 5}), "line 1") == record


def test_a_record_of_the_sixth_schema_did_not_tell_the_machines_speed() -> None:
    assert from_line(json.dumps(slow(6)), "line 1") == make_record()


def test_a_record_of_the_seventh_schema_has_the_system_calls_of_known_work_elsewhere() -> None:
    record = at_speed(make_record(), 150.0, 140.0)
    old = json.loads(to_line(record))
    for name in CALLS:
        del old[name]
    assert from_line(json.dumps({**old, "schema": 7}), "line 1") == record
    assert record.yardstick_system_calls_us == 37.5


def test_a_record_of_the_eighth_schema_tells_the_speed_around_it_by_whole_units() -> None:
    record = at_speed(make_record(), 150.0, 140.0)
    old = json.loads(to_line(record))
    del old["idle_yardstick_system_calls_us"], old["yardstick"]["system_calls_series"]
    old["yardstick"]["series"] = [[1.0, 150.0]]
    assert from_line(json.dumps({**old, "idle_yardstick_us": 140.0, "schema": 8}), "line") == record
    assert record.idle_yardstick_system_calls_us == 35.0
    damaged = {**old, "yardstick": {**old["yardstick"], "idle_after": {"unit_us": 1.0}}}
    with pytest.raises(UserError, match="yardstick.idle_after lacks"):
        from_line(json.dumps({**damaged, "idle_yardstick_us": 1.0, "schema": 8}), "line")
    older = {**old, "yardstick": None, "idle_yardstick_us": None, "schema": 8}
    read = from_line(json.dumps(older), "line")
    assert read.idle_yardstick_system_calls_us is None and read.yardstick is None


def test_an_older_schema_is_migrated_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_zero(old: dict[str, Any]) -> dict[str, Any]:
        renamed = {**old, "study": old["name"], "schema": SCHEMA}
        del renamed["name"]
        return renamed

    monkeypatch.setitem(record_json.MIGRATIONS, 0, from_zero)
    old = json.loads(document(schema=0, name="old"))
    del old["study"]
    assert from_line(json.dumps(old), "line 1").study == "old"


def test_an_older_schema_without_a_migration_is_refused() -> None:
    with pytest.raises(UserError, match="schema -1, which this version cannot read"):
        from_line(document(schema=-1), "line 1")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1 is not JSON"),
        ("[]", "no integer 'schema'"),
        ('{"schema": "1"}', "no integer 'schema'"),
        (document(colour="red"), "unknown field 'colour'"),
        ('{"schema": 1}', "lacks 'active_monotonic_s'"),
        (document(block="first"), r"line 1\.block is \"first\""),
        (document(valid=1), r"line 1\.valid is 1"),
        (document(legs=[3]), r"line 1\.legs\[0\] is 3"),
        (document(cpu_series=[[1.0]]), r"line 1\.cpu_series\[0\]"),
    ],
)
def test_what_is_no_record_is_refused_naming_the_field(line: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        from_line(line, "line 1")
    assert "\n" not in str(caught.value)
