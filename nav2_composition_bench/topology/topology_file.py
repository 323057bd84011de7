# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Topologies from JSON files; every fault is one line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Document, Place
from nav2_composition_bench.files.json_document import read_json
from nav2_composition_bench.files.package_files import share_directory
from nav2_composition_bench.files.schema import check_form
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.files.user_path import user_path
from nav2_composition_bench.topology import graph, limits
from nav2_composition_bench.topology.captured import read_captured, refuse_other_schema
from nav2_composition_bench.topology.connections import check_connections, connect
from nav2_composition_bench.topology.graph import Requirements, Topology, TopologyNode
from nav2_composition_bench.topology.lateness import Lateness
from nav2_composition_bench.topology.message_type import OLDER_NAMES
from nav2_composition_bench.topology.node_reader import read_node
from nav2_composition_bench.topology.own_work import with_own_work
from nav2_composition_bench.topology.paths import PathReader, with_paths
from nav2_composition_bench.topology.rates import with_rates

TOPOLOGIES = Path("topologies")
_SCHEMA = "topology.schema.json"
_DEFAULT_NAMESPACE = "robot"
_TYPES = ("msg_type", "srv_type")


def packaged_topologies() -> dict[str, Path]:
    """Return the package's topologies by name."""
    files = sorted((share_directory() / TOPOLOGIES).glob("*.json"))
    return {path.stem: path for path in files if path.name != _SCHEMA}


def find_topology_file(name: str, where: str = "topology") -> Path:
    """Return a topology file by its path, or one of the package's by its name.

    :param where: how errors call the name.
    :raises UserError: if there is neither.
    """
    path = user_path(where, name)
    if path.suffix or "/" in str(name):
        return path
    packaged = packaged_topologies()
    if path.name in packaged:
        return packaged[path.name]
    raise UserError(
        f"{where} '{name}' is no topology of the package; {suggestion(name, packaged)}known:"
        f" {', '.join(packaged)}, or the path of a topology file"
    )


def load_topology(paths: Sequence[Path]) -> Topology:
    """Read a graph from one file, or from several that make it up.

    :raises UserError: naming file, line and key of the first fault, and what would be right.
    """
    return read_topology([read_json(path) for path in paths])


def topology_of(content: Mapping[str, Any], name: str) -> Topology:
    """Return the graph that the content of a file describes.

    :raises UserError: as ``load_topology``.
    """
    return read_topology([Document(Path(f"{name}.json"), content, {})])


def read_topology(documents: Sequence[Document]) -> Topology:
    """Check documents and put them together.

    :param documents: at least one; the first one names the graph.
    :raises UserError: as ``load_topology``.
    """
    schema = json.loads((share_directory() / TOPOLOGIES / _SCHEMA).read_text(encoding="utf-8"))
    documents = [_with_todays_types(document) for document in documents]
    for document in documents:
        refuse_other_schema(document)
        check_form(document, schema)
    _refuse_too_many(documents)
    lateness = _lateness(documents)
    nodes = tuple(node for document in documents for node in _nodes(document))
    if not nodes:
        raise UserError(f"{documents[0].where(('nodes',))} holds no node; add one")
    connections = connect(nodes)
    check_connections(nodes, connections)
    nodes = with_own_work(with_rates(nodes, connections, lateness))
    paths = tuple(_paths(documents, nodes))
    first = documents[0]
    return Topology(
        name=first.content.get("name", first.path.stem),
        nodes=with_paths(nodes, paths),
        paths=paths,
        requirements=_requirements(documents, paths),
        lateness=lateness,
        description=first.content.get("description", ""),
        captured=read_captured(*_only(documents, "captured"), [node.full_name for node in nodes]),
    )


