# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a capture writes, and that its readers take it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from captured_systems import IMAGE, System, node_of, prefix, robot

from nav2_composition_bench.capturing.flow import Flow
from nav2_composition_bench.capturing.homes import UNKNOWN
from nav2_composition_bench.capturing.known_types import BOND, CLOCK, TRANSFORMS
from nav2_composition_bench.capturing.sighting import SeenProcess
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology.captured import YardstickReading
from nav2_composition_bench.topology.qos import Qos
from nav2_composition_bench.topology.topology_file import load_topology

BEST_EFFORT = Qos(reliability="best_effort")
LATCHED = Qos(durability="transient_local")
TWIST, STAMPED = "geometry_msgs/msg/Twist", "geometry_msgs/msg/TwistStamped"
CYCLONE = "rmw_cyclonedds_cpp"


def says(content: dict[str, Any], *words: str) -> bool:
    """Whether one sentence of what was not seen has all the words."""
    return any(all(word in line for word in words) for line in content["captured"]["not_seen"])


def test_a_robot_is_a_topology_with_its_processes_rates_and_sizes() -> None:
    topology = robot().topology()
    assert [node.full_name for node in topology.nodes] == ["/camera", "/controller", "/detector"]
    rates = {each.topic: each.rate_hz for node in topology.nodes for each in node.publishers}
    assert rates == {"/image": 20.0, "/obstacles": 20.0, "/cmd_vel": 50.0}
    (camera, _, detector) = topology.nodes
    assert camera.publishers[0].size_bytes == 10_000 - 40  # of the header, and how it is encoded
    assert detector.subscriptions[0].rate_hz == 20.0
    assert topology.captured is not None
    assert [each.nodes for each in topology.captured.processes] == [
        ("/camera",), ("/controller",), ("/detector",)
    ]  # fmt: skip
    assert [each.cpu_percent for each in topology.captured.processes] == [1.0, 3.0, 6.0]


def test_own_work_is_spread_over_callbacks_and_comes_to_what_it_was() -> None:
    (_, _, detector) = robot().topology().nodes
    assert 4.0 < detector.own_cpu_percent < 6.0
    calls = [(each.rate_hz or 0.0, each.work.work_us) for each in detector.subscriptions]
    calls += [(1e9 / each.period_ns, each.work.work_us) for each in detector.timers]
    spent = sum(rate * us for rate, us in calls) / 1e4
    assert spent == pytest.approx(detector.own_cpu_percent, rel=0.01)


def test_work_of_a_node_that_seldom_hears_anything_is_a_timers() -> None:
    system = System()
    system.node("/thinker", 7, cpu_percent=30.0)
    (thinker,) = system.topology().nodes
    assert [each.name for each in thinker.timers] == ["own_work"]
    assert thinker.timers[0].work.work_us == pytest.approx(30_000, rel=0.02)


def test_topics_of_one_rate_are_one_timers() -> None:
    system = System()
    system.node("/a", 7).pub("/x", 10.0).pub("/y", 10.1).pub("/z", 30.0)
    timers = node_of(system.document(), "a")["timers"]
    assert [(each["publishes"], each["freq_hz"]) for each in timers] == [
        (["/x", "/y"], 10.05), (["/z"], 30.0)
    ]  # fmt: skip


def test_several_robots_in_namespaces_keep_their_names_apart() -> None:
    system = System()
    for number in (1, 2):
        system.node(f"/robot_{number}/nav/amcl", 10 + number).pub(f"/robot_{number}/pose").sub(
            "/map"
        )
    system.node("/map_server", 20).pub("/map", 0.0, 0, qos=LATCHED)
    names = [node.full_name for node in system.topology().nodes]
    assert names == ["/map_server", "/robot_1/nav/amcl", "/robot_2/nav/amcl"]


def test_a_latched_message_has_the_size_of_the_one_that_is_kept() -> None:
    system = System()
    system.node("/map_server", 20).pub("/map", 0.0, 0, qos=LATCHED)
    content = system.document(latched_bytes={("/map", IMAGE): 1_000_040})
    (publisher,) = node_of(content, "map_server")["publishers"]
    assert publisher["msg_size"] == 1_000_000
    assert seldom_of(content, "map_server") == ["/map"]
    assert publisher["qos_durability"] == "transient_local"
    assert says(content, "/map", "none came")


