#!/bin/sh
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# nav2-bench for a navigation stack on another computer. Both computers need the same
# ROS_DOMAIN_ID; DDS looks for the other one on the local network unless
# ROS_AUTOMATIC_DISCOVERY_RANGE (on Humble ROS_LOCALHOST_ONLY) says otherwise.
set -eu
: "${ROS_DOMAIN_ID:?set it to the same number on both computers}"
export ROS_AUTOMATIC_DISCOVERY_RANGE="${ROS_AUTOMATIC_DISCOVERY_RANGE:-SUBNET}"
if [ "${ROS_DISTRO:-}" = humble ]; then
  export ROS_LOCALHOST_ONLY="${ROS_LOCALHOST_ONLY:-0}"
fi
# Of a clone, or where colcon has installed the package.
here=$(dirname "$0")
for bench in "$here/../.venv/bin/nav2-bench" "$here/../.venv-kilted/bin/nav2-bench" \
  "$here/../../../lib/nav2_composition_bench/nav2-bench"; do
  if [ -x "$bench" ]; then
    exec "$bench" "$@"
  fi
done
old_ifs=$IFS
IFS=:
for prefix in ${AMENT_PREFIX_PATH:-}; do
  if [ -x "$prefix/lib/nav2_composition_bench/nav2-bench" ]; then
    exec "$prefix/lib/nav2_composition_bench/nav2-bench" "$@"
  fi
done
IFS=$old_ifs
if command -v nav2-bench >/dev/null; then
  exec nav2-bench "$@"
fi
echo "$(basename "$0"): nav2-bench is not here: run make setup in the clone, or source the workspace" >&2
exit 2
