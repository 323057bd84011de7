#!/bin/sh
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Simulate the robot on a host for a navigation stack on another computer.
# Arguments go to `nav2-bench simulate`; see bench.sh.
exec "$(dirname "$0")/bench.sh" simulate "$@"