def test_who_was_silent_on_a_topic_on_which_others_were_heard_is_named() -> None:
    system = System()
    system.node("/monitor", 7).pub("/cmd_vel", 20.0)
    system.node("/docking", 8).pub("/cmd_vel", 0.0, 0)
    content = system.document()
    assert says(content, "/cmd_vel from /docking")
    assert not says(content, "none came")


def test_a_type_that_is_not_installed_is_named_and_the_node_kept() -> None:
    system = System()
    system.node("/arm", 8).pub("/joints", None, kind="my_msgs/msg/Joints")
    content = system.document(unknown_types=[("/joints", "my_msgs/msg/Joints")])
    assert says(content, "/joints", "my_msgs/msg/Joints", "not installed")
    (publisher,) = node_of(content, "arm")["publishers"]
    assert publisher["captured"] == {"type": "my_msgs/msg/Joints", "rate_hz": None}


def test_a_topic_that_nobody_subscribes_to_is_silent_here_and_said() -> None:
    system = System()
    system.node("/planner", 8, cpu_percent=5.0).pub("/marker", None)
    content = system.document()
    assert says(content, "/marker", "nobody subscribes to", "begin")
    assert seldom_of(content, "planner") == ["/marker"]


def test_a_subscription_that_fits_no_publisher_is_left_out_and_said() -> None:
    system = robot()
    system.node("/a", 1).pub("/x", qos=BEST_EFFORT)
    system.node("/b", 2).sub("/x")
    system.node("/c", 3).sub("/image", kind="std_msgs/msg/String")
    content = system.document()
    assert "subscribers" not in node_of(content, "b")
    assert says(content, "/b to /x", "best_effort")
    assert says(content, "/c to /image", "std_msgs/msg/String")
    system.topology()


def test_a_topic_with_two_types_is_two_topics_with_subscriptions_of_their_own() -> None:
    system = System()
    plain, stamped = "geometry_msgs/msg/Twist", "geometry_msgs/msg/TwistStamped"
    system.node("/a", 1).pub("/cmd_vel", 10.0, kind=plain).pub("/cmd_vel", 20.0, kind=stamped)
    system.node("/b", 2).sub("/cmd_vel", plain)
    system.node("/c", 3).sub("/cmd_vel", stamped)
    content = system.document()
    nodes = {node.name: node for node in system.topology().nodes}
    assert {each.topic: each.rate_hz for each in nodes["a"].publishers} == {
        "/cmd_vel": 10.0, f"/cmd_vel/{stamped}": 20.0
    }  # fmt: skip
    assert [nodes[name].subscriptions[0].rate_hz for name in "bc"] == [10.0, 20.0]
    assert says(content, f"/cmd_vel with the type {stamped}, here /cmd_vel/{stamped}")


def test_a_further_type_of_a_topic_that_nobody_subscribes_to_is_said_of_the_topic() -> None:
    system = System()
    for number, kind in enumerate(("geometry_msgs/msg/Twist", "geometry_msgs/msg/TwistStamped")):
        system.node(f"/n{number}", number).pub("/cmd_vel", None, kind=kind)
    assert says(system.document(), "rate and size of /cmd_vel, which nobody subscribes to")


def test_a_subscription_that_fits_some_publishers_asks_for_less() -> None:
    system = System()
    system.node("/a", 1).pub("/x", qos=BEST_EFFORT)
    system.node("/b", 2).pub("/x")
    system.node("/c", 3).sub("/x")
    (wanted,) = node_of(system.document(), "c")["subscribers"]
    assert wanted["qos_reliability"] == "best_effort"
    system.topology()


def test_what_every_node_has_and_actions_own_topics_are_not_written() -> None:
    system = System()
    node = system.node("/a", 1).pub("/parameter_events").pub("/spin/_action/status")
    node.has("servers", "/a/get_parameters").has("servers", "/spin/_action/send_goal")
    node.has("action_servers", "/spin").has("servers", "/a/change_state")
    content = node_of(system.document(), "a")
    assert "publishers" not in content
    assert [each["service_name"] for each in content["servers"]] == ["/a/change_state"]
    assert [each["action_name"] for each in content["action_servers"]] == ["/spin"]


