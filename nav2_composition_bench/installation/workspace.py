# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Install prefixes other than the one that this process runs on."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation import ament_index

_OF_PREFIX = (
    "AMENT_PREFIX_PATH",
    "CMAKE_PREFIX_PATH",
    "COLCON_PREFIX_PATH",
    "LD_LIBRARY_PATH",
    "PATH",
    "PYTHONPATH",
    "ROS_DISTRO",
    "ROS_PYTHON_VERSION",
    "ROS_VERSION",
    "VIRTUAL_ENV",
)
"""What a prefix's set-up script sets, and what a process sees of it."""
_KEPT = ("HOME", "USER", "LOGNAME", "TMPDIR")
_SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_SET_UP_S = 60.0
_ELF_MACHINE = slice(18, 20)


@cache
def variables_of(prefix: Path) -> Mapping[str, str]:
    """Return the variables by which processes see a prefix and nothing of this process's own.

    :param prefix: an absolute path: what ``colcon`` or a ROS package has installed to, with a
        ``setup.bash``, or a virtual environment with ROS 2 wheels.
    :returns: variable → value, empty for one that the prefix does not set.
    :raises UserError: if it is no such prefix, holds no package, or is built for another processor.
    """
    if (prefix / "setup.bash").is_file():
        found = _sourced(prefix)
    elif (prefix / "pyvenv.cfg").is_file():
        found = {
            "AMENT_PREFIX_PATH": str(prefix),
            "PATH": f"{prefix / 'bin'}{os.pathsep}{_SYSTEM_PATH}",
            "VIRTUAL_ENV": str(prefix),
        }
    else:
        raise UserError(f"workspace {prefix} {_no_prefix(prefix)}")
    if not ament_index.packages(found):
        raise UserError(f"workspace {prefix} holds no ROS package; build it first")
    _refuse_other_processor(prefix)
    return {name: found.get(name, "") for name in _OF_PREFIX}


def contents_sha256(variables: Mapping[str, str]) -> str:
    """Hash name, size and time of change of every file below ``lib`` of the prefixes.

    It differs as soon as something there is built or installed again.
    """
    digest = hashlib.sha256()
    for prefix in ament_index.prefixes(variables):
        for path in _files(prefix / "lib"):
            status = path.stat()  # of what a link leads to, as colcon --symlink-install makes them
            name = path.relative_to(prefix)
            digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def python_of(variables: Mapping[str, str]) -> str:
    """Return the interpreter of a virtual environment; this process's for any other prefix."""
    environment = variables.get("VIRTUAL_ENV")
    return str(Path(environment, "bin", "python")) if environment else sys.executable


def _sourced(prefix: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    script = 'source "$1/setup.bash" > /dev/null && exec env --null'
    try:
        done = subprocess.run(
            ["bash", "-c", script, "bash", str(prefix)],
            env={**kept, "PATH": _SYSTEM_PATH},
            capture_output=True,
            check=True,
            timeout=_SET_UP_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", None) or b""
        last = said.decode(errors="replace").strip().splitlines()[-1:] or [str(error)]
        raise UserError(f"workspace {prefix}: its setup.bash failed: {last[0]}") from None
    pairs = (entry.partition("=") for entry in os.fsdecode(done.stdout).split("\0") if entry)
    return {name: value for name, _, value in pairs}


def _no_prefix(prefix: Path) -> str:
    if not prefix.is_dir():
        return "does not exist"
    inside = prefix / "install" / "setup.bash"
    if inside.is_file():
        return f"is no install prefix; name {inside.parent}"
    if (prefix / "src").is_dir():
        return "is not built: it has no install directory; build it with colcon"
    return "is no install prefix: it has neither setup.bash nor pyvenv.cfg"


def _refuse_other_processor(prefix: Path) -> None:
    """:raises UserError: if the first compiled file of a prefix is for another processor."""
    own = _machine(Path(sys.executable))
    for path in _files(prefix / "lib"):
        machine = _machine(path)
        if machine is not None:
            if machine != own:
                raise UserError(
                    f"workspace {prefix} is built for another processor, as {path.name} shows"
                )
            return


def _machine(path: Path) -> bytes | None:
    """Return the processor that an ELF file is for; None for any other file."""
    with path.open("rb") as stream:
        header = stream.read(_ELF_MACHINE.stop)
    return header[_ELF_MACHINE] if header.startswith(b"\x7fELF") else None


def _files(directory: Path) -> Iterator[Path]:
    """Yield every file at or below a directory in the order of names, compiled Python left out."""
    for place, directories, names in os.walk(directory, followlinks=False):
        directories[:] = sorted(each for each in directories if each != "__pycache__")
        yield from (path for name in sorted(names) if (path := Path(place, name)).is_file())
