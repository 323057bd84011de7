# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The environment of everything a study starts."""

from __future__ import annotations

import enum
import os
import re
import sys
from collections.abc import Iterator, Mapping
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
_SKIP_DEFAULT_PROFILE = "SKIP_DEFAULT_XML_FILE"
_MIDDLEWARES = (
    rf"ROS2?_.*|RMW_.*|FASTRTPS_.*|FASTDDS_.*|CYCLONEDDS_.*|ZENOH_.*|{_SKIP_DEFAULT_PROFILE}"
)
_KEPT = re.compile(
    r"PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LD_.*|PYTHON.*|VIRTUAL_ENV|AMENT_.*|COLCON_.*|CMAKE_PREFIX_PATH"
    rf"|_ROS_WHEELS_.*|MUJOCO_.*|{_MIDDLEWARES}"
)
"""What is handed down. The rest (a desktop's variables, say) differs from shell to shell, takes
memory in every process and says nothing about the system under test."""

_RANGE = ("ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_LOCALHOST_ONLY")
"""Set here, and to a default by the set-up scripts of ROS 2."""
_NAME_OTHERS = (
    "ROS_DISCOVERY_SERVER",
    "ROS_SUPER_CLIENT",
    "ROS_STATIC_PEERS",
    "ROS2_EASY_MODE",
    "FASTDDS_ENVIRONMENT_FILE",  # of Fast DDS, in place of the shell's variables
    "RMW_CONNEXT_INITIAL_PEERS",
)
_DOCUMENTS = (
    "FASTRTPS_DEFAULT_PROFILES_FILE",
    "FASTDDS_DEFAULT_PROFILES_FILE",
    "CYCLONEDDS_URI",
    "ZENOH_SESSION_CONFIG_URI",
    "ZENOH_ROUTER_CONFIG_URI",
    "ZENOH_CONFIG_OVERRIDE",
)
"""Settings of any kind; whom to discover, and over which interface, may be among them."""
_NAMING_OTHERS = re.compile(
    "address|connect|edp|endpoint|interface|listen|locator|multicast|peer|scout|server",
    re.IGNORECASE,
)
"""In the name of every setting, of all these documents, that could let traffic off the loopback."""
_DEFAULT_PROFILES = ("DEFAULT_FASTRTPS_PROFILES.xml", "DEFAULT_FASTDDS_PROFILES.xml")
"""What Fast DDS reads from the working directory."""
DISCOVERY_VARIABLES = (
    *_RANGE,
    *_NAME_OTHERS,
    *_DOCUMENTS,
    "FASTDDS_BUILTIN_TRANSPORTS",  # without effect on the loopback
)
"""All that says, or may say, whom a node discovers and over what its traffic leaves."""

_CONFIGURES = re.compile(_MIDDLEWARES)
_NO_CONFIGURATION = (
    "RMW_IMPLEMENTATION",
    "ROS_DISTRO",
    "ROS_VERSION",
    "ROS_PYTHON_VERSION",
    "ROS_HOME",
    "ROS_LOG_DIR",
    "ROS_DOMAIN_ID",
    *_RANGE,
    _SKIP_DEFAULT_PROFILE,
)
"""Of these names, variables that leave the middleware as it is, or that a study sets."""

_ENDLESS_WAIT = Path(sys.prefix, "lib", "nav2_composition_bench", "libendless_wait.so")
"""Cures a hang of the ROS 2 wheels; set-up installs it beside them, and nothing else does."""


class Reach(enum.Enum):
    """Who says whom the processes of a study discover."""

    THIS_MACHINE = enum.auto()
    """The study, which stays on the loopback."""
    SHELL = enum.auto()
    """The shell: others, maybe on another machine, start a part of the system."""
    ARMS = enum.auto()
    """Each arm for itself, on a network of the study's own."""


def loopback_variables(distro: str | None) -> dict[str, str]:
    """The ROS variable that keeps DDS on this machine; Humble's is another.

    :param distro: as in ROS_DISTRO.
    """
    if distro == "humble":
        return {"ROS_LOCALHOST_ONLY": "1"}
    return {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}


def set_aside(base: Mapping[str, str], reach: Reach) -> tuple[str, ...]:
    """Return which settings of the shell the processes of a study do not get.

    They would have its traffic leave the machine, or its arms differ in more than they say.

    :param base: the runner's own environment.
    :returns: names of variables, and of files in the working directory that Fast DDS would read.
    """
    if reach is Reach.SHELL:
        return ()
    if reach is Reach.ARMS:
        names = [name for name in DISCOVERY_VARIABLES if name not in _RANGE and base.get(name)]
    else:
        names = [name for name in _NAME_OTHERS if base.get(name)]
        names += [name for name in _DOCUMENTS if _names_others(base.get(name, ""))]
    if base.get(_SKIP_DEFAULT_PROFILE) != "1":
        names += [name for name in _DEFAULT_PROFILES if Path(name).exists()]
    return tuple(names)


def _names_others(document: str) -> bool:
    """Tell whether a document may let traffic off the loopback.

    :param document: files, or what is no file and so its text, separated by commas.
    """
    for part in document.split(","):
        try:
            text = Path(part.strip().removeprefix("file://")).read_text(encoding="utf-8")
        except OSError:
            text = part
        except UnicodeDecodeError:
            return True
        if _NAMING_OTHERS.search(text):
            return True
    return False


def process_environment(
    base: Mapping[str, str],
    *,
    run_id: str,
    domain_id: int,
    rmw: str,
    reach: Reach = Reach.THIS_MACHINE,
) -> dict[str, str]:
    """The complete environment of a process of the study.

    :param base: the runner's own environment, of which a fixed set of names is kept.
    """
    discovery: dict[str, str] = {}
    left_out = set_aside(base, reach)
    if reach is not Reach.SHELL:
        left_out += _RANGE
        discovery[_SKIP_DEFAULT_PROFILE] = "1"
    if reach is Reach.THIS_MACHINE:
        discovery |= loopback_variables(base.get("ROS_DISTRO"))
    package_root = str(Path(nav2_composition_bench.__file__).resolve().parents[1])
    python_path = [package_root, *filter(None, base.get("PYTHONPATH", "").split(os.pathsep))]
    return {
        **{
            name: value
            for name, value in base.items()
            if _KEPT.fullmatch(name) and name not in left_out
        },
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


def middleware_variables(base: Mapping[str, str], reach: Reach) -> dict[str, str]:
    """Return what is handed down that configures the middleware, by name.

    :param base: the runner's own environment.
    """
    not_told = {*_NO_CONFIGURATION, *set_aside(base, reach)}
    return {
        name: value
        for name, value in sorted(base.items())
        if _CONFIGURES.fullmatch(name) and name not in not_told
    }


@contextmanager
def ros_variables(environment: Mapping[str, str]) -> Iterator[None]:
    """Give this process the ROS variables of the others while the block runs."""
    names = ("ROS_DOMAIN_ID", "RMW_IMPLEMENTATION", _SKIP_DEFAULT_PROFILE, *DISCOVERY_VARIABLES)
    saved = {name: os.environ.get(name) for name in names}
    _set({name: environment.get(name) for name in names})
    try:
        yield
    finally:
        _set(saved)


def _set(variables: Mapping[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
