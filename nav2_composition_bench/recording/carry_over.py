# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What of a recording holds on the machine that replays it; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from nav2_composition_bench.recording.arms import RECORDED
from nav2_composition_bench.topology.recorded import Recorded
from nav2_composition_bench.trial.record import TrialRecord

PREDICTED_METRICS = ("cpu_percent", "pss_bytes")


def took(recorded: Recorded | None, metric: str) -> float | None:
    """Return what the recorded system took; None where it is not known of some process."""
    if recorded is None or not recorded.processes:
        return None
    its = [getattr(process, metric) for process in recorded.processes]
    known = [float(each) for each in its if each is not None]
    return sum(known) if len(known) == len(its) else None


def comparable(recorded: Recorded | None, here: Mapping[str, object]) -> dict[str, float | None]:
    """Return what the recorded system took, of what can be set beside a replay here."""
    found: dict[str, float | None] = dict.fromkeys(PREDICTED_METRICS)
    if recorded is None or recorded.machine.get("architecture") != here.get("architecture"):
        return found
    found["pss_bytes"] = took(recorded, "pss_bytes")
    if recorded.machine.get("cpu_model") == here.get("cpu_model"):
        found["cpu_percent"] = took(recorded, "cpu_percent")
    return found


def slower_than_recorded(records: Sequence[TrialRecord], recorded: Recorded | None) -> float:
    """Return how many times as much CPU a recorded system would take beside the trials.

    Known work ran beside the recording, and runs beside the replay of the same arrangement, which
    slows it down as the system did. 1 where that is not known.
    """
    if recorded is None or recorded.yardstick is None:
        return 1.0
    then = recorded.yardstick
    now = [
        record.yardstick_us
        for record in records
        if record.valid
        and record.arm == RECORDED
        and record.yardstick_us is not None
        and record.yardstick_rate_hz == then.rate_hz
    ]
    if not now:
        return 1.0
    return float(np.mean(now) / then.unit_us)


def does_not_carry_over(recorded: Recorded | None, here: Mapping[str, object]) -> tuple[str, ...]:
    """Say what of a recording does not hold on another machine; nothing for the same.

    :param here: this machine, as machine.json has it.
    """
    if recorded is None:
        return ("this topology was not recorded: savings are of the replay's own figures",)
    then = recorded.machine
    if then.get("architecture") != here.get("architecture"):
        return (
            f"recorded on {then.get('architecture')}, and this is {here.get('architecture')}: CPU"
            " and memory that were recorded do not carry over, nor does the nodes' own work, which"
            " is replayed in the other's CPU time; what messages, executors and processes cost is"
            " this machine's. Savings are of the replay's own figures",
        )
    if then.get("cpu_model") != here.get("cpu_model"):
        return (
            f"recorded on {then.get('cpu_model') or 'an unknown CPU'}, and this is"
            f" {here.get('cpu_model') or 'an unknown one'}: CPU that was recorded does not carry"
            " over, and the nodes' own work is replayed in the other's CPU time. Savings of CPU"
            " are of the replay's own figures",
        )
    return ()
