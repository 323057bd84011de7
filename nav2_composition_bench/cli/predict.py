# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench predict``: what other placements of a captured system would save."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping
from pathlib import Path

from nav2_composition_bench.aggregate.stamped_versions import versions_of_stamps
from nav2_composition_bench.capturing.arms import (
    CAPTURED,
    PredictionOptions,
    prediction_study,
    rmw_here,
)
from nav2_composition_bench.capturing.carry_over import carried_over, unlike_rates
from nav2_composition_bench.capturing.containers import other_executors
from nav2_composition_bench.capturing.layout import keeps_apart, read_pairs, with_units
from nav2_composition_bench.capturing.prediction import cheapest, outcome_of
from nav2_composition_bench.capturing.replayed_work import (
    messages_alone,
    own_percent,
    with_replayed_work,
)
from nav2_composition_bench.cli.run import MANY_TRIALS, ask_about_size
from nav2_composition_bench.cli.stopping_rule import BLOCKS, blocks_of
from nav2_composition_bench.cli.study_arguments import (
    add_placement_argument,
    add_results_arguments,
    add_window_arguments,
)
from nav2_composition_bench.cli.study_directory import Filed, blocks_begun, filed
from nav2_composition_bench.cli.what_if_trials import calibration_here, run_here
from nav2_composition_bench.errors import UserError, at_least, within
from nav2_composition_bench.files.names import directory_name
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.report.table import side_by_side
from nav2_composition_bench.report.what_if_notes import cheapest_line, prediction_notes
from nav2_composition_bench.report.what_if_table import prediction_rows
from nav2_composition_bench.settling.settle import refuse_lacking, settle
from nav2_composition_bench.study.arm_design import refuse_given_twice
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import COMPOSITION
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import MAX_WINDOW_S, MIN_WINDOW_S
from nav2_composition_bench.topology.captured import Captured
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import find_topology_file, load_topology
from nav2_composition_bench.topology.units import inside
from nav2_composition_bench.trial.machine_stamp import machine
from nav2_composition_bench.trial.store import read_stamp, write_document

NAME = "predict"
HELP = "run a captured topology in other placements, and print what they would save"
PREDICTION = "prediction.json"
_SCHEMA = 2
_OWN_WORK = "_own_work"
"""Behind the name of the trials' directory, that of the trial that tells the nodes' own work."""
REPLAY, FILE = "replay", "file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add = parser.add_argument
    add("file", metavar="FILE", help="topology that nav2-bench capture has written")
    add(
        "--keep-apart",
        action="append",
        default=[],
        metavar="NODE,NODE",
        help="name the three cheapest arms in which these share no process; repeatable",
    )
    add_placement_argument(parser, "run this too, as an arm of its own")
    add(
        "--executor",
        choices=[each.value for each in Executor],
        default=Executor.STOCK.value,
        help="of these placements (default: %(default)s)",
    )
    add(
        "--arm",
        action="append",
        default=[],
        metavar="NAME",
        help=f"run only this arm, and {CAPTURED}; repeatable",
    )
    add(
        "--own-work",
        choices=(REPLAY, FILE),
        default=REPLAY,
        help="nodes' exclusive CPU: from a trial of the capture without it, or from the file"
        " (default: %(default)s; file where captured CPU is not transferable)",
    )
    add("--trials", type=int, metavar="N", help=f"blocks (default: {BLOCKS})")
    add_window_arguments(parser)
    add_results_arguments(
        parser,
        name="predict_TOPOLOGY; NAME-2 if taken",
        resume="--name, or the last study of the default name",
    )
    add("--yes", action="store_true", help=f"run more than {MANY_TRIALS} trials")


