# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which tests must not run beside which, and which go first; test/conftest.py acts on it."""

from __future__ import annotations

import zlib

_INTEGRATION = "test/integration/"
_DRIVING, _STUDIES = "driving", "studies"
GROUPS = {
    f"{_INTEGRATION}test_navigation.py": _DRIVING,
    f"{_INTEGRATION}test_unreachable_goal.py": _DRIVING,
    f"{_INTEGRATION}measurement_node/test_measurement_of_the_stack.py": _DRIVING,
    f"{_INTEGRATION}trial/test_overlays.py": _DRIVING,
    f"{_INTEGRATION}trial/test_real_study.py": _STUDIES,
    f"{_INTEGRATION}trial/test_two_machines.py": _STUDIES,
    f"{_INTEGRATION}trial/test_faults.py::test_a_killed_runner": "of_a_finished_trial",
    f"{_INTEGRATION}trial/test_faults.py::test_a_full_disk": "of_a_finished_trial",
    f"{_INTEGRATION}topology_studies/test_capturing.py": "captured_studies",
    f"{_INTEGRATION}topology_studies/test_prediction_of_the_reference_stack.py": "captured_studies",
    f"{_INTEGRATION}topology_studies/test_placing.py": "placed_studies",
    f"{_INTEGRATION}topology_studies/": "topology_studies",
    f"{_INTEGRATION}process_sampler/": "process_sampler",
    f"{_INTEGRATION}fleet/": "fleet",
    f"{_INTEGRATION}native_parts/test_builds_without_ros.py": "native_parts",
    f"{_INTEGRATION}test_composition_contract.py": "composition_contract",
    f"{_INTEGRATION}test_report_in_browser.py": "report_in_browser",
}
"""Beginning of test ids → tests that run one after another in one worker: they share what one
fixture has made, or two of them at once would be more than two cores can do in real time."""
MUST_KEEP_UP = (
    *(path for path, group in GROUPS.items() if group in (_DRIVING, _STUDIES)),
    f"{_INTEGRATION}simulator/",
    f"{_INTEGRATION}driving/",
    f"{_INTEGRATION}topology_studies/",
    f"{_INTEGRATION}topology_transports/",
    f"{_INTEGRATION}topology/",
    f"{_INTEGRATION}capturing/",
)
"""With the clock: they go before all others on the processor."""
BUILD = (f"{_INTEGRATION}native_parts/", "test/packaging/")


def keeps_up(nodeid: str) -> bool:
    """Tell whether a test must keep up with the clock."""
    return nodeid.startswith(MUST_KEEP_UP)


def group_of(nodeid: str) -> str:
    """Tests of one group run one after another: those of the table, and unit tests of a file."""
    named = _named_group(nodeid)
    if named is not None:
        return named
    return nodeid if nodeid.startswith(_INTEGRATION) else nodeid.partition("::")[0]


def turn_of(nodeid: str) -> tuple[int, int]:
    """How early a test begins: what takes long comes first, so that all workers end together.

    Other integration tests mostly wait, those of a file in the same way and at the same time. So
    they begin in an order that mixes the files, with unit tests between them, which do not wait; a
    sixth of these is left for when the last integration tests end.
    """
    named = _named_group(nodeid)
    if named in (_DRIVING, _STUDIES):
        return 0, 0
    if named is not None or nodeid.startswith(BUILD):
        return 1, 0
    place = zlib.crc32(group_of(nodeid).encode())
    if nodeid.startswith(_INTEGRATION):
        return 2, place
    return 3 if place % 6 == 0 else 2, place


def _named_group(nodeid: str) -> str | None:
    return next((group for start, group in GROUPS.items() if nodeid.startswith(start)), None)
