# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench show --export-…``: trials of topologies as files that other programs read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study
from nav2_composition_bench.cli.judged_study import one_directory
from nav2_composition_bench.errors import UserError, told_in_one_line
from nav2_composition_bench.files.whole_file import write_whole
from nav2_composition_bench.report.irobot_export import irobot_files
from nav2_composition_bench.report.reference_system_export import (
    LOG,
    TOPOLOGY,
    hot_path_of,
    std_output,
)
from nav2_composition_bench.topology.topology_file import find_topology_file, load_topology
from nav2_composition_bench.trial.record import TrialRecord

IROBOT = "--export-irobot"
REFERENCE_SYSTEM = "--export-reference-system"

Files = Mapping[Path, str]
"""Path below the directory that is exported to → content."""


def export_irobot(path: Path, to: Path) -> list[str]:
    """Write the typical trial of each arm of the one study at or below a path.

    :param to: gets a directory for each arm.
    :returns: lines that say what was written, and for which arms nothing was.
    :raises UserError: for several studies, one without messages, or files that cannot be written.
    """
    study = _study_of_messages(path, IROBOT)
    files = {
        arm: {Path(arm) / name: text for name, text in irobot_files(record).items()}
        for arm, record in _typical(study).items()
    }
    return _written(study, files, to, IROBOT)


def export_reference_system(path: Path, to: Path) -> list[str]:
    """Write the typical trial of each arm as the log of the reference system's own programs.

    :param to: gets the directories that their report looks for: seconds, middleware, arm.
    :raises UserError: as :func:`export_irobot`, and for a graph without its hot path.
    """
    study = _study_of_messages(path, REFERENCE_SYSTEM)
    typical = _typical(study)
    window_s = study.stamp.get("study", {}).get("window_s")
    topology = load_topology([find_topology_file(TOPOLOGY)])
    files = {}
    for arm, record in typical.items():
        entities, counted_s = record.message_entities, record.value("messages_window_s")
        rmw = record.levels.get("rmw")
        if entities is None or counted_s is None or hot_path_of(entities) is None or rmw is None:
            raise UserError(
                f"{REFERENCE_SYSTEM}: {study.directory} holds no trial of the reference system;"
                f" name a study of {TOPOLOGY}"
            )
        seconds = round(counted_s if window_s is None else window_s)
        log = Path(f"{seconds}s") / rmw / arm / LOG
        files[arm] = {log: std_output(entities, topology, rmw)}
    return _written(study, files, to, REFERENCE_SYSTEM)


def _study_of_messages(path: Path, option: str) -> StoredStudy:
    study = read_study(one_directory(path))
    if all(record.binding is None for record in study.records):
        raise UserError(
            f"{option}: {study.directory} holds no messages; name a study of topologies"
        )
    return study


def _typical(study: StoredStudy) -> dict[str, TrialRecord]:
    """Return arm → its typical trial, of arms that have one."""
    typical = {arm: study.typical.get(arm) for arm in arms_of(study.records)}
    return {
        arm: record
        for arm, record in typical.items()
        if record is not None and record.message_entities is not None
    }


def _written(study: StoredStudy, files: Mapping[str, Files], to: Path, option: str) -> list[str]:
    """Write the files of each arm.

    :raises UserError: for one that cannot be written.
    """
    lines = []
    for arm in arms_of(study.records):
        if arm not in files:
            lines.append(f"{arm}: no valid trial, nothing exported")
            continue
        directory = to / next(iter(files[arm])).parent
        with told_in_one_line(f"{option}: cannot write {directory}"):
            for name, text in files[arm].items():
                (to / name).parent.mkdir(parents=True, exist_ok=True)
                write_whole(to / name, text)
        record = study.typical[arm]
        lines.append(f"{directory}: block {record.block + 1}, attempt {record.attempt + 1}")
    return lines
