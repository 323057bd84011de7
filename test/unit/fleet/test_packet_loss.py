# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.fleet import packet_loss
from nav2_composition_bench.fleet.packet_loss import FILTER, NETEM, bytecode, drop_packets

PORTS = ("p0", "p1")


def refusing(kinds: tuple[str, ...], told: list[str]):  # type: ignore[no-untyped-def]
    def run(lines: list[str], *options: str, program: str) -> None:
        told.extend(lines)
        for kind in kinds:
            if any(kind in line for line in lines):
                raise UserError(f"{program} cannot set up the network of a fleet: no {kind}")

    return run


def test_netem_drops_where_the_kernel_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(packet_loss, "run_ip", refusing((), told))
    assert drop_packets("router", PORTS, 0.05) == NETEM
    assert told == [f"qdisc add dev {port} root netem loss 5%" for port in PORTS]


def test_a_filter_drops_where_there_is_no_netem(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(packet_loss, "run_ip", refusing(("netem",), told))
    assert drop_packets("router", PORTS, 0.05) == FILTER
    assert [line for line in told if "bpf" in line]


def test_a_kernel_with_neither_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packet_loss, "run_ip", refusing(("netem", "clsact"), []))
    with pytest.raises(UserError, match=r"tc netem \(no netem\).*tc bpf \(no clsact\)"):
        drop_packets("router", PORTS, 0.05)


def returned(program: str, random: int) -> int:
    """Run a program of classic BPF in which every load gives the random number."""
    count, *steps = program.strip('"').split(",")
    assert int(count) == len(steps)
    accumulator = at = 0
    while True:
        code, if_true, if_false, constant = map(int, steps[at].split())
        at += 1
        if code == 0x06:  # BPF_RET | BPF_K of linux/bpf_common.h
            return constant
        if code == 0x20:  # BPF_LD | BPF_W | BPF_ABS
            accumulator = random
        else:
            assert code == 0x25  # BPF_JMP | BPF_JGT | BPF_K
            at += if_true if accumulator > constant else if_false


def test_the_filter_drops_its_share_of_random_numbers_and_lets_the_others_pass() -> None:
    passes, drops = 0, 2  # TC_ACT_OK, TC_ACT_SHOT of linux/pkt_cls.h
    numbers = (round((at + 0.5) / 1000 * 2**32) for at in range(1000))
    results = [returned(bytecode(0.05), number) for number in numbers]
    assert results == [drops] * 50 + [passes] * 950
