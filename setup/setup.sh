#!/bin/sh
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Run setup/main.py with the first Python that can carry the environment.
# PYTHON names one to use instead. Exit status 2: something has to be installed first.

here=${0%/*}
first_problem=

for python in ${PYTHON:-python3 python3.12 python3.11 python3.13 python3.10}; do
  command -v "$python" >/dev/null 2>&1 || continue
  problem=$("$python" "$here/probe.py" 2>/dev/null)
  case $? in
    0) exec "$python" "$here/main.py" "$@" ;;
    3) first_problem=${first_problem:-$problem} ;;
  esac
done

if [ -n "$PYTHON" ] && [ -z "$first_problem" ]; then
  first_problem="PYTHON names no program that can be run, '$PYTHON'; name Python 3.10 to 3.13, or leave PYTHON out"
fi
echo "setup: ${first_problem:-no Python found; install Python 3.10 to 3.13 (apt install python3 python3-venv python3-dev)}" >&2
exit 2