def test_feedback_that_came_has_a_topic_of_its_own_and_other_feedback_is_left_out() -> None:
    system = System()
    goes, silent = "/navigate/_action/feedback", "/spin/_action/feedback"
    kind = "nav2_msgs/action/NavigateToPose_FeedbackMessage"
    system.node("/server", 1).pub(goes, 100.0, kind=kind).pub(silent, 0.0, kind=kind).has(
        "action_servers", "/navigate"
    )
    system.node("/client", 2).sub(goes, kind).sub(silent, kind).has("action_clients", "/navigate")
    content = system.document()
    client, server = system.topology().nodes
    assert [(each.topic, each.rate_hz) for each in server.publishers] == [
        ("/navigate/action_feedback", 100.0)
    ]
    assert [(each.topic, each.own_executor) for each in client.subscriptions] == [
        ("/navigate/action_feedback", True)
    ]
    assert [each.action for each in server.action_servers] == ["/navigate"]
    assert any("/navigate/action_feedback" in each for each in content["captured"]["not_seen"])
    assert not any("/spin" in each for each in content["captured"]["not_seen"])


@pytest.mark.parametrize("outside, takers", [([], ["bt"]), (["/script"], ["script"])])
def test_feedback_of_nav2_is_taken_by_the_client_whose_goal_it_may_be(
    outside: list[str], takers: list[str]
) -> None:
    system = System()
    topic, kind = "/navigate/_action/feedback", "nav2_msgs/action/NavigateToPose_FeedbackMessage"
    system.node("/server", 1).pub(topic, 100.0, kind=kind)
    for pid, name in enumerate(("/bt", "/follower", "/script"), 2):
        system.node(name, pid, cpu_percent=5.0).sub(topic, kind)
    content = system.document(outside=outside)
    heard = {n["node_name"]: n["subscribers"][0] for n in content["nodes"] if "subscribers" in n}
    assert [name for name, each in heard.items() if each.get("taken", True)] == takers
    assert [name for name, each in heard.items() if each.get("own_executor")] == takers
    bt, follower = (
        node_of(content, name)["captured"]["messages_percent"] for name in ("bt", "follower")
    )
    assert (follower < bt) == (takers == ["bt"])


def test_a_client_of_the_server_itself_takes_feedback_with_the_nodes_executor() -> None:
    system = System()
    topic, kind = "/navigate/_action/feedback", "nav2_msgs/action/NavigateToPose_FeedbackMessage"
    system.node("/follower", 1).sub(topic, kind)
    system.node("/server", 2).pub(topic, 100.0, kind=kind).sub(topic, kind)
    (follower, server) = system.topology().nodes
    assert [(each.taken, each.own_executor) for each in follower.subscriptions] == [(False, False)]
    assert [(each.taken, each.own_executor) for each in server.subscriptions] == [(True, False)]


def test_feedback_is_sent_by_a_thread_of_its_own_with_what_goes_as_often() -> None:
    system = System()
    kind = "example/action/Follow_FeedbackMessage"
    server = system.node("/server", 1).has("action_servers", "/follow")
    server.pub("/follow/_action/feedback", 20.0, kind=kind).pub("/cmd_vel", 20.0)
    server.pub("/bond", 20.0, kind="bond/msg/Status").pub("/scan", 5.0)
    system.node("/client", 2).sub("/follow/_action/feedback", kind).has("action_clients", "/follow")
    nodes = {node.name: node for node in system.topology().nodes}
    topics = {each.name: each.topic for each in nodes["server"].publishers}
    timers = {
        tuple(topics[name] for name in each.publishes): each.own_executor
        for each in nodes["server"].timers
    }
    assert timers == {
        ("/scan",): False, ("/bond",): False, ("/follow/action_feedback", "/cmd_vel"): True
    }  # fmt: skip


def test_clients_of_what_nobody_serves_are_left_out_and_named() -> None:
    system = System()
    system.node("/a", 1).has("clients", "/nowhere").has("clients", "/b/go")
    system.node("/b", 2).has("servers", "/b/go")
    content = system.document()
    assert [each["service_name"] for each in node_of(content, "a")["clients"]] == ["/b/go"]
    assert says(content, "/nowhere")


def test_two_servers_of_a_service_are_one_and_two_nodes_of_a_name_are_told_apart() -> None:
    system = System()
    system.node("/twin", 1).pub("/x").has("servers", "/go")
    system.node("/twin", 2).pub("/y")
    system.node("/other", 3).has("servers", "/go")
    content = system.document()
    assert [node["node_name"] for node in content["nodes"]] == ["other", "twin", "twin_2"]
    assert says(content, "/go", "served by")
    assert says(content, "/twin_2", "one name")
    assert len(content["captured"]["processes"]) == 3
    system.topology()


