# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How a metric grows with the number of robots, and what that comes to for a fleet nobody ran.

Traffic, which is nothing without robots, is fitted by a power of their number: a straight line
through the logarithms. What a robot has of itself besides (memory, CPU) is fitted by a straight
line. Either is by least squares over all trials, and is checked by leaving out the largest sizes
and predicting them.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.axis import Line
from nav2_composition_bench.aggregate.describe import Estimate, student_interval
from nav2_composition_bench.aggregate.model import Array
from nav2_composition_bench.aggregate.samples import blocks_of
from nav2_composition_bench.study.fleet import Discovery, Network
from nav2_composition_bench.trial.record import TrialFigures

POWERS = ("discovery_packets", "discovery_bytes", "idle_bytes_hz", "restart_bytes")
"""Metrics of the whole fleet, that grow by a power of its size."""
PER_ROBOT = ("robot_uss_bytes", "robot_cpu_percent")
"""Metrics of one robot, that grow by a line."""
CARRIED_ROBOTS, CARRIED_SUBNETS = 1000, 5
_MIN_PLACES = 3


@dataclass(frozen=True)
class Fit:
    """A line through points, with what it foretells of a further one.

    :param slope: with Student's interval; of logarithms the exponent of a power.
    :param places: of the points, logarithms for a power.
    :param residual: standard deviation of the points about the line.
    """

    slope: Estimate
    intercept: float
    is_power: bool
    places: Array
    residual: float

    def at(self, place: float) -> Estimate | None:
        """Return the value at a place, and the interval for a trial there.

        :returns: None where a straight line has fallen below zero, or a power has no number. The
            interval is None where that goes for its end.
        """
        x = math.log(place) if self.is_power else place
        middle = self.intercept + self.slope.value * x
        if (middle < 0 and not self.is_power) or middle > self._most:
            return None
        interval = None
        freedom = self.places.size - 2
        if freedom > 0:
            apart = (x - self.places.mean()) ** 2 / (self.places.var() * self.places.size)
            error = self.residual * math.sqrt(1 + 1 / self.places.size + float(apart))
            interval = student_interval(middle, error, freedom)
            if interval.high > self._most:
                interval = None
        return Estimate(middle, interval).transformed(self._back)

    @property
    def _most(self) -> float:
        return math.log(sys.float_info.max) if self.is_power else math.inf

    def _back(self, value: float) -> float:
        return math.exp(value) if self.is_power else max(0.0, value)


@dataclass(frozen=True)
class Growth:
    """How one metric of one line grows.

    :param without: the fit without the largest sizes; None for too few sizes.
    :param left_out: how many sizes that lacks.
    :param foretold: what it foretells of the largest size, as a share of what was measured there.
    :param carried: value for a fleet of ``CARRIED_ROBOTS`` in ``CARRIED_SUBNETS`` subnets; robots
        of multicast find those of their own subnet alone. None where the line falls below zero.
    """

    metric: str
    fit: Fit
    without: Fit | None
    left_out: int
    foretold: float | None
    carried: Estimate | None


def growth(records: Sequence[TrialFigures], line: Line, metric: str) -> Growth | None:
    """Fit a metric of a line over the number of robots; None with too few sizes, or zeros."""
    cells = {
        place: values
        for place, arm in line.arms.items()
        if (values := blocks_of(records, arm, metric).values)
    }
    is_power = metric in POWERS
    if len(cells) < _MIN_PLACES or (is_power and min(map(min, cells.values())) <= 0):
        return None
    places = sorted(cells)
    fit = _fitted(cells, places, is_power)
    left_out = min(2, len(places) - _MIN_PLACES)
    without = _fitted(cells, places[:-left_out], is_power) if left_out else None
    foretold = None
    if without is not None and (there := without.at(places[-1])) is not None:
        measured = float(np.mean(cells[places[-1]]))
        foretold = there.value / measured if measured else None
    return Growth(metric, fit, without, left_out, foretold, _carried(fit, line, metric))


def crosses_subnets(line: Line) -> bool:
    """Tell whether the robots of a line find those of other subnets."""
    return line.levels.get("discovery") in (Discovery.PEERS.value, Discovery.SERVER.value)


def _carried(fit: Fit, line: Line, metric: str) -> Estimate | None:
    """Return the value of the fleet on paper: as one, or as one for each subnet.

    One whose robots were in so many subnets already is one.
    """
    if crosses_subnets(line) or line.levels.get("network") == Network.FIVE_SUBNETS.value:
        return fit.at(CARRIED_ROBOTS)
    times = 1 if metric in PER_ROBOT else CARRIED_SUBNETS
    in_subnet = fit.at(CARRIED_ROBOTS / CARRIED_SUBNETS)
    return None if in_subnet is None else in_subnet.transformed(lambda value: times * value)


def _fitted(cells: Mapping[float, Sequence[float]], places: Sequence[float], is_power: bool) -> Fit:
    from scipy import stats  # slow to import

    table: Array = np.array([(place, value) for place in places for value in cells[place]])
    x, y = (np.log(table) if is_power else table).T
    found = stats.linregress(x, y)
    slope, freedom = float(found.slope), x.size - 2
    if freedom < 1:
        return Fit(Estimate(slope, None), float(found.intercept), is_power, x, 0.0)
    left = y - found.intercept - found.slope * x
    return Fit(
        Estimate(slope, student_interval(slope, float(found.stderr), freedom)),
        float(found.intercept),
        is_power,
        x,
        math.sqrt(float((left**2).sum()) / freedom),
    )
