# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The state of a search on disk, from which a killed one goes on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.search import SearchState
from nav2_composition_bench.trial.store import read_document, write_document

SEARCH = "search.json"
SCHEMA = 1
"""Version of the form of search.json."""


def write_state(directory: Path, state: SearchState, setup: Mapping[str, Any]) -> None:
    """Put a state in the place of the one before; a kill leaves one of the two.

    :param setup: all that the search follows from, as JSON's types.
    """
    version, words, gauss = state.random_state
    document = {
        "schema": SCHEMA,
        "setup": dict(setup),
        "generation": state.generation,
        "population": [list(row) for row in state.population],
        "best": [
            [lost, None if math.isinf(value) else value, list(row)]
            for (lost, value), row in state.best
        ],
        "random_state": [version, list(words), gauss],
    }
    write_document(directory / SEARCH, document)


def read_state(directory: Path, setup: Mapping[str, Any]) -> SearchState | None:
    """Return the state that a search left; None without one.

    :raises UserError: for one of another search, naming what differs, of a newer version, or that
        is something else.
    """
    path = directory / SEARCH
    document = read_document(path)
    if document is None:
        return None
    if document.get("schema") != SCHEMA:
        raise UserError(
            f"{path} has schema {document.get('schema')}, which this version cannot read; choose"
            " another --name"
        )
    try:
        earlier, state = dict(document["setup"]), _state(document)
    except (KeyError, TypeError, ValueError):
        raise UserError(f"{path} holds no state of a search; choose another --name") from None
    for key in setup:
        if earlier.get(key) != setup[key]:
            raise UserError(
                f"cannot go on with {path}: {key} was {earlier.get(key)!r} and is {setup[key]!r};"
                " choose another --name"
            )
    return state


def _state(document: Mapping[str, Any]) -> SearchState:
    version, words, gauss = document["random_state"]
    return SearchState(
        int(document["generation"]),
        tuple(map(tuple, document["population"])),
        tuple(
            ((lost, math.inf if value is None else value), tuple(row))
            for lost, value, row in document["best"]
        ),
        (version, tuple(words), gauss),
    )
