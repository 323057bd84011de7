# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench place``: search which nodes of a topology should share an event loop and core."""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from nav2_composition_bench.aggregate.stamped_versions import versions_of_stamps
from nav2_composition_bench.capturing.arms import rmw_here
from nav2_composition_bench.cli.place_arguments import Asked, add_place_arguments, asked_of
from nav2_composition_bench.cli.stopping_rule import blocks_of
from nav2_composition_bench.cli.study_directory import stamp_to_resume
from nav2_composition_bench.cli.what_if_trials import (
    calibration_here,
    comparison_records,
    given_calibration,
)
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import looking_at
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.placing.calibration import calibrate, measured_of
from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.outcome import PLACEMENT, judge, outcome_document
from nav2_composition_bench.placing.prediction import Objective
from nav2_composition_bench.placing.search import SearchOptions, SearchState, search
from nav2_composition_bench.placing.simulation import predict
from nav2_composition_bench.placing.space import one_per_unit
from nav2_composition_bench.placing.state_file import SEARCH, read_state, write_state
from nav2_composition_bench.placing.trials import (
    CALIBRATED_ON,
    compared_placements,
    loops_in,
    placement_study,
)
from nav2_composition_bench.placing.without_nodes import without_nodes
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.report.table import side_by_side
from nav2_composition_bench.report.what_if_notes import found_lines
from nav2_composition_bench.report.what_if_table import search_rows
from nav2_composition_bench.settling.settle import refuse_lacking, settle
from nav2_composition_bench.study.placement import Placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.topology.parameters import graph_sha256
from nav2_composition_bench.topology.units import outside
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.store import (
    STUDY,
    make_directory,
    read_records,
    read_stamp,
    write_document,
)

