# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The steps of set-up: environment, interfaces, native programs, package."""

from __future__ import annotations

import os
import shutil
import sys
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from commands import SetupError, run_logged
from distribution import DISTRIBUTIONS
from lock import lock_file
from stamps import Stamp, content_of, key_of

Arguments = Sequence[str | Path]
INCLUDES = (Path("/usr/include"), Path("/usr/local/include"))
INTERFACE_PACKAGES = ("tf2_msgs", "bond", "composition_interfaces", "nav2_msgs")


@dataclass(frozen=True)
class Places:
    """Where set-up reads and writes. Each distribution has an environment and builds of its own.

    :param root: the clone.
    :param distribution: the ROS distribution of the wheels.
    """

    root: Path
    distribution: str = DISTRIBUTIONS[0]

    @property
    def _is_default(self) -> bool:
        return self.distribution == DISTRIBUTIONS[0]

    @property
    def environment(self) -> Path:
        """The virtual environment, which is an ament prefix as well."""
        return self.root / (".venv" if self._is_default else f".venv-{self.distribution}")

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.environment / "bin" / "python"

    @property
    def stamps(self) -> Path:
        """What is complete in the environment."""
        return self.environment / "setup-stamps"

    @property
    def common_state(self) -> Path:
        """What all environments of the clone have in common."""
        return self.root / ".setup"

    @property
    def state(self) -> Path:
        """Builds and logs."""
        return self.common_state if self._is_default else self.common_state / self.distribution

    @property
    def lock_file(self) -> Path:
        """Every package of the environment with its hashes, for the running Python."""
        return lock_file(self.root, self.distribution, sys.version_info[:2])


@dataclass(frozen=True)
class Step:
    """One step.

    :param name: its stamp and its log are called so.
    :param title: what the user reads while it runs.
    :param key: changes whenever the step has to be done again.
    :param action: does it, from whatever state an interrupted attempt has left.
    """

    name: str
    title: str
    key: str
    action: Callable[[Path], None]


def environment_step(places: Places) -> Step:
    """Create the virtual environment with exactly the packages of the lock file."""

    def act(log: Path) -> None:
        # Always from nothing: what pip left when it was interrupted passes for installed.
        venv: Arguments = [sys.executable, "-m", "venv", "--clear", places.environment]
        run_logged(venv, log=log, what="creating the virtual environment")
        options: Arguments = ["--progress-bar", "off", "--require-hashes", "-r", places.lock_file]
        pip_install(places, options, log, what="installing the packages of the lock file")
        # A new environment has none of what later steps put into it.
        places.stamps.mkdir(exist_ok=True)
        (places.stamps / "identity").write_text(uuid.uuid4().hex, encoding="utf-8")

    key = key_of(sys.version, sys.prefix, str(places.environment), content_of([places.lock_file]))
    return Step("environment", "virtual environment and packages (1 to 2 minutes)", key, act)


def interface_step(places: Places, package: str, compilers: str) -> Step:
    """Generate one interface package and install it into the environment."""
    source = places.root / "interfaces" / package
    build = places.state / "build" / package

    elsewhere = is_sourced(package, places)

    def act(log: Path) -> None:
        if not elsewhere:
            build_with_cmake(places, source, build, ["-DBUILD_TESTING=OFF"], log)

    key = key_of(
        identity(places),
        compilers,
        str(elsewhere),
        content_of([source, places.root / "interfaces" / "interface_package.cmake"]),
    )
    minute = " (half a minute)" if package == "nav2_msgs" else ""
    return Step(f"interfaces-{package}", f"interface package {package}{minute}", key, act)


def sampler_step(places: Places, compilers: str) -> Step:
    """Build process_sampler and install it into the environment's bin directory."""
    sources = places.root / "src"
    build = places.state / "build" / "process_sampler"

    def act(log: Path) -> None:
        build_with_cmake(places, sources / "process_sampler", build, ["-DBUILD_TESTING=OFF"], log)

    parts = [sources / name for name in ("json_writer", "process_sampler")]
    key = key_of(identity(places), compilers, content_of(parts))
    return Step("process_sampler", "process_sampler", key, act)


