#!/bin/sh
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Send the goals from a host to a navigation stack on another computer.
# Arguments go to `nav2-bench drive`; see bench.sh.
exec "$(dirname "$0")/bench.sh" drive "$@"
