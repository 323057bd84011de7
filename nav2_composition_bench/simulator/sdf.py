# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Read the part of SDF that our worlds use: the same files that Gazebo reads.

Format: http://sdformat.org/spec. What it holds beyond plain SDF are elements with the prefix
``bench:``, which SDF permits and Gazebo passes over:

* ``<bench:start>x y yaw</bench:start>`` in the world: where the robot starts.
* ``<bench:mapped>false</bench:mapped>`` in a model: static, but absent from the map.
* ``<bench:mover>`` in a model: it drives to and fro along ``<bench:waypoint>x y</bench:waypoint>``
  with ``<bench:speed>`` metres per second.

As in Gazebo Classic with a CPU ray sensor, the lidar sees collisions and the camera sees visuals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from nav2_composition_bench.simulator.pose import Pose, Pose2D
from nav2_composition_bench.simulator.world import Model, MoverPath, Part, Shape, World
from nav2_composition_bench.simulator.xml_element import Element, parse_xml

VERSIONS = ("1.5", "1.6", "1.7")
NAMESPACE = "https://github.com/nav2_composition_bench/sdf"
"""Of the prefix ``bench``."""
NOT_GEOMETRY = {
    "world": ("light", "scene", "gui", "plugin", "physics", "magnetic_field", "atmosphere"),
    "model": ("plugin", "self_collide", "allow_auto_disable", "enable_wind"),
    "link": ("light", "self_collide", "kinematic", "gravity", "enable_wind"),
    "collision": ("max_contacts", "laser_retro"),
    "visual": ("material", "cast_shadows", "transparency", "laser_retro", "meta"),
}
"""Children that are permitted and say nothing about where things are."""


MODEL_CHILDREN = ("pose", "static", "link", "model", "include", "bench:mapped", "bench:mover")
_LEVEL = 1.0 - 1e-6
"""The least z of a level plane's normal: within 0.08 degrees, since angles in poses are rounded."""


@dataclass(frozen=True)
class _Scope:
    """What a model inherits from whatever it stands in.

    :param frame: pose of the surroundings in the world.
    :param prefix: of names: those of the models around it, each with ``::`` behind.
    :param library: directory of ``model://``.
    :param static: whether an outer model is.
    :param mapped: as the nearest outer model or its include says; None where none does.
    :param names: of all models so far, to refuse a name given twice.
    :param folders: of the includes around it, to refuse a model that includes itself.
    """

    frame: Pose
    prefix: str
    library: Path
    static: bool
    mapped: bool | None
    names: set[str]
    folders: tuple[str, ...] = ()


def read_world(file: Path) -> World:
    """Read a world file and the models it includes.

    ``model://NAME`` is looked for in ``models/`` beside the world file.

    :raises UserError: naming file, line and element of the first thing that cannot be read.
    """
    world = _root(file).get("world")
    world.allow((*NOT_GEOMETRY["world"], "include", "model", "bench:start"), ("name",))
    start = world.find("bench:start")
    x, y, yaw = start.numbers(3) if start else (0.0, 0.0, 0.0)
    scope = _Scope(Pose(), "", file.parent / "models", False, None, set())
    return World(world.attribute("name"), file, Pose2D(x, y, yaw), tuple(_models(world, scope)))


def _root(file: Path) -> Element:
    root = parse_xml(file)
    if root.tag != "sdf":
        raise root.error(f"<{root.tag}> is not SDF: the outermost element must be <sdf>")
    version = root.attribute("version")
    if version not in VERSIONS:
        raise root.error(f"SDF version {version} cannot be read; known: {', '.join(VERSIONS)}")
    root.allow(("world", "model"), ("version", "xmlns:bench"))
    if "xmlns:bench" not in root.attributes:
        _refuse_undeclared(root)
    return root


def _refuse_undeclared(element: Element) -> None:
    # Gazebo's own reader knows a prefix only if it is declared.
    if element.tag.startswith("bench:"):
        raise element.error(
            f'<{element.tag}> needs xmlns:bench="{NAMESPACE}" in the outermost <sdf>'
        )
    for child in element.children:
        _refuse_undeclared(child)


