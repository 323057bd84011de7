# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The verb check."""

from __future__ import annotations

import argparse
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from message_records import make_topology_record
from record_factory import make_process, make_record
from stored_studies import four_compositions, write_observed, write_study

from nav2_composition_bench.cli import check
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import ThreadRecord


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    check.add_arguments(parser)
    return check.run(parser.parse_args([str(word) for word in words]))


@pytest.fixture
def studies(tmp_path: Path) -> tuple[Path, Path]:
    return (
        write_study(tmp_path / "a" / "base", four_compositions()),
        write_study(tmp_path / "a" / "costly", four_compositions(scale=1.2)),
    )


def test_notes_tell_of_which_study_they_are(
    studies: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    base, costly = studies
    with (base / "trials.jsonl").open("a") as stream:
        stream.write('{"schema"')
    run(costly, "--baseline", base)
    assert "\na/base: the last record" in capsys.readouterr().out


def test_the_exit_status_tells_a_regression(
    studies: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    base, costly = studies
    assert run(costly, "--baseline", base) == 1
    assert " above " in capsys.readouterr().out
    assert run(base, "--baseline", base) == 0
    short = write_study(base.parent / "short", four_compositions(1))
    assert run(short, "--baseline", short) == 3
    assert " undecided " in capsys.readouterr().out


def test_studies_that_cannot_be_compared_end_with_status_2(
    studies: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    base, _ = studies
    stamp = {"machine": {"cpu_model": "B"}}
    other = write_study(base.parent / "other", four_compositions(), stamp)
    assert main(["check", str(other), "--baseline", str(base)]) == 2
    assert "machine.cpu_model is 'A' and 'B'" in capsys.readouterr().err
    assert main(["check", str(other), "--baseline", str(base), "--subject", "machine"]) == 0


def test_a_rise_below_a_wider_threshold_passes(studies: tuple[Path, Path]) -> None:
    base, costly = studies
    assert run(costly, "--baseline", base, "--threshold", "pss_bytes=50%") == 0


def test_a_metric_has_one_threshold(studies: tuple[Path, Path]) -> None:
    base, costly = studies
    twice = ["--threshold", "pss_bytes=5", "--threshold", "pss_bytes=6"]
    with pytest.raises(UserError, match="--threshold names pss_bytes twice; name it once"):
        run(costly, "--baseline", base, *twice)


def test_cpu_is_judged_where_the_machine_is_said_to_be_the_same(
    studies: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    base, costly = studies
    of_memory = ("--threshold", "pss_bytes=50%")
    assert run(costly, "--baseline", base, *of_memory) == 0
    assert "CPU was not judged" in capsys.readouterr().out
    assert run(costly, "--baseline", base, *of_memory, "--same-machine") == 1
    assert "CPU was not judged" not in capsys.readouterr().out
    with pytest.raises(UserError, match="--threshold cpu_percent: .* --same-machine"):
        run(costly, "--baseline", base, "--threshold", "cpu_percent=5%")


def test_junit_and_summary_carry_the_verdicts(studies: tuple[Path, Path], tmp_path: Path) -> None:
    base, _ = studies
    costly = [each for each in four_compositions(scale=1.2) if each.arm != "manual"]
    lacking = write_study(base.parent / "lacking", costly)
    junit, summary = tmp_path / "check.xml", tmp_path / "summary.md"
    run(lacking, "--baseline", base, "--junit", junit, "--github-summary", summary)
    (suite,) = ElementTree.parse(junit).getroot()
    counts = [suite.get(each) for each in ("tests", "failures", "skipped")]
    assert counts == ["8", "3", "2"]  # PSS has risen, and both metrics of manual are undecided
    text = summary.read_text(encoding="utf-8")
    assert (text.count("| ❌ above |"), text.count("| ❔ undecided |")) == (3, 2)


def test_a_slower_machine_is_told_in_the_terminal_and_in_the_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = write_observed(tmp_path / "vm" / "base", 150.0)
    slow = write_observed(tmp_path / "vm" / "slow", 225.0)
    summary = tmp_path / "summary.md"
    run(base, "--baseline", base)
    assert "warning:" not in capsys.readouterr().out
    run(slow, "--baseline", base, "--github-summary", summary)
    said = "warning: known work took 50% more CPU in vm/slow than in vm/base"
    assert said in capsys.readouterr().out
    assert f"\n- {said}" in summary.read_text(encoding="utf-8")


def test_an_empty_variable_of_github_names_no_file(
    studies: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    base, _ = studies
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "")
    assert run(base, "--baseline", base) == 0


def test_an_unwritable_report_is_named_before_anything_is_judged(
    studies: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, costly = studies
    with pytest.raises(UserError, match="--junit: cannot write"):
        run(costly, "--baseline", base, "--junit", tmp_path / "none" / "check.xml")
    assert capsys.readouterr().out == ""
    with pytest.raises(UserError, match="--github-summary: cannot write"):
        run(costly, "--baseline", base, "--github-summary", tmp_path / "none" / "summary.md")


def test_several_studies_are_too_many(studies: tuple[Path, Path]) -> None:
    base, _ = studies
    with pytest.raises(UserError, match="several studies"):
        run(base.parent, "--baseline", base)


def test_a_rise_of_cpu_is_laid_to_its_node(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def study(name: str, cpu: float) -> Path:
        known = {"cpu_percent": cpu, "memory_mb": 0.0}
        records = []
        for block in range(4):
            threads = (
                ThreadRecord("amcl", "amcl", 1, 30.0),
                ThreadRecord("known_cost", "known_cost", 1, cpu),
            )
            total = 30.0 + cpu + 0.01 * block * (cpu > 0)
            process = make_process(threads=threads, cpu_percent=total)
            records.append(make_record(block=block, cpu_percent=total, processes=(process,)))
        return write_study(tmp_path / "vm" / name, records, {"study": {"known_cost": known}})

    plain, costly = study("known-cost-0", 0.0), study("known-cost-5", 5.0)
    words = [costly, "--baseline", plain, "--same-machine"]
    with pytest.raises(UserError, match=r"study\.known_cost\.cpu_percent is 0\.0 and 5\.0"):
        run(*words)
    assert run(*words, "--subject", "known-cost") == 1
    assert "CPU % of nodes in isolated: known_cost +5.00" in capsys.readouterr().out


def required(tmp_path: Path, *cpu_percents: float, limit: float = 20.0) -> Path:
    records = [make_topology_record(block=n, cpu_percent=cpu) for n, cpu in enumerate(cpu_percents)]
    study = {"requirements": {"pair": {"cpu_percent": limit}}}
    return write_study(tmp_path / "vm" / f"pair-{len(cpu_percents)}", records, {"study": study})


def test_the_exit_status_tells_whether_requirements_are_met(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(required(tmp_path, 10.0, 10.1), "--requirements") == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[-1] == "below"
    assert run(required(tmp_path, 30.0, 30.1), "--requirements") == 1
    assert capsys.readouterr().out.splitlines()[-1].split()[-1] == "above"
    assert run(required(tmp_path, 10.0), "--requirements") == 3
    assert "a single trial has no interval" in capsys.readouterr().out


def test_a_summary_holds_the_requirements(tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    run(required(tmp_path, 10.0, 10.1), "--requirements", "--github-summary", summary)
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("### Requirements of pair-2 (rcl)\n") and "| below |" in text


def test_requirements_stand_alone(tmp_path: Path, studies: tuple[Path, Path]) -> None:
    base, _ = studies
    with pytest.raises(UserError, match="requires nothing"):
        run(base, "--requirements")
    with pytest.raises(UserError, match="--max-trials does not go with --requirements"):
        run(required(tmp_path, 10.0), "--requirements", "--max-trials", 5)
    with pytest.raises(UserError, match="--same-machine does not go with --requirements"):
        run(required(tmp_path, 10.0), "--requirements", "--same-machine")
    with pytest.raises(SystemExit):
        run(base, "--requirements", "--baseline", base)
    with pytest.raises(SystemExit):
        run(base)
