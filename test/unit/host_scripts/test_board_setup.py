# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What board_setup.sh finds and changes, on a board made of files and stand-in programs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[3] / "host_scripts" / "board_setup.sh"
GOVERNOR = "sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
SWAP_ON = "Filename Type Size Used Priority\n/dev/zram0 partition 1 0 100\n"
SWAP_OFF = "Filename Type Size Used Priority\n"


class Board:
    """A directory with the files that the script reads, and programs that stand in for others."""

    def __init__(self, directory: Path) -> None:
        self.root, self.bin = directory / "root", directory / "bin"
        self.bin.mkdir()
        self.sampler = directory / "process_sampler"
        self.sampler.write_text("")
        self.sampler.chmod(0o755)
        for core in (0, 1):
            self.write(GOVERNOR.format(core), "ondemand\n")
        self.write("proc/swaps", SWAP_ON)
        self.program("id", "echo 0")
        self.program("swapoff", f"printf '{SWAP_OFF.splitlines()[0]}\\n' > {self.root}/proc/swaps")
        # As the real ones, which take no link for the file it names.
        self.program("getcap", f"[ -L $1 ] || cat {directory}/caps 2>/dev/null || true")
        self.program("setcap", f"[ ! -L $2 ] && echo $2 $1 > {directory}/caps")
        self.program("chronyc", "echo 'System time     : 0.000012 seconds slow of NTP time'")

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def program(self, name: str, body: str) -> None:
        (self.bin / name).write_text(f"#!/bin/sh\n{body}\n")
        (self.bin / name).chmod(0o755)

    def run(self, *words: str) -> tuple[int, list[str]]:
        environment = {
            "PATH": f"{self.bin}{os.pathsep}/usr/bin{os.pathsep}/bin",
            "NAV2_BENCH_BOARD_ROOT": str(self.root),
        }
        done = subprocess.run(
            ["sh", str(SCRIPT), *words], env=environment, capture_output=True, text=True
        )
        return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_it_says_what_should_be_changed_and_changes_nothing(board: Board) -> None:
    status, lines = board.run(str(board.sampler))
    assert status == 1
    assert [line.split()[0] for line in lines] == ["change", "change", "ok", "change"]
    assert lines[0] == "change   governor: ondemand instead of performance"
    assert "/dev/zram0" in lines[1]
    assert (board.root / GOVERNOR.format(0)).read_text() == "ondemand\n"


def test_it_sets_everything_once_and_says_so(board: Board) -> None:
    status, lines = board.run("--set", str(board.sampler))
    assert status == 0
    assert [line.split()[0] for line in lines] == ["changed", "changed", "ok", "changed"]
    assert (board.root / GOVERNOR.format(1)).read_text() == "performance\n"
    status, lines = board.run("--set", str(board.sampler))
    assert status == 0
    assert {line.split()[0] for line in lines} == {"ok"}


def test_a_sampler_that_is_a_link_gets_its_capabilities_on_the_file(board: Board) -> None:
    link = board.sampler.with_name("link")
    link.symlink_to(board.sampler)
    status, lines = board.run("--set", str(link))
    assert status == 0
    assert f"CAP_SYS_PTRACE on {board.sampler}, until" in lines[-1]
    status, lines = board.run(str(link))
    assert (status, lines[-1]) == (0, "ok       sampler: may read page frames")


def test_a_kernel_without_swap_has_none(board: Board) -> None:
    (board.root / "proc/swaps").unlink()
    _, lines = board.run(str(board.sampler))
    assert lines[1] == "ok       swap: off"
    assert len(lines) == 4


def test_swap_that_cannot_be_switched_off_is_told_and_the_rest_is_set(board: Board) -> None:
    board.program("swapoff", "exit 1")
    status, lines = board.run("--set", str(board.sampler))
    assert status == 1
    assert lines[1] == "change   swap: could not be switched off"
    assert lines[3].startswith("changed")


def test_setting_needs_root(board: Board) -> None:
    board.program("id", "echo 1000")
    status, lines = board.run("--set", str(board.sampler))
    assert (status, lines) == (2, ["board_setup: --set needs root"])
    assert (board.root / GOVERNOR.format(0)).read_text() == "ondemand\n"


def test_a_pi_that_has_throttled_is_told(board: Board) -> None:
    board.write(THROTTLED, "50005\n")
    _, lines = board.run(str(board.sampler))
    assert lines[-1].startswith("change   throttling: 0x50005")
    assert lines[-1].endswith("check power supply and cooling, then reboot")


def test_what_the_machine_does_not_tell_is_unknown_not_fine(board: Board) -> None:
    for core in (0, 1):
        (board.root / GOVERNOR.format(core)).unlink()
    _, lines = board.run(str(board.sampler.with_name("elsewhere")))
    assert lines[0].startswith("unknown  governor")
    assert lines[-1].startswith("unknown  sampler:") and "is not there" in lines[-1]


def test_a_word_that_is_not_known_is_refused(board: Board) -> None:
    status, lines = board.run("--force")
    assert status == 2
    assert lines == ["board_setup: --force is not known; --set and a path are"]
