#!/bin/sh
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Build the engine of topologies for the thread sanitizer beside the one that is installed, and run
# its integration tests with it; arguments go to pytest. A program that the sanitizer reports a race
# of ends with status 66, which fails its test. Needs what `make setup` makes.
set -eu

root=$(cd "${0%/*}/.." && pwd)
bin=$root/.venv/bin
build=$root/.setup/build/topology_thread_sanitizer

# The wheels' library path is for Python alone.
unset LD_LIBRARY_PATH _ROS_WHEELS_BOOTSTRAP_COMPLETE
"$bin/cmake" -G Ninja -S "$root/src/topology/wheels" -B "$build" \
  -DCMAKE_MAKE_PROGRAM="$bin/ninja" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_FLAGS="-fsanitize=thread -g1" -DCMAKE_EXE_LINKER_FLAGS=-fsanitize=thread \
  -DCMAKE_INSTALL_PREFIX="$root/.venv" -DCMAKE_PREFIX_PATH="$root/.venv" \
  -DPython3_EXECUTABLE="$bin/python"
"$bin/cmake" --build "$build" --target topology_process topology_container

cd "$root"
exec env TOPOLOGY_PROGRAMS="$build" \
  TSAN_OPTIONS="suppressions=$root/setup/thread_sanitizer.supp exitcode=66 ${TSAN_OPTIONS:-}" \
  "$bin/python" -m pytest -n 0 test/integration/topology "$@"