def test_nodes_elsewhere_and_named_ones_are_outside_with_what_concerns_the_others() -> None:
    system = robot()
    system.node("/sim", 50, cpu_percent=80.0).pub("/clock", 100.0).pub("/unheard", 5.0)
    system.node("/rviz", 60, is_elsewhere=True).sub("/cmd_vel").sub("/unheard").has(
        "clients", "/detector/reset"
    )
    system.node("/bystander", 70).sub("/unheard")
    system.node("/listener", 80).sub("/clock")
    content = system.document(outside=["sim", "/by*"])
    assert [n["node_name"] for n in content["nodes"] if n.get("outside")] == ["rviz", "sim"]
    sim, rviz = node_of(content, "sim"), node_of(content, "rviz")
    assert [each["topic_name"] for each in sim["publishers"]] == ["/clock"]
    assert [each["topic_name"] for each in rviz["subscribers"]] == ["/cmd_vel"]
    assert "own_cpu_percent" not in sim
    held = [name for each in content["captured"]["processes"] for name in each["nodes"]]
    assert held == ["/camera", "/controller", "/detector", "/listener"]
    assert says(content, "/sim", "/rviz", "outside")


def test_all_nodes_of_a_process_are_outside_where_one_is() -> None:
    system = robot()
    system.node("/rviz2", 60, cpu_percent=55.0).sub("/image")
    system.node("/transform_listener_impl_5f", 60).sub("/obstacles")
    system.node("/box", 61).has("servers", "/box/_container/load_node")
    system.node("/clicker", 61).sub("/cmd_vel")
    content = system.document(outside=["rviz2", "box"])
    outside = ["clicker", "rviz2", "transform_listener_impl_5f"]
    assert [n["node_name"] for n in content["nodes"] if n.get("outside")] == outside
    held = [name for each in content["captured"]["processes"] for name in each["nodes"]]
    assert held == ["/camera", "/controller", "/detector"]
    assert says(content, "/transform_listener_impl_5f outside too, in one process with /rviz2")
    assert says(content, "/clicker outside too, in one process with /box")


@pytest.mark.parametrize("is_heard", [False, True])
def test_a_further_type_of_a_topic_has_the_rate_that_it_was_heard_at(is_heard: bool) -> None:
    system = System()
    system.node("/joystick", 1).pub("/cmd_vel", 20.0, kind=TWIST)
    system.node("/controller", 2).pub("/cmd_vel", 10.0 if is_heard else None, kind=STAMPED)
    system.node("/base", 3).sub("/cmd_vel", TWIST).sub("/cmd_vel", STAMPED)
    content = system.document(refused=[] if is_heard else [("/cmd_vel", "another type")])
    (publisher,) = node_of(content, "controller")["publishers"]
    assert publisher["topic_name"] == "/cmd_vel/geometry_msgs/msg/TwistStamped"
    assert publisher["captured"]["rate_hz"] == (10.0 if is_heard else None)
    assert says(content, "rate and size of /cmd_vel: another type") is not is_heard
    assert not says(content, "none came")


def test_own_work_is_not_done_by_feedback_that_seldom_comes() -> None:
    system = System()
    topic, kind = "/move/_action/feedback", "moveit_msgs/action/MoveGroup_FeedbackMessage"
    system.node("/joints", 1).pub("/joint_states", 50.0)
    system.node("/move_group", 2, cpu_percent=60.0).pub(topic, 0.13, kind=kind).sub("/joint_states")
    system.node("/script", 3).sub(topic, kind)
    (move_group,) = (node for node in system.topology().nodes if node.full_name == "/move_group")
    (heard,) = move_group.subscriptions
    assert 10_000 < heard.work.work_us < 12_500


@pytest.mark.parametrize("capturers", ["rmw_fastrtps_cpp", "rmw_fastrtps_dynamic_cpp", CYCLONE])
def test_a_replay_has_the_middleware_of_the_system(capturers: str) -> None:
    content = robot().document(rmw=capturers)
    expected = "rmw_fastrtps_cpp" if capturers == CYCLONE else capturers
    assert content["captured"]["rmw"] == expected
    warns = says(content, CYCLONE, "the system has rmw_fastrtps_cpp", "RMW_IMPLEMENTATION")
    assert warns is (capturers == CYCLONE)


