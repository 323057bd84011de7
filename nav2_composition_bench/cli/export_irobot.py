# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench show --export-irobot``: trials as files of iRobot's ros2-performance framework."""

from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.aggregate.stored_study import read_study
from nav2_composition_bench.cli.judged_study import one_directory
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.report.irobot_export import irobot_files


def export_irobot(path: Path, to: Path) -> list[str]:
    """Write the typical trial of each arm of the one study at or below a path.

    :param to: gets a directory for each arm.
    :returns: lines that say what was written, and for which arms nothing was.
    :raises UserError: for several studies, one without messages, or files that cannot be written.
    """
    study = read_study(one_directory(path))
    if all(record.messages is None for record in study.records):
        raise UserError(
            f"--export-irobot: {study.directory} holds no messages; name a study of topologies"
        )
    lines = []
    for arm in arms_of(study.records):
        record = study.typical.get(arm)
        if record is None or record.message_entities is None:
            lines.append(f"{arm}: no valid trial, nothing exported")
            continue
        directory = to / arm
        try:
            directory.mkdir(parents=True, exist_ok=True)
            for name, text in irobot_files(record).items():
                (directory / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise UserError(
                f"--export-irobot: cannot write {directory}: {error.strerror}"
            ) from None
        lines.append(f"{directory}: block {record.block + 1}, attempt {record.attempt + 1}")
    return lines
