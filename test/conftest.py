# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How tests run beside one another under pytest-xdist, and what becomes of warnings.

Most integration tests wait for most of their time, so that more of them run than there are cores.
Each worker has a network and a /dev/shm of its own; where that is not permitted there are none, and
tests run one by one.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import compiled_once
import pytest
import worker_namespaces
from side_by_side import group_of, keeps_up, turn_of

_UNIT_TESTS = Path(__file__).parent / "unit"
_IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
_WORKERS_PER_CORE, _MAX_WORKERS = 4, 8
_OWN_NICENESS = os.getpriority(os.PRIO_PROCESS, 0)
_YIELDING_NICENESS = min(19, _OWN_NICENESS + 10)

_COLLECTED_AFTER = 20_000
"""So many new objects, not 700, have Python look for cycles; a study that is read has none."""

# A pool of threads in each process that reads a study costs more than all its products of matrices.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if _IS_WORKER:
    worker_namespaces.enter()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    if not worker_namespaces.are_permitted():
        return 0
    return min(_WORKERS_PER_CORE * len(os.sched_getaffinity(0)), _MAX_WORKERS)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Distribute by groups, in the order of collection."""
    # Imported here, since pytest alone is enough where tests do not run beside one another.
    from xdist.scheduler import LoadScopeScheduling

    class GroupScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    config.option.loadscopereorder = False
    return GroupScheduling(config, log)


def pytest_collection() -> None:
    """Leave it to one worker to compile the tests."""
    if _IS_WORKER:
        compiled_once.await_turn()
    gc.disable()  # what is collected stays


def pytest_collection_finish() -> None:
    """Let the other workers find them compiled."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(_COLLECTED_AFTER)
    if _IS_WORKER:
        compiled_once.tell_others()


def pytest_sessionfinish() -> None:
    """Leave nothing behind."""
    if _IS_WORKER:
        compiled_once.clean_up()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _IS_WORKER:
        items.sort(key=lambda item: turn_of(item.nodeid))
    if sys.prefix != sys.base_prefix:  # elsewhere libraries have versions that are not locked
        _fail_unit_tests_that_warn(config, items)


def _fail_unit_tests_that_warn(config: pytest.Config, items: list[pytest.Item]) -> None:
    # A file that nobody has closed is found whenever memory is collected, maybe in another test.
    filters = ["error", "ignore::ResourceWarning", *config.getini("filterwarnings")]
    fails = pytest.mark.filterwarnings(*filters)
    for item in items:
        if _UNIT_TESTS in item.path.parents:
            item.add_marker(fails, append=False)  # before the test's own, so that these win


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Give way to tests that must keep up with the clock."""
    if _IS_WORKER:
        niceness = _OWN_NICENESS if keeps_up(item.nodeid) else _YIELDING_NICENESS
        try:
            os.setpriority(os.PRIO_PROCESS, 0, niceness)
        except PermissionError:
            pass  # only root may take back that it gives way
    yield