NAME = "place"
HELP = "search which nodes of a topology should share an event loop, and on which core"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search and measure; 0 if everything was done, 1 if trials were given up.

    :raises KeyboardInterrupt: on SIGINT and SIGTERM, with everything ended.
    """
    asked = asked_of(arguments)
    _refuse_begun(asked, arguments.resume)
    one_loop_each = one_per_unit(asked.space.units, CALIBRATED_ON)
    calibration = _study(asked, arguments, [one_loop_each], f"{asked.name}_calibration", 1)
    with stopping_signals_raise():
        if arguments.calibration is None or _not_measured(asked, arguments) is None:
            refuse_lacking(settle(calibration, Installation.here()))
        if arguments.calibration is None:
            directory = asked.directory.parent / calibration.name
            record = calibration_here(calibration, directory, live=not arguments.no_live)
            cores = len(asked.machine_cores)
        else:
            record, cores = given_calibration(calibration, arguments.calibration)
        if record is None:
            return 1
        loops = loops_in(one_loop_each, asked.topology)
        measured = measured_of(_inside_alone(asked, record), loops)
        costs = calibrate(asked.load, measured, cores, seed=asked.options.seed)
        print(_costs_line(costs), flush=True)
        make_directory(asked.directory)
        state = _searched(asked, costs)
        return _judged(asked, arguments, costs, state)


def _refuse_begun(asked: Asked, resume: bool) -> None:
    with looking_at(asked.directory):
        is_begun = (asked.directory / SEARCH).exists()
        is_other = not is_begun and (asked.directory / STUDY).exists()
    if is_other:
        raise UserError(f"{asked.directory} is of another study; choose another --name")
    if is_begun and not resume:
        raise UserError(
            f"{asked.directory} holds a search already; --resume goes on with it, or choose"
            " another --name"
        )


def _study(
    asked: Asked,
    arguments: argparse.Namespace,
    placements: Sequence[Placement],
    name: str,
    trials: int,
) -> Study:
    return placement_study(
        name,
        asked.topology,
        asked.executor,
        placements,
        rmw=rmw_here(asked.topology, Installation.here().middlewares),
        trials=trials,
        seed=asked.options.seed,
        window_s=arguments.window,
    )


def _setup(asked: Asked, costs: Costs) -> dict[str, Any]:
    """Return all that a search follows from, but how long it is."""
    document = {
        "topology": asked.topology.name,
        "topology_sha256": graph_sha256(asked.topology),
        "executor": asked.executor.value,
        "objective": asked.options.objective.value,
        "loops": asked.space.loops,
        "cores": asked.space.cores,
        "population": asked.options.population,
        "seed": asked.options.seed,
        "costs": dataclasses.asdict(costs),
    }
    as_json: dict[str, Any] = json.loads(json.dumps(document))
    return as_json


def _searched(asked: Asked, costs: Costs) -> SearchState:
    setup = _setup(asked, costs)
    begun = read_state(asked.directory, setup)
    if begun is not None and begun.generation < asked.options.generations:
        _refuse_measured(asked, begun.generation)
    told = _teller(asked.options, -1 if begun is None else begun.generation)

    def done(state: SearchState) -> None:
        write_state(asked.directory, state, setup)
        told(state)

    return search(
        asked.space,
        lambda loops: predict(asked.load, costs, loops, asked.space.cores, seed=asked.options.seed),
        asked.options,
        begun,
        done,
    )


def _refuse_measured(asked: Asked, generation: int) -> None:
    """Refuse further generations, which may find other placements than those of which trials are.

    :param generation: the last one that is done.
    """
    if read_records(asked.directory):
        raise UserError(
            f"{asked.directory}: the placements of generation {generation} are being measured; say"
            f" --generations {generation}, or choose another --name"
        )


def _teller(options: SearchOptions, begun: int) -> Callable[[SearchState], None]:
    """Return what says how far a search is, and how long it takes still.

    :param begun: the generation that was done before; -1 for none.
    """
    started_s = time.monotonic()

    def told(state: SearchState) -> None:
        (lost, value), _ = state.best[0]
        each_s = (time.monotonic() - started_s) / (state.generation - begun)
        left_s = each_s * (options.generations - state.generation)
        unit = "%" if options.objective is Objective.CPU else "us"
        print(
            f"generation {state.generation}/{options.generations}: {options.objective}"
            f" {value:.1f} {unit}"
            + (f", {lost} lost" if lost else "")
            + f", about {left_s / 60:.0f} min left",
            flush=True,
        )

    return told


def _judged(asked: Asked, arguments: argparse.Namespace, costs: Costs, state: SearchState) -> int:
    placements = compared_placements(
        asked.space,
        [row for _, row in state.best[: arguments.best]],
        asked.placements,
        others=arguments.random,
        seed=asked.options.seed,
    )
    predictions = [
        predict(
            asked.load,
            costs,
            loops_in(each, asked.topology),
            asked.space.cores,
            seed=asked.options.seed,
        )
        for each in placements
    ]
    why = _not_measured(asked, arguments)
    records: tuple[TrialRecord, ...] = ()
    is_complete = True
    if why is None:
        begun = stamp_to_resume(asked.directory, arguments.resume)
        blocks = blocks_of(arguments.trials, begun)
        study = _study(asked, arguments, placements, asked.name, blocks)
        records, is_complete = comparison_records(
            study, asked.directory, asked.machine_cores, live=not arguments.no_live
        )
    counted = [_inside_alone(asked, record) for record in records]
    judged = judge(placements, predictions, counted, asked.options.objective)
    about = {
        **_setup(asked, costs),
        "generations": state.generation,
        "not_measured_reason": why,
    }
    write_document(asked.directory / PLACEMENT, outcome_document(judged, about))
    versions = versions_of_stamps((read_stamp(asked.directory) if records else None) or {})
    lines = ["", *side_by_side(search_rows(judged, asked.options.objective, versions)), ""]
    lines += [f"not measured: {why}"] if why else []
    lines += found_lines(judged, asked.topology, asked.found_cores)
    print("\n".join([*lines, f"record: {asked.directory / PLACEMENT}"]))
    return 0 if is_complete else 1


def _not_measured(asked: Asked, arguments: argparse.Namespace) -> str | None:
    """Return why the placements are not measured; None where they are."""
    return "--model-only was said" if arguments.model_only else asked.model_alone


def _inside_alone(asked: Asked, record: TrialRecord) -> TrialRecord:
    """Return a trial as the model has it: without what nodes outside take."""
    return without_nodes(record, outside(asked.topology), ["cpu_percent"])


def _costs_line(costs: Costs) -> str:
    primes = "".join(f", primes to {n} {us:.1f}" for n, us in costs.primes_us.items())
    return (
        f"calibrated, us: publish {costs.publish_us:.1f}, take {costs.near_us:.1f} of the same loop"
        f" and {costs.far_us:.1f} of another, wake {costs.wake_us:.1f} and"
        f" {costs.wake_delay_us:.1f} later{primes}; other threads {costs.other_cpu_percent:.1f} %"
    )
