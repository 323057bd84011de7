# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A world file with the robot and the needed plugins in it, for Gazebo Classic or Gazebo Sim.

The world stays the file that every simulator reads; what a Gazebo wants besides is added at start.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.parsers import expat

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.simulator.pose import Pose2D
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_sdf import GAZEBO, GZ, MODEL_NAME, robot_model
from nav2_composition_bench.simulator.sdf import NAMESPACE, read_world
from nav2_composition_bench.simulator.world import World

STATE_RATE_HZ = 10
"""How often Gazebo Classic tells where its models are."""
_GZ_SYSTEMS = (
    ("gz-sim-physics-system", "gz::sim::systems::Physics"),
    ("gz-sim-user-commands-system", "gz::sim::systems::UserCommands"),
    ("gz-sim-scene-broadcaster-system", "gz::sim::systems::SceneBroadcaster"),
    ("gz-sim-sensors-system", "gz::sim::systems::Sensors"),
)


@dataclass(frozen=True)
class GazeboWorld:
    """What to give to a Gazebo.

    :param text: of the world file to load.
    :param models: directory of ``model://``, an absolute path.
    """

    world: World
    text: str
    models: Path


def gazebo_world(
    file: Path, robot: Robot, flavour: str, start: Pose2D | None = None, mapped_only: bool = False
) -> GazeboWorld:
    """Read a world and add the robot at its start.

    :param flavour: ``gazebo`` or ``gz``.
    :param start: in place of the world's own.
    :param mapped_only: leave out what does not belong on the map.
    :raises UserError: if the file cannot be read or has a model of the robot's name, or
        ``mapped_only`` would have to leave out a part of what stands in one <model> or <include>
        of the world.
    """
    world = read_world(file)
    if any(model.name.split("::")[0] == MODEL_NAME for model in world.models):
        raise UserError(
            f"{file}: a model is called '{MODEL_NAME}', as the robot that is added; rename it"
        )
    # A prefix is only a name, but our own reader knows it by that name.
    ElementTree.register_namespace("bench", NAMESPACE)
    root = _parsed(file)
    place = root.find("world")
    if place is None:
        raise UserError(f"{file}: there is no <world> in it")
    if mapped_only:
        _remove_unmapped(place, world)
    if flavour == GAZEBO:
        _without_shadows(place)
        plugin = _plugin(place, "libgazebo_ros_state.so", "state")
        _child(plugin, "update_rate").text = str(STATE_RATE_HZ)
    elif flavour == GZ:
        for library, name in _GZ_SYSTEMS:
            plugin = _plugin(place, library, name)
        _child(plugin, "render_engine").text = "ogre2"
    place.append(robot_model(robot, flavour, start or world.start))
    ElementTree.indent(root)
    text = str(ElementTree.tostring(root, "utf-8", xml_declaration=True), "utf-8")
    # As read_world looks for them, also where the file is a symbolic link.
    return GazeboWorld(world, text, file.parent.absolute() / "models")


def _plugin(place: ElementTree.Element, library: str, name: str) -> ElementTree.Element:
    """Return the world's own plugin of a library, or a new one: two would do the work twice."""
    for plugin in place.findall("plugin"):
        if _stem(plugin.get("filename", "")) == _stem(library):
            return plugin
    return ElementTree.SubElement(place, "plugin", name=name, filename=library)


def _stem(library: str) -> str:
    return Path(library).stem.removeprefix("lib")


def _child(parent: ElementTree.Element, tag: str) -> ElementTree.Element:
    found = parent.find(tag)
    return ElementTree.SubElement(parent, tag) if found is None else found


def _parsed(file: Path) -> ElementTree.Element:
    """Parse a file that read_world has read, whose parser does not look at namespaces."""
    try:
        return ElementTree.parse(file).getroot()
    except ElementTree.ParseError as error:
        raise UserError(
            f"{file}:{error.position[0]}: Gazebo's world cannot be made of it:"
            f" {expat.errors.messages[error.code]}; declare each prefix in the element that uses"
            ' it, xmlns:PREFIX="..."'
        ) from error


def _remove_unmapped(place: ElementTree.Element, world: World) -> None:
    for element in list(place):
        if element.tag not in ("model", "include"):
            continue
        name = _name(element, world.file.parent)
        own = [m for m in world.models if m.name == name or m.name.startswith(f"{name}::")]
        unmapped = [model.name for model in own if not model.mapped]
        if len(unmapped) == len(own):
            place.remove(element)
        elif unmapped:
            # What an included file holds could not be taken out of the world's text.
            raise UserError(
                f"{world.file}: <{element.tag}> '{name}' holds '{unmapped[0]}', which does not"
                " belong on the map, beside what does, and Gazebo can only be given all of it or"
                " nothing; make two models of it in <world>"
            )


def _without_shadows(world: ElementTree.Element) -> None:
    """Drawing them costs as much as all the rest of the camera, and no depth depends on them."""
    _child(_child(world, "scene"), "shadows").text = "false"


def _name(element: ElementTree.Element, directory: Path) -> str:
    """Of a model, or of an included one that is given a name or has that in its own file."""
    if element.tag == "include":
        given = element.findtext("name")
        if given is not None:
            return given.strip()
        folder = element.findtext("uri", "").strip().partition("://")[2]
        model = _parsed(directory / "models" / folder / "model.sdf").find("model")
        assert model is not None, "read_world has seen it"
        element = model
    return element.get("name", "")