def test_a_containers_manager_and_tools_are_no_nodes() -> None:
    system = System()
    system.node("/box", 1).has("servers", "/box/_container/load_node")
    system.node("/a", 1).pub("/x")
    system.node("/b", 1).sub("/x")
    for number, name in enumerate(("/launch_ros_77", "/_ros2cli_daemon_0", "/nav2_bench_9")):
        system.node(name, 300 + number).sub("/x")
    content = system.document()
    assert [node["node_name"] for node in content["nodes"]] == ["a", "b"]
    (process,) = content["captured"]["processes"]
    assert (process["nodes"], process["container"]) == (["/a", "/b"], True)
    assert says(content, "/box", "/launch_ros_77")
    assert says(content, "/a, /b", "pointer")


def test_a_process_that_is_not_told_and_one_of_another_user_are_said() -> None:
    system = robot()
    hidden = system.node("/hidden", 90).pub("/x")
    system.homes[hidden.prefix] = UNKNOWN
    system.processes[101] = SeenProcess("/bin/camera", 1.0)
    system.processes[102] = SeenProcess("/usr/bin/python3 detector.py", None)
    content = system.document()
    assert says(content, "/hidden", "does not tell")
    assert says(content, "memory", "/camera")
    assert says(content, "CPU of the process of /detector")
    assert says(content, "rclpy", "/detector")
    (of_hidden,) = (p for p in content["captured"]["processes"] if p["nodes"] == ["/hidden"])
    assert of_hidden["pid"] is None
    system.topology()


def test_who_came_or_went_meanwhile_is_named() -> None:
    content = robot().document(late=["/camera"], gone=["/detector"])
    assert says(content, "/camera", "before they came")
    assert says(content, "/detector", "after they went")


def test_who_came_and_went_unseen_and_whose_process_had_ended_is_named_and_no_node() -> None:
    gone = ["/brief", "/dead"]
    content = robot().document(late=["/brief"], gone=gone, ended=["/dead"])
    assert says(content, "/brief", "came and went")
    assert says(content, "processes of /dead that had ended")
    assert not says(content, "after they went") and not says(content, "before they came")


def test_a_node_outside_that_is_not_there_is_named_with_the_nearest_one() -> None:
    content = robot().document(outside=["/camra", "rviz*", "/det*", "late"], late=["/late"])
    assert says(content, "--outside '/camra' names no node that was seen; did you mean 'camera'?")
    assert says(content, "--outside 'rviz*' names no node that was seen")
    assert not says(content, "--outside '/det*'") and not says(content, "--outside 'late'")


def test_work_beyond_what_one_thread_can_do_is_said() -> None:
    system = robot()
    system.node("/slam", 104, cpu_percent=250.0).sub("/image")
    content = system.document()
    assert node_of(content, "slam")["own_cpu_percent"] == 100.0
    assert says(content, "own work of /slam beyond 100 %")
    assert not says(content, "own work of /camera beyond")


@pytest.mark.parametrize("name", [None, "controller_serv"])
def test_the_threads_of_a_program_are_not_its_first_nodes_alone(name: str | None) -> None:
    system = System()
    system.node("/controller_server", 5)
    system.node("/local_costmap/local_costmap", 5)
    system.processes[5] = SeenProcess(
        "/opt/nav2/controller_server --ros-args", 10.0, {"controller_serv": 9.0}, name=name
    )
    cpu = [node["captured"]["cpu_percent"] for node in system.document()["nodes"]]
    assert cpu == [5.0, 5.0]


def test_threads_that_a_container_has_named_tell_its_nodes_apart() -> None:
    system = System()
    system.node("/box", 5).has("servers", "/box/_container/load_node")
    for name in ("/a", "/b"):
        system.node(name, 5)
    threads = {"component_conta": 2.0, "a": 6.0, "b": 2.0}
    system.processes[5] = SeenProcess("/ws/component_container", 10.0, threads)
    nodes = system.document()["nodes"]
    assert [node["captured"]["cpu_from"] for node in nodes] == ["threads", "threads"]
    assert [node["captured"]["cpu_percent"] for node in nodes] == [7.0, 3.0]


def test_five_hundred_topics_are_written_and_read() -> None:
    system = System()
    for number in range(50):
        node = system.node(f"/node_{number}", 1000 + number)
        for topic in range(10):
            node.pub(f"/topic_{number}_{topic}", 1.0)
            node.sub(f"/topic_{(number + 1) % 50}_{topic}")
    topology = system.topology()
    assert sum(len(node.publishers) for node in topology.nodes) == 500
    assert all(each.matches == 1 for node in topology.nodes for each in node.subscriptions)


