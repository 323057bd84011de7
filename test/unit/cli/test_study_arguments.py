# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
import dataclasses

from arm_studies import names, packaged

from nav2_composition_bench.cli.study_arguments import add_study_arguments, study_options
from nav2_composition_bench.study.study_file import find_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override


def options(*words: str) -> StudyOptions:
    parser = argparse.ArgumentParser()
    add_study_arguments(parser)
    return StudyOptions(**study_options(parser.parse_args(words)))


def test_nothing_said_is_nothing_to_change() -> None:
    assert options() == StudyOptions()
    assert options("--study", "nav2") == StudyOptions()


def test_every_option_reaches_the_study() -> None:
    words = (
        "--system nav2 --factor params=base,slow --factor executor=stock --arm a --arm b"
        " --baseline a --composition manual --composition pair --placement pair=map_server|amcl"
        " --overlay slow=s.yaml --params a.yaml --params b.yaml --rmw rmw_cyclonedds_cpp"
    )
    assert options(*words.split()) == StudyOptions(
        system="nav2",
        factors=("params=base,slow", "executor=stock"),
        arms=("a", "b"),
        baseline="a",
        compositions=("manual", "pair"),
        placements=("pair=map_server|amcl",),
        overlays=("slow=s.yaml",),
        params_files=("a.yaml", "b.yaml"),
        rmw="rmw_cyclonedds_cpp",
    )


def test_three_factors_are_crossed() -> None:
    words = (
        "--factor composition=isolated,multi_threaded"
        " --factor rmw=rmw_fastrtps_cpp,rmw_cyclonedds_cpp"
        " --factor params=with_bonds,without_bonds"
    )
    study = override(packaged("nav2"), options(*words.split()))
    assert len(study.arms) == 8
    assert study.factors == ("composition", "rmw", "params")


def test_a_packaged_study_can_be_run_in_part() -> None:
    study = load_study(find_study_file("nav2_executors"))
    words = ("--arm", "events+without_bonds", "--arm", "events_cbg+without_bonds")
    chosen = override(study, options(*words))
    assert names(chosen.arms) == ["events_cbg+without_bonds", "events+without_bonds"]
    assert chosen.baseline == "events_cbg+without_bonds"
    assert dataclasses.replace(chosen, design=study.design) == study
