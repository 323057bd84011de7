# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a world consists of, whatever file it came from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from nav2_composition_bench.simulator.pose import Pose, Pose2D


@dataclass(frozen=True)
class Shape:
    """A primitive.

    :param kind: ``box``, ``cylinder``, ``sphere`` or ``plane``.
    :param size: metres. Box: full lengths along x, y, z. Cylinder: radius, length along z.
        Sphere: radius. Plane: its unit normal (infinite).
    """

    kind: str
    size: tuple[float, ...]


@dataclass(frozen=True)
class Part:
    """One collision or visual of a model.

    :param pose: in the model's frame.
    """

    name: str
    shape: Shape
    pose: Pose


@dataclass(frozen=True)
class MoverPath:
    """Way of a moving model.

    :param waypoints: (x, y) in metres in the world, at least two.
    """

    waypoints: tuple[tuple[float, float], ...]
    speed_mps: float


@dataclass(frozen=True)
class Model:
    """A rigid thing in the world.

    :param static: it never moves.
    :param mapped: it belongs on the map if it is static.
    :param mass_kg: of a thing that can be pushed.
    """

    name: str
    pose: Pose
    static: bool
    mapped: bool
    collisions: tuple[Part, ...]
    visuals: tuple[Part, ...]
    mass_kg: float = 1.0
    mover: MoverPath | None = None


@dataclass(frozen=True)
class World:
    """All that a world file holds.

    :param start: where the robot starts.
    """

    name: str
    file: Path
    start: Pose2D
    models: tuple[Model, ...]

    def as_mapped(self) -> World:
        """The world as it was when its map was made: only what belongs on the map."""
        return replace(self, models=tuple(model for model in self.models if model.mapped))
