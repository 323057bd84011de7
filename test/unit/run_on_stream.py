# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Progress of a small study on a stream."""

from __future__ import annotations

import io

from arm_studies import design_of
from fake_runner import FakeRunner, RecordsInMemory, make_study

from nav2_composition_bench.cli.progress import progress_on
from nav2_composition_bench.trial.run_study import run_study


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run_on(stream: io.StringIO) -> str:
    study = make_study(design=design_of("manual"), trials=2)
    runner = FakeRunner(lambda spec: "amcl died" if spec.attempt == 0 else None)
    with progress_on(stream) as progress:
        progress.note("a note")
        run_study(study, runner, RecordsInMemory(), progress)
    return stream.getvalue()
