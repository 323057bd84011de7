# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How deep idle cores may sleep while trials run: the kernel's PM QoS limit of CPU latency."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

from nav2_composition_bench.errors import UserError

DEVICE = Path("/dev/cpu_dma_latency")
"""See Documentation/power/pm_qos_interface.rst of Linux."""


class CpuLatencyLimit:
    """Keeps idle states out that take longer to leave than a limit; a context manager.

    The kernel keeps the limit as long as the device is open, so that it ends with this process,
    however that ends. At 0 idle cores poll: they wait for work without halting.

    :param limit_us: microseconds; None leaves idle states alone.
    """

    def __init__(self, limit_us: int | None, device: Path = DEVICE) -> None:
        self._limit_us = limit_us
        self._device = device
        self._open: BinaryIO | None = None

    def __enter__(self) -> CpuLatencyLimit:
        """:raises UserError: if the limit cannot be set here."""
        if self._limit_us is None:
            return self
        try:
            self._open = self._device.open("wb", buffering=0)
            self._open.write(struct.pack("=i", self._limit_us))
        except OSError as error:
            self.__exit__()
            raise UserError(
                f"cpu_latency_us: cannot write to {self._device} ({error.strerror}); run as root on"
                " a kernel that has it, or leave cpu_latency_us out"
            ) from error
        return self

    def __exit__(self, *exception: object) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None
