# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""YAML files as documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from yaml.composer import Composer
from yaml.constructor import SafeConstructor

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import (
    Document,
    KeyPath,
    make_document,
    read_text,
    unreadable,
)

if yaml.__with_libyaml__:

    class _Loader(Composer, yaml.CSafeLoader):
        """Scans with libyaml, as rcl does, in a tenth of the time.

        Composes in Python: libyaml's composer ends the process where values are nested too deeply.
        """

        def __init__(self, text: str) -> None:
            yaml.CSafeLoader.__init__(self, text)
            Composer.__init__(self)

    _LOADER: type = _Loader
else:
    _LOADER = yaml.SafeLoader

UNTAGGED = "!untagged"
"""Tag of a text, number or truth value that is written without one."""
_MERGE = "tag:yaml.org,2002:merge"

YAML_FAULTS = (yaml.YAMLError, ValueError, RecursionError)
"""What ``load_yaml``, ``yaml_nodes`` and ``pairs_of`` raise."""


def read_yaml(path: Path) -> Document:
    """Read a YAML file.

    :raises UserError: if it cannot be read, is not YAML, repeats a key or holds NaN or infinity.
    """
    return parse_yaml(read_text(path), path)


def parse_yaml(text: str, path: Path) -> Document:
    """Make a document of a text.

    :param path: what messages call it.
    :raises UserError: if it is not YAML, repeats a key or holds NaN or infinity.
    """
    try:
        root = yaml.compose(text, Loader=_LOADER)
        lines = tuple(_walk(root, ()))  # first: values of merge keys are moved where they are used
        return make_document(path, _value_of(root), lines)
    except yaml.YAMLError as error:
        raise UserError(f"{_place(path, text, error)} is not YAML: {_cause(error)}") from None
    except (ValueError, RecursionError) as error:
        raise unreadable(path, error) from None


def load_yaml(text: str) -> Any:
    """Return what a YAML text holds, as PyYAML takes it.

    :raises yaml.YAMLError: if it is not YAML.
    :raises ValueError, RecursionError: for a value that cannot be, or that its tag does not fit.
    """
    return _value_of(yaml.compose(text, Loader=_LOADER))


class _TagsOfTheText(_LOADER):  # type: ignore[valid-type,misc]
    """Gives values no tag by what they look like."""

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: Any) -> str:
        """Return the tag of a node that the text gives none."""
        tag = str(super().resolve(kind, value, implicit))
        return UNTAGGED if kind is yaml.ScalarNode and tag != _MERGE else tag


def yaml_nodes(text: str) -> Iterator[yaml.Node]:
    """Yield each document of a YAML text as it is written, before anything is taken for a value.

    :raises yaml.YAMLError, RecursionError: as ``load_yaml``.
    """
    yield from yaml.compose_all(text, Loader=_TagsOfTheText)


def pairs_of(node: yaml.MappingNode) -> list[tuple[str, yaml.Node]]:
    """Return a mapping's keys and values, a key as often as it stands; merge keys are resolved.

    :raises ValueError: for a key that is a list or a mapping.
    """
    pairs = node.value
    is_merged = any(key.tag == _MERGE for key, _ in pairs)
    if is_merged:
        SafeConstructor().flatten_mapping(node)
        pairs = node.value
    if not all(isinstance(key, yaml.ScalarNode) for key, _ in pairs):
        raise ValueError("a key is a list or a mapping")
    found = [(str(key.value), value) for key, value in pairs]
    return list(dict(found).items()) if is_merged else found  # its own keys stand last


def _value_of(root: yaml.Node | None) -> Any:
    if root is None:
        return None
    try:
        return SafeConstructor().construct_document(root)
    except (AttributeError, LookupError):  # in PyYAML's constructors, which do not check
        raise ValueError("its tag, such as !!bool, does not fit; leave the tag out") from None


def _walk(node: yaml.Node | None, prefix: KeyPath) -> Iterator[tuple[KeyPath, int]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            key_path = (*prefix, str(key.value))
            yield key_path, key.start_mark.line + 1
            yield from _walk(value, key_path)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield (*prefix, index), item.start_mark.line + 1
            yield from _walk(item, (*prefix, index))


def _place(path: Path, text: str, error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return str(path)
    last = max(1, len(text.splitlines()))  # libyaml has the end of a file a line below
    return f"{path}:{min(mark.line + 1, last)}"


def _cause(error: yaml.YAMLError) -> str:
    cause = getattr(error, "problem", None) or str(error)
    return " ".join(str(cause).split())