def _models(parent: Element, scope: _Scope) -> list[Model]:
    """Return the models below a world or model, nested ones and includes among them, flat."""
    models: list[Model] = []
    for child in parent.children:
        if child.tag == "model":
            name = scope.prefix + child.attribute("name")
            models += _model(child, scope.frame @ _pose(child), name, scope)
        elif child.tag == "include":
            models += _include(child, scope)
    return models


def _include(element: Element, scope: _Scope) -> list[Model]:
    element.allow(("uri", "name", "pose", "static", "bench:mapped"))
    uri = element.get("uri")
    scheme, _, folder = uri.text.partition("://")
    if scheme != "model" or not folder or "/" in folder or folder.startswith("."):
        raise uri.error(f"<uri> must be model://NAME, not '{uri.text}'")
    file = scope.library / folder / "model.sdf"
    if not file.is_file():
        raise uri.error(f"<uri> {uri.text}: there is no {file}")
    if folder in scope.folders:
        raise uri.error(f"<uri> {uri.text}: a model cannot include itself")
    model = _root(file).get("model")
    name = element.find("name")
    pose = _pose(element) if element.find("pose") else _pose(model)
    inner = replace(scope, folders=(*scope.folders, folder))
    full_name = scope.prefix + (name.text if name else model.attribute("name"))
    if full_name in scope.names:
        raise element.error(f"there are several models named '{full_name}'")
    return _model(model, scope.frame @ pose, full_name, inner, include=element)


def _model(
    element: Element, pose: Pose, name: str, scope: _Scope, include: Element | None = None
) -> list[Model]:
    """Return a model and those nested in it.

    :param include: where the model was included; what it says goes before what the model says.
    """
    element.allow((*NOT_GEOMETRY["model"], *MODEL_CHILDREN), ("name",))
    if name in scope.names:
        raise element.error(f"there are several models named '{name}'")
    scope.names.add(name)
    own_static, own_mapped = (
        _flag(include or element, tag, _flag(element, tag, None))
        for tag in ("static", "bench:mapped")
    )
    static = scope.static or bool(own_static)
    mapped = scope.mapped if own_mapped is None else own_mapped
    links = element.all("link")
    for link in links:
        link.allow((*NOT_GEOMETRY["link"], "pose", "inertial", "collision", "visual"), ("name",))
    nested = _models(
        element, replace(scope, frame=pose, prefix=f"{name}::", static=static, mapped=mapped)
    )
    if nested and element.find("bench:mover") is not None:
        raise element.error(
            f"model '{name}' has a <bench:mover> and models in it, which would not move along;"
            " move a model with links of its own alone"
        )
    if not links:
        if not nested:
            raise element.error(f"model '{name}' has no <link>")
        return nested
    own = Model(
        name=name,
        pose=pose,
        static=static,
        mapped=static and mapped is not False,
        collisions=_parts(links, "collision"),
        visuals=_parts(links, "visual"),
        mass_kg=_mass(links[0]),
        mover=_mover(element),
    )
    _check_mobility(own, element, links)
    _check_planes(own, element)
    return [own, *nested]


def _check_mobility(model: Model, element: Element, links: list[Element]) -> None:
    """Refuse what could not be moved as the model's kind demands."""
    if model.static:
        if model.mover is not None:
            raise element.error(f"model '{model.name}' is static and cannot have a <bench:mover>")
        return
    if any(part.shape.kind == "plane" for part in (*model.collisions, *model.visuals)):
        raise element.error(f"model '{model.name}' has a <plane> and must be <static>")
    if model.mover is not None:
        return
    pushed = f"model '{model.name}' is neither static nor a mover, so that it can be pushed"
    if len(links) > 1 or not model.collisions:
        raise element.error(f"{pushed}: it must have one <link>, with a <collision>")
    for tag, ordinary in (("gravity", True), ("kinematic", False)):
        if _flag(links[0], tag, ordinary) is not ordinary:
            raise (
                links[0].get(tag).error(f"{pushed}: <{tag}> cannot be {str(not ordinary).lower()}")
            )
    inertial = links[0].find("inertial")
    for tag in ("pose", "inertia"):
        if inertial is not None and (said := inertial.find(tag)) is not None:
            raise said.error(f"{pushed}: its <{tag}> follows from its shape here; leave it out")


