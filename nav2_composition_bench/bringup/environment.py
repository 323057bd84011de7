# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The environment of everything a study starts, and the study's ROS domain."""

from __future__ import annotations

import os
import re
import socket
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import nav2_composition_bench
from nav2_composition_bench.errors import UserError

RUN_VARIABLE = "NAV2_BENCH_RUN_ID"
"""Marks everything one run started: it is inherited, and readable in /proc/PID/environ."""
GROUP_VARIABLE = "NAV2_BENCH_GROUP"
"""Marks the processes of one ProcessGroup within a run."""

HIGHEST_DOMAIN_ID = 101
"""Above it the UDP ports reach into Linux's ephemeral range (7400 + 250 × 102 > 32768)."""
_PORT_BASE = 7400
_PORTS_PER_DOMAIN = 250

_FIXED = {
    # Numerical libraries otherwise start a pool of threads per process, which composition would
    # make cheaper for reasons that have nothing to do with ROS. Equal in every composition.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "PYTHONUNBUFFERED": "1",
    "PYTHONHASHSEED": "0",
    "RCUTILS_LOGGING_USE_STDOUT": "1",
    "RCUTILS_LOGGING_BUFFERED_STREAM": "0",
    "RCUTILS_COLORIZED_OUTPUT": "0",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
}
_KEPT = re.compile(
    r"PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LD_.*|PYTHON.*|VIRTUAL_ENV|AMENT_.*|COLCON_.*|CMAKE_PREFIX_PATH"
    r"|ROS_.*|_ROS_WHEELS_.*|RMW_.*|FASTRTPS_.*|FASTDDS_.*|CYCLONEDDS_.*|MUJOCO_.*"
)
"""What is handed down. The rest (a desktop's variables, say) differs from shell to shell, takes
memory in every process and says nothing about the system under test."""


def new_run_id() -> str:
    """A name no other run has."""
    return uuid.uuid4().hex


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
    discovery = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"} if on_this_machine_only else {}
    package_root = str(Path(nav2_composition_bench.__file__).resolve().parents[1])
    python_path = [package_root, *filter(None, base.get("PYTHONPATH", "").split(os.pathsep))]
    return {
        **{name: value for name, value in base.items() if _KEPT.fullmatch(name)},
        **_FIXED,
        **discovery,
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(python_path)),
        "ROS_DOMAIN_ID": str(domain_id),
        "RMW_IMPLEMENTATION": rmw,
        RUN_VARIABLE: run_id,
    }


@contextmanager
def ros_variables(environment: Mapping[str, str]) -> Iterator[None]:
    """Give this process the ROS variables of the others while the block runs."""
    names = ("ROS_DOMAIN_ID", "RMW_IMPLEMENTATION", "ROS_AUTOMATIC_DISCOVERY_RANGE")
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


def domain_ports(domain_id: int) -> range:
    """The ports of a domain in DDS's well-known numbering (RTPS 2.5, 9.6.2.3)."""
    first = _PORT_BASE + _PORTS_PER_DOMAIN * domain_id
    return range(first, first + _PORTS_PER_DOMAIN)


def parse_domain_id(text: str) -> int:
    """Read a domain id as in ROS_DOMAIN_ID.

    :raises UserError: if it is not a whole number from 0 to 101.
    """
    if not text.isdecimal() or int(text) > HIGHEST_DOMAIN_ID:
        raise UserError(
            f"ROS_DOMAIN_ID is {text!r}; it must be a whole number from 0 to {HIGHEST_DOMAIN_ID}"
        )
    return int(text)


class DomainLease:
    """A domain that no other bench on this machine takes while this object lives.

    The lease is an abstract Unix socket: the kernel frees it when the runner dies by any means.
    """

    def __init__(self, domain_id: int, lock: socket.socket) -> None:
        self.domain_id = domain_id
        self._lock = lock

    def release(self) -> None:
        """Let others have the domain; may be called twice."""
        self._lock.close()


def lease_domain(wanted: int | None, used_ports: frozenset[int]) -> DomainLease:
    """Take the wanted domain, or the first one whose ports nobody uses.

    :param used_ports: UDP ports in use on this machine.
    :raises UserError: if another bench holds the wanted domain, or none is free.
    """
    if wanted is not None:
        lock = _lock(wanted)
        if lock is None:
            raise UserError(
                f"another nav2-bench is running on ROS domain {wanted}; wait for it, "
                "or set ROS_DOMAIN_ID to another number"
            )
        return DomainLease(wanted, lock)
    for domain_id in range(1, HIGHEST_DOMAIN_ID + 1):
        if used_ports.isdisjoint(domain_ports(domain_id)):
            lock = _lock(domain_id)
            if lock is not None:
                return DomainLease(domain_id, lock)
    raise UserError("no ROS domain from 1 to 101 is free; end other ROS 2 programs")


def used_udp_ports(proc_net: Path = Path("/proc/net")) -> frozenset[int]:
    """Local UDP ports in use, IPv4 and IPv6."""
    ports: set[int] = set()
    for name in ("udp", "udp6"):
        try:
            lines = (proc_net / name).read_text().splitlines()[1:]
        except FileNotFoundError:  # a kernel without IPv6
            continue
        ports |= {int(line.split()[1].rpartition(":")[2], 16) for line in lines}
    return frozenset(ports)


def _lock(domain_id: int) -> socket.socket | None:
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        lock.bind(f"\0nav2_composition_bench/domain/{domain_id}")
    except OSError:
        lock.close()
        return None
    return lock
