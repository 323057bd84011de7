# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

from pathlib import Path

import pytest
from commands import SetupError
from steps import Places, Step, interface_step, is_done, is_found_elsewhere, perform


def ament_package(prefix: Path, name: str) -> None:
    index = prefix / "share" / "ament_index" / "resource_index" / "packages"
    index.mkdir(parents=True)
    (index / name).touch()


def test_a_step_is_done_after_it_was_performed(tmp_path: Path) -> None:
    places = Places(tmp_path)
    done: list[Path] = []
    step = Step("step", "a step", "key", done.append)
    assert not is_done(step, places)
    perform(step, places)
    assert done == [tmp_path / ".setup" / "log" / "step.log"]
    assert is_done(step, places)


def test_a_step_made_from_something_else_is_not_done(tmp_path: Path) -> None:
    places = Places(tmp_path)
    perform(Step("step", "a step", "old", lambda log: None), places)
    assert not is_done(Step("step", "a step", "new", lambda log: None), places)


@pytest.mark.parametrize("error", [SetupError("no"), KeyboardInterrupt(), OSError("disk full")])
def test_a_step_that_fails_half_way_is_not_done_even_if_it_was_before(
    tmp_path: Path, error: BaseException
) -> None:
    def fail(log: Path) -> None:
        raise error

    places = Places(tmp_path)
    perform(Step("step", "a step", "key", lambda log: None), places)
    with pytest.raises((SetupError, KeyboardInterrupt)):
        perform(Step("step", "a step", "key", fail), places)
    assert not is_done(Step("step", "a step", "key", fail), places)


def test_distributions_share_nothing_that_set_up_builds(tmp_path: Path) -> None:
    jazzy, kilted = (Places(tmp_path, name) for name in ("jazzy", "kilted"))
    assert Places(tmp_path) == jazzy
    assert (jazzy.environment, kilted.environment) == (
        tmp_path / ".venv",
        tmp_path / ".venv-kilted",
    )
    assert jazzy.state != kilted.state and jazzy.lock_file != kilted.lock_file
    step = Step("step", "a step", "key", lambda log: None)
    perform(step, jazzy)
    assert is_done(step, jazzy) and not is_done(step, kilted)


def test_set_ups_of_all_distributions_wait_for_each_other(tmp_path: Path) -> None:
    # The package's own metadata is written into the clone by each.
    assert Places(tmp_path, "kilted").common_state == Places(tmp_path).common_state


def test_a_package_that_is_sourced_is_found(tmp_path: Path) -> None:
    ament_package(tmp_path / "ros", "nav2_msgs")
    path = f"{tmp_path / 'overlay'}:{tmp_path / 'ros'}"
    assert is_found_elsewhere("nav2_msgs", path, tmp_path / ".venv")
    assert not is_found_elsewhere("tf2_msgs", path, tmp_path / ".venv")


def test_the_environments_own_packages_do_not_count_as_found(tmp_path: Path) -> None:
    ament_package(tmp_path / ".venv", "nav2_msgs")
    assert not is_found_elsewhere("nav2_msgs", str(tmp_path / ".venv"), tmp_path / ".venv")


def test_nothing_is_found_where_nothing_is_sourced(tmp_path: Path) -> None:
    assert not is_found_elsewhere("nav2_msgs", "", tmp_path / ".venv")


def test_interfaces_are_generated_again_for_another_environment_or_compiler(tmp_path: Path) -> None:
    places = Places(tmp_path)
    (tmp_path / "interfaces" / "bond").mkdir(parents=True)
    (tmp_path / "interfaces" / "interface_package.cmake").touch()
    first = interface_step(places, "bond", "gcc 12").key
    assert interface_step(places, "bond", "gcc 12").key == first
    assert interface_step(places, "bond", "gcc 13").key != first
    places.stamps.mkdir(parents=True)
    (places.stamps / "identity").write_text("another")
    assert interface_step(places, "bond", "gcc 12").key != first
