# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE, new_run_id
from nav2_composition_bench.ros_domain.domain_id import (
    MAX_DOMAIN_ID,
    domain_ports,
    lease_domain,
    parse_domain_id,
)
from nav2_composition_bench.ros_domain.environment import (
    DISCOVERY_VARIABLES,
    Reach,
    middleware_variables,
    process_environment,
    ros_variables,
    set_aside,
)
from nav2_composition_bench.ros_domain.udp_ports import used_udp_ports

HERE = Reach.THIS_MACHINE
EXTRA_PEERS = "<CycloneDDS><Domain><Discovery><Peers><Peer address='10.0.0.9'/></Peers>"
LARGER_BUFFER = "<CycloneDDS><Domain><Internal><SocketReceiveBufferSize min='10MB'/></Internal>"
NAMES_OTHERS = {
    "ROS_DISCOVERY_SERVER": "10.0.0.9:11811",
    "ROS_SUPER_CLIENT": "TRUE",
    "ROS_STATIC_PEERS": "10.0.0.9",
    "ROS2_EASY_MODE": "10.0.0.9",
    "FASTDDS_ENVIRONMENT_FILE": "/its/file.json",
    "RMW_CONNEXT_INITIAL_PEERS": "10.0.0.9",
    "CYCLONEDDS_URI": EXTRA_PEERS,
    "ZENOH_CONFIG_OVERRIDE": 'connect/endpoints=["tcp/10.0.0.9:7447"]',
}


def make(reach: Reach = HERE, /, **base: str) -> dict[str, str]:
    return process_environment(base, run_id="r1", domain_id=7, rmw="rmw_fastrtps_cpp", reach=reach)


def test_everything_runs_on_the_studys_domain_and_this_machine() -> None:
    environment = make(ROS_DOMAIN_ID="3", ROS_AUTOMATIC_DISCOVERY_RANGE="SUBNET")
    assert environment["ROS_DOMAIN_ID"] == "7"
    assert environment["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "LOCALHOST"
    assert environment["RMW_IMPLEMENTATION"] == "rmw_fastrtps_cpp"
    assert environment[RUN_VARIABLE] == "r1"


def test_on_humble_everything_stays_on_this_machine_by_its_own_variable() -> None:
    environment = make(ROS_DISTRO="humble")
    assert environment["ROS_LOCALHOST_ONLY"] == "1"
    assert "ROS_AUTOMATIC_DISCOVERY_RANGE" not in environment
    assert "ROS_LOCALHOST_ONLY" not in make(ROS_DISTRO="jazzy")
    with ros_variables(environment):
        assert os.environ["ROS_LOCALHOST_ONLY"] == "1"


def test_numerical_libraries_get_one_thread_whatever_the_shell_says() -> None:
    assert make(OPENBLAS_NUM_THREADS="8")["OPENBLAS_NUM_THREADS"] == "1"


def test_discovery_can_be_left_to_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "DEFAULT_FASTRTPS_PROFILES.xml").touch()
    base = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", **NAMES_OTHERS}
    assert base.items() <= make(Reach.SHELL, **base).items()
    assert "SKIP_DEFAULT_XML_FILE" not in make(Reach.SHELL, **base)
    assert set_aside(base, Reach.SHELL) == ()
    assert middleware_variables(base, Reach.SHELL) == NAMES_OTHERS


@pytest.mark.parametrize("name", NAMES_OTHERS)
def test_whom_to_discover_elsewhere_is_set_aside_and_not_stamped(name: str) -> None:
    base = {name: NAMES_OTHERS[name]}
    assert set_aside(base, HERE) == (name,)
    assert name not in make(**base)
    assert middleware_variables(base, HERE) == {}


def test_an_older_or_newer_variable_of_the_range_does_not_contradict_the_studys() -> None:
    environment = make(ROS_LOCALHOST_ONLY="1", ROS_DISTRO="jazzy")
    assert "ROS_LOCALHOST_ONLY" not in environment
    environment = make(ROS_AUTOMATIC_DISCOVERY_RANGE="SUBNET", ROS_DISTRO="humble")
    assert "ROS_AUTOMATIC_DISCOVERY_RANGE" not in environment