def topology_step(places: Places, compilers: str) -> Step:
    """Build the engine that runs topologies, on the rcl of the environment's wheels."""
    sources = places.root / "src"
    build = places.state / "build" / "topology"
    elsewhere = is_sourced("composition_interfaces", places)

    def act(log: Path) -> None:
        if not elsewhere:  # as with the interfaces: a whole ROS 2 brings its own
            build_with_cmake(places, sources / "topology" / "wheels", build, [], log)

    parts = [
        sources / name for name in ("topology", "composed_process", "executors", "json_writer")
    ]
    # Images are compressed where this is there.
    jpeg = [each for each in INCLUDES if (each / "jpeglib.h").is_file()]
    key = key_of(identity(places), compilers, str(elsewhere), str(jpeg), content_of(parts))
    return Step("topology", "engine of topologies (about a minute)", key, act)


def package_step(places: Places) -> Step:
    """Make the clone importable in the environment, and nav2-bench a program of it."""

    def act(log: Path) -> None:
        options: Arguments = ["--no-build-isolation", "--no-index", "--editable", places.root]
        pip_install(places, options, log, what="installing the package")

    key = key_of(identity(places), content_of([places.root / "pyproject.toml"]))
    return Step("package", "nav2_composition_bench", key, act)


def pip_install(places: Places, options: Arguments, log: Path, *, what: str) -> None:
    """Install into the environment what the options name, and nothing that it depends on."""
    pip: Arguments = [places.python, "-m", "pip", "install", "--disable-pip-version-check"]
    run_logged([*pip, "--no-input", "--no-deps", *options], log=log, what=what)


def build_with_cmake(
    places: Places, source: Path, build: Path, options: Arguments, log: Path
) -> None:
    """Configure, build and install from nothing with the environment's cmake and ninja."""
    shutil.rmtree(build, ignore_errors=True)
    programs = places.environment / "bin"
    configure: Arguments = [
        programs / "cmake",
        "-G",
        "Ninja",
        f"-DCMAKE_MAKE_PROGRAM={programs / 'ninja'}",
        f"-DCMAKE_INSTALL_PREFIX={places.environment}",
        f"-DCMAKE_PREFIX_PATH={places.environment}",
        f"-DPython3_EXECUTABLE={places.python}",
    ]
    configure = [*configure, "-DCMAKE_BUILD_TYPE=Release", "-S", source, "-B", build, *options]
    run_logged(configure, log=log, what=f"configuring {source.name}")
    run_logged([programs / "cmake", "--build", build], log=log, what=f"building {source.name}")
    run_logged([programs / "cmake", "--install", build], log=log, what=f"installing {source.name}")


def identity(places: Places) -> str:
    """Return what tells one environment from the next in the same place; empty without one."""
    try:
        return (places.stamps / "identity").read_text(encoding="utf-8")
    except OSError:
        return ""


def is_sourced(package: str, places: Places) -> bool:
    """Tell whether a ROS 2 installation that this shell has sourced has a package."""
    return is_found_elsewhere(package, os.environ.get("AMENT_PREFIX_PATH", ""), places.environment)


def is_found_elsewhere(package: str, ament_prefix_path: str, environment: Path) -> bool:
    """Tell whether ament finds a package in a prefix that is not the environment."""
    index = Path("share", "ament_index", "resource_index", "packages", package)
    prefixes = [Path(prefix) for prefix in ament_prefix_path.split(os.pathsep) if prefix]
    return any(
        (prefix / index).is_file()
        for prefix in prefixes
        if prefix.resolve() != environment.resolve()
    )


def is_done(step: Step, places: Places) -> bool:
    """Tell whether a step is complete for what it would now be made from."""
    return Stamp(places.stamps / step.name).is_valid_for(step.key)


def perform(step: Step, places: Places) -> None:
    """Do a step.

    :raises SetupError: if it fails; it then counts as not done.
    """
    stamp = Stamp(places.stamps / step.name)
    log = places.state / "log" / f"{step.name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("", encoding="utf-8")
    stamp.remove()
    try:
        step.action(log)
    except OSError as error:
        raise SetupError(f"{step.title}: {error}") from error
    stamp.write(step.key)
