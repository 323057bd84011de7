# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Costmaps and their layers from Nav2-style parameters."""

from __future__ import annotations

from dataclasses import dataclass

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.costmap.grid import Window
from nav2_composition_bench.reference_stack.costmap.inflation_layer import InflationLayer
from nav2_composition_bench.reference_stack.costmap.layered_costmap import Layer, LayeredCostmap
from nav2_composition_bench.reference_stack.costmap.obstacle_layer import (
    ObstacleLayer,
    ScanLimits,
)
from nav2_composition_bench.reference_stack.costmap.static_layer import StaticLayer
from nav2_composition_bench.reference_stack.costmap.voxel_layer import VoxelLayer, VoxelLimits
from nav2_composition_bench.reference_stack.runtime.read_parameters import (
    ReadParameter,
    read_into,
)

LAYER_KINDS = ("StaticLayer", "ObstacleLayer", "VoxelLayer", "InflationLayer")


@dataclass(frozen=True)
class CostmapSettings:
    """Parameters of a costmap node; names and meaning as in nav2_costmap_2d.

    :param width: of a costmap without static layer, metres; likewise ``height``.
    :param initial_transform_timeout: how long activation waits for the robot's pose, seconds.
    :param transform_tolerance: how long an observation may wait for its transform, seconds.
    """

    global_frame: str = "map"
    robot_base_frame: str = "base_footprint"
    update_frequency: float = 5.0
    publish_frequency: float = 1.0
    resolution: float = 0.05
    width: int = 5
    height: int = 5
    rolling_window: bool = False
    track_unknown_space: bool = False
    robot_radius: float = 0.22
    initial_transform_timeout: float = 60.0
    transform_tolerance: float = 0.1


@dataclass(frozen=True)
class ScanSource:
    """A scan topic that feeds an obstacle layer."""

    topic: str
    limits: ScanLimits
    layer: ObstacleLayer


@dataclass(frozen=True)
class CloudSource:
    """A point cloud topic, in an optical frame, that feeds a voxel layer."""

    topic: str
    layer: VoxelLayer


@dataclass(frozen=True)
class CostmapParts:
    """A costmap and what keeps it up to date."""

    costmap: LayeredCostmap
    layers: tuple[Layer, ...]
    static_layers: tuple[tuple[str, StaticLayer], ...]
    scan_sources: tuple[ScanSource, ...]
    cloud_sources: tuple[CloudSource, ...]


def read_settings(read: ReadParameter) -> CostmapSettings:
    """Read and check the costmap's own parameters.

    :raises UserError: for a rate, size or resolution that is not above 0.
    """
    settings: CostmapSettings = read_into(CostmapSettings, "", read)
    for name in ("update_frequency", "publish_frequency", "resolution", "width", "height"):
        value = getattr(settings, name)
        if value <= 0:
            raise UserError(f"costmap parameter '{name}' must be above 0, not {value}")
    return settings


def build(settings: CostmapSettings, read: ReadParameter) -> CostmapParts:
    """Make the layers that parameter ``plugins`` lists, in that order.

    :raises UserError: for an unknown kind of layer.
    """
    layers: list[Layer] = []
    statics: list[tuple[str, StaticLayer]] = []
    scans: list[ScanSource] = []
    clouds: list[CloudSource] = []
    for name in read("plugins", ["obstacle_layer", "inflation_layer"]):
        kind = read(f"{name}.plugin", "")
        if kind == "StaticLayer":
            static = StaticLayer(
                settings.track_unknown_space, read(f"{name}.lethal_cost_threshold", 100)
            )
            statics.append((read(f"{name}.map_topic", "/map"), static))
            layers.append(static)
        elif kind == "ObstacleLayer":
            obstacles = ObstacleLayer()
            scans.append(_scan_source(name, obstacles, read))
            layers.append(obstacles)
        elif kind == "VoxelLayer":
            voxels = VoxelLayer(read_into(VoxelLimits, f"{name}.", read))
            clouds.append(CloudSource(read(f"{name}.topic", "/points"), voxels))
            layers.append(voxels)
        elif kind == "InflationLayer":
            layers.append(_inflation(name, settings, read))
        else:
            raise UserError(
                f"costmap layer '{name}': parameter '{name}.plugin' is {kind!r}, "
                f"but must be one of {', '.join(LAYER_KINDS)}"
            )
    costmap = LayeredCostmap(
        _initial_window(settings),
        layers,
        settings.global_frame,
        settings.rolling_window,
        settings.track_unknown_space,
    )
    return CostmapParts(costmap, tuple(layers), tuple(statics), tuple(scans), tuple(clouds))


def _scan_source(name: str, layer: ObstacleLayer, read: ReadParameter) -> ScanSource:
    limits = read_into(ScanLimits, f"{name}.", read)
    return ScanSource(read(f"{name}.topic", "/scan"), limits, layer)


def _inflation(name: str, settings: CostmapSettings, read: ReadParameter) -> InflationLayer:
    return InflationLayer(
        settings.robot_radius,
        read(f"{name}.inflation_radius", 0.55),
        read(f"{name}.cost_scaling_factor", 3.0),
    )


def _initial_window(settings: CostmapSettings) -> Window:
    """A window with a corner at the frame's origin; its cells lie on the same lattice forever."""
    return Window(
        settings.resolution,
        0.0,
        0.0,
        rows=round(settings.height / settings.resolution),
        columns=round(settings.width / settings.resolution),
    )