@pytest.mark.parametrize(("name", "schema"), [("captured", 3), ("recorded", 1)])
def test_a_capture_of_another_schema_is_refused_by_name(
    tmp_path: Path, name: str, schema: int
) -> None:
    content = robot().document()
    content[name] = {**content.pop("captured"), "schema": schema, "novelty": 1}
    content["nodes"][0]["novelty"] = 1
    path = tmp_path / "new.json"
    path.write_text(json.dumps(content, indent=1))
    with pytest.raises(UserError, match=rf"{name}\.schema is {schema}; this version reads capt"):
        load_topology([path])


def test_a_process_with_a_node_that_is_not_there_is_refused(tmp_path: Path) -> None:
    content = robot().document()
    content["captured"]["processes"][0]["nodes"] = ["/camra"]
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(content, indent=1))
    with pytest.raises(UserError, match=r"nodes\[0\] is /camra, and the file has no such node"):
        load_topology([path])


def test_a_maker_that_is_no_node_of_the_process_is_refused(tmp_path: Path) -> None:
    content = robot().document()
    process = content["captured"]["processes"][0]
    process["made_by"] = {process["nodes"][0]: "/camra"}
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(content, indent=1))
    with pytest.raises(UserError, match=r"made_by\./\w+ names /camra, which is no node of the pro"):
        load_topology([path])


def test_a_maker_that_another_node_makes_is_refused(tmp_path: Path) -> None:
    system = System()
    system.node("/box", 1).has("servers", "/box/_container/load_node")
    for name in ("/a", "/b", "/c"):
        system.node(name, 1)
    content = system.document()
    content["captured"]["processes"][0]["made_by"] = {"/b": "/a", "/c": "/b"}
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(content, indent=1))
    with pytest.raises(UserError, match=r"/c names /b, which /a makes; name the node that was"):
        load_topology([path])


def test_depth_and_history_that_were_told_are_written() -> None:
    system = System()
    told = replace(Qos(), depth=3, history="keep_all")
    system.node("/a", 1).pub("/x", qos=told, kind=IMAGE)
    (node,) = system.topology().nodes
    assert (node.publishers[0].qos.depth, node.publishers[0].qos.history) == (3, "keep_all")


def test_bonds_and_transforms_have_the_depths_that_their_libraries_ask_for() -> None:
    system = System()
    told = replace(Qos(), depth=7)
    system.node("/a", 1).pub("/bond", kind=BOND).pub("/tf", kind=TRANSFORMS).pub("/x").pub(
        "/bond_2", kind=BOND, qos=told
    )
    system.node("/b", 2).sub("/bond", BOND).sub("/tf", TRANSFORMS).sub("/x").sub("/bond_2", BOND)
    sender, receiver = system.topology().nodes
    assert {each.topic: each.qos.depth for each in sender.publishers} == {
        "/bond": 5, "/tf": 100, "/x": 10, "/bond_2": 7
    }  # fmt: skip
    assert {each.topic: each.qos.depth for each in receiver.subscriptions} == {
        "/bond": 100, "/tf": 100, "/x": 10, "/bond_2": 100
    }  # fmt: skip


def test_the_machines_speed_is_in_the_file_where_it_is_known() -> None:
    captured = robot().topology(yardstick=YardstickReading(50.0, 91.5, 17.2)).captured
    assert captured is not None and captured.yardstick == YardstickReading(50.0, 91.5, 17.2)
    captured = robot().topology().captured
    assert captured is not None and captured.yardstick is None


def test_messages_cost_more_where_the_machine_was_slower() -> None:
    def own_percent(system_calls_us: float) -> float:
        seen = YardstickReading(50.0, 91.5, system_calls_us)
        content = robot().document(yardstick=seen)
        return float(node_of(content, "detector")["own_cpu_percent"])

    as_fast, half_as_slow_again = own_percent(21.8), own_percent(1.5 * 21.8)
    assert 6.0 - half_as_slow_again == pytest.approx(1.5 * (6.0 - as_fast), abs=0.02)


def test_that_the_system_was_measured_meanwhile_is_said_in_place_of_the_machines_speed() -> None:
    def said(**seen: Any) -> list[str]:
        captured = robot().topology(**seen).captured
        assert captured is not None
        return [each for each in captured.not_seen if "fast the machine" in each]

    assert len(said(is_measured=True)) == 1
    assert said() == []