@pytest.mark.parametrize(
    "content, is_kept",
    [
        (LARGER_BUFFER.encode(), True),
        (EXTRA_PEERS.encode(), False),
        (EXTRA_PEERS.encode("utf-16"), False),
        (b"<transport_descriptor><type>SHM</type><segment_size>8</segment_size>", True),
        (b"<initialPeersList><locator><udpv4><address>10.0.0.9</address>", False),
        (b"<discovery_config><discoveryProtocol>CLIENT</discoveryProtocol>", True),
        (b"<discoveryServersList><RemoteServer prefix='44'>", False),
        (b"<General><AllowMulticast>true</AllowMulticast></General>", False),
        (b"<General><Interfaces><NetworkInterface name='eth0'/></Interfaces></General>", False),
        (b"{connect: {endpoints: ['tcp/10.0.0.9:7447']}}", False),
        (b"{transport: {shared_memory: {enabled: true}}}", True),
    ],
)
@pytest.mark.parametrize("prefix", ["", "file://"])
@pytest.mark.parametrize(
    "name", ["FASTRTPS_DEFAULT_PROFILES_FILE", "CYCLONEDDS_URI", "ZENOH_SESSION_CONFIG_URI"]
)
def test_a_configuration_is_handed_down_unless_it_may_name_somebody_elsewhere(
    name: str, prefix: str, content: bytes, is_kept: bool, tmp_path: Path
) -> None:
    file = tmp_path / "peers_and_servers.conf"  # its own name says nothing
    file.write_bytes(content)
    base = {name: f"{prefix}{file}"}
    assert (name in make(**base)) == is_kept
    assert (name in set_aside(base, HERE)) != is_kept


def test_each_part_of_a_configuration_is_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "peers.xml"
    file.write_text(EXTRA_PEERS)
    assert make(CYCLONEDDS_URI=LARGER_BUFFER)["CYCLONEDDS_URI"] == LARGER_BUFFER
    assert "CYCLONEDDS_URI" not in make(CYCLONEDDS_URI=f"{LARGER_BUFFER},file://{file}")


@pytest.mark.parametrize("name", ["DEFAULT_FASTRTPS_PROFILES.xml", "DEFAULT_FASTDDS_PROFILES.xml"])
def test_a_profile_in_the_working_directory_is_set_aside(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert set_aside({}, HERE) == ()
    (tmp_path / name).touch()
    for reach in (HERE, Reach.ARMS):
        assert set_aside({}, reach) == (name,)
        assert set_aside({"SKIP_DEFAULT_XML_FILE": "1"}, reach) == ()
        assert make(reach)["SKIP_DEFAULT_XML_FILE"] == "1"


def test_where_arms_decide_on_discovery_the_shell_says_nothing_of_it() -> None:
    base = dict.fromkeys(DISCOVERY_VARIABLES, "value")
    assert not make(Reach.ARMS, **base).keys() & set(DISCOVERY_VARIABLES)
    assert middleware_variables(base, Reach.ARMS) == {}
    default_by_set_up_scripts = {"ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_LOCALHOST_ONLY"}
    assert set(set_aside(base, Reach.ARMS)) == set(DISCOVERY_VARIABLES) - default_by_set_up_scripts


def test_the_runner_sets_aside_what_its_processes_do_not_get(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in NAMES_OTHERS.items():
        monkeypatch.setenv(name, value)
    with ros_variables(make(**os.environ)):
        assert not os.environ.keys() & NAMES_OTHERS.keys()
        assert os.environ["SKIP_DEFAULT_XML_FILE"] == "1"
    assert NAMES_OTHERS.items() <= os.environ.items()
    assert "SKIP_DEFAULT_XML_FILE" not in os.environ


def test_processes_write_utf_8_whatever_the_shells_output_takes() -> None:
    script = "print('±')"
    environment = make(**{**os.environ, "PYTHONIOENCODING": "ascii"})
    said = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True)
    assert said.stdout.decode() == "±\n"


def test_what_says_nothing_about_the_system_is_not_handed_down() -> None:
    environment = make(PATH="/bin", LD_LIBRARY_PATH="/lib", DISPLAY=":0", SSH_TTY="/dev/pts/0")
    assert environment["PATH"] == "/bin"
    assert environment["LD_LIBRARY_PATH"] == "/lib"
    assert not {"DISPLAY", "SSH_TTY"} & environment.keys()


@pytest.mark.parametrize(
    "name", ["FASTDDS_DEFAULT_PROFILES_FILE", "CYCLONEDDS_URI", "ZENOH_SESSION_CONFIG_URI"]
)
def test_what_configures_a_middleware_is_handed_down(name: str) -> None:
    assert make(**{name: "/its/file"})[name] == "/its/file"


@pytest.mark.parametrize(
    "name",
    [
        "CYCLONEDDS_URI",
        "FASTDDS_BUILTIN_TRANSPORTS",
        "FASTRTPS_DEFAULT_PROFILES_FILE",
        "RMW_FASTRTPS_PUBLICATION_MODE",
        "ZENOH_CONFIG_OVERRIDE",
    ],
)
def test_what_configures_the_middleware_and_is_handed_down_is_told(name: str) -> None:
    base = {name: "value", "PATH": "/bin", "LD_LIBRARY_PATH": "/lib"}
    assert middleware_variables(base, HERE) == {name: make(**base)[name]} == {name: "value"}


@pytest.mark.parametrize(
    "name",
    [
        "ROS_DISTRO",
        "ROS_DOMAIN_ID",
        "ROS_LOCALHOST_ONLY",
        "ROS_AUTOMATIC_DISCOVERY_RANGE",
        "ROS_LOG_DIR",
        "ROS_PYTHON_VERSION",
        "ROS_VERSION",
        "RMW_IMPLEMENTATION",
    ],
)
def test_what_a_study_or_a_set_up_script_sets_is_no_configuration_of_the_users(name: str) -> None:
    for reach in Reach:
        assert middleware_variables({name: "value"}, reach) == {}


def test_the_package_itself_is_importable_first(tmp_path: Path) -> None:
    first, *rest = make(PYTHONPATH=str(tmp_path))["PYTHONPATH"].split(os.pathsep)
    assert (Path(first) / "nav2_composition_bench" / "__init__.py").is_file()
    assert rest == [str(tmp_path)]


def test_what_cures_the_wheels_is_preloaded_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "libendless_wait.so"
    monkeypatch.setattr(f"{process_environment.__module__}._ENDLESS_WAIT", library)
    assert make(LD_PRELOAD="/mine.so")["LD_PRELOAD"] == "/mine.so"
    assert "LD_PRELOAD" not in make()
    library.touch()
    assert make(LD_PRELOAD="/mine.so")["LD_PRELOAD"] == f"/mine.so {library}"


def test_run_ids_differ() -> None:
    assert new_run_id() != new_run_id()


def test_ports_of_neighbouring_domains_do_not_overlap() -> None:
    assert domain_ports(0).start == 7400
    assert domain_ports(3).stop == domain_ports(4).start
    assert domain_ports(MAX_DOMAIN_ID).start < 32768


@pytest.mark.parametrize("text", ["", "-1", "1.5", "102", "auto"])
def test_a_domain_id_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="whole number from 0 to 101"):
        parse_domain_id(text)