def _check_planes(model: Model, element: Element) -> None:
    """Refuse a wall that is a plane: only a floor is left off the map and off the collisions."""
    for part in model.collisions:
        if part.shape.kind == "plane":
            normal = (model.pose @ part.pose).rotation() @ np.array(part.shape.size)
            if abs(normal[2]) < _LEVEL:
                raise element.error(
                    f"<plane> of collision '{part.name}' in model '{model.name}' is not level: it"
                    " must be a floor, its normal along z of the world; make a wall of a <box>"
                )


def _parts(links: list[Element], tag: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    for link in links:
        for element in link.all(tag):
            element.allow((*NOT_GEOMETRY[tag], "pose", "geometry"), ("name",))
            shape = _shape(element.get("geometry"))
            parts.append(Part(element.attribute("name"), shape, _pose(link) @ _pose(element)))
    return tuple(parts)


def _shape(geometry: Element) -> Shape:
    geometry.allow(("box", "cylinder", "sphere", "plane"))
    if len(geometry.children) != 1:
        raise geometry.error("<geometry> must hold one of box, cylinder, sphere, plane")
    shape = geometry.children[0]
    if shape.tag == "plane":
        shape.allow(("normal", "size"))
        normal = shape.find("normal")
        size = normal.numbers(3) if normal else (0.0, 0.0, 1.0)
        length = sum(value * value for value in size) ** 0.5
        if length == 0.0:
            raise shape.error("<normal> must not be zero")
        return Shape("plane", tuple(value / length for value in size))
    fields = {"box": {"size": 3}, "cylinder": {"radius": 1, "length": 1}, "sphere": {"radius": 1}}
    shape.allow(fields[shape.tag])
    size = tuple(
        value
        for field, count in fields[shape.tag].items()
        for value in shape.get(field).numbers(count)
    )
    if min(size) <= 0.0:
        raise shape.error(f"<{shape.tag}> must have lengths above zero, not {size}")
    return Shape(shape.tag, size)


def _mover(model: Element) -> MoverPath | None:
    element = model.find("bench:mover")
    if element is None:
        return None
    element.allow(("bench:speed", "bench:waypoint"))
    points = [waypoint.numbers(2) for waypoint in element.all("bench:waypoint")]
    if len(set(points)) < 2:
        raise element.error("<bench:mover> needs at least two different <bench:waypoint>")
    (speed,) = element.get("bench:speed").numbers(1)
    if speed <= 0.0:
        raise element.get("bench:speed").error("<bench:speed> must be above zero")
    return MoverPath(tuple((x, y) for x, y in points), speed)


def _mass(link: Element) -> float:
    inertial = link.find("inertial")
    if inertial is not None:
        inertial.allow(("mass", "pose", "inertia"))
    mass = inertial.find("mass") if inertial else None
    if mass is None:
        return 1.0
    (value,) = mass.numbers(1)
    if value <= 0.0:
        raise mass.error("<mass> must be above zero")
    return value


def _pose(element: Element) -> Pose:
    pose = element.find("pose")
    if pose is None:
        return Pose()
    for name, value in pose.attributes.items():
        if value:
            raise pose.error(f'attribute {name}="{value}" of <pose> cannot be read')
    x, y, z, roll, pitch, yaw = pose.numbers(6)
    return Pose.from_rpy(x, y, z, roll, pitch, yaw)


def _flag(element: Element, tag: str, default: bool | None) -> bool | None:
    found = element.find(tag)
    return found.boolean() if found is not None else default
