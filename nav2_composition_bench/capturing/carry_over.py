# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What of a capture holds on the machine that replays it; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.capturing.arms import CAPTURED
from nav2_composition_bench.topology.captured import Captured
from nav2_composition_bench.trial.record import TrialRecord

_WITHOUT_MODEL = ("cpu_model", "cpu_cores", "kernel")
"""What machines are told apart by where the kernel does not name the CPU, as on some of ARM's."""
PREDICTED_METRICS = ("cpu_percent", "pss_bytes")


@dataclass(frozen=True)
class CarriedOver:
    """What of a capture can be set beside a replay.

    :param took: metric → what the captured system took; None where it is not known of some process,
        or does not hold on this machine.
    :param notes: a sentence for each thing that does not hold, or was not captured.
    """

    took: dict[str, float | None]
    notes: tuple[str, ...] = ()


def carried_over(captured: Captured, here: Mapping[str, object]) -> CarriedOver:
    """Return what of a capture holds on another machine.

    :param here: this machine, as machine.json has it.
    """
    took = {metric: _took(captured, metric) for metric in PREDICTED_METRICS}
    then = captured.machine
    if then.get("architecture") != here.get("architecture"):
        note = (
            f"captured on {then.get('architecture')}, and this is {here.get('architecture')}: CPU"
            " and memory that were captured do not carry over, nor does the nodes' own work, which"
            " is replayed in the other's CPU time; what messages, executors and processes cost is"
            " this machine's. Savings are of the replay's own figures"
        )
        return CarriedOver(dict.fromkeys(PREDICTED_METRICS), (note,))
    if any(then.get(field) != here.get(field) for field in _same_cpu(then)):
        note = (
            f"captured on {then.get('cpu_model') or 'an unknown CPU'}, and this is"
            f" {here.get('cpu_model') or 'an unknown one'}: CPU that was captured does not carry"
            " over, and the nodes' own work is replayed in the other's CPU time. Savings of CPU"
            " are of the replay's own figures"
        )
        return CarriedOver({**took, "cpu_percent": None}, (note,))
    return CarriedOver(took, tuple(_lacks(captured)))


def _same_cpu(machine: Mapping[str, object]) -> tuple[str, ...]:
    """Return what two machines of one CPU are alike in."""
    return ("cpu_model",) if machine.get("cpu_model") else _WITHOUT_MODEL


def _lacks(captured: Captured) -> Iterator[str]:
    for metric, what in (("cpu_percent", "CPU"), ("pss_bytes", "memory")):
        lacking = [each for each in captured.processes if getattr(each, metric) is None]
        if lacking:
            names = "; ".join(", ".join(each.nodes) for each in lacking)
            yield (
                f"{what} of the process of {names} was not captured: savings of {what} are of the"
                " replay's own figures"
            )


def _took(captured: Captured, metric: str) -> float | None:
    its = [getattr(process, metric) for process in captured.processes]
    return float(sum(its)) if its and None not in its else None


def slower_than_captured(records: Sequence[TrialRecord], captured: Captured | None) -> float:
    """Return how many times as much CPU a captured system would take beside the trials.

    Known work ran beside the capture, and runs beside the replay of the same arrangement, which
    slows it down as the system did. Its system calls tell, or whole units where a capture has
    nothing else. 1 where that is not known.
    """
    if captured is None or captured.yardstick is None:
        return 1.0
    then = captured.yardstick
    at_the_same_rate = [
        record for record in _replayed(records) if record.value("yardstick_rate_hz") == then.rate_hz
    ]
    if then.system_calls_us is not None:
        then_us = then.system_calls_us
        now_us = [record.value("yardstick_system_calls_us") for record in at_the_same_rate]
    else:
        then_us = then.unit_us
        now_us = [record.value("yardstick_us") for record in at_the_same_rate]
    known = [one for one in now_us if one is not None]
    return float(np.mean(known) / then_us) if known else 1.0


def unlike_rates(records: Sequence[TrialRecord], captured: Captured) -> str | None:
    """Say that known work of the capture and of the replay do not compare; None if they do."""
    told_hz = {record.value("yardstick_rate_hz") for record in _replayed(records)}
    rates_hz = sorted(rate_hz for rate_hz in told_hz if rate_hz is not None)
    if captured.yardstick is None or not rates_hz or captured.yardstick.rate_hz in rates_hz:
        return None
    now_hz = " and ".join(f"{rate_hz:g}" for rate_hz in rates_hz)
    return (
        "how fast the machine was when captured is not known: known work was done"
        f" {captured.yardstick.rate_hz:g} times a second then and {now_hz} times beside the replay;"
        " captured CPU is taken as it is"
    )


def _replayed(records: Sequence[TrialRecord]) -> list[TrialRecord]:
    return [record for record in records if record.valid and record.arm == CAPTURED]
