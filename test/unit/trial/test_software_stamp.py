# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest
from ament_prefix import Prefix
from distribution import DISTRIBUTIONS

from nav2_composition_bench.installation.wheels import distro_of_wheels
from nav2_composition_bench.trial import software_stamp
from nav2_composition_bench.trial.software_stamp import (
    OWN_BINARIES,
    binaries,
    software,
    sources,
)

RMWS = ("rmw_fastrtps_cpp",)


def test_the_packages_that_nav2_is_made_of_are_told_with_their_versions(tmp_path: Path) -> None:
    for name in ("nav2_amcl", "rclcpp", "turtlesim"):
        index = tmp_path / "share/ament_index/resource_index/packages" / name
        index.parent.mkdir(parents=True, exist_ok=True)
        index.touch()
        manifest = tmp_path / "share" / name / "package.xml"
        manifest.parent.mkdir(parents=True)
        manifest.write_text("<package><version>1.2.3</version></package>")
    environment = {"AMENT_PREFIX_PATH": str(tmp_path)}
    assert software_stamp.installed_packages(environment) == {
        "nav2_amcl": "1.2.3",
        "rclcpp": "1.2.3",
    }


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of this package's code that is hashed in place of it."""
    package = Path(software_stamp.__file__).resolve().parents[1]
    place = tmp_path / package.name
    shutil.copytree(package, place, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(software_stamp, "__file__", str(place / "trial" / "software_stamp.py"))
    return place


@pytest.mark.parametrize(
    ("module", "takes_part"),
    [
        ("report/page.py", False),
        ("aggregate/savings.py", False),
        ("cli/show.py", False),
        ("map_making/route.py", False),
        ("placing/search.py", False),
        ("metrics.py", False),
        ("trial/measure.py", True),
        ("reference_stack/runtime/executor.py", True),
        ("simulator/physics.py", True),
        ("measurement_node/node.py", True),
        ("errors.py", True),
    ],
)
def test_the_hash_of_the_code_covers_what_takes_part_in_a_trial(
    copy: Path, module: str, takes_part: bool
) -> None:
    before = software(RMWS)["source_sha256"]
    with (copy / module).open("a") as stream:
        stream.write("# changed\n")
    assert (software(RMWS)["source_sha256"] != before) is takes_part
    assert (copy / module in sources()) is takes_part


def test_the_sampler_is_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sampler = tmp_path / "process_sampler"
    sampler.write_bytes(b"one")
    monkeypatch.setattr(software_stamp, "find_sampler", lambda: sampler)
    before = software(RMWS)["binaries"]
    assert list(before) == ["process_sampler"]
    sampler.write_bytes(b"another")
    assert software(RMWS)["binaries"] != before


def test_programs_that_hold_nav2s_nodes_are_hashed_for_nav2_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Prefix(tmp_path).path / "lib" / "nav2_composition_bench"
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    monkeypatch.setattr(software_stamp, "find_sampler", lambda: tmp_path / "process_sampler")
    (tmp_path / "process_sampler").touch()
    names = [
        "process_sampler",
        "manual_composition",
        "static_single_threaded_container",
        "rclcpp_events_container",
        "events_cbg_container",
        "event_container",
        "ring_buffer_container",
        "intra_process_event_container",
    ]
    assert [path.name for path in binaries(OWN_BINARIES["nav2"])] == names
    assert [path.name for path in binaries(OWN_BINARIES["reference"])] == names[:1]
    before = software(RMWS, names[1:])["binaries"]
    (own / "manual_composition").write_bytes(b"another")
    after = software(RMWS, names[1:])["binaries"]
    assert {name for name in names if before[name] != after[name]} == {"manual_composition"}


@pytest.mark.parametrize(
    ("system", "library", "others"),
    [
        ("nav2", "libknown_cost_node.so", "topology"),
        ("topology", "libtopology_node.so", "nav2"),
        ("topology", "libtopology_rcl_actions.so", "reference"),
        ("topology", "libtopology_jpeg.so", "nav2"),
        ("topology", "libnav2_composition_bench__rosidl_typesupport_cpp.so", "reference"),
    ],
)
def test_a_library_of_a_systems_nodes_is_hashed_for_that_system_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, library: str, others: str
) -> None:
    monkeypatch.setenv("ROS_DISTRO", "jazzy")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    assert library not in software(RMWS, OWN_BINARIES[system])["binaries"]
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / library).write_bytes(b"one")
    before = software(RMWS, OWN_BINARIES[system])["binaries"]
    (tmp_path / "lib" / library).write_bytes(b"another")
    after = software(RMWS, OWN_BINARIES[system])["binaries"]
    assert {name for name in before.keys() | after if before[name] != after[name]} == {library}
    assert library not in software(RMWS, OWN_BINARIES[others])["binaries"]


