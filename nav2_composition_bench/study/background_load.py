# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A known load that runs beside the system under test, in every arm and trial alike."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.placement import STOCK

MAX_PROCESSES = 64
MAX_NICENESS = 19

_WORDS = {
    "busy": re.compile(r"\d{1,3}"),
    "niceness": re.compile(r"\d{1,2}"),
    "robot": re.compile(r"[a-z_]+"),
}
FORM = "busy=PROCESSES[,niceness=N] or robot=COMPOSITION"


@dataclass(frozen=True)
class BackgroundLoad:
    """What runs beside the system, of one kind.

    :param busy: processes that compute without a pause.
    :param niceness: of these processes, as in nice(1).
    :param robot: composition of a second robot of the same system, which drives in a simulator and
        on a ROS domain of its own; None for none.
    """

    busy: int = 0
    niceness: int = 0
    robot: str | None = None

    def refuse_impossible(self, where: str) -> None:
        """:raises UserError: naming ``where`` for a load that cannot be run."""
        if (self.busy > 0) == (self.robot is not None):
            raise UserError(f"{where}: name busy processes or a second robot, one of the two")
        if self.busy > MAX_PROCESSES:
            raise UserError(f"{where}: busy is {self.busy}, must be 1 to {MAX_PROCESSES}")
        if self.niceness > MAX_NICENESS:
            raise UserError(f"{where}: niceness is {self.niceness}, must be 0 to {MAX_NICENESS}")
        if self.niceness and not self.busy:
            raise UserError(f"{where}: niceness is for busy processes; leave it out")
        if self.robot is not None and self.robot not in STOCK:
            known = ", ".join(STOCK)
            raise UserError(f"{where}: robot is '{self.robot}', must be one of {known}")


def parse_background_load(text: str, where: str = "--background-load") -> BackgroundLoad:
    """Read ``busy=2,niceness=10`` or ``robot=isolated``.

    :raises UserError: for anything else.
    """
    words = [word.partition("=") for word in text.replace(" ", "").split(",")]
    given = {name: value for name, _, value in words}
    is_form = all(name in _WORDS and _WORDS[name].fullmatch(value) for name, value in given.items())
    if not is_form or len(given) != len(words):
        raise UserError(f"{where}: cannot read '{text}'; write {FORM}")
    load = BackgroundLoad(
        int(given.get("busy", 0)), int(given.get("niceness", 0)), given.get("robot")
    )
    load.refuse_impossible(where)
    return load
