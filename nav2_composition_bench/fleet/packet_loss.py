# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Bridges that drop packets, by whatever the kernel has for it."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.fleet.namespaces import run_ip

NETEM = "tc netem"
FILTER = "tc bpf"

_RANDOM = 0xFFFFF000 + 56
"""Where classic BPF finds a random number (SKF_AD_OFF + SKF_AD_RANDOM, linux/filter.h)."""
_LOAD, _JUMP_IF_GREATER, _RETURN = 0x20, 0x25, 0x06
_PASS, _DROP = 0, 2  # TC_ACT_OK, TC_ACT_SHOT


def drop_packets(namespace: str, ports: Sequence[str], share: float) -> str:
    """Drop a share of the packets that leave each of these interfaces.

    :returns: by what.
    :raises UserError: naming what the kernel lacks, where it has neither.
    """
    faults = []
    for name, commands in ((NETEM, _netem), (FILTER, _filter)):
        try:
            for port in ports:
                run_ip(commands(port, share), "-n", namespace, program="tc")
        except UserError as error:
            faults.append(f"{name} ({str(error).rpartition(': ')[2]})")
            continue
        return name
    raise UserError(
        f"packets cannot be dropped here, neither by {' nor by '.join(faults)}; the kernel needs"
        " sch_netem, or sch_ingress and cls_bpf; leave out arms with network drops_5_percent"
    )


def _netem(port: str, share: float) -> list[str]:
    return [f"qdisc add dev {port} root netem loss {100 * share:g}%"]


def _filter(port: str, share: float) -> list[str]:
    return [
        f"qdisc add dev {port} clsact",
        f"filter add dev {port} egress bpf da bytecode {bytecode(share)}",
    ]


def bytecode(share: float) -> str:
    """Return a program of classic BPF, as tc reads it, that drops a share of what it sees."""
    most = round(share * 2**32) - 1
    program = [
        (_LOAD, 0, 0, _RANDOM),
        (_JUMP_IF_GREATER, 1, 0, most),
        (_RETURN, 0, 0, _DROP),
        (_RETURN, 0, 0, _PASS),
    ]
    lines = (" ".join(map(str, step)) for step in program)
    return f'"{len(program)},{",".join(lines)}"'
