#!/usr/bin/env bash
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Build the package in a workspace of its own on the ROS 2 installation that is sourced, and run
# the tests that need one. Arguments go to pytest. Exit status 2: something has to be installed.
set -eu

fail() {
  echo "test-ros: $*" >&2
  exit 2
}

need_pip() {
  python3 -m pip --version >/dev/null 2>&1 || fail "pip is missing; install python3-pip"
}

[ -n "${ROS_DISTRO:-}" ] || fail "no ROS 2 installation is sourced; source /opt/ros/<distro>/setup.bash first"
command -v colcon >/dev/null || fail "colcon is missing; install python3-colcon-common-extensions"

clone=$(cd "$(dirname "$0")/.." && pwd)
workspace=$clone/build/ros/$ROS_DISTRO
modules=$workspace/python
mkdir -p "$workspace"

# Some Python packages have no rosdep key. What this Python cannot import comes from PyPI, into a
# directory of this build; what it can import keeps its version.
python3 -c 'import tomllib' 2>/dev/null || need_pip  # before Python 3.11, for pip's copy of tomli
missing=$(python3 "$clone/setup/missing_modules.py" "$clone/pyproject.toml" "$modules")
if [ -n "$missing" ]; then
  need_pip
  python3 -m pip freeze --quiet 2>/dev/null | grep '^[A-Za-z0-9_.-]*==' >"$workspace/constraints.txt" || true
  # shellcheck disable=SC2086 # one word per package
  python3 -m pip install --quiet --disable-pip-version-check --upgrade --target "$modules" \
    --constraint "$workspace/constraints.txt" $missing ||
    fail "pip could not install $missing"
fi
export PYTHONPATH="${PYTHONPATH:+$PYTHONPATH:}$modules"
(cd "$clone" && python3 -c '
from nav2_composition_bench.aggregate.stamped_versions import sourced_versions
print("test-ros:", sourced_versions(), flush=True)
')

# On the loopback alone, whatever the shell says.
unset ROS_LOCALHOST_ONLY ROS_DISCOVERY_SERVER ROS_SUPER_CLIENT ROS_STATIC_PEERS ROS2_EASY_MODE \
  FASTDDS_ENVIRONMENT_FILE FASTDDS_BUILTIN_TRANSPORTS RMW_CONNEXT_INITIAL_PEERS CYCLONEDDS_URI \
  FASTRTPS_DEFAULT_PROFILES_FILE FASTDDS_DEFAULT_PROFILES_FILE \
  ZENOH_SESSION_CONFIG_URI ZENOH_ROUTER_CONFIG_URI ZENOH_CONFIG_OVERRIDE
export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST SKIP_DEFAULT_XML_FILE=1
[ "$ROS_DISTRO" != humble ] || export ROS_LOCALHOST_ONLY=1
export ROS_LOG_DIR=$workspace/log/ros

colcon --log-base "$workspace/log" build --base-paths "$clone" --packages-select nav2_composition_bench \
  --build-base "$workspace/build" --install-base "$workspace/install" \
  --cmake-args -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON
set +u # colcon's scripts read variables that may be unset
# shellcheck source=/dev/null
source "$workspace/install/local_setup.bash"
set -u

cd "$clone"
python3 -m pytest test/ros "$@"

colcon --log-base "$workspace/log" test --base-paths "$clone" --packages-select nav2_composition_bench \
  --build-base "$workspace/build" --install-base "$workspace/install" \
  --ctest-args -L "gtest|launch_test|linter|rclcpp_test" --event-handlers console_direct+
colcon test-result --test-result-base "$workspace/build" --verbose
