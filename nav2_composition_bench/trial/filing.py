# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where a study's results are filed, and what it ran on and with beside them."""

from __future__ import annotations

import platform
import re
import time
from collections.abc import Mapping
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.names import directory_name
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.factor import differing
from nav2_composition_bench.trial import provenance
from nav2_composition_bench.trial.stamped_arms import arms_of_stamp
from nav2_composition_bench.trial.store import (
    MACHINE,
    STUDY,
    StudyStore,
    make_directory,
    read_document,
    read_stamp,
    write_document,
)


def machine_name(given: str | None) -> str:
    """Return the name under which this machine's results are filed.

    :param given: None for its host name.
    :raises UserError: if the name is not usable as a directory name.
    """
    if given is None:
        return re.sub(r"[^A-Za-z0-9._-]+", "-", platform.node()).strip(".-") or "machine"
    return directory_name("the name of the machine", given)


def file_provenance(
    settled: SettledStudy, store: StudyStore, *, may_add_arms: bool = False
) -> None:
    """Write machine.json and study.json, or see that what is there agrees.

    A study without a finished trial may be started anew under other conditions.

    :param may_add_arms: the study on disk may hold arms that this one does not, and the other way
        round; what is written then holds all of them.
    :raises UserError: naming the field that differs; for trials of which there is no study.json.
    """
    now = provenance.stamp(settled, time.time())
    of_machine, of_study = store.directory.parent / MACHINE, store.directory / STUDY
    make_directory(of_machine.parent)
    earlier = read_document(of_machine)
    if earlier is not None:
        provenance.refuse_other_machine(earlier, now["machine"], of_machine)
    started = read_stamp(store.directory)
    if store.records:
        if started is None:
            raise UserError(
                f"{of_study} is missing, without which nothing tells how the trials beside it were"
                " run; restore it, or choose another --name"
            )
        provenance.refuse_other_stamp(started, now, of_study, may_add_arms=may_add_arms)
        now = {**now, "started_wall_s": started.get("started_wall_s")}
        if may_add_arms:
            now = _united(started, now)
    write_document(of_machine, now["machine"])
    write_document(of_study, now)


def _united(started: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the later stamp with the arms of both and what they run with, the older ones first."""
    arms = {**arms_of_stamp(started), **arms_of_stamp(now)}
    told = (each["software"]["rmw"] for each in (started, now))
    rmws = sorted({rmw for each in told for rmw in ([each] if isinstance(each, str) else each)})
    overlays = {**started["files"].get("overlays", {}), **now["files"]["overlays"]}
    return {
        **now,
        "study": {
            **now["study"],
            "arms": [{"name": name, **definition} for name, definition in arms.items()],
            "factors": list(differing(arms.values())),
        },
        "software": {**now["software"], "rmw": rmws[0] if len(rmws) == 1 else rmws},
        "files": {**now["files"], "overlays": overlays},
    }
