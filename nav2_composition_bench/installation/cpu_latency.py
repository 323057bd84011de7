# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How deep idle cores may sleep: the kernel's PM QoS limit of CPU latency."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import BinaryIO

from nav2_composition_bench.errors import UserError

DEVICE = Path("/dev/cpu_dma_latency")
"""See Documentation/power/pm_qos_interface.rst of Linux."""


def may_limit(device: Path = DEVICE) -> bool:
    """Tell whether this process may set a limit."""
    return os.access(device, os.W_OK)


class CpuLatencyLimit:
    """Keeps idle states out that take longer to leave than a limit; a context manager.

    The kernel keeps the limit as long as the device is open, so that it ends with this process,
    however that ends. At 0 idle cores poll: they wait for work without halting.
    """

    def __init__(self, device: Path = DEVICE) -> None:
        self._device = device
        self._open: BinaryIO | None = None
        self._limit_us: int | None = None

    def set(self, limit_us: int | None) -> bool:
        """Set the limit in place of the one before.

        :param limit_us: microseconds; None leaves idle states alone.
        :returns: whether it is another than before.
        :raises UserError: if it cannot be set here; there is none then.
        """
        if limit_us == self._limit_us:
            return False
        self.close()
        if limit_us is None:
            return True
        try:
            self._open = self._device.open("wb", buffering=0)
            self._open.write(struct.pack("=i", limit_us))
        except OSError as error:
            self.close()
            raise UserError(
                f"cpu_latency_us: cannot write to {self._device} ({error.strerror}); run as root on"
                " a kernel that has it, or leave such arms out"
            ) from error
        self._limit_us = limit_us
        return True

    def close(self) -> None:
        """Leave idle states alone; may be called twice."""
        self._limit_us = None
        if self._open is not None:
            self._open.close()
            self._open = None

    def __enter__(self) -> CpuLatencyLimit:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