@pytest.mark.parametrize("prefix", ["", "file://"])
def test_of_a_file_that_configures_the_middleware_the_content_is_told(
    tmp_path: Path, prefix: str
) -> None:
    def told() -> str:
        found = software(RMWS, variables={"CYCLONEDDS_URI": f"{prefix}{tmp_path}/cyclone.xml"})
        return str(found["middleware_variables"]["CYCLONEDDS_URI"])

    assert told() == f"{prefix}{tmp_path}/cyclone.xml"
    (tmp_path / "cyclone.xml").write_text("<one/>")
    one = told()
    assert one == hashlib.sha256(b"<one/>").hexdigest()
    (tmp_path / "cyclone.xml").write_text("<another/>")
    assert told() not in (one, f"{prefix}{tmp_path}/cyclone.xml")


@pytest.mark.parametrize("value", ["", "ASYNCHRONOUS", "/", f"<CycloneDDS>{'x' * 9000}"])
def test_a_variable_that_names_no_file_is_told_as_it_is(value: str) -> None:
    told = software(RMWS, variables={"CYCLONEDDS_URI": value})["middleware_variables"]
    assert told == {"CYCLONEDDS_URI": value}


def test_one_middleware_is_told_by_its_name_and_several_by_all() -> None:
    assert software(RMWS)["rmw"] == "rmw_fastrtps_cpp"
    two = ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp")
    assert software(two)["rmw"] == ["rmw_cyclonedds_cpp", "rmw_fastrtps_cpp"]


def test_the_distribution_is_the_one_that_is_sourced_and_else_that_of_the_wheels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROS_DISTRO", "lyrical")
    monkeypatch.setenv("AMENT_PREFIX_PATH", "/opt/ros/lyrical")
    assert software(RMWS)["ros_distro"] == "lyrical"
    monkeypatch.delenv("AMENT_PREFIX_PATH")  # as in a container of a ROS image
    installed = software(RMWS)["packages"]["ros-rclpy"]
    assert software(RMWS)["ros_distro"] == distro_of_wheels(installed) in DISTRIBUTIONS


@pytest.mark.parametrize(
    "place", ["one-1.2.dist-info/METADATA", "one-1.2.egg-info/PKG-INFO", "one-1.2.egg-info"]
)
def test_a_package_is_told_however_it_was_installed(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / place
    told.parent.mkdir(exist_ok=True)
    told.write_text(
        "Metadata-Version: 2.1\nName: ros-one\nVersion: 1.2\n\nVersion: 3 is to come.\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert software(RMWS)["packages"]["ros-one"] == "1.2"


def test_what_every_process_loads_first_is_hashed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    assert software(RMWS)["preloaded"] == {}
    library = tmp_path / "liballoc.so"
    library.write_bytes(b"one")
    monkeypatch.setenv("LD_PRELOAD", f"{library}:libgone.so")
    told = software(RMWS)["preloaded"]
    assert told["libgone.so"] == "libgone.so"
    library.write_bytes(b"another")
    assert software(RMWS)["preloaded"]["liballoc.so"] != told["liballoc.so"]