def test_a_domain_id_is_read() -> None:
    assert parse_domain_id("42") == 42


def test_the_first_domain_whose_ports_are_free_is_taken() -> None:
    used = frozenset(port for domain in range(90) for port in list(domain_ports(domain))[10:12])
    lease = lease_domain(None, used)
    try:
        assert lease.domain_id >= 90
        other = lease_domain(None, used)
        other.release()
        assert other.domain_id > lease.domain_id
    finally:
        lease.release()


def test_a_released_domain_can_be_had_again() -> None:
    lease = lease_domain(None, used_udp_ports())
    domain_id = lease.domain_id
    lease.release()  # it may be anybody's in a moment
    used = frozenset[int]()
    try:
        first = lease_domain(domain_id, used)
    except UserError:
        pytest.skip("another bench took the domain meanwhile")
    with pytest.raises(UserError, match=f"running on ROS domain {domain_id}"):
        lease_domain(domain_id, used)
    first.release()
    first.release()
    lease_domain(domain_id, used).release()


def test_no_free_domain_is_the_users_to_mend() -> None:
    with pytest.raises(UserError, match="no ROS domain"):
        lease_domain(None, frozenset(range(7400, 65536)))


@pytest.mark.parametrize("family, host", [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_a_udp_port_that_somebody_holds_is_used(family: int, host: str) -> None:
    with socket.socket(family, socket.SOCK_DGRAM) as bound:
        try:
            bound.bind((host, 0))
        except OSError:
            pytest.skip(f"this machine has no {host}")
        assert bound.getsockname()[1] in used_udp_ports()


def test_the_runners_own_variables_are_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", "3")
    monkeypatch.delenv("RMW_IMPLEMENTATION", raising=False)
    with ros_variables(make()):
        assert os.environ["ROS_DOMAIN_ID"] == "7"
        assert os.environ["RMW_IMPLEMENTATION"] == "rmw_fastrtps_cpp"
    assert os.environ["ROS_DOMAIN_ID"] == "3"
    assert "RMW_IMPLEMENTATION" not in os.environ
