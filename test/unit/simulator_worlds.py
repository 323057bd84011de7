# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""SDF text of small worlds for the simulator's tests."""

from __future__ import annotations

FLOOR = """
<model name="floor"><static>true</static><link name="link">
  <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision>
  <visual name="v"><geometry><plane><normal>0 0 1</normal></plane></geometry></visual>
</link></model>"""


def box(name: str, pose: str, size: str, extra: str = "<static>true</static>") -> str:
    """Return a model that is one box, seen by every sensor."""
    geometry = f"<geometry><box><size>{size}</size></box></geometry>"
    return (
        f'<model name="{name}">{extra}<pose>{pose}</pose><link name="link">'
        f'<collision name="c">{geometry}</collision><visual name="v">{geometry}</visual>'
        "</link></model>"
    )


def sdf(models: str, start: str = "0 0 0") -> str:
    """Return a world file's text: a floor, these models, the robot's start."""
    return (
        '<sdf version="1.6" xmlns:bench="x"><world name="test">'
        f"<bench:start>{start}</bench:start>{FLOOR}{models}</world></sdf>"
    )


ROOM = (
    box("east", "4.05 0 0.5 0 0 0", "0.1 6.2 1")
    + box("west", "-2.05 0 0.5 0 0 0", "0.1 6.2 1")
    + box("north", "1 3.05 0.5 0 0 0", "6.2 0.1 1")
    + box("south", "1 -3.05 0.5 0 0 0", "6.2 0.1 1")
)
"""Walls whose inner faces are at x = -2 and 4, y = -3 and 3."""
