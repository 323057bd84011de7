# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The dynamic-window controller: of all reachable commands, the one with the lowest score.

Fox, Burgard, Thrun, "The dynamic window approach to collision avoidance" (1997), in the shape of
Nav2's DWB controller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.reference_stack.control.critics import Critic
from nav2_composition_bench.reference_stack.control.geometry import Velocity
from nav2_composition_bench.reference_stack.control.motion import (
    MotionLimits,
    roll_out,
    sample_commands,
)
from nav2_composition_bench.reference_stack.control.situation import Situation


class NoValidControlError(Exception):
    """Every reachable command leads into an obstacle or is otherwise forbidden."""


@dataclass(frozen=True)
class Sampling:
    """How finely commands and time are sampled.

    :param sim_time: horizon in seconds.
    :param steps: poses per trajectory.
    """

    vx_samples: int = 20
    vtheta_samples: int = 20
    sim_time: float = 1.2
    steps: int = 12


class DynamicWindowController:
    """Chooses one command per control cycle.

    :param critics: their scores are added; any of them can forbid a command.
    """

    def __init__(self, limits: MotionLimits, sampling: Sampling, critics: Sequence[Critic]) -> None:
        self._limits = limits
        self._sampling = sampling
        self._critics = tuple(critics)

    def reset(self) -> None:
        """Forget what was learnt while following the last goal's path."""
        for critic in self._critics:
            critic.reset()

    def compute(self, situation: Situation) -> Velocity:
        """Choose the command for this cycle.

        :raises NoValidControlError: if none is legal.
        """
        sampling = self._sampling
        commands = sample_commands(
            situation.velocity,
            self._limits,
            sampling.sim_time,
            sampling.vx_samples,
            sampling.vtheta_samples,
        )
        trajectories = roll_out(
            situation.pose,
            situation.velocity,
            commands,
            self._limits,
            sampling.sim_time,
            sampling.steps,
        )
        scores = np.zeros(len(commands))
        for critic in self._critics:
            scores += critic.score(situation, trajectories)
        best = int(scores.argmin())
        if not np.isfinite(scores[best]):
            raise NoValidControlError(
                f"none of {len(commands)} sampled commands is free of collision"
            )
        command = (float(commands[best, 0]), float(commands[best, 1]))
        for critic in self._critics:
            critic.debrief(situation, command)
        return command
