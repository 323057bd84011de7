# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from message_records import make_entities, make_latency, make_subscription

from nav2_composition_bench.report.reference_system_export import std_output
from nav2_composition_bench.topology.topology_file import find_topology_file, load_topology
from nav2_composition_bench.trial.message_record import (
    LatencyRecord,
    MessageEntities,
    PathRecord,
    TimerRecord,
)

TOPOLOGY = load_topology([find_topology_file("reference_system")])
PERIOD = LatencyRecord(79, 100_012.5, 250.0, 99_000.0, 1e5, 1e5, 1e5, 1e5, 101_234.5678)


def text(entities: MessageEntities) -> list[str]:
    return std_output(entities, TOPOLOGY, "rmw_fastrtps_cpp").splitlines()


def a_trial(*lost: tuple[str, str, int], latency: LatencyRecord | None) -> MessageEntities:
    subscriptions = (
        make_subscription(node=node, topic=topic, lost=number) for node, topic, number in lost
    )
    return make_entities(
        PathRecord("hot_path", latency),
        subscriptions=tuple(subscriptions),
        timers=(TimerRecord("/behavior_planner", "cycle", 10.0, PERIOD),),
    )


def test_a_trial_that_lost_nothing_is_told_in_the_lines_of_their_programs() -> None:
    nothing = ("/ray_ground_filter", "/point_cloud_fusion", 0)
    assert text(a_trial(nothing, latency=make_latency(80, mean_us=12_345.678))) == [
        "RMW Implementation: rmw_fastrtps_cpp",
        "Statistics:",
        "  hot path:                 FrontLidarDriver/RearLidarDriver -> ObjectCollisionEstimator",
        "  hot path latency:         nanms"
        " [min=0.09ms, max=1.2ms, average=12.3457ms, deviation=0.05ms]",
        "  hot path drops:           nan [min=0, max=0, average=0, deviation=0]",
        "  behavior planner period:  nanms"
        " [min=99ms, max=101.235ms, average=100.013ms, deviation=0.25ms]",
    ]


def test_losses_on_the_hot_path_count_and_no_others() -> None:
    lost = (
        ("/points_transformer_front", "/front_lidar_driver", 1),
        ("/points_transformer_rear", "/rear_lidar_driver", 2),
        ("/object_collision_estimator", "/euclidean_cluster_detector", 5),
        ("/behavior_planner", "/object_collision_estimator", 100),
        ("/euclidean_cluster_detector", "/euclidean_cluster_settings", 100),
        ("/voxel_grid_downsampler", "/point_cloud_fusion", 100),
    )
    (drops,) = (line for line in text(a_trial(*lost, latency=make_latency(80))) if "drops" in line)
    assert drops == (
        "  hot path drops:           nan [min=nan, max=nan, average=0.1, deviation=nan]"
    )


def test_what_never_arrived_has_no_figures() -> None:
    lines = text(a_trial(latency=None))
    assert lines[3].endswith("nanms [min=nanms, max=nanms, average=nanms, deviation=nanms]")
    assert lines[4].endswith("nan [min=nan, max=nan, average=nan, deviation=nan]")