def run(arguments: argparse.Namespace) -> int:
    """Run what the prediction lacks, and print it; 1 if trials were given up."""
    topology = load_topology([find_topology_file(arguments.file, "FILE")])
    captured = topology.captured
    if captured is None:
        raise UserError(
            f"{arguments.file} was not captured: it has no section 'captured'; take nav2-bench run,"
            " or capture a running system"
        )
    installation = Installation.here()
    place = filed(arguments, _name(arguments, topology))
    options = _options(arguments, topology, installation, place)
    study, lacking = _that_runs_here(prediction_study(topology, options), installation, options)
    ask_about_size(study, arguments.yes or study.trials == blocks_begun(place.begun))
    carried = carried_over(captured, machine())
    notes = [*_notes(captured, options, topology, lacking), *carried.notes]
    print("\n".join(notes), flush=True)
    directory, live = place.directory, not arguments.no_live
    with stopping_signals_raise():
        takes_replay = arguments.own_work == REPLAY and carried.took["cpu_percent"] is not None
        if takes_replay and own_percent(topology):
            beside = directory.with_name(f"{directory.name}{_OWN_WORK}")
            told = _told_by_replay(study, topology, beside, live)
            if told is None:
                return 1
            print(_own_work_line(topology, told), flush=True)
            topology, study = told, _of(study, told)
        ran = run_here(study, directory, live)
    said = outcome_of(topology, ran.records, carried)
    failed = {spec.arm.name for spec in ran.given_up}
    allowed = [
        arm.name
        for arm in study.arms
        if arm.name not in failed and keeps_apart(arm, inside(topology), options.apart)
    ]
    best = cheapest(said.found, allowed)
    document = {
        "schema": _SCHEMA,
        "topology": topology.name,
        "binding": _binding(options),
        "notes": notes,
        "captured": said.took,
        "own_work_percent": own_percent(topology),
        "wake_us": said.wakes.mean_us,
        "wake_us_is_typical": said.wakes.is_typical,
        "arms": [dataclasses.asdict(each) for each in said.found],
        "keep_apart": sorted(sorted(pair) for pair in options.apart),
        "cheapest": [each.arm for each in best],
    }
    write_document(directory / PREDICTION, document)
    versions = versions_of_stamps(read_stamp(directory) or {})
    names = inside(topology)
    processes = {arm.name: len(arm[COMPOSITION].partition(names)) for arm in study.arms}
    rows = prediction_rows(said.found, said.took, processes, versions)
    lines = ["", *side_by_side(rows), ""]
    lines += prediction_notes(said.found, said.took, said.wakes)
    lines += filter(None, [unlike_rates(ran.records, captured)])
    if options.apart:
        lines.append(cheapest_line(best, options.apart))
    print("\n".join([*lines, f"written: {directory / PREDICTION}"]))
    return 1 if ran.given_up else 0


def _told_by_replay(
    study: Study, topology: Topology, directory: Path, live: bool
) -> Topology | None:
    """Return the topology with its nodes' own work by a trial, which is run if there is none.

    :returns: None if no trial was valid.
    """
    print("first: what was captured without the nodes' own work, which this tells", flush=True)
    alone = _of(study, messages_alone(topology))
    design = dataclasses.replace(alone.design, chosen=(CAPTURED,))
    alone = dataclasses.replace(alone, design=design, trials=1)
    record = calibration_here(alone, directory, live=live)
    return None if record is None else with_replayed_work(topology, record)


def _of(study: Study, topology: Topology) -> Study:
    """Return a study of the same arms of another topology of that name."""
    workload = dataclasses.replace(study.exchange, graphs={topology.name: topology})
    return dataclasses.replace(study, workload=workload)


def _own_work_line(captured: Topology, told: Topology) -> str:
    here, there = (sum(own_percent(each).values()) for each in (told, captured))
    return (
        f"own work of the nodes: {here:.1f} % of a core, by a replay of their messages alone (the"
        f" file: {there:.1f} %)"
    )


def _binding(options: PredictionOptions) -> str:
    return "rcl" if options.distro is None else "rclcpp"


def _notes(
    captured: Captured, options: PredictionOptions, topology: Topology, lacking: Mapping[str, str]
) -> list[str]:
    where = "the ROS 2 wheels" if options.distro is None else options.distro
    return [
        f"binding: {_binding(options)} ({where}), middleware"
        f" {rmw_here(topology, options.middlewares)} (captured: {captured.rmw or 'not said'})",
        *other_executors(topology, options.distro),
        *(f"left out: {name}: {why}" for name, why in lacking.items()),
    ]


def _name(arguments: argparse.Namespace, topology: Topology) -> str:
    return directory_name("--name", arguments.name or f"predict_{topology.name}")


def _options(
    arguments: argparse.Namespace, topology: Topology, installation: Installation, place: Filed
) -> PredictionOptions:
    if not inside(topology):
        raise UserError(f"{arguments.file}: all nodes are outside; nothing is left to compare")
    placements = [parse_placement(text) for text in arguments.placement]
    refuse_given_twice("--placement", [placement.name for placement in placements])
    return PredictionOptions(
        name=_name(arguments, topology),
        trials=blocks_of(arguments.trials, place.begun),
        seed=at_least("--seed", arguments.seed, 0),
        window_s=within("--window", arguments.window, MIN_WINDOW_S, MAX_WINDOW_S),
        distro=installation.distro,
        middlewares=installation.middlewares,
        apart=read_pairs(arguments.keep_apart, topology),
        placements=[with_units(placement, topology) for placement in placements],
        executor=Executor(arguments.executor),
        chosen=tuple(arguments.arm),
    )


def _that_runs_here(
    study: Study, installation: Installation, options: PredictionOptions
) -> tuple[Study, dict[str, str]]:
    """Return the study with the arms that can be run here, and why the others cannot.

    :raises UserError: if the captured placement cannot be, or an arm that was asked for by name.
    """
    settled = settle(study, installation)
    lacking = {name: arm.lacks[0] for name, arm in settled.arms.items() if arm.lacks}
    if options.chosen or CAPTURED in lacking:
        refuse_lacking(settled)
    chosen = tuple(name for name in settled.arms if name not in lacking)
    return dataclasses.replace(
        study, design=dataclasses.replace(study.design, chosen=chosen)
    ), lacking
