# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A loopback and a /dev/shm of its own for each worker of a parallel test run.

Processes of two tests would meet there otherwise: a SIGKILL in one leaves shared-memory ports that
all domains share, and the removal of leftovers in another takes what a third is about to check.
"""

from __future__ import annotations

import ctypes
import os

from apart import prepare

_NEW_MOUNTS, _NEW_NETWORK = 0x00020000, 0x40000000  # see unshare(2)
_PRIVATE_BELOW = 0x4000 | 0x40000  # MS_REC and MS_PRIVATE, see mount(2)
_SHM_MB = 2048


def are_permitted() -> bool:
    """Tell whether this user may have them."""
    child = os.fork()
    if child == 0:
        os._exit(_library().unshare(_NEW_MOUNTS | _NEW_NETWORK) != 0)
    return os.waitpid(child, 0)[1] == 0


def enter() -> None:
    """Move this thread, and what it starts, into namespaces of its own.

    :raises OSError: where that is not permitted.
    """
    library = _library()
    _check(library.unshare(_NEW_MOUNTS | _NEW_NETWORK), "unshare")
    _check(library.mount(b"none", b"/", None, _PRIVATE_BELOW, None), "mount")
    prepare(_SHM_MB)


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(status: int, call: str) -> None:
    if status != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{call}: {os.strerror(number)} (pytest -n 0 does without)")
