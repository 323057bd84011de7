#!/bin/sh
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Send the goals from a host to a navigation stack on another computer.
# Arguments go to `nav2-bench drive`. Both computers need the same ROS_DOMAIN_ID; DDS looks for
# the other one on the local network unless ROS_AUTOMATIC_DISCOVERY_RANGE says otherwise.
set -eu
: "${ROS_DOMAIN_ID:?set it to the same number on both computers}"
export ROS_AUTOMATIC_DISCOVERY_RANGE="${ROS_AUTOMATIC_DISCOVERY_RANGE:-SUBNET}"
bench="$(dirname "$0")/../.venv/bin/nav2-bench"
[ -x "$bench" ] || bench=nav2-bench
exec "$bench" drive "$@"