def _with_todays_types(document: Document) -> Document:
    """Return a document that calls the types as they are called now."""

    def renamed(part: Any) -> Any:
        if isinstance(part, dict):
            return {
                key: OLDER_NAMES.get(value, value)
                if key in _TYPES and isinstance(value, str)
                else renamed(value)
                for key, value in part.items()
            }
        return [renamed(each) for each in part] if isinstance(part, list) else part

    return replace(document, content=renamed(document.content))


def _prefixes(document: Document) -> list[str]:
    """Return the namespace of each replica of a file's graph."""
    replicas = document.content.get("replicas")
    if replicas is None:
        return [""]
    namespace = replicas.get("namespace", _DEFAULT_NAMESPACE)
    return [f"/{namespace}_{number}" for number in range(1, int(replicas["number"]) + 1)]


def _refuse_too_many(documents: Sequence[Document]) -> None:
    number = 0
    for document in documents:
        replicas = int(document.content.get("replicas", {}).get("number", 1))
        for index, node in enumerate(document.content["nodes"]):
            number += int(node.get("number", 1)) * replicas
            if number > limits.MAX_NODES:
                key = "number" if "number" in node else "node_name"
                together, apart = (
                    limits.memory_of_nodes(number, processes) / 1e9 for processes in (1, number)
                )
                where = document.where(("nodes", index, key))
                raise UserError(
                    f"{where} makes {number} nodes, which would take about {together:.1f} GB in one"
                    f" process and {apart:.0f} GB in a process each; at most {limits.MAX_NODES}"
                    " are possible"
                )


def _nodes(document: Document) -> Iterator[TopologyNode]:
    for prefix in _prefixes(document):
        for index, content in enumerate(document.content["nodes"]):
            yield from read_node(content, Place(document, ("nodes", index)), prefix)


def _paths(documents: Sequence[Document], nodes: Sequence[TopologyNode]) -> Iterator[graph.Path]:
    if not any(document.content.get("paths") for document in documents):
        return
    reader = PathReader(nodes, connect(nodes))
    found: dict[str, graph.Path] = {}
    for document in documents:
        for index, content in enumerate(document.content.get("paths", ())):
            for prefix in _prefixes(document):
                path = reader.read(content, Place(document, ("paths", index)), prefix)
                other = found.setdefault(path.name, path)
                if other is not path:
                    raise UserError(
                        f"{path.place.at('name')} '{path.name}' is the name of"
                        f" {other.place.at()} too; choose another"
                    )
                yield path


def _lateness(documents: Sequence[Document]) -> Lateness:
    content, place = _only(documents, "thresholds")
    found = Lateness(**{key: float(value) for key, value in content.items()})
    for key in ("ms", "percent"):
        if getattr(found, f"late_{key}") > getattr(found, f"too_late_{key}") > 0:
            raise UserError(
                f"{place.at(f'late_{key}')} is above too_late_{key}; a message is late before it is"
                " too late"
            )
    return found


def _requirements(documents: Sequence[Document], paths: Sequence[graph.Path]) -> Requirements:
    content, place = _only(documents, "requirements")
    names = {path.base_name for path in paths}
    by_path = content.get("path_p99_ms", {})
    for name in by_path:
        if name not in names:
            raise UserError(
                f"{place.at('path_p99_ms', name)}: there is no path {name!r};"
                f" {suggestion(name, names)}known: {', '.join(sorted(names)) or 'none'}"
            )
    plain = {key: float(value) for key, value in content.items() if key != "path_p99_ms"}
    each = tuple((name, float(max_ms)) for name, max_ms in by_path.items())
    return Requirements(path_p99_ms=each, **plain)


def _only(documents: Sequence[Document], key: str) -> tuple[Mapping[str, Any], Place]:
    """Return what one of the files says under a key, and where.

    :raises UserError: if two files say something.
    """
    saying = [document for document in documents if key in document.content]
    if len(saying) > 1:
        raise UserError(
            f"{saying[1].where((key,))} stands in {saying[0].path} too; say it in one file"
        )
    chosen = (saying or documents)[0]
    return chosen.content.get(key, {}), Place(chosen, (key,))