def test_messages_of_handles_that_no_publisher_shows_are_parted_evenly() -> None:
    system = System()
    system.node("/a", 1).pub("/tf", None)
    system.node("/b", 2).pub("/tf", None)
    system.node("/c", 3).pub("/x", None)
    flow = Flow(300, 20.0, 100.0, 120, -0.5)
    system.flows[("/tf", IMAGE)] = {b"1": flow, b"2": replace(flow, rate_hz=10.0)}
    system.flows[("/x", IMAGE)] = {b"3": flow}
    content = system.document()
    rates = {n["node_name"]: n["publishers"][0]["captured"]["rate_hz"] for n in content["nodes"]}
    assert rates == {"a": 15.0, "b": 15.0, "c": 20.0}
    assert says(content, "which of the 2 publishers of /tf")


def test_messages_that_came_after_a_restart_are_of_who_else_sent_none_on_the_topic() -> None:
    system = System()
    system.node("/monitor", 7).pub("/cmd_vel", 20.0)
    system.node("/docking", 8).pub("/cmd_vel", None)
    system.flows[("/cmd_vel", IMAGE)][b"of the restarted one"] = Flow(150, 10.0, 100.0, 120, -0.5)
    content = system.document()
    rates = {n["node_name"]: n["publishers"][0]["captured"]["rate_hz"] for n in content["nodes"]}
    assert rates == {"monitor": 20.0, "docking": 10.0}
    assert not says(content, "only others sent any")
    assert says(content, "which of the 2 publishers of /cmd_vel sends what")


def seldom_of(content: Mapping[str, Any], name: str) -> list[str]:
    """Topics of a node that were not seen to be published."""
    (timer,) = (each for each in node_of(content, name)["timers"] if each["freq_hz"] == 0.001)
    topics: list[str] = timer["publishes"]
    return topics


@pytest.mark.parametrize(
    "command",
    [
        "/opt/ros/jazzy/lib/nav2_controller/controller_server --ros-args -r x:=y",
        "/usr/bin/python3 /ws/controller_server.py --ros-args",
        "/opt/ros/jazzy/lib/nav2_controller/server --ros-args -r __node:=controller_server",
    ],
)
def test_nodes_that_a_node_makes_inside_itself_have_an_executor_of_their_own(command: str) -> None:
    system = System()
    system.node("/controller_server", 5)
    system.node("/local_costmap/local_costmap", 5)
    system.node("/other", 6)
    system.processes[5] = replace(system.processes[5], command=command)
    made = {n["node_name"]: n.get("own_executor", False) for n in system.document()["nodes"]}
    assert made == {"controller_server": False, "local_costmap": True, "other": False}
    assert [node.own_executor for node in system.topology().nodes] == [False, True, False]


def test_transforms_and_calls_of_lifecycle_managers_are_spun_apart() -> None:
    system = System()
    system.node("/amcl", 1).sub("/tf", "tf2_msgs/msg/TFMessage").sub("/scan").has(
        "servers", "/amcl/get_state", "lifecycle_msgs/srv/GetState"
    ).has("servers", "/reset")
    system.node("/robot", 2).pub("/tf", kind="tf2_msgs/msg/TFMessage").pub("/scan")
    system.node("/manager", 3).has("clients", "/amcl/get_state", "lifecycle_msgs/srv/GetState").has(
        "clients", "/reset"
    )
    nodes = {node.name: node for node in system.topology().nodes}
    assert [(s.topic, s.own_executor) for s in nodes["amcl"].subscriptions] == [
        ("/tf", True), ("/scan", False)
    ]  # fmt: skip
    assert [(c.service, c.own_executor) for c in nodes["manager"].clients] == [
        ("/amcl/get_state", True), ("/reset", False)
    ]  # fmt: skip


def test_goals_are_taken_apart_by_those_servers_of_nav2_that_do_so() -> None:
    system = System()
    system.node("/planner", 1).has(
        "action_servers", "/compute_path", "nav2_msgs/action/ComputePathToPose"
    )
    system.node("/behaviors", 2).has("action_servers", "/spin", "nav2_msgs/action/Spin")
    system.node("/arm", 3).has("action_servers", "/follow_path", "arm_msgs/action/FollowPath")
    served = {
        each.action: each.own_executor
        for node in system.topology().nodes
        for each in node.action_servers
    }
    assert served == {"/compute_path": True, "/spin": False, "/follow_path": False}


