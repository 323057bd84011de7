# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The environment of everything a study starts."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import nav2_composition_bench
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE

_FIXED = {
    # Numerical libraries otherwise start a pool of threads per process, which composition would
    # make cheaper for reasons that have nothing to do with ROS. Equal in every composition.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "PYTHONIOENCODING": "utf-8:surrogateescape",
    "PYTHONUNBUFFERED": "1",
    "PYTHONHASHSEED": "0",
    "RCUTILS_LOGGING_USE_STDOUT": "1",
    "RCUTILS_LOGGING_BUFFERED_STREAM": "0",
    "RCUTILS_COLORIZED_OUTPUT": "0",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
}
_MIDDLEWARES = r"ROS_.*|RMW_.*|FASTRTPS_.*|FASTDDS_.*|CYCLONEDDS_.*|ZENOH_.*"
_KEPT = re.compile(
    r"PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LD_.*|PYTHON.*|VIRTUAL_ENV|AMENT_.*|COLCON_.*|CMAKE_PREFIX_PATH"
    rf"|_ROS_WHEELS_.*|MUJOCO_.*|{_MIDDLEWARES}"
)
"""What is handed down. The rest (a desktop's variables, say) differs from shell to shell, takes
memory in every process and says nothing about the system under test."""

_CONFIGURES = re.compile(_MIDDLEWARES)
_NO_CONFIGURATION = (
    "RMW_IMPLEMENTATION",
    "ROS_DISTRO",
    "ROS_VERSION",
    "ROS_PYTHON_VERSION",
    "ROS_HOME",
    "ROS_LOG_DIR",
    "ROS_DOMAIN_ID",
    # Set here, and to a default by the set-up scripts of ROS 2.
    "ROS_AUTOMATIC_DISCOVERY_RANGE",
    "ROS_LOCALHOST_ONLY",
)
"""Of these names, variables that leave the middleware as it is, or that a study sets."""

_ENDLESS_WAIT = Path(sys.prefix, "lib", "nav2_composition_bench", "libendless_wait.so")
"""Cures a hang of the ROS 2 wheels; set-up installs it beside them, and nothing else does."""


def loopback_variables(distro: str | None) -> dict[str, str]:
    """The ROS variable that keeps DDS on this machine; Humble's is another.

    :param distro: as in ROS_DISTRO.
    """
    if distro == "humble":
        return {"ROS_LOCALHOST_ONLY": "1"}
    return {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}


def process_environment(
    base: Mapping[str, str],
    *,
    run_id: str,
    domain_id: int,
    rmw: str,
    on_this_machine_only: bool = True,
) -> dict[str, str]:
    """The complete environment of a process of the study.

    :param base: the runner's own environment, of which a fixed set of names is kept.
    :param on_this_machine_only: False lets discovery reach other machines, as far as ``base`` says.
    """
    discovery = loopback_variables(base.get("ROS_DISTRO")) if on_this_machine_only else {}
    package_root = str(Path(nav2_composition_bench.__file__).resolve().parents[1])
    python_path = [package_root, *filter(None, base.get("PYTHONPATH", "").split(os.pathsep))]
    return {
        **{name: value for name, value in base.items() if _KEPT.fullmatch(name)},
        **_FIXED,
        **discovery,
        **_preloaded(base),
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(python_path)),
        "ROS_DOMAIN_ID": str(domain_id),
        "RMW_IMPLEMENTATION": rmw,
        RUN_VARIABLE: run_id,
    }


def _preloaded(base: Mapping[str, str]) -> dict[str, str]:
    if not _ENDLESS_WAIT.exists():
        return {}
    return {"LD_PRELOAD": " ".join(filter(None, (base.get("LD_PRELOAD"), str(_ENDLESS_WAIT))))}


def middleware_variables(base: Mapping[str, str], decided: Collection[str] = ()) -> dict[str, str]:
    """Return what is handed down that configures the middleware, by name.

    :param base: the runner's own environment.
    :param decided: names of variables that the study decides on.
    """
    return {
        name: value
        for name, value in sorted(base.items())
        if _CONFIGURES.fullmatch(name) and name not in (*_NO_CONFIGURATION, *decided)
    }


@contextmanager
def ros_variables(environment: Mapping[str, str]) -> Iterator[None]:
    """Give this process the ROS variables of the others while the block runs."""
    names = (
        "ROS_DOMAIN_ID",
        "RMW_IMPLEMENTATION",
        "ROS_AUTOMATIC_DISCOVERY_RANGE",
        "ROS_LOCALHOST_ONLY",
    )
    saved = {name: os.environ.get(name) for name in names}
    os.environ.update({name: environment[name] for name in names if name in environment})
    try:
        yield
    finally:
        for name, value in saved.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