def test_simulated_time_is_heard_apart_by_a_queue_of_one_and_sent_as_other_messages_are() -> None:
    system = System()
    system.node("/gazebo", 1).pub("/clock", 100.0, kind=CLOCK)
    system.node("/amcl", 2).sub("/clock", CLOCK)
    amcl, gazebo = system.topology().nodes
    assert [(s.own_executor, s.qos.depth) for s in amcl.subscriptions] == [(True, 1)]
    assert gazebo.publishers[0].qos.depth == 10
    assert [timer.own_executor for timer in gazebo.timers] == [False]


def test_what_was_not_loaded_into_a_container_was_made_inside_of_what_was() -> None:
    system = System()
    system.node("/container", 5).has("servers", "/container/_container/load_node")
    for name in ("/controller", "/planner", "/local_costmap/local_costmap"):
        system.node(name, 5)
    loaded = {"/container": ("/controller", "/planner")}
    nodes = system.document(loaded=loaded)["nodes"]
    assert [node["node_name"] for node in nodes if "own_executor" in node] == ["local_costmap"]


def test_of_a_silent_container_and_of_a_program_of_another_name_nobody_tells_who_makes_whom() -> (
    None
):
    system = System()
    system.node("/container", 5).has("servers", "/container/_container/load_node")
    for pid, command in ((5, "/bin/container -r __node:=controller"), (6, "/bin/all_nodes")):
        for name in ("controller", "costmap"):
            system.node(f"/robot_{pid}/{name}", pid)
        system.processes[pid] = replace(system.processes[pid], command=command)
    assert not any("own_executor" in node for node in system.document()["nodes"])


def test_one_end_of_each_bond_makes_a_timer_anew_at_each_heartbeat() -> None:
    system = System()
    system.node("/managed", 1).pub("/bond", 10.0, kind="bond/msg/Status").pub("/x", 10.0)
    manager = system.node("/manager", 2).pub("/y", 50.0)
    for _ in range(3):
        manager.pub("/bond", 10.0, kind="bond/msg/Status")
    content = system.document()
    timers = {n["node_name"]: n["timers"] for n in content["nodes"]}
    beat, other = timers["managed"]
    assert (beat["freq_hz"], beat["renews"], beat["publishes"]) == (10.0, 1, ["/bond"])
    assert other["publishes"] == ["/x"] and "renews" not in other
    assert [(t["freq_hz"], t.get("renews")) for t in timers["manager"]] == [(30.0, 1), (50.0, None)]
    nodes = {node.name: node for node in system.topology().nodes}
    assert [timer.renews for timer in nodes["manager"].timers] == [1, 0]


def test_further_subscriptions_of_a_process_cost_less_than_the_first() -> None:
    system = System()
    system.node("/beat", 1).pub("/bond", 100.0, 100)
    manager = system.node("/manager", 2, cpu_percent=20.0)
    for _ in range(10):
        manager.sub("/bond")
    system.node("/managed", 3, cpu_percent=20.0).sub("/bond")
    content = system.document()
    costs = {n["node_name"]: n["captured"]["messages_percent"] for n in content["nodes"]}
    assert costs["managed"] < costs["manager"] < 5 * costs["managed"]
    assert len(node_of(content, "manager")["subscribers"]) == 10


def test_nodes_of_a_process_that_is_not_told_are_outside_together() -> None:
    system = robot()
    system.node("/gazebo", 60).sub("/cmd_vel")
    system.node("/diff_drive", 60).sub("/cmd_vel")
    system.homes[prefix(60)] = UNKNOWN
    content = system.document(outside=["gazebo"])
    outside = ["diff_drive", "gazebo"]
    assert [n["node_name"] for n in content["nodes"] if n.get("outside")] == outside
    assert says(content, "/diff_drive outside too, in one process with /gazebo")


def test_nodes_of_one_name_keep_what_their_name_tells() -> None:
    system = System()
    for pid in (20, 10):
        system.node("/planner_server", pid)
        system.node("/global_costmap/global_costmap", pid)
        command = "/opt/nav2_planner/planner_server --ros-args"
        system.processes[pid] = SeenProcess(command, 10.0, threads={"global_costmap": 8.0})
    content = system.document()
    apart = [n["node_name"] for n in content["nodes"] if n.get("own_executor")]
    assert sorted(apart) == ["global_costmap", "global_costmap_2"]
    captured = {n["node_name"]: n["captured"]["cpu_from"] for n in content["nodes"]}
    assert captured["global_costmap_2"] == captured["global_costmap"]
